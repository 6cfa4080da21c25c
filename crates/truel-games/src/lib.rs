//! The games: five from university contests, Pentago, and three small ones to learn and test on.
//!
//! Each game is a module. Its first page says how a position is represented and why that is fast;
//! its rules in words are in `docs/games/`. [`with`] is the only list of games: whoever looks a
//! game up by its id goes through it.
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

use truel_core::{Game, Info, UnknownGame, Visit};

pub use avalam::Avalam;
pub use chexers::Chexers;
pub use connect_four::ConnectFour;
pub use goofspiel::Goofspiel;
pub use pentago::Pentago;
pub use pentago_swap::PentagoSwap;
pub use ropasci::RoPaSci;
pub use threechess::ThreeChess;
pub use tic_tac_toe::TicTacToe;

/// Calls the macro `$call` with the type of every game, in the order in which people should meet
/// them. This is the only list of the games of this crate.
#[macro_export]
macro_rules! for_each_game {
    ($call:ident) => {
        $call! {
            $crate::ThreeChess,
            $crate::Chexers,
            $crate::RoPaSci,
            $crate::Avalam,
            $crate::PentagoSwap,
            $crate::TicTacToe,
            $crate::ConnectFour,
            $crate::Goofspiel,
            $crate::Pentago
        }
    };
}

macro_rules! by_id {
    ($($game:ty),*) => {
        /// What never changes about each game.
        pub const INFOS: &[&Info] = &[$(&<$game as Game>::INFO),*];

        /// Runs `visitor` for the game with this id.
        pub fn with<V: Visit>(id: &str, visitor: V) -> Result<V::Out, UnknownGame> {
            $(if id == <$game as Game>::INFO.id {
                return Ok(visitor.visit::<$game>());
            })*
            Err(UnknownGame::new(id, INFOS.iter().map(|info| info.id)))
        }
    };
}

for_each_game!(by_id);
