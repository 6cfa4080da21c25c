//! What sits in a seat: a search, an opinion and a clock, put together by a spec that a person can type.
//!
//! [`catalogue`] lists the agents with their parameters, [`build()`] makes one from a [`Spec`], and an [`Agent`] is what arena,
//! protocol and server see of it: any game, moves as text. [`heuristics`] has a sensible opinion per game, [`reports`] the
//! agents that the five reports describe, [`champions`] the strongest configuration found for each game. [`with`]
//! is the only list that ties games to opinions; code for "the game called so, with its opinion" goes through it.

mod agent;
pub mod book;
mod build;
pub mod catalogue;
pub mod champions;
pub mod chances;
pub mod heuristics;
pub mod levels;
mod param;
pub mod reports;
mod spec;
mod thinker;
mod usual;

pub use truel_search::Bound;

pub use agent::{Agent, Conditions, End, Seen, Thought, Watch};
pub use build::{build, check};
pub use catalogue::{AgentInfo, HUMAN, SpecError, agents, agents_of};
pub use chances::SeatChances;
pub use levels::{LEVELS, Level, usual_plies};
pub use param::{Form, Param, Shape, Values, WrongParam, read_time};
pub use spec::{Malformed, Spec};
pub use thinker::USUAL_TIME;
pub use usual::default_agent;

pub use truel_search::Scale;

use truel_core::{Draw, Game, TurnBased};
use truel_games::{Avalam, Chexers, ConnectFour, Goofspiel, PentagoSwap, RoPaSci, ThreeChess, TicTacToe, UnknownGame};
use truel_search::AlphaBetaOpinion;

/// Code to run for a game and its first opinion, both known only at run time.
///
/// Searches for turns do not compile on simultaneous moves, so there are two doors; `Serial` leads from the second to the
/// first.
pub trait VisitWithOpinion {
    /// What the code returns.
    type Out;
    /// Runs for a game of turns.
    fn turns<G: Draw + TurnBased, O: AlphaBetaOpinion<G> + Clone + 'static>(self, opinion: O) -> Self::Out;
    /// Runs for a game of simultaneous moves.
    fn at_once<G: Draw, O: AlphaBetaOpinion<G> + Clone + 'static>(self, opinion: O) -> Self::Out;
}

/// Names the opinion of every game once.
macro_rules! opinions {
    ($($door:ident $game:ty => $opinion:ty),* $(,)?) => {
        /// Runs `visitor` for the game with this id and its first opinion.
        pub fn with<V: VisitWithOpinion>(id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if id == <$game as Game>::INFO.id {
                return Ok(visitor.$door::<$game, $opinion>(<$opinion>::default()));
            })*
            Err(UnknownGame::new(id))
        }
    };
}

opinions![
    turns ThreeChess => heuristics::threechess::Score,
    turns Chexers => heuristics::chexers::Race,
    at_once RoPaSci => heuristics::ropasci::Tokens,
    turns Avalam => heuristics::avalam::Towers,
    turns PentagoSwap => heuristics::pentago_swap::OpenLines,
    turns TicTacToe => truel_search::Indifferent,
    turns ConnectFour => heuristics::connect_four::Centre,
    at_once Goofspiel => heuristics::goofspiel::Lead,
];
