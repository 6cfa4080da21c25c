//! Selection: the child with the largest urgency.
//!
//! Plain UCB1 over children made one by one reads nothing but glances; everything else goes through
//! [`Weigher`], which adds up what the configuration asks for. Cost: one pass over the children
//! that were tried.

use truel_core::{Seat, TurnBased};

use super::amaf::TableId;
use super::average::{Average, Played};
use super::config::{Amaf, Bias, Expand, FirstPlay, FirstTerm, Implicit, MoveHistory, Select};
use super::reward::View;
use super::tree::{Glance, NodeId, Span};
use super::worker::Context;
use crate::Opinion;

/// What keeps untried moves ahead of all others, whatever is known about them.
const FIRST_OF_ALL: f32 = 1e3;

/// Where a simulation goes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// To this child.
    Child(NodeId),
    /// To a child that is yet to be made.
    Untried,
}

/// What a worker knows on its way down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) node: NodeId,
    /// Who moves there.
    pub(super) mover: Seat,
    /// The exploration constant of this simulation.
    pub(super) c: f32,
    /// The closest table of all moves as first that is worth asking.
    pub(super) reference: Option<TableId>,
}

/// The child to go to, of a node that is open.
pub(super) fn pick<G: TurnBased, O: Opinion<G>>(context: &Context<'_, G, O>, here: Here) -> Pick {
    let tree = context.tree;
    let has_untried = tree.tried(here.node) < tree.move_count(here.node);
    if has_untried && context.config.first_play == FirstPlay::EveryMove {
        return Pick::Untried;
    }
    let best = best_tried(context, here);
    match best.child {
        Some(child) if !has_untried || best.urgency > first_play(context, here) => Pick::Child(child),
        _ => Pick::Untried,
    }
}

/// The most urgent of the children that were tried.
pub(super) fn best_tried<G: TurnBased, O: Opinion<G>>(context: &Context<'_, G, O>, here: Here) -> MostUrgent {
    if context.is_plain {
        return best_glance(context, here);
    }
    let weigher = Weigher::new(context, here);
    let children = context.tree.children(here.node);
    most_urgent(children.map(|child| (weigher.urgency(child), child)))
}

/// The most urgent of the children that were tried and are not proven.
pub(super) fn best_open<G: TurnBased, O: Opinion<G>>(context: &Context<'_, G, O>, here: Here) -> Option<NodeId> {
    let weigher = Weigher::new(context, here);
    let children = context.tree.children(here.node);
    let open = children.filter(|child| context.tree.proof(*child).is_none());
    most_urgent(open.map(|child| (weigher.urgency(child), child))).child
}

/// The child that a simulation should visit most, if there is any.
pub(super) struct MostUrgent {
    urgency: f32,
    pub(super) child: Option<NodeId>,
}

/// The first of the largest.
#[inline]
fn most_urgent(children: impl Iterator<Item = (f32, NodeId)>) -> MostUrgent {
    let mut best = MostUrgent {
        urgency: f32::NEG_INFINITY,
        child: None,
    };
    for (urgency, child) in children {
        if urgency > best.urgency {
            best = MostUrgent {
                urgency,
                child: Some(child),
            };
        }
    }
    best
}

/// [`best_tried`] for plain UCB1: mean plus constant times `1 / √n`, both from one word.
fn best_glance<G: TurnBased, O: Opinion<G>>(context: &Context<'_, G, O>, here: Here) -> MostUrgent {
    let width = here.c * ln(context.tree.visits(here.node)).sqrt();
    let best_of_span = |span: Span| {
        let (mut best, mut at) = (f32::NEG_INFINITY, 0);
        for (offset, glance) in context.tree.glances(span).iter().enumerate() {
            let Glance { mean, spread } = Glance::read(glance);
            let urgency = mean + width * spread;
            if urgency > best {
                (best, at) = (urgency, offset);
            }
        }
        (best, span.first.plus(at))
    };
    most_urgent(context.tree.spans(here.node).map(best_of_span))
}

/// The urgency of a move without a child, where nothing is known about moves.
fn first_play<G: TurnBased, O: Opinion<G>>(context: &Context<'_, G, O>, here: Here) -> f32 {
    match context.config.first_play {
        FirstPlay::EveryMove => FIRST_OF_ALL,
        FirstPlay::Reward(reward) => reward,
        FirstPlay::BelowParent(less) => {
            let view = context.view(here.mover);
            let visits = context.tree.visits(here.node);
            let mean = if visits > 0 {
                context.tree.mean(here.node, view.seat)
            } else {
                0.5
            };
            view.wanted(mean) - less
        }
    }
}

#[inline]
fn ln(visits: u32) -> f32 {
    (visits.max(1) as f32).ln()
}

