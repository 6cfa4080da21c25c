//! How a match ended.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{AnyGame, Phase};

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// One payoff per seat.
    pub payoff: Vec<f32>,
    /// Points from 0 to 1 for tables and ratings, one per seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<f32>,
    /// Why it ended, in one word of the rules.
    pub reason: String,
    /// The final position's key, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Further facts that the referee reports about the final position.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl MatchResult {
    /// The result of a match that ended at this table with these payoffs, by its rules or by
    /// somebody's word.
    pub fn at(table: &dyn AnyGame, payoff: Vec<f32>, reason: &str) -> Self {
        let facts = table.facts().into_iter();
        MatchResult {
            points: table.points(&payoff),
            payoff,
            reason: reason.into(),
            key: Some(format!("{:016x}", table.key())),
            facts: facts.map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }

    /// The result of a match that is over by the rules; `None` while it goes on.
    pub fn of(table: &dyn AnyGame) -> Option<Self> {
        let Phase::Over(payoff) = table.phase() else {
            return None;
        };
        let reason = table.reason().expect("a match that is over has a reason");
        Some(MatchResult::at(table, payoff, reason))
    }

    /// The result of a match that a cap on plies ended: a draw.
    pub(crate) fn capped(table: &dyn AnyGame) -> Self {
        let info = table.info();
        MatchResult::at(table, vec![info.draw; info.seats.len()], "cap")
    }
}
