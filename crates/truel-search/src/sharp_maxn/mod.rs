//! Max^n that looks deeper where it matters: for games in which one move of anybody can end the
//! match.
//!
//! [Max^n](crate::maxn) can hardly prune. Its depth has to come from elsewhere, and with three
//! seats it must, since two others move between two moves of one's own. What alpha-beta does
//! against an opponent works here too, as far as it needs no window:
//!
//! - late moves are searched less deep first, and in full only if the seat that makes them then
//!   gains by them;
//! - positions are kept in a table, whole values with the depth they come from;
//! - moves are ordered by table, rank, killers and history;
//! - captures and the like are followed below the last ply (quiescence), by every seat;
//! - where the opinion sees what the seat to move will do ([`SharpOpinion::foregone`]), nothing is
//!   searched; where it sees a threat to which one must answer ([`SharpOpinion::is_urgent`]), no
//!   move is left out or searched less deep, and the last ply is followed by another.
//!
//! Every seat maximises its own value. Seats other than the one that searches may also dislike that
//! one, by a share ([`Config::spite`]): 0 is max^n, a large one paranoid. An end that is neither
//! won nor lost has a price of its own to the searching seat ([`Config::between`]), since who
//! expects to win wants to go on.
//!
//! Cost: at most `b^d` nodes for b moves and d plies, and quiescence below them; how far it stays
//! below depends on how much is left out. Nothing is allocated per node. Memory: the table and the
//! path. Invariant: with [`Config::exact`] the value of a depth is that of max^n, and so is the
//! move.

mod config;
mod memory;
mod root;
mod tree;

pub use config::{Config, Reductions};

use truel_core::{Game, Payoffs, Seat, TurnBased};

use crate::{Choice, HashOpinion, Indifferent, Limits, Opinion, Search};
use memory::Memory;

/// An opinion for [`SharpMaxN`]. Everything but the notes has a default.
///
/// The search asks for [`notes`](Self::notes) once at each position that is not over, and passes
/// them to the other questions, so that they can share what is costly to find out.
pub trait SharpOpinion<G: Game>: Opinion<G> {
    /// What was found out about a position.
    type Notes: Copy + Default;

    /// Moves that rank higher are forcing: they are neither left out nor searched less deep.
    const QUIET: f32 = f32::INFINITY;

    /// Finds out what the other questions need.
    #[inline]
    fn notes(&self, game: &G, mover: Seat) -> Self::Notes {
        let _ = (game, mover);
        Self::Notes::default()
    }

    /// The payoffs of what `mover` does now, where that is beyond doubt and ends the match. Of
    /// several such ends, the one that is worst for `searcher`.
    #[inline]
    fn foregone(&self, notes: Self::Notes, mover: Seat, searcher: Seat) -> Option<G::Payoffs> {
        let _ = (notes, mover, searcher);
        None
    }

    /// Whether `mover` has to answer something.
    #[inline]
    fn is_urgent(&self, notes: Self::Notes, mover: Seat, searcher: Seat) -> bool {
        let _ = (notes, mover, searcher);
        false
    }

    /// What everybody may expect; as [`evaluate`](truel_core::Evaluate::evaluate), where nothing is
    /// foregone.
    #[inline]
    fn estimate(&self, game: &G, mover: Seat, notes: Self::Notes) -> G::Payoffs {
        let _ = (mover, notes);
        self.evaluate(game)
    }

    /// Appends the moves that change so much that evaluating before them would mislead.
    #[inline]
    fn noisy_moves(&self, game: &G, mover: Seat, out: &mut Vec<G::Move>) {
        let _ = (game, mover, out);
    }
}

impl<G: Game> SharpOpinion<G> for Indifferent {
    type Notes = ();
}

impl<G: Game> SharpOpinion<G> for HashOpinion {
    type Notes = ();
}

/// Max^n search that looks deeper where it matters.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::{Indifferent, Limits, Search, SharpMaxN};
///
/// // Twenty-one stones, one to three a turn: whoever leaves a multiple of four wins.
/// let choice = SharpMaxN::new(Indifferent).search(&Nim::default(), Seat::new(0), &Limits::depth(25));
/// assert_eq!(choice.best().to_string(), "1");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SharpMaxN<G: TurnBased, O> {
    /// What leaves are worth, and what must be looked at.
    pub opinion: O,
    /// How it works.
    pub config: Config,
    memory: Memory<G>,
}

impl<G: TurnBased, O> SharpMaxN<G, O> {
    /// The search with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        SharpMaxN {
            opinion,
            memory: Memory::new(config.table_mb),
            config,
        }
    }
}

impl<G: TurnBased, O: SharpOpinion<G>> Search<G> for SharpMaxN<G, O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        root::search(self, game, seat, limits, on_progress)
    }

    fn forget(&mut self) {
        self.memory = Memory::new(self.config.table_mb);
    }
}

/// What `value` is worth to `mover` when `searcher` searches.
#[inline]
fn worth(value: &impl Payoffs, mover: Seat, searcher: Seat, spite: f32) -> f32 {
    if mover == searcher {
        value[mover]
    } else {
        value[mover] - spite * value[searcher]
    }
}