/// All that urgencies at one node have in common.
struct Weigher<'a, 'b, G: TurnBased, O> {
    context: &'a Context<'b, G, O>,
    here: Here,
    view: View,
    ln_visits: f32,
    root_visits: f32,
    first_play: f32,
    /// The reference table of all moves as first.
    table: Option<&'a [Average]>,
}

impl<'a, 'b, G: TurnBased, O: Opinion<G>> Weigher<'a, 'b, G, O> {
    fn new(context: &'a Context<'b, G, O>, here: Here) -> Self {
        let visits = context.tree.visits(here.node);
        Weigher {
            context,
            here,
            view: context.view(here.mover),
            ln_visits: ln(visits),
            root_visits: (visits as f32).sqrt(),
            first_play: first_play(context, here),
            table: here.reference.map(|table| context.amaf.table(table)),
        }
    }

    #[inline]
    fn urgency(&self, child: NodeId) -> f32 {
        let tree = self.context.tree;
        if let Some(payoffs) = tree.proof(child) {
            return self.context.wanted(self.view, payoffs);
        }
        let glance = tree.glance(child);
        let (mean, visits) = (glance.mean, glance.visits());
        let (value, is_known) = self.with_amaf(child, mean, visits);
        let value = if is_known {
            self.with_implicit(value, child)
        } else {
            self.first_play
        };
        value
            + self.exploration(child, mean, visits)
            + self.with_prior(child, visits)
            + self.with_history(child, mean, visits)
    }

    /// The move of a child, where tables of moves are in use.
    #[inline]
    fn played(&self, child: NodeId) -> Played {
        let tree = self.context.tree;
        Played {
            seat: self.here.mover,
            hash: tree.columns.hash.map_or(0, |column| tree.number(child, column)),
        }
    }

    /// The mean mixed with the record of all moves as first; and whether there is any of the two.
    #[inline]
    fn with_amaf(&self, child: NodeId, mean: f32, visits: f32) -> (f32, bool) {
        let (count, record) = match self.table {
            Some(table) => self.played(child).in_table(table).get(),
            None => (0, 0.0),
        };
        if count == 0 {
            return (mean, visits > 0.0);
        }
        let count = count as f32;
        let share = match self.context.config.amaf {
            Amaf::None => 0.0,
            Amaf::Rave { equivalence } => (equivalence / (3.0 * visits + equivalence)).sqrt(),
            Amaf::Grave { bias, .. } => count / (count + visits + bias * count * visits),
        };
        let share = if visits == 0.0 { 1.0 } else { share };
        ((1.0 - share) * mean + share * record, true)
    }

    #[inline]
    fn with_implicit(&self, value: f32, child: NodeId) -> f32 {
        let tree = self.context.tree;
        match (self.context.config.implicit, tree.columns.implicit) {
            (Implicit::Minimax { share }, Some(column)) if tree.visits(child) > 0 => {
                let backed_up = self.view.wanted(tree.value(child, column + self.view.seat.index()));
                (1.0 - share) * value + share * backed_up
            }
            _ => value,
        }
    }

    #[inline]
    fn exploration(&self, child: NodeId, mean: f32, visits: f32) -> f32 {
        let (tree, c) = (self.context.tree, self.here.c);
        match self.context.config.select {
            Select::Puct { .. } => {
                let prior = tree.columns.prior.map_or(0.0, |column| tree.value(child, column));
                c * prior * self.root_visits / (1.0 + visits)
            }
            _ if visits == 0.0 => 0.0,
            _ if visits == 1.0 && self.context.config.expand == Expand::Evaluated(FirstTerm::Bare) => 0.0,
            Select::Ucb1 => c * (self.ln_visits / visits).sqrt(),
            Select::Ucb1Tuned => {
                let square = tree.columns.square.map_or(0.0, |column| tree.value(child, column));
                // The variance is the same whether the reward is wanted large or small.
                let raw = self.view.wanted(mean);
                let variance = (square - raw * raw).max(0.0) + (2.0 * self.ln_visits / visits).sqrt();
                c * (self.ln_visits / visits * variance.min(0.25)).sqrt()
            }
        }
    }

    /// Progressive bias.
    #[inline]
    fn with_prior(&self, child: NodeId, visits: f32) -> f32 {
        let tree = self.context.tree;
        match (self.context.config.bias, tree.columns.prior) {
            (Bias::Rank { weight, .. }, Some(column)) => weight * tree.value(child, column) / (visits + 1.0),
            _ => 0.0,
        }
    }

    /// Progressive history.
    #[inline]
    fn with_history(&self, child: NodeId, mean: f32, visits: f32) -> f32 {
        match self.context.config.history {
            MoveHistory::Progressive { weight } => {
                let (_, average) = self.context.averages.of(self.played(child)).get();
                weight * average / ((1.0 - mean) * visits + 1.0)
            }
            MoveHistory::None => 0.0,
        }
    }
}
