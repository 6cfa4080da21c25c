//! Max^n: every seat takes what is best for itself, and expects the others to do so.
//!
//! Luckhardt and Irani, *An Algorithmic Solution of N-Person Games*, 1986. The value of a position
//! is a payoff for every seat; the seat to move takes the child with the largest payoff of its own.
//! With two seats and a constant sum this is minimax.
//!
//! Where payoffs are bounded and their sum is, branches can be left out ([`Pruning`]): shallow
//! pruning (Korf, *Multi-Player Alpha-Beta Pruning*, 1991; Sturtevant and Korf, *On Pruning
//! Techniques for Multi-Player Games*, 2000), last-branch and speculative pruning (Sturtevant,
//! *Last-Branch and Speculative Pruning Algorithms for Max^n*, 2003). Deep pruning as in alpha-beta
//! is wrong with three seats and not here. None of them changes value or move; what they assume is
//! in [`Promise`] and checked.
//!
//! Cost: b^d nodes without pruning for b moves and d plies. Nothing is allocated per node. Memory:
//! the path.

mod bounds;
mod config;
mod lines;
mod node;
mod root;
mod trail;

pub use config::{Config, Deepening, Leaves, MoveOrder, Passes, Promise, Pruning, TieBreak};

pub(crate) use bounds::{Best, Goal, Guard};
pub(crate) use node::{Walk, Wishes, only_passes};
pub(crate) use root::{Descend, Found, deepen};
pub(crate) use trail::Trail;

use truel_core::{Seat, TurnBased};

use crate::{Choice, Limits, Opinion, Search};

/// Max^n search with `opinion` at its leaves.
///
/// ```
/// use truel_core::{Game, Seat, doc::Nim};
/// use truel_search::{Indifferent, Limits, MaxN, Search};
///
/// // Twenty-one stones, one to three a turn: whoever leaves a multiple of four wins.
/// let choice = MaxN::new(Indifferent).search(&Nim::default(), Seat::new(0), &Limits::depth(21));
/// assert!(choice.is_proven);
/// assert_eq!(choice.best().to_string(), "1");
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MaxN<O> {
    /// What leaves are worth.
    pub opinion: O,
    /// How it works.
    pub config: Config,
}

impl<O> MaxN<O> {
    /// The search with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        MaxN { opinion, config }
    }
}

/// Everybody raises the own payoff.
#[derive(Clone, Copy)]
struct EachItsOwn;

impl Wishes for EachItsOwn {
    #[inline]
    fn goal(self, mover: Seat) -> Goal {
        Goal::Raise(mover)
    }
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for MaxN<O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let mut walk = Walk::new(game, seat, &self.opinion, EachItsOwn, &self.config, limits);
        deepen(game, seat, limits, &self.config, &self.opinion, &mut walk, on_progress)
    }
}

#[cfg(test)]
mod tests;
