//! Which agent sits down when nobody says which.

use truel_core::{Info, Timing};

use crate::Spec;

/// The agent to begin with in this game.
pub fn default_agent(game: &Info) -> Spec {
    let text = match (game.timing, game.seats.len()) {
        (Timing::Turns, 2) => "alphabeta",
        (Timing::Turns, _) => "mcts",
        (Timing::Simultaneous, _) => "regret",
    };
    text.parse().expect("the name of an agent is a spec")
}
