//! Children: made one by one as they are tried, or all at once where selection knows something
//! about moves.
//!
//! Made one by one, a child costs a random move and a check whether it is there already. Once half
//! of a long list is tried, the rest is listed in random order. Either way untried moves come in
//! random order and a node costs memory only for what was tried of it. Made all at once (priors,
//! histories, all-moves-as-first), the children are listed in random order, so that ties are broken
//! by chance.

use truel_core::TurnBased;

use super::average::Played;
use super::config::{Bias, Expand, Select};
use super::reward;
use super::tree::{NodeId, Span};
use super::worker::{Context, Worker};
use crate::Opinion;

/// Lists this short are made at once: drawing would cost more.
const SHORT: usize = 16;
/// The first range of children where there is no list.
const FIRST_RANGE: usize = 4;

impl<G: TurnBased> Worker<G> {
    /// Opens a node whose seat is to move in the worker's position. Returns whether it is open now.
    pub(super) fn open<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, node: NodeId) -> bool {
        let tree = context.tree;
        if !tree.begin_growing(node) {
            return false;
        }
        let is_open = tree.move_count(node) > 0 || self.open_alone(context, node).is_some();
        tree.end_growing(node);
        is_open
    }

    fn open_alone<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, node: NodeId) -> Option<()> {
        let seat = self.position.phase().acting().first();
        let count = self.position.move_count(seat, &mut self.scratch);
        if context.is_eager {
            let span = self.list_rest(context, node, None)?;
            self.set_priors(context, span);
            if context.config.expand != Expand::AsTried {
                self.evaluate_all(context, span);
            }
            context.tree.publish(span, span.len);
        } else if count <= SHORT {
            self.list_rest(context, node, None)?;
        } else {
            context.tree.append(&mut self.room, node, None, FIRST_RANGE)?;
        }
        context.tree.open(node, count);
        Some(())
    }

    /// A child for a move that was never tried, unless the tree is full or another thread is at it.
    pub(super) fn try_new<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, node: NodeId) -> Option<NodeId> {
        let tree = context.tree;
        if !tree.begin_growing(node) {
            return None;
        }
        let child = self.try_new_alone(context, node);
        tree.end_growing(node);
        child
    }

    fn try_new_alone<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, node: NodeId) -> Option<NodeId> {
        let tree = context.tree;
        let (tried, count) = (tree.tried(node), tree.move_count(node));
        if tried == count {
            return None;
        }
        let last = tree.spans(node).last();
        let span = match last {
            Some(last) if last.tried < last.len => last,
            last if 2 * tried >= count => self.list_rest(context, node, last)?,
            last => {
                let len = last.map_or(FIRST_RANGE, |last| 2 * last.len).min(count - tried);
                tree.append(&mut self.room, node, last, len)?
            }
        };
        let child = span.first.plus(span.tried);
        if tree.listed(child).is_none() {
            let mv = self.draw_untried(context, node);
            tree.set_move(child, mv);
        }
        tree.publish(span, span.tried + 1);
        Some(child)
    }

    /// One of the moves that no child has. At least half of them are such, so this takes two draws
    /// on average or fewer.
    fn draw_untried<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, node: NodeId) -> G::Move {
        let seat = self.position.phase().acting().first();
        loop {
            let mv = self.position.random_move(seat, &mut self.rng, &mut self.scratch);
            if context.tree.child_by(node, mv).is_none() {
                return mv;
            }
        }
    }

    /// A range of all moves that no child has, in random order, none of them tried.
    fn list_rest<O: Opinion<G>>(
        &mut self,
        context: &Context<'_, G, O>,
        node: NodeId,
        last: Option<Span>,
    ) -> Option<Span> {
        let seat = self.position.phase().acting().first();
        self.scratch.clear();
        self.position.moves(seat, &mut self.scratch);
        if last.is_some() {
            let is_new = |mv: &G::Move| context.tree.child_by(node, *mv).is_none();
            self.scratch.retain(is_new);
        }
        self.shuffle();
        let span = context.tree.append(&mut self.room, node, last, self.scratch.len());
        if let Some(span) = span {
            for (offset, mv) in self.scratch.iter().enumerate() {
                let child = span.first.plus(offset);
                context.tree.set_move(child, *mv);
                if let Some(column) = context.tree.columns.hash {
                    context.tree.set_number(child, column, Played::new(seat, mv).hash);
                }
            }
        }
        self.scratch.clear();
        span
    }

    fn shuffle(&mut self) {
        for last in (1..self.scratch.len()).rev() {
            self.scratch.swap(last, self.rng.below(last as u32 + 1) as usize);
        }
    }

    /// Gives every child the opinion's word on it, or the rules', as a first visit.
    fn evaluate_all<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, span: Span) {
        let tree = context.tree;
        let mover = self.position.phase().acting().first();
        let all = Span {
            tried: span.len,
            ..span
        };
        for child in all.iter() {
            let undo = self.position.play([tree.mv(child)]);
            let value = match self.turn() {
                Ok(_) => context.opinion.evaluate(&self.position),
                Err(payoffs) => payoffs,
            };
            self.position.undo(undo);
            tree.add(child, 1, reward::of_estimate::<G>(value));
            tree.renew_glance(child, context.view(mover));
        }
    }

    /// Writes the opinion's ranking of the moves to the children: a softmax, normalised for PUCT,
    /// relative to the best move otherwise.
    fn set_priors<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, span: Span) {
        let tree = context.tree;
        let Some(column) = tree.columns.prior else { return };
        let seat = self.position.phase().acting().first();
        let all = Span {
            tried: span.len,
            ..span
        };
        let rank = |child| context.opinion.rank(&self.position, seat, tree.mv(child));
        self.weights.clear();
        self.weights.extend(all.iter().map(rank));
        let (temperature, is_normalised) = match (context.config.select, context.config.bias) {
            (Select::Puct { temperature }, _) => (temperature, true),
            (_, Bias::Rank { temperature, .. }) => (temperature, false),
            _ => (1.0, false),
        };
        let total = softmax(&mut self.weights, temperature);
        let divisor = if is_normalised { total } else { 1.0 };
        for (child, weight) in all.iter().zip(&self.weights) {
            tree.set_value(child, column, weight / divisor);
        }
    }
}

/// Turns values into weights `exp(value / temperature)`, the largest of which is 1. Returns their
/// sum.
pub(super) fn softmax(values: &mut [f32], temperature: f32) -> f32 {
    let best = values.iter().copied().fold(f32::MIN, f32::max);
    let weight = |value: f32| {
        if temperature > 0.0 {
            ((value - best) / temperature).exp()
        } else {
            0.0
        }
    };
    for value in values.iter_mut() {
        *value = if *value == best { 1.0 } else { weight(*value) };
    }
    values.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_softmax_is_relative_to_the_best() {
        let mut values = [1.0, 3.0, 2.0];
        let total = softmax(&mut values, 1.0);
        assert_eq!(values[1], 1.0);
        assert!((values[2] - (-1.0f32).exp()).abs() < 1e-6);
        assert!((total - values.iter().sum::<f32>()).abs() < 1e-6);
    }

    #[test]
    fn no_temperature_leaves_only_the_best() {
        let mut values = [1.0, 3.0, 2.0];
        assert_eq!(softmax(&mut values, 0.0), 1.0);
        assert_eq!(values, [0.0, 1.0, 0.0]);
    }
}
