//! Back-up: what a simulation found goes to every node on its path.
//!
//! A node keeps the mean reward of each seat, whatever the policy: max^n, paranoid and offensive
//! back-ups differ only in the [`View`](super::reward::View) through which a mover reads them.
//! Implicit minimax (Lanctot et al. 2014) keeps, beside the means, the opinion's evaluation backed
//! up by maximising. Cost: a few additions per node of the path, and with implicit minimax a pass
//! over its children. On a [`Leg`](super::leg) the upper nodes get theirs at its end.

use truel_core::{Seat, TurnBased};

use super::config::Implicit;
use super::tree::NodeId;
use super::worker::{Context, Worker};
use crate::Opinion;

impl<G: TurnBased> Worker<G> {
    /// Adds the rewards to all nodes of the path, and to the records of the moves that were played.
    pub(super) fn back_up<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, rewards: G::Payoffs) {
        let tree = context.tree;
        let mut found = rewards;
        let held = self.leg.held;
        for (depth, step) in self.path.iter().enumerate().skip(held).rev() {
            // A node whose mover would rather have gone to a proven child is worth what that is.
            if let Some((_, preferred)) = self.detours.pop_if(|(at, _)| *at == depth) {
                found = preferred;
            }
            tree.add(step.node, 1, found);
            if let Some(column) = tree.columns.square {
                let reward = found[context.view(step.mover).seat];
                let square = tree.value(step.node, column);
                let visits = tree.visits(step.node).max(1) as f32;
                tree.set_value(step.node, column, square + (reward * reward - square) / visits);
            }
            self.renew(context, step.node, step.mover);
        }
        if held > 0 {
            self.hold_back(found);
        }
        if context.config.implicit != Implicit::None {
            self.back_up_implicit(context);
        }
        if context.notes_moves {
            self.note_moves(context, rewards);
        }
    }

    /// Renews what selection sees of a node at a glance.
    #[inline]
    pub(super) fn renew<O: Opinion<G>>(&self, context: &Context<'_, G, O>, node: NodeId, mover: Seat) {
        let view = context.view(mover);
        match context.tree.proof(node) {
            Some(payoffs) => context.tree.settle_glance(node, context.wanted(view, payoffs)),
            None => context.tree.renew_glance(node, view),
        }
    }

    /// Writes down what the end of the path is worth before anything is backed up to it.
    pub(super) fn set_implicit<O: Opinion<G>>(&self, context: &Context<'_, G, O>, rewards: G::Payoffs) {
        let leaf = self.path[self.path.len() - 1].node;
        if let Some(column) = context.tree.columns.implicit {
            context.tree.set_values(leaf, column, rewards);
        }
    }

    /// Each node on the way takes the vector of the child that its mover likes best.
    fn back_up_implicit<O: Opinion<G>>(&self, context: &Context<'_, G, O>) {
        let tree = context.tree;
        let Some(column) = tree.columns.implicit else { return };
        for pair in self.path.windows(2).rev() {
            let (parent, view) = (pair[0].node, context.view(pair[1].mover));
            let wanted = |child: &NodeId| view.wanted(tree.value(*child, column + view.seat.index()));
            let visited = tree.children(parent).filter(|child| tree.visits(*child) > 0);
            let best = visited.max_by(|a, b| wanted(a).total_cmp(&wanted(b)));
            if let Some(best) = best {
                tree.set_values(parent, column, tree.values(best, column));
            }
        }
    }

    /// Moves' averages, over the whole search and in the tables on the path.
    fn note_moves<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, rewards: G::Payoffs) {
        let reward = |seat: Seat| {
            let view = context.view(seat);
            view.wanted(rewards[view.seat])
        };
        if context.config.uses_averages() {
            for played in &self.trail {
                context.averages.of(*played).add(reward(played.seat));
            }
        }
        for (depth, step) in self.path.iter().enumerate() {
            let Some(table) = context.amaf.of(context.tree, step.node) else {
                continue;
            };
            let table = context.amaf.table(table);
            self.stamps.resize(table.len(), 0);
            self.stamp += 1;
            for played in &self.trail[depth..] {
                let stamp = &mut self.stamps[played.slot(table.len())];
                if *stamp != self.stamp {
                    *stamp = self.stamp;
                    played.in_table(table).add(reward(played.seat));
                }
            }
        }
    }
}
