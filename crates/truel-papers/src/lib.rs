//! The five papers that truel starts from: reports by students who each built an agent for a
//! university contest.
//!
//! [`agents`] has the agents that they describe, and [`experiments`] their claims with the matches
//! that try them again. [`roster`] is the roster of truel's own games with these agents on it.

pub mod agents;
pub mod experiments;

use truel_agents::Roster;

/// The roster of `truel-champions`, with the agents of the papers.
///
/// ```
/// let roster = truel_papers::roster();
/// assert!(roster.check("chexers", &"mozi".parse().unwrap()).is_ok());
/// ```
pub fn roster() -> Roster {
    agents::AGENTS
        .iter()
        .fold(truel_champions::roster(), |roster, (game, agents)| {
            roster.with_agents(game, agents)
        })
}
