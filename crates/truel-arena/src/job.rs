//! A match to be played, and its result. Both are plain data that can be sent and stored.

use serde::{Deserialize, Serialize};
use truel_core::Info;
use truel_core::record::{MatchResult, Record};

use crate::{Entry, Fault, Terms, text};

/// A match to be played: self-contained and, as far as its agents are, repeatable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Unique in its tournament; a result delivered twice counts once by it.
    pub id: u64,
    /// The game's id.
    pub game: String,
    /// Who sits where, in seat order.
    pub seats: Vec<Entry>,
    /// Where the match begins.
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

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The job.
    pub job: u64,
    /// All joint moves, the opening's included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// Faults; with simultaneous moves several seats may be to blame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// What a contender claimed about rules or result against the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// How each seat used its time.
    pub seats: Vec<SeatUse>,
}

/// A contender's word that differs from the referee's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// Whose.
    pub seat: usize,
    /// The ply after which it was made, the opening's included.
    pub ply: usize,
    /// The claim and the truth, in one sentence.
    #[serde(rename = "told", deserialize_with = "text::shown")]
    pub message: String,
}

/// How a seat used its time.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct SeatUse {
    /// Milliseconds for each of its moves.
    pub ms: Vec<f32>,
    /// The plies, counted from 1 with the opening's, at which it came too late and chance moved for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chance: Vec<usize>,
}

impl SeatUse {
    /// All its moves together, in milliseconds.
    pub fn total(&self) -> f64 {
        self.ms.iter().map(|ms| f64::from(*ms)).sum()
    }

    /// Its longest move, in milliseconds.
    pub fn worst(&self) -> f32 {
        self.ms.iter().copied().fold(0.0, f32::max)
    }
}

impl Played {
    /// The record of the match, for files that `truel conform` checks.
    pub fn record(&self, job: &Job, game: &Info, id: String) -> Record {
        Record {
            id,
            game: job.game.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            seats: job.seats.iter().map(Entry::shown).collect(),
            seed: Some(job.seed),
            start: job.opening.start.clone(),
            cap: job.terms.cap_in(game),
            moves: self.moves.clone(),
            result: self.result.clone(),
            faults: self.faults.iter().map(Fault::breach).collect(),
        }
    }
}
