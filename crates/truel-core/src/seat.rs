//! Seats: one seat, a set of seats, one value per seat.
//!
//! A seat is never a bare number, so the compiler catches a ply used as a seat and a seat used as a
//! cell. No number stands for chance, nobody or everybody.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One seat, counted from 0 in the order in which a game names its seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats in a game.
    pub const MOST: usize = 8;

    /// The seat with this index.
    ///
    /// ```
    /// # use truel_core::Seat;
    /// assert_eq!(Seat::new(2).index(), 2);
    /// ```
    ///
    /// # Panics
    /// If `index` is not below [`Seat::MOST`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MOST, "a seat's index is below Seat::MOST");
        Seat(index as u8)
    }

    /// The index of the seat, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in a game of `seats`; after the last comes the first.
    #[inline]
    pub const fn next(self, seats: usize) -> Self {
        let next = self.index() + 1;
        Seat(if next == seats { 0 } else { next as u8 })
    }

    /// Iterates over all seats of a game of `seats`, in order.
    #[inline]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats).map(Seat::new)
    }
}

/// A set of seats, such as those that must move now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The set of this one seat.
    #[inline]
    pub const fn one(seat: Seat) -> Self {
        Seats(1 << seat.0)
    }

    /// All seats of a game of `seats`.
    #[inline]
    pub const fn all(seats: usize) -> Self {
        Seats(((1u16 << seats) - 1) as u8)
    }

    /// Whether the set contains `seat`.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first seat of the set.
    ///
    /// # Panics
    /// If the set is empty; a phase that says [`Act`](crate::Phase::Act) never holds an empty one.
    #[inline]
    pub const fn first(self) -> Seat {
        assert!(self.0 != 0, "somebody must act");
        Seat(self.0.trailing_zeros() as u8)
    }

    /// The set with `seat` added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Seats(self.0 | (1 << seat.0))
    }

    /// Iterates over the seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(seat)
        })
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl FromIterator<Seat> for Seats {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

/// One value per seat: payoffs, exits made, throws used. Indexed by [`Seat`], never by a number.
///
/// ```
/// # use truel_core::{BySeat, Seat};
/// let mut exits = BySeat([0u8, 3, 1]);
/// exits[Seat::new(1)] += 1;
/// assert_eq!(exits, BySeat([0, 4, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BySeat<T, const N: usize>(pub [T; N]);

impl<T, const N: usize> BySeat<T, N> {
    /// Computes the value of each seat.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        BySeat(std::array::from_fn(|index| value(Seat::new(index))))
    }

    /// Iterates over the seats with their values, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0
            .iter()
            .enumerate()
            .map(|(index, value)| (Seat::new(index), value))
    }
}

impl<T: Default, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        BySeat::from_fn(|_| T::default())
    }
}

impl<T, const N: usize> Index<Seat> for BySeat<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> IndexMut<Seat> for BySeat<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let seats: Seats = [2, 0].map(Seat::new).into_iter().collect();
        assert_eq!(seats.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((seats.len(), seats.first().index()), (2, 0));
        assert!(!seats.contains(Seat::new(1)) && !seats.is_empty());
    }

    #[test]
    fn the_largest_table_is_a_full_set() {
        assert_eq!(Seats::all(Seat::MOST).len(), Seat::MOST);
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
    }
}
