//! Lines of play and the order of moves: what a depth-first walk keeps beside its values.

use std::cmp::Ordering;

/// The best line from each ply of the current path on.
#[derive(Debug)]
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Lines(Vec::new())
    }

    /// A node at `ply` begins: it has no line yet.
    #[inline]
    pub(crate) fn begin(&mut self, ply: usize) {
        while self.0.len() < ply + 2 {
            self.0.push(Vec::new());
        }
        self.0[ply].clear();
    }

    /// The node at `ply` prefers `mv` and what its child expects after it.
    #[inline]
    pub(crate) fn prefer(&mut self, ply: usize, mv: M) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// The line from `ply` on.
    pub(crate) fn from(&self, ply: usize) -> &[M] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}

/// Sorts lists of moves by rank, keeping the order of equals, in memory it keeps.
#[derive(Debug)]
pub(crate) struct Sorter<M>(Vec<RankedMove<M>>);

#[derive(Debug)]
struct RankedMove<M> {
    rank: f32,
    place: u32,
    mv: M,
}

impl<M> RankedMove<M> {
    /// The highest rank first, then the order of the list.
    fn in_order(&self, other: &Self) -> Ordering {
        other.rank.total_cmp(&self.rank).then(self.place.cmp(&other.place))
    }
}

impl<M: Copy> Sorter<M> {
    pub(crate) fn new() -> Self {
        Sorter(Vec::new())
    }

    /// Puts `moves` in order, the highest rank first.
    pub(crate) fn sort(&mut self, moves: &mut [M], rank: impl Fn(M) -> f32) {
        self.0.clear();
        self.0.extend(moves.iter().zip(0..).map(|(&mv, place)| RankedMove {
            rank: rank(mv),
            place,
            mv,
        }));
        // A stable sort would allocate; the places make an unstable one stable.
        self.0.sort_unstable_by(RankedMove::in_order);
        for (mv, sorted) in moves.iter_mut().zip(&self.0) {
            *mv = sorted.mv;
        }
    }
}

/// Moves `first` to the front, keeping the order of the rest.
#[inline]
pub(crate) fn put_first<M: Copy + PartialEq>(moves: &mut [M], first: M) {
    if let Some(place) = moves.iter().position(|&mv| mv == first) {
        moves[..=place].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_keep_their_order_behind_higher_ones() {
        let mut moves = ['a', 'b', 'c', 'd'];
        Sorter::new().sort(&mut moves, |mv| if mv == 'c' { 1.0 } else { 0.0 });
        assert_eq!(moves, ['c', 'a', 'b', 'd']);
        put_first(&mut moves, 'b');
        assert_eq!(moves, ['b', 'c', 'a', 'd']);
    }

    #[test]
    fn a_line_is_a_move_and_what_follows_it() {
        let mut lines = Lines::new();
        (0..3).for_each(|ply| lines.begin(ply));
        lines.prefer(1, 'x');
        lines.prefer(0, 'y');
        assert_eq!(lines.from(0), ['y', 'x']);
        lines.begin(1);
        lines.prefer(0, 'z');
        assert_eq!(lines.from(0), ['z']);
    }
}
