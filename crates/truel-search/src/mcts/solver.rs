//! Proven results: MCTS-Solver (Winands, Björnsson and Saito 2008) for any number of seats (Nijssen
//! and Winands 2011).
//!
//! The end of a match proves its node. A node is proven at once by a child that gives its mover the
//! most the rules allow. Otherwise it is proven when all its children are, and has the value that
//! is best for the mover. Children that are proven are selected by their exact value, without
//! exploration. A simulation that selects one has nothing to learn there: it counts for that child
//! and for everything above, and makes a *detour* into the best child that is open. A proven root
//! ends the search.
//!
//! Assumption: a proof says what everybody gets when every seat wants what the back-up policy says.
//! Where a mover has several best children that differ for others, [`SolverTies`] decides. The
//! short cut by one best child is taken only where ties cannot differ. That is so where a constant
//! sum fixes the payoffs, only the searcher's payoff matters (paranoid), or the first found breaks
//! ties.

use truel_core::{Bounds, Game, Payoffs, Seat, TurnBased};

use super::config::{Backup, Solver, SolverTies};
use super::reward;
use super::select::{self, Here};
use super::tree::NodeId;
use super::worker::{Context, Worker};
use crate::Opinion;

impl<G: TurnBased> Worker<G> {
    /// The open child to explore instead of `child`, if that is proven; its rewards are noted for
    /// the way back.
    #[inline]
    pub(super) fn detour<O: Opinion<G>>(
        &mut self,
        context: &Context<'_, G, O>,
        here: Here,
        child: NodeId,
    ) -> Option<NodeId> {
        let payoffs = context.tree.proof(child)?;
        let open = select::best_open(context, here).or_else(|| self.try_new(context, here.node))?;
        let rewards = reward::of_end::<G>(context.config.scale, payoffs);
        context.tree.add(child, 1, rewards);
        self.detours.push((self.path.len() - 1, rewards));
        Some(open)
    }

    /// Carries the proof at the end of the path up as far as it goes.
    pub(super) fn prove_path<O: Opinion<G>>(&self, context: &Context<'_, G, O>) {
        for at in (0..self.path.len()).rev() {
            let step = self.path[at];
            if context.tree.proof(step.node).is_none() {
                let below = self.path.get(at + 1);
                let payoffs = below.and_then(|below| prove_by_children(context, step.node, below.mover, below.node));
                let Some(payoffs) = payoffs else { return };
                context.tree.prove(step.node, payoffs);
            }
            self.renew(context, step.node, step.mover);
        }
    }
}

/// What a node is worth, now that `latest` of its children is proven, if that settles it.
fn prove_by_children<G: TurnBased, O>(
    context: &Context<'_, G, O>,
    node: NodeId,
    mover: Seat,
    latest: NodeId,
) -> Option<G::Payoffs> {
    let (tree, view) = (context.tree, context.view(mover));
    let payoffs = tree.proof(latest)?;
    let most = view.bounds::<G>().high;
    if view.utility(payoffs) >= most && is_settled_by_one(context) {
        return Some(payoffs);
    }
    if tree.tried(node) < tree.move_count(node) {
        return None;
    }
    let mut best = payoffs;
    for child in tree.children(node) {
        let other = tree.proof(child)?;
        if view.utility(other) > view.utility(best) {
            best = other;
        }
    }
    let ties = tree.children(node).filter_map(|child| tree.proof(child));
    break_ties(context, ties.filter(|other| view.utility(*other) == view.utility(best)))
}

/// Whether a move that gives its mover the most possible proves a node whatever the other moves
/// are.
fn is_settled_by_one<G: TurnBased, O>(context: &Context<'_, G, O>) -> bool {
    match context.config.backup {
        Backup::Paranoid => true,
        Backup::MaxN => leaves_nothing::<G>() || context.config.solver == Solver::On(SolverTies::First),
        Backup::Offensive(_) => context.config.solver == Solver::On(SolverTies::First),
    }
}

/// Whether a seat with the largest payoff fixes all others': by the constant sum, they have the
/// smallest.
fn leaves_nothing<G: Game>() -> bool {
    let Bounds { low, high } = G::INFO.bounds;
    let rest = low * (G::Payoffs::SEATS - 1) as f32;
    G::INFO.sum == Some(high + rest)
}

/// Which of several payoffs, equal for the mover, is proven.
fn break_ties<G: TurnBased, O>(
    context: &Context<'_, G, O>,
    mut ties: impl Iterator<Item = G::Payoffs>,
) -> Option<G::Payoffs> {
    let first = ties.next()?;
    let worse_for_us = |worst: G::Payoffs, other: G::Payoffs| {
        let is_worse = other[context.searcher] < worst[context.searcher];
        if is_worse { other } else { worst }
    };
    match context.config.solver {
        Solver::On(SolverTies::First) => Some(first),
        _ if context.config.backup == Backup::Paranoid => Some(first),
        Solver::On(SolverTies::Paranoid) => Some(ties.fold(first, worse_for_us)),
        _ => ties.all(|other| other == first).then_some(first),
    }
}
