//! Agents that requests may name: those of the catalogue, with limits on time, memory and threads.

use std::time::Duration;

use truel_agents::{Spec, SpecError, read_time};

use crate::error::ApiError;
use truel_agents::Roster;

/// The longest time for a move.
pub(crate) const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// Parameters that take memory or threads, and their limits.
const MOST: [(&str, u64, &str); 3] = [
    ("table", 256, "megabytes"),
    ("memory", 1024, "megabytes"),
    ("threads", 16, "threads"),
];

/// The longest spec, in bytes.
const LONGEST: usize = 1000;

/// Reads an agent's spec for `game`.
pub(crate) fn read(roster: &Roster, game: &str, text: &str) -> Result<Spec, ApiError> {
    if text.len() > LONGEST {
        return Err(ApiError::Invalid(format!("an agent has at most {LONGEST} letters")));
    }
    let spec: Spec = text.parse().map_err(SpecError::Malformed)?;
    roster.check(game, &spec)?;
    for (name, most, unit) in MOST {
        let asked = spec.get(name).and_then(|value| value.parse::<u64>().ok());
        if asked.is_some_and(|asked| asked > most) {
            return Err(ApiError::Invalid(format!(
                "agent `{text}`: {name} is at most {most} {unit} here"
            )));
        }
    }
    if spec
        .get("time")
        .and_then(read_time)
        .is_some_and(|time| time > LONGEST_MOVE)
    {
        return Err(ApiError::Invalid(format!(
            "agent `{text}`: time is at most a minute here"
        )));
    }
    Ok(spec)
}

/// Reads an agent's spec where nothing else limits its time. A search with a depth, or a number of
/// nodes or simulations, gets a limit of a minute as well.
pub(crate) fn read_bounded(roster: &Roster, game: &str, text: &str) -> Result<Spec, ApiError> {
    let spec = read(roster, game, text)?;
    let (agent, _) = roster.check(game, &spec)?;
    let is_timed = agent.params().any(|param| param.name == "time");
    Ok(match is_timed && spec.get("time").is_none() {
        true if ["depth", "nodes", "sims"].iter().any(|name| spec.get(name).is_some()) => spec.with("time", "60s"),
        _ => spec,
    })
}

#[cfg(test)]
mod tests {
    use truel_papers::roster;

    use super::*;

    #[test]
    fn agents_that_would_take_the_machine_are_rejected() {
        assert!(read(&roster(), "avalam", "alphabeta:table=256,threads=2").is_ok());
        for greedy in ["alphabeta:table=257", "mcts:memory=1025", "mcts:threads=17"] {
            let why = read(&roster(), "avalam", greedy).expect_err("refused").to_string();
            assert!(why.contains(greedy) && why.contains("at most"), "{why}");
        }
        assert!(read(&roster(), "avalam", &"x".repeat(2000)).is_err());
        assert!(read(&roster(), "avalam", "mcts:time=61s").is_err());
    }

    #[test]
    fn a_search_without_end_gets_one() {
        let bounded = |text| read_bounded(&roster(), "avalam", text).expect("an agent").to_string();
        assert_eq!(bounded("mcts:sims=99999999999"), "mcts:sims=99999999999,time=60s");
        assert_eq!(bounded("mcts"), "mcts", "its usual time is a second");
        assert_eq!(bounded("mcts:sims=5,time=1s"), "mcts:sims=5,time=1s");
        assert_eq!(bounded("random"), "random");
    }
}
