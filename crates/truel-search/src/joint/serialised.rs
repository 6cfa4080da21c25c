//! Bounds on a game of simultaneous moves from the same game in turns.
//!
//! A side that chooses second and sees the first choice does at least as well as when both choose
//! at once. So alpha-beta with the searching seat first gives a lower bound of the value, and with
//! it second an upper bound. Where they meet, the value is known without any matrix game. They meet
//! in every position that a pure strategy decides (Bošanský, Lisý, Čermák, Vítek and Pěchouček
//! 2013).
//!
//! Cost: two alpha-beta searches with a table of their own, which all the nodes of one search
//! share.

use truel_core::Game;

use crate::Opinion;

use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::Prune;
use super::walk::{Frame, Side, Walk};

/// Both serialised searches with what they know.
pub(super) struct SerialBounds {
    row_first: Memo,
    col_first: Memo,
}

impl SerialBounds {
    pub(super) fn new(transpositions: Transpositions) -> Self {
        SerialBounds {
            row_first: Memo::new(transpositions),
            col_first: Memo::new(transpositions),
        }
    }

    /// Between what the position's value lies, and whether both ends are proven.
    pub(super) fn bounds<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        depth: u32,
    ) -> Option<(Interval, bool)> {
        if let Some(leaf) = walk.leaf(depth) {
            walk.spend()?;
            return Some((Interval::exact(leaf.value), leaf.is_proven));
        }
        let Interval { low: least, high: most } = walk.bounds();
        let low = self.search(walk, Side::Row, depth, Interval::OPEN)?;
        // A value at the end of the scale needs no second search.
        if low.value >= most {
            return Some((Interval::exact(most), low.is_proven));
        }
        let above = Interval {
            low: low.value.max(least),
            ..Interval::OPEN
        };
        let high = self.search(walk, Side::Col, depth, above)?;
        let interval = Interval {
            low: low.value,
            high: high.value.max(low.value),
        };
        Some((interval, low.is_proven && high.is_proven))
    }

    fn memo(&mut self, leader: Side) -> &mut Memo {
        match leader {
            Side::Row => &mut self.row_first,
            Side::Col => &mut self.col_first,
        }
    }

    /// Fail-soft alpha-beta, two choices at a time: the leader's, which the other side sees, and
    /// the answer.
    fn search<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        leader: Side,
        depth: u32,
        mut window: Interval,
    ) -> Option<Worth> {
        walk.spend()?;
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let key = walk.game.key();
        if let Some((known, is_proven)) = self.memo(leader).get(key, depth) {
            if let Some(value) = known.settles(window) {
                return Some(Worth { value, is_proven });
            }
            window = window.within(known);
        }
        let frame = walk.open();
        let worth = self.lead(walk, leader, frame, depth, leader.gains(window))?;
        walk.close(frame);
        let learned = Interval::learned(worth.value, window);
        self.memo(leader).put(key, depth, learned, worth.is_proven);
        Some(worth)
    }

    /// The leader's best choice, each against the answer that hurts it most. The window is what the
    /// leader gets.
    fn lead<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        leader: Side,
        frame: Frame,
        depth: u32,
        window: Interval,
    ) -> Option<Worth> {
        let (mut best, mut is_proven, mut refuter) = (f64::NEG_INFINITY, true, 0);
        for choice in 0..leader.choices(frame) {
            let (floor, mut worst, first) = (window.low.max(best), f64::INFINITY, refuter);
            for turn in 0..leader.other().choices(frame) {
                // What refuted the last choice comes first: often it refutes this one, too.
                let answer = match turn {
                    0 => first,
                    turn if turn <= first => turn - 1,
                    turn => turn,
                };
                let ahead = leader.gains(Interval {
                    low: floor,
                    high: window.high.min(worst),
                });
                let child = walk.below(frame, leader.cell(choice, answer), |walk| {
                    self.search(walk, leader, depth - 1, ahead)
                })?;
                is_proven &= child.is_proven;
                worst = worst.min(leader.gain(child.value));
                if worst <= floor {
                    refuter = answer;
                    break;
                }
            }
            best = best.max(worst);
            if best >= window.high {
                break;
            }
        }
        let value = leader.gain(best);
        Some(Worth { value, is_proven })
    }
}

#[cfg(test)]
mod tests {
    use truel_core::Seat;
    use truel_testkit::tree::MatrixTree;

    use super::*;
    use crate::joint::Everything;
    use crate::{Indifferent, Limits};

    #[track_caller]
    fn bounds(text: &str, seat: usize) -> (f64, f64, bool) {
        let tree: MatrixTree = text.parse().expect("a tree");
        let mut walk = Walk::new(&tree, Seat::new(seat), &Indifferent, &Everything, &Limits::default());
        let found = SerialBounds::new(Transpositions::Off).bounds(&mut walk, u32::MAX);
        let (Interval { low, high }, is_proven) = found.expect("no limits");
        (low, high, is_proven)
    }

    #[test]
    fn who_sees_the_other_choice_wins_matching_pennies() {
        assert_eq!(bounds("[<1 -1> <-1 1>; <-1 1> <1 -1>]", 0), (-1.0, 1.0, true));
    }

    #[test]
    fn bounds_meet_at_a_saddle_point() {
        let saddle = "[<4 -4> [<2 -2> <3 -3>]; <3 -3> <1 -1>]";
        assert_eq!(bounds(saddle, 0), (2.0, 2.0, true));
        assert_eq!(bounds(saddle, 1), (-2.0, -2.0, true));
    }
}
