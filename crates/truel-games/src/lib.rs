//! The games: five from university contests, Pentago, and three small ones to learn and test on.
//!
//! Each game is a module. Its first page says how a position is represented and why that is fast; its rules in words are
//! in `docs/games/`. [`with`] is the only list of games: whoever looks a game up by its id goes through it.
//!
//! ```
//! use truel_core::{Draw, Visit};
//!
//! struct Title;
//! impl Visit for Title {
//!     type Out = &'static str;
//!     fn visit<G: Draw>(self) -> &'static str {
//!         G::INFO.title
//!     }
//! }
//! assert_eq!(truel_games::with("tic-tac-toe", Title).unwrap(), "Tic-tac-toe");
//! assert!(truel_games::with("tictactoe", Title).unwrap_err().to_string().contains("tic-tac-toe"));
//! ```

pub mod avalam;
pub mod chexers;
pub mod connect_four;
pub mod goofspiel;
pub mod pentago;
pub mod pentago_swap;
mod quadrants;
pub mod ropasci;
pub mod threechess;
pub mod tic_tac_toe;

use thiserror::Error;
use truel_core::{AnyGame, Draw, Game, Info, Table, Visit, nearest};

pub use avalam::Avalam;
pub use chexers::Chexers;
pub use connect_four::ConnectFour;
pub use goofspiel::Goofspiel;
pub use pentago::Pentago;
pub use pentago_swap::PentagoSwap;
pub use ropasci::RoPaSci;
pub use threechess::ThreeChess;
pub use tic_tac_toe::TicTacToe;

/// Names every game once; the functions below are made from it.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The fixed facts about each game, in the order in which lists show them.
        pub const INFOS: &[&Info] = &[$(&<$game as Game>::INFO),*];

        /// Runs `visitor` for the game with this id.
        pub fn with<V: Visit>(id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if id == <$game as Game>::INFO.id {
                return Ok(visitor.visit::<$game>());
            })*
            Err(UnknownGame::new(id))
        }
    };
}

games![
    ThreeChess,
    Chexers,
    RoPaSci,
    Avalam,
    PentagoSwap,
    TicTacToe,
    ConnectFour,
    Goofspiel,
    Pentago,
];

/// The error for an id that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game called `{id}`; {advice}")]
pub struct UnknownGame {
    id: String,
    advice: String,
}

impl UnknownGame {
    /// The error for this name; it suggests the nearest id.
    pub fn new(id: &str) -> Self {
        let ids = INFOS.iter().map(|info| info.id);
        let advice = match nearest(&id.to_lowercase(), ids.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are {}", ids.collect::<Vec<_>>().join(", ")),
        };
        UnknownGame {
            id: id.to_owned(),
            advice,
        }
    }
}

/// A table at the start position of the game with this id.
pub fn table(id: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
    struct Start;
    impl Visit for Start {
        type Out = Box<dyn AnyGame>;
        fn visit<G: Draw>(self) -> Box<dyn AnyGame> {
            Box::new(Table(G::default()))
        }
    }
    with(id, Start)
}
