//! One match to be played, and what came of it. Both are plain data that can be sent and stored.

use serde::{Deserialize, Serialize};
use truel_core::Info;
use truel_core::record::{Claim, MatchResult, Record, SeatTimes};

use crate::{Entry, Fault, Terms};

/// A match to be played: self-contained and, as far as its agents are, repeatable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Unique in its tournament; a result delivered twice counts once by it.
    pub id: u64,
    /// The game's id.
    pub game: String,
    /// Who sits where, in seat order.
    pub seats: Vec<Entry>,
    /// What is played before anybody thinks.
    pub opening: Opening,
    /// Random seed.
    pub seed: u64,
    /// Clocks, limits and adjudication.
    pub terms: Terms,
}

/// Where a match begins.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// A position text, when not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Joint moves played from there before the contenders take over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The job.
    pub job: u64,
    /// All joint moves, the opening's included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// What went wrong; with simultaneous moves more than one seat may be to blame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// What a contender claimed about rules or result against the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// How each seat used its time.
    pub seats: Vec<SeatTimes>,
}

impl Played {
    /// The record of the match, for files that `truel conform` checks.
    pub fn record(&self, job: &Job, game: &Info, id: String) -> Record {
        let mut record = Record::new(id, &job.game, self.moves.clone(), self.result.clone());
        record.seats = job.seats.iter().map(Entry::shown).collect();
        record.seed = Some(job.seed);
        record.start = job.opening.start.clone();
        record.cap = job.terms.cap_in(game);
        record.opening_plies = Some(job.opening.moves.len());
        record.faults = self.faults.iter().map(Fault::breach).collect();
        record.claims = self.claims.clone();
        record.times = self.seats.clone();
        record
    }
}
