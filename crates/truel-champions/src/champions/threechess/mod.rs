//! The champion of threechess, the one before it, and the pool that they are measured against.

mod first;
mod sparring;

use truel_agents::{AgentInfo, CHAMPION, Listing};
use truel_games::ThreeChess;

use crate::Listed;
use crate::heuristics::threechess::Score;

impl Listed for ThreeChess {
    type Opinion = Score;

    fn listing() -> Listing {
        Listing::turns::<ThreeChess>(Score)
            .with_agents(&[AGENT, first::FIRST])
            .with_sparring(sparring::POOL)
            .with_calibration(include_str!("../../../data/calibration/threechess.toml"))
    }
}

/// Nothing has beaten the first champion yet (`docs/strength.md` says what was tried).
const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    ..first::FIRST
};

#[cfg(test)]
mod tests {
    use truel_agents::{Conditions, Watch};
    use truel_core::{Game, Table};

    use super::*;
    use crate::roster;

    fn chosen(agent: &str, game: ThreeChess) -> String {
        let spec = format!("{agent}:nodes=5000").parse().expect("a spec");
        let mut agent = roster().build("threechess", &spec, 1).expect("an agent");
        let seat = game.phase().acting().first();
        agent
            .think(&Table(game), seat, &Conditions::default(), Watch::Nobody)
            .mv
    }

    fn read(text: &str) -> ThreeChess {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_king_is_taken_before_a_queen() {
        let game = read("4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33");
        assert_eq!(chosen(CHAMPION, game), "GE3GE1");
    }

    /// A bishop that shields the king from Red's rook could take a knight; a greedy agent does.
    #[test]
    fn a_king_is_not_left_for_a_knight() {
        let game = read("4bK3/4bB3/8/2gN5/4gK3/8/8/8/4rK3/8/8/3rR4 b 36,35,35");
        assert_ne!(chosen(CHAMPION, game), "BE2BC4");
    }

    /// The pool takes a king where one is in reach, each in its own way.
    #[test]
    fn everybody_in_the_pool_takes_a_king() {
        for agent in sparring::POOL {
            let spec = match agent.params().any(|param| param.name == "nodes") {
                true => format!("{}:nodes=3000", agent.name),
                false => format!("{}:sims=300", agent.name),
            };
            let mut seated = roster()
                .build("threechess", &spec.parse().expect("a spec"), 1)
                .expect("an agent");
            let game = read("4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33");
            let seat = game.phase().acting().first();
            let thought = seated.think(&Table(game), seat, &Conditions::default(), Watch::Nobody);
            assert_eq!(thought.mv, "GE3GE1", "{}", agent.name);
        }
    }
}
