//! Which agent sits down when nobody says which.

use truel_core::Info;

use crate::Spec;
use crate::champions::CHAMPION;

/// The agent to begin with in this game: its champion. What it measures against the agents of the reports is in
/// `docs/reports.md`; of the small games, connect four and tic-tac-toe are played by alpha-beta (0.5 against `mcts` in connect
/// four, 10 matches at 100 ms), goofspiel by decoupled UCT with evaluated leaves (0.62 against `regret`, 30 matches).
///
/// ```
/// let chexers = truel_games::table("chexers").unwrap();
/// assert_eq!(truel_agents::default_agent(chexers.info()).to_string(), "champion");
/// ```
pub fn default_agent(_: &Info) -> Spec {
    CHAMPION.parse().expect("a name is a spec")
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
