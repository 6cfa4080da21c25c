//! Alpha-beta in its modern form, for two seats and for any game that a [`Fold`] makes one number
//! of.
//!
//! Iterative deepening with principal-variation search (Marsland and Campbell 1982): the first move
//! of a node is searched with the whole window. The others get an empty window, which only asks
//! whether they are better, and are searched again if they are. Around it are aspiration windows, a
//! shared [transposition table](crate::transposition), [move ordering](crate::ordering), late-move
//! reductions and quiescence over noisy moves. Breadth can be limited by rank. Threads help each
//! other through the table alone (lazy SMP).
//!
//! Cost: in time between `b^(d/2)` and `b^d` leaves; no allocation per node. Invariant: with
//! [`Config::exact`] (and with a table under [`Trust::SameDepth`] in games whose keys tell
//! everything) the value of a depth is that of plain minimax. Nothing is assumed about sums; that
//! no end of a match is worth more than the game's bounds is used only to stop at a proven win.
//!
//! A value is *proven* when the moves that establish it end at ends of the match; proofs are kept
//! in the table and end the search. Where repetition matters a table mixes histories, see [its
//! page](crate::transposition).
//!
//! With more than two seats this is [paranoid](crate::paranoid) search. A game of simultaneous
//! moves is searched through [`Serial`](truel_core::Serial), where later seats see earlier choices,
//! so its values are bounds.

mod calm;
mod config;
mod opinion;
mod root;
mod several;
mod standing;
mod threads;
mod tree;
pub(crate) mod turns;
mod worth;

use truel_core::{Seat, TurnBased};

use crate::fold::{Fold, Own};
use crate::transposition::Transposition;
use crate::{Choice, Limits, Search};
use tree::Parts;
use turns::{Everybody, Turns};

pub use config::{Config, Futility, Reductions, RootTies, Trust};
pub use opinion::{AlphaBetaOpinion, LineStep, Outlook};

/// What a search makes of a game with many seats.
#[derive(Clone, Copy)]
pub(crate) struct Model<F, T> {
    /// The number that is searched for.
    pub(crate) fold: F,
    /// Who chooses.
    pub(crate) turns: T,
}

/// Alpha-beta search with an opinion and a table of its own.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::{AlphaBeta, Indifferent, Limits, Search};
///
/// // 21 stones: leave a multiple of four.
/// let choice = AlphaBeta::new(Indifferent).search(&Nim::default(), Seat::new(0), &Limits::depth(30));
/// assert_eq!(choice.best().to_string(), "1");
/// assert!(choice.is_proven && choice.value[Seat::new(0)] == 1.0);
/// ```
#[derive(Debug)]
pub struct AlphaBeta<O> {
    /// What positions are worth before their end.
    pub opinion: O,
    /// How to search; may change between searches.
    pub config: Config,
    table: Transposition,
}

impl<O> AlphaBeta<O> {
    /// The search with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        AlphaBeta {
            opinion,
            // Made here and not by the first search, whose clock it would cost ten milliseconds.
            table: Transposition::new(config.table_mb),
            config,
        }
    }

    /// Searches like [`Search::search`], but for another number than the seat's own payoff.
    pub fn search_folded<G: TurnBased>(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        fold: impl Fold<G>,
    ) -> Choice<G>
    where
        O: AlphaBetaOpinion<G>,
    {
        let model = Model { fold, turns: Everybody };
        self.run(game, seat, limits, model, &mut |_| {})
    }

    pub(crate) fn run<G: TurnBased, F: Fold<G>, T: Turns<G>>(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        model: Model<F, T>,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G>
    where
        O: AlphaBetaOpinion<G>,
    {
        if self.table.megabytes() != self.config.table_mb {
            self.table = Transposition::new(self.config.table_mb);
        }
        self.table.grow_older();
        let parts = Parts {
            opinion: &self.opinion,
            model,
            config: &self.config,
            table: &self.table,
        };
        threads::search(game, seat, limits, &parts, on_progress)
    }

    pub(crate) fn forget_table(&mut self) {
        self.table.clear();
    }
}

impl<G: TurnBased, O: AlphaBetaOpinion<G>> Search<G> for AlphaBeta<O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let model = Model {
            fold: Own(seat),
            turns: Everybody,
        };
        self.run(game, seat, limits, model, on_progress)
    }

    fn forget(&mut self) {
        self.forget_table();
    }
}
