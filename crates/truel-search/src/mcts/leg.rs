//! Legs: how threads keep out of each other's way.
//!
//! A cache line that two threads write in turn travels from core to core each time. That takes as
//! long as a good part of a short simulation, and every simulation writes at the top of the tree.
//! So a thread goes down to the deepest *busy* node of its path and makes a leg of simulations from
//! there. Only then does it add their results to that node and those above, in one go. Meanwhile it
//! has lent them the losses of the whole leg, so that the others make theirs elsewhere, and the
//! lines it writes below are mostly its own.
//!
//! Cost: a copy of the position at each busy node on the way, once a leg; the way down to the base
//! is saved for all but the first simulation. Invariant: what a thread holds back is at most a 64th
//! of the visits of any node, and nothing when its run ends. A thread that is alone makes no legs:
//! there every simulation sees all that came before. Nor does a search whose nodes keep more than
//! sums (UCB1-tuned, implicit minimax).

use truel_core::{Payoffs, Seat, TurnBased};

use super::amaf::TableId;
use super::tree::{Columns, Sharing};
use super::worker::{Context, Step, Worker};
use crate::Opinion;

/// Simulations of a leg.
pub(super) const LENGTH: u32 = 16;
/// Visits that make a node busy: so many that a leg hardly matters.
const BUSY: u32 = 64 * LENGTH;

/// From how many visits on a node is busy.
pub(super) fn busy(sharing: Sharing, columns: Columns) -> u32 {
    let has_only_sums = columns.square.is_none() && columns.implicit.is_none();
    match sharing {
        Sharing::Shared if has_only_sums => BUSY,
        _ => u32::MAX,
    }
}

/// The leg that a worker is on, if it is on one.
#[derive(Debug)]
pub(super) struct Leg<G: TurnBased> {
    /// Nodes of the path, from the root to the leg's base, for which results are held back; none
    /// without a leg.
    pub(super) held: usize,
    /// The table of all moves as first that the base inherits.
    pub(super) reference: Option<TableId>,
    /// The position at the base.
    position: G,
    /// Simulations held back.
    visits: u32,
    /// The sums of their rewards.
    rewards: G::Payoffs,
}

impl<G: TurnBased> Default for Leg<G> {
    fn default() -> Self {
        Leg {
            held: 0,
            reference: None,
            position: G::default(),
            visits: 0,
            rewards: G::Payoffs::all(0.0),
        }
    }
}

impl<G: TurnBased> Worker<G> {
    /// Goes to where the next simulation starts: the base of the leg, or the root when that has
    /// come to its end.
    #[inline]
    pub(super) fn set_out<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>) {
        self.detours.clear();
        if self.leg.held > 0 {
            if self.leg.visits < LENGTH && context.tree.proof(self.path[self.leg.held - 1].node).is_none() {
                self.position.clone_from(&self.leg.position);
                self.path.truncate(self.leg.held);
                self.trail.truncate(self.leg.held - 1);
                return;
            }
            self.end_leg(context);
        }
        self.position.clone_from(context.root);
        self.trail.clear();
        self.path.clear();
        self.path.push(Step {
            node: context.tree.root,
            mover: context.searcher,
        });
    }

    /// Makes the busy node at the end of the path the base of a leg. It does not where the worker
    /// is on a leg already, or where this simulation has made a detour.
    #[inline(never)]
    pub(super) fn base_leg_here(&mut self, reference: Option<TableId>) {
        if self.leg.visits == 0 && self.detours.is_empty() {
            self.leg.held = self.path.len();
            self.leg.position.clone_from(&self.position);
            self.leg.reference = reference;
        }
    }

    /// Keeps what a simulation found for the base and the nodes above.
    pub(super) fn hold_back(&mut self, found: G::Payoffs) {
        // The base's mover may have preferred a proven child.
        let found = self.detours.pop().map_or(found, |(_, preferred)| preferred);
        self.leg.visits += 1;
        for seat in Seat::all(G::Payoffs::SEATS) {
            self.leg.rewards[seat] += found[seat];
        }
    }

    /// Adds what was held back to the nodes from the root to the base.
    #[inline(never)]
    pub(super) fn end_leg<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>) {
        for step in &self.path[..self.leg.held] {
            context.tree.add(step.node, self.leg.visits, self.leg.rewards);
            self.renew(context, step.node, step.mover);
        }
        (self.leg.held, self.leg.reference) = (0, None);
        (self.leg.visits, self.leg.rewards) = (0, G::Payoffs::all(0.0));
    }
}
