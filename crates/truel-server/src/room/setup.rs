//! What a room is made from: who sits where, the clock, the start position.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use truel_core::clean;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::spec;
use truel_agents::Roster;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatConfig {
    /// A person at the screen.
    Person {
        /// The person's name; empty if it has no visible character.
        #[serde(default, deserialize_with = "read_visible")]
        name: String,
    },
    /// An agent of the catalogue.
    Agent {
        /// Its spec.
        #[serde(deserialize_with = "read_visible")]
        #[schema(example = "champion:time=1s")]
        agent: String,
    },
}

/// The longest name, in characters.
pub(crate) const MAX_NAME: usize = 40;

/// A text that others will see, without its invisible characters.
pub(crate) fn visible(text: &str) -> String {
    clean::name(text, usize::MAX).unwrap_or_default()
}

/// Reads such a text from a request, or from a store that an older version wrote.
fn read_visible<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| visible(&text))
}

impl SeatConfig {
    /// Whether an agent sits here.
    pub fn is_agent(&self) -> bool {
        matches!(self, SeatConfig::Agent { .. })
    }

    pub(super) fn check(&self, game: &str, roster: &Roster) -> Result<(), ApiError> {
        match self {
            SeatConfig::Agent { agent } => spec::read(roster, game, agent).map(drop),
            SeatConfig::Person { name } if name.chars().count() > MAX_NAME => {
                Err(ApiError::Invalid(format!("a name has at most {MAX_NAME} characters")))
            }
            SeatConfig::Person { .. } => Ok(()),
        }
    }
}

/// The end of a match that the rules of the game did not bring about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EarlyEnd {
    /// The seat that resigned or ran out of time.
    pub seat: usize,
    /// The reason.
    pub why: EndReason,
    /// The payoff of each seat.
    pub payoffs: Vec<f32>,
}

/// Why a match ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Time,
}

/// The time of all seats, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// At the beginning.
    pub time: i64,
    /// Added for each move.
    #[serde(default)]
    pub increment: i64,
    /// What each seat had left at `since`.
    #[serde(default)]
    pub left: Vec<i64>,
    /// When the seats that must move began to think, in milliseconds since 1970.
    #[serde(default)]
    pub since: i64,
}

impl Clock {
    /// The longest clock: a day.
    const MAX: i64 = 24 * 60 * 60 * 1000;

    pub(super) fn started(self, seats: usize, now: i64) -> Result<Self, ApiError> {
        if !(1..=Self::MAX).contains(&self.time) || !(0..=Self::MAX).contains(&self.increment) {
            return Err(ApiError::Invalid("a clock has between a millisecond and a day".into()));
        }
        Ok(Clock {
            left: vec![self.time; seats],
            since: now,
            ..self
        })
    }
}

/// A request for a new room.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "game": "tic-tac-toe", "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "agent",
    "agent": "random" }] }))]
pub struct NewRoom {
    /// The game's id.
    #[schema(example = "chexers")]
    pub game: String,
    /// A position text; the start position when left out.
    #[serde(default)]
    pub start: Option<String>,
    /// Joint moves that have been played already.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// The time agents take for a move if their spec has none.
    #[serde(default)]
    pub time: Option<String>,
    /// A clock for every seat.
    #[serde(default)]
    pub clock: Option<Clock>,
}

/// Reads the time for a move, at most a minute.
pub(crate) fn time_of(text: &str) -> Result<Duration, ApiError> {
    let time = truel_agents::read_time(text).filter(|time| *time <= spec::LONGEST_MOVE);
    time.ok_or_else(|| {
        ApiError::Invalid(format!(
            "`{text}` is no time for a move, such as 500ms or 2s, up to a minute"
        ))
    })
}
