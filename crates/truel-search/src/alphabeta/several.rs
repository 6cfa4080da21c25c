//! The root when several moves are wanted, each with its own value and line (MultiPV, as chess
//! programs call it).
//!
//! One pass over the root moves for each depth, the best of the last depth first. The first few get
//! the whole window. Every other move must beat the least of the best so far. An empty window finds
//! that out; only a move that does gets a full window. So the wanted moves are exact and all others
//! have upper bounds, at the cost of one full search for each wanted move instead of one in all.
//!
//! An iteration that is cut short counts once it has searched the moves that were wanted before:
//! then the best moves have values of one depth. Before that the last iteration speaks.

use truel_core::TurnBased;

use super::root::{Branch, Progress, widened};
use super::tree::Worker;
use super::turns::Turns;
use super::worth::{Window, Worth};
use crate::fold::{Fold, Side};
use crate::sorting::sort_cold;
use crate::top::Top;
use crate::{AlphaBetaOpinion, Bound};

impl<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// One iteration. Returns what the best move is worth, or `None` when the budget ends before
    /// every move is searched.
    pub(super) fn compare(&mut self, progress: &mut Progress<G::Move>, depth: u32) -> Option<Worth> {
        let wanted = self.wanted.get().min(progress.branches.len());
        let (seat, side) = (progress.seat, self.fold.side(progress.seat));
        let (left, round) = self.below_root(depth, seat);
        let mut branches = progress.branches.clone();
        let (mut top, mut settled, mut searched) = (Top::new(self.wanted), 0, 0);
        for (number, branch) in branches.iter_mut().enumerate() {
            let reduction = match progress.is_foreseen && number >= wanted {
                true => self.reduction(depth, seat, number, branch.mv),
                false => None,
            };
            let before = self.budget.nodes();
            let undo = self.play(branch.mv);
            let worth = if !self.budget.spend() {
                Worth::NOTHING
            } else if number < wanted {
                self.whole_child(branch, left, side, round)
            } else {
                let window = Window {
                    alpha: top.least(),
                    beta: f32::INFINITY,
                };
                self.later_child(left, reduction, 0, window, side, round)
            };
            self.undo(undo);
            branch.nodes += self.budget.nodes() - before;
            if self.budget.is_over() {
                break;
            }
            let is_exact = number < wanted || worth.value > top.least();
            (branch.worth, branch.depth) = (worth, depth);
            if is_exact {
                self.extend_line(0, Window::OPEN, Some(branch.mv));
                branch.line.clone_from(&self.lines[0]);
            }
            branch.bound = if is_exact { Bound::Exact } else { Bound::AtMost };
            top.add(worth.value);
            searched += 1;
            settled += usize::from(worth.is_proven && worth.value >= self.most(side));
            if settled >= wanted {
                // Nothing in the rules is better, whatever the moves not looked at are.
                break;
            }
        }
        let is_whole = !self.budget.is_over();
        if is_whole || searched >= wanted || progress.depth == 0 {
            progress.take(branches, depth);
        }
        is_whole.then(|| {
            let all_proven = progress.is_complete && progress.branches.iter().all(|branch| branch.worth.is_proven);
            progress.is_settled = all_proven || settled >= wanted;
            Worth {
                is_proven: all_proven || settled > 0,
                ..progress.branches[0].worth
            }
        })
    }

    /// The value of a branch at the root, whatever it is: within a window around that of the last
    /// iteration, widened until it lies inside.
    fn whole_child(&mut self, branch: &Branch<G::Move>, left: u32, side: Side, round: T::Round) -> Worth {
        let (low, high) = (-self.most(side.other()), self.most(side));
        let is_known = branch.depth > 0 && branch.bound == Bound::Exact;
        let width = self.config.aspiration.filter(|_| is_known).unwrap_or(f32::INFINITY);
        let (mut width, centre) = (width * (high - low), branch.worth.value);
        let mut window = Window {
            alpha: centre - width,
            beta: centre + width,
        };
        loop {
            let worth = self.child(left, 0, window, side, round);
            width *= 4.0;
            if self.budget.is_over() {
                return worth;
            } else if worth.value <= window.alpha && window.alpha > f32::NEG_INFINITY {
                window.alpha = widened(worth.value - width, low);
            } else if worth.value >= window.beta && window.beta < f32::INFINITY {
                window.beta = -widened(-(worth.value + width), -high);
            } else {
                return worth;
            }
        }
    }
}

impl<M: Copy> Progress<M> {
    /// Takes over what an iteration found, the best move first.
    fn take(&mut self, branches: Vec<Branch<M>>, depth: u32) {
        self.branches = branches;
        for branch in self.branches.iter_mut().filter(|branch| branch.depth < depth) {
            // Less deep, so it cannot be compared.
            branch.bound = Bound::AtMost;
        }
        // Those with bounds stay as they are: that order was good enough to begin with.
        sort_cold(&mut self.branches, |a, b| match (a.bound, b.bound) {
            (Bound::Exact, Bound::Exact) => b.worth.value.total_cmp(&a.worth.value),
            (a, b) => (a == Bound::AtMost).cmp(&(b == Bound::AtMost)),
        });
        if let Some(best) = self.branches.first().filter(|best| best.bound == Bound::Exact) {
            self.worth = Worth::estimate(best.worth.value);
            self.line.clone_from(&best.line);
        }
    }
}
