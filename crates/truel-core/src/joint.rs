//! Joint moves: what all acting seats choose at one instant.

use std::fmt::{self, Debug};
use std::ops::Deref;

use crate::Seats;

/// What a search may keep for each seat: small plain data.
pub trait Element: Copy + Debug + Send + Sync + 'static {}
impl<T: Copy + Debug + Send + Sync + 'static> Element for T {}

/// The choices of one instant, one move for each acting seat in seat order.
///
/// | type | for games in which |
/// |---|---|
/// | `[M; 1]` | seats take turns |
/// | `[M; 2]` | two seats always move at once |
/// | [`UpTo<M, K>`] | at most `K` seats move at once, and fewer after some are out |
///
/// An array has a fixed width, so code for it knows the number of moves when it is compiled.
pub trait Joint<M: Copy>: Copy + Debug + AsRef<[M]> + Send + Sync + 'static {
    /// The most seats that ever move at once.
    const WIDTH: usize;

    /// An array with one value for each seat that may move at once. A search keeps its statistics
    /// in it.
    type Places<T: Element>: Element + AsRef<[T]> + AsMut<[T]>;

    /// The same value in every place.
    fn places<T: Element>(value: T) -> Self::Places<T>;

    /// How many moves a joint move of the acting seats has. A fixed width does not ask who acts.
    fn width(acting: impl FnOnce() -> Seats) -> usize;

    /// Makes the joint move of `count` acting seats from each one's place among them.
    ///
    /// `count` is at least 1 and at most [`WIDTH`](Joint::WIDTH). An array ignores it.
    fn from_fn(count: usize, choice: impl FnMut(usize) -> M) -> Self;
}

impl<M: Copy + Debug + Send + Sync + 'static, const K: usize> Joint<M> for [M; K] {
    const WIDTH: usize = K;

    type Places<T: Element> = [T; K];

    #[inline]
    fn places<T: Element>(value: T) -> [T; K] {
        [value; K]
    }

    #[inline]
    fn width(_: impl FnOnce() -> Seats) -> usize {
        K
    }

    /// A loop over an array that the first choice fills. `std::array::from_fn` calls through a
    /// wrapper that is not always inlined, which costs random playouts up to a third.
    #[inline(always)]
    fn from_fn(count: usize, mut choice: impl FnMut(usize) -> M) -> Self {
        debug_assert_eq!(count, K, "a joint move of fixed width needs that many acting seats");
        let mut joint = [choice(0); K];
        // Where seats take turns, the choice is called in one place only, and so inlined there.
        if const { K > 1 } {
            for (place, mv) in joint.iter_mut().enumerate().skip(1) {
                *mv = choice(place);
            }
        }
        joint
    }
}

/// A joint move of at least one and at most `K` seats, for games in which seats drop out.
///
/// It reads like a slice with one move for each acting seat.
///
/// ```
/// use truel_core::{Joint, UpTo};
///
/// let three = UpTo::<char, 3>::new(&['a', 'b', 'c']);
/// let two: UpTo<char, 3> = Joint::from_fn(2, |place| ['x', 'y'][place]);
/// assert_eq!(three.as_ref(), ['a', 'b', 'c']);
/// assert_eq!((two.len(), two[1]), (2, 'y'));
/// assert_eq!(<UpTo<char, 3> as Joint<char>>::WIDTH, 3);
/// ```
#[derive(Clone, Copy)]
pub struct UpTo<M, const K: usize> {
    /// The moves, then copies of the first one that nobody sees.
    moves: [M; K],
    len: u8,
}

impl<M: Copy, const K: usize> UpTo<M, K> {
    /// The joint move with these moves.
    ///
    /// # Panics
    /// If there is no move, or there are more than `K`.
    pub fn new(moves: &[M]) -> Self {
        UpTo::fill(moves.len(), |place| moves[place])
    }

    #[inline]
    fn fill(count: usize, mut choice: impl FnMut(usize) -> M) -> Self {
        assert!((1..=K).contains(&count), "a joint move has 1 to {K} moves, not {count}");
        let mut moves = [choice(0); K];
        for (place, mv) in moves.iter_mut().enumerate().take(count).skip(1) {
            *mv = choice(place);
        }
        UpTo {
            moves,
            len: count as u8,
        }
    }
}

impl<M, const K: usize> Deref for UpTo<M, K> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves[..usize::from(self.len)]
    }
}

impl<M, const K: usize> AsRef<[M]> for UpTo<M, K> {
    #[inline]
    fn as_ref(&self) -> &[M] {
        self
    }
}

impl<M: Debug, const K: usize> Debug for UpTo<M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<M: PartialEq, const K: usize> PartialEq for UpTo<M, K> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<M: Eq, const K: usize> Eq for UpTo<M, K> {}

impl<M: Copy + Debug + Send + Sync + 'static, const K: usize> Joint<M> for UpTo<M, K> {
    const WIDTH: usize = K;

    type Places<T: Element> = [T; K];

    #[inline]
    fn places<T: Element>(value: T) -> [T; K] {
        [value; K]
    }

    #[inline]
    fn width(acting: impl FnOnce() -> Seats) -> usize {
        acting().len()
    }

    #[inline]
    fn from_fn(count: usize, choice: impl FnMut(usize) -> M) -> Self {
        UpTo::fill(count, choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn what_lies_behind_the_last_move_is_nobodys_business() {
        let short: UpTo<u8, 3> = Joint::from_fn(1, |_| 7);
        assert_eq!((short.as_ref(), format!("{short:?}")), (&[7][..], "[7]".to_owned()));
        assert_ne!(short, UpTo::new(&[7, 7]));
    }

    #[test]
    fn a_fixed_width_does_not_ask_who_acts() {
        assert_eq!(<[u8; 2]>::width(|| unreachable!("nobody asks")), 2);
        assert_eq!(UpTo::<u8, 3>::width(|| Seats::one(Seat::new(2))), 1);
    }

    #[test]
    #[should_panic(expected = "a joint move has 1 to 2 moves, not 3")]
    fn more_moves_than_fit_are_refused() {
        UpTo::<u8, 2>::new(&[1, 2, 3]);
    }
}
