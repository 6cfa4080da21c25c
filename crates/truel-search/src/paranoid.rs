//! Paranoid search: with three seats or more, all others are assumed to play against the one that
//! searches.
//!
//! Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games" (2000). The assumption makes
//! one number of the payoffs, so all of alpha-beta applies, with its `b^(d (n-1)/n)` leaves at best
//! for `n` seats. It is nothing but [`AlphaBeta`] under the fold [`Own`](crate::fold::Own): two
//! opponents that follow each other minimise both, and the negamax form turns values only between
//! seats of different sides. The value is what the seat can force against any play of the others,
//! so a proven one is a guarantee.

use crate::AlphaBeta;

pub use crate::alphabeta::Config;

/// Alpha-beta under the name it has with many seats.
///
/// ```
/// use truel_core::{Game, Seat};
/// use truel_games::Chexers;
/// use truel_search::{HashOpinion, Limits, Paranoid, Search, paranoid::Config};
///
/// let config = Config::default().with_table_mb(1).with_seed(7);
/// let mut search = Paranoid::with_config(HashOpinion::default(), config);
/// let choice = search.search(&Chexers::default(), Seat::new(0), &Limits::depth(3));
/// assert_eq!((choice.depth, choice.line.len()), (3, 3));
/// ```
pub type Paranoid<O> = AlphaBeta<O>;

#[cfg(test)]
mod tests {
    use truel_core::Seat;
    use truel_testkit::tree::Tree;

    use super::*;
    use crate::{Indifferent, Limits, Search};

    fn solve(drawing: &str, seat: usize) -> (String, f32, bool) {
        let tree: Tree<3> = drawing.parse().expect("a tree");
        let mut search = Paranoid::with_config(Indifferent, Config::exact());
        let choice = search.search(&tree, Seat::new(seat), &Limits::depth(9));
        (
            choice.best().to_string(),
            choice.value[Seat::new(seat)],
            choice.is_proven,
        )
    }

    /// By its own interest the second seat would choose 6 points and give the first seat 9;
    /// paranoia expects 1.
    #[test]
    fn opponents_are_thought_to_hurt_rather_than_to_gain() {
        let drawing = "1(2(<1 2 3> <9 6 2>) 2(<3 0 9> <4 9 4>))";
        assert_eq!(solve(drawing, 0), ("b".into(), 3.0, true));
    }

    #[test]
    fn two_opponents_in_a_row_minimise_both() {
        let drawing = "1(2(3(<5 0 0> <2 0 0>) 3(<7 0 0> <8 0 0>)) 2(3(<4 0 0> <3 0 0>) 3(<6 0 0> <9 0 0>)))";
        assert_eq!(solve(drawing, 0), ("b".into(), 3.0, true));
    }

    #[test]
    fn a_seat_may_move_twice_in_a_row() {
        let drawing = "2(1(1(<0 5 0> <0 1 0>)) 3(2(<0 4 0> <0 7 0>) 2(<0 3 0> <0 2 0>)))";
        assert_eq!(solve(drawing, 1), ("b".into(), 3.0, true));
    }
}
