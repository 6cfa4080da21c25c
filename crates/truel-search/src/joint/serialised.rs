//! Bounds on a game of simultaneous moves from the same game in turns.
//!
//! A side that chooses second and sees the first choice does at least as well as when both choose at once. So alpha-beta on
//! the game with the searching seat first gives a lower bound of the value, and with it second an upper bound; where
//! they meet, as in every position that a pure strategy decides, the value is known without any matrix game
//! (Bošanský, Lisý, Čermák, Vítek and Pěchouček 2013).
//!
//! Cost: two alpha-beta searches with a table of their own, which all the nodes of one search share.

use truel_core::Game;

use crate::Opinion;

use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::Prune;
use super::walk::{Frame, Walk};

/// Which side's choice is seen by the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// The searching seat chooses first.
    RowFirst,
    /// The searching seat sees the other's choice.
    ColFirst,
}

/// Both serialised searches with what they know.
pub(super) struct Serialised {
    row_first: Memo,
    col_first: Memo,
}

impl Serialised {
    pub(super) fn new(transpositions: Transpositions) -> Self {
        Serialised {
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
        let (least, most) = walk.bounds();
        let low = self.search(walk, Order::RowFirst, depth, (f64::NEG_INFINITY, f64::INFINITY))?;
        // A value at the end of the scale needs no second search.
        if low.value >= most {
            return Some((Interval { low: most, high: most }, low.is_proven));
        }
        let high = self.search(walk, Order::ColFirst, depth, (low.value.max(least), f64::INFINITY))?;
        let interval = Interval {
            low: low.value,
            high: high.value.max(low.value),
        };
        Some((interval, low.is_proven && high.is_proven))
    }

    fn memo(&mut self, order: Order) -> &mut Memo {
        match order {
            Order::RowFirst => &mut self.row_first,
            Order::ColFirst => &mut self.col_first,
        }
    }

    /// Fail-soft alpha-beta, two choices at a time.
    fn search<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        order: Order,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Option<Worth> {
        walk.spend()?;
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let key = walk.game.key();
        if let Some((Interval { low, high }, is_proven)) = self.memo(order).get(key, depth) {
            if low >= beta || low == high {
                return Some(Worth { value: low, is_proven });
            }
            if high <= alpha {
                return Some(Worth { value: high, is_proven });
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }
        let frame = walk.open();
        let worth = match order {
            Order::RowFirst => self.rows_then_cols(walk, frame, depth, (alpha, beta))?,
            Order::ColFirst => self.cols_then_rows(walk, frame, depth, (alpha, beta))?,
        };
        walk.close(frame);
        let learned = Interval::learned(worth.value, alpha, beta);
        self.memo(order).put(key, depth, learned, worth.is_proven);
        Some(worth)
    }

    fn child<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        order: Order,
        joint: G::Joint,
        depth: u32,
        window: (f64, f64),
    ) -> Option<Worth> {
        let undo = walk.game.play(joint);
        let worth = self.search(walk, order, depth - 1, window)?;
        walk.game.undo(undo);
        Some(worth)
    }

    /// The best row, each against the column that answers it best.
    fn rows_then_cols<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        frame: Frame,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Option<Worth> {
        let (mut best, mut is_proven) = (f64::NEG_INFINITY, true);
        for row in 0..frame.rows {
            let (floor, mut worst) = (alpha.max(best), f64::INFINITY);
            for col in 0..frame.cols {
                let joint = walk.joint(frame, row, col);
                let child = self.child(walk, Order::RowFirst, joint, depth, (floor, beta.min(worst)))?;
                is_proven &= child.is_proven;
                worst = worst.min(child.value);
                if worst <= floor {
                    break;
                }
            }
            best = best.max(worst);
            if best >= beta {
                break;
            }
        }
        Some(Worth { value: best, is_proven })
    }

    /// The best column, each against the row that answers it best.
    fn cols_then_rows<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        frame: Frame,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Option<Worth> {
        let (mut least, mut is_proven) = (f64::INFINITY, true);
        for col in 0..frame.cols {
            let (ceiling, mut best) = (beta.min(least), f64::NEG_INFINITY);
            for row in 0..frame.rows {
                let joint = walk.joint(frame, row, col);
                let child = self.child(walk, Order::ColFirst, joint, depth, (alpha.max(best), ceiling))?;
                is_proven &= child.is_proven;
                best = best.max(child.value);
                if best >= ceiling {
                    break;
                }
            }
            least = least.min(best);
            if least <= alpha {
                break;
            }
        }
        Some(Worth {
            value: least,
            is_proven,
        })
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
        let found = Serialised::new(Transpositions::Off).bounds(&mut walk, u32::MAX);
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
