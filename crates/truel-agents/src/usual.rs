//! Which agent sits down when nobody says which.

use truel_core::{Info, Timing};

use crate::Spec;

/// The agent to begin with in this game: the strongest of a few tried at 20 to 200 ms a move, with every game's first
/// opinion, on a busy machine. Small samples, points from 0 to 1; where three sit down, one of the first against two of the second.
///
/// | kind | tried |
/// |---|---|
/// | two seats, turns | `alphabeta` 0.85 against `mcts` in pentago-swap, 0.5 in connect four, 0.4 in avalam (10 matches each) |
/// | three seats, turns | `brs` 1.0 against two `mcts` in chexers and in threechess (3 each); the other way round 0.0 (9 and 6) |
/// | at once | decoupled UCT that evaluates instead of rolling out and plays its most visited move: 1.0 against `mcts` and 0.63 against `alphabeta` in ropasci (4 each), 0.62 against `regret` in goofspiel (30). Drawn from its averages it gets 0.13 against `mcts` in ropasci |
///
/// ```
/// let chexers = truel_games::table("chexers").unwrap();
/// assert_eq!(truel_agents::default_agent(chexers.info()).to_string(), "brs");
/// ```
pub fn default_agent(game: &Info) -> Spec {
    let text = match (game.timing, game.seats.len()) {
        (Timing::Turns, 2) => "alphabeta",
        (Timing::Turns, _) => "brs",
        (Timing::Simultaneous, _) => "duct:length=none,answer=pure",
    };
    text.parse().expect("the text is a spec")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_usual_agent_that_plays_it() {
        for game in truel_games::INFOS {
            let spec = default_agent(game);
            assert!(crate::check(game.id, &spec).is_ok(), "{}: {spec}", game.id);
        }
    }
}
