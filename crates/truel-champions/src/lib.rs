//! The roster of truel's own games.
//!
//! The rules are in `truel-games`. What truel knows about the games beyond their rules is here: an
//! opinion for general searches ([`heuristics`]), a champion, opening books and calibrated chances.
//!
//! ```
//! let roster = truel_champions::roster();
//! let chexers = roster.table("chexers").unwrap();
//! assert_eq!(roster.default_agent(chexers.info()).to_string(), "champion");
//! let error = roster.table("chexer").err().unwrap().to_string();
//! assert!(error.contains("did you mean `chexers`?"));
//! ```

mod champions;
pub mod heuristics;

use truel_agents::{Listing, Roster};
use truel_core::Draw;
use truel_search::AlphaBetaOpinion;

/// A game of `truel-games` with what is known about it beyond its rules.
pub trait Listed: Draw {
    /// What general searches think of a position.
    type Opinion: AlphaBetaOpinion<Self> + Default + Clone + 'static;

    /// The game's entry on the roster.
    fn listing() -> Listing;
}

macro_rules! roster {
    ($($game:ty),*) => {
        /// Every game of `truel-games`, in the order in which people should meet them.
        pub fn roster() -> Roster {
            Roster::new()$(.with(<$game as Listed>::listing()))*
        }
    };
}

truel_games::for_each_game!(roster);
