//! Checks files for damage: every match is replayed by the rules, and every checksum compared.
//!
//! [`records()`] looks at a file of records or traces and [`store()`] at the store of a tournament. Both name what is damaged,
//! match by match, and go on behind it.

mod records;
mod store;

use std::collections::BTreeSet;

use serde::Serialize;
use thiserror::Error;
use truel_core::record::Record;
use truel_core::trace::Tally;
use truel_games::UnknownGame;

use crate::Setup;

pub use records::records;
pub use store::store;

/// What was found in a file.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Findings {
    /// Matches in it, damaged ones included.
    pub matches: usize,
    /// Plies that were replayed.
    pub plies: usize,
    /// Matches without a checksum.
    pub unsealed: usize,
    /// What is damaged, in the order of the file.
    pub damaged: Vec<Damage>,
    /// What could not be checked, and why.
    pub unchecked: BTreeSet<String>,
}

/// One thing that is damaged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Damage {
    /// The match, or the part of the file.
    pub what: String,
    /// What is wrong with it.
    pub why: String,
}

impl Findings {
    /// Adds one thing that is damaged.
    pub fn damage(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.damaged.push(Damage {
            what: what.into(),
            why: why.into(),
        });
    }
}

/// What the rules have against a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It cannot be replayed: a line that is no record, an illegal move.
    #[error("{0}")]
    Unreadable(String),
    /// It can be replayed, and differs from what it says.
    #[error("{0}")]
    Different(String),
}

/// Replays a record by the rules of its game.
///
/// # Errors
/// If the rules disagree with it.
pub fn replay(record: &Record, setup: &Setup) -> Result<(), ReplayError> {
    let text = serde_json::to_string(record).map_err(|error| ReplayError::Unreadable(error.to_string()))?;
    replay_text(&record.game, &text, 1, &mut Tally::default(), setup)
}

/// Replays a line and adds it to `tally`.
fn replay_text(game: &str, text: &str, line: usize, tally: &mut Tally, setup: &Setup) -> Result<(), ReplayError> {
    let mut found = Tally::default();
    let checked = setup.check_text(game, text, line, &mut found)?;
    tally.games += 1;
    tally.plies += found.plies;
    tally.unchecked.append(&mut found.unchecked);
    checked.map_err(ReplayError::Unreadable)?;
    match found.first {
        Some(mismatch) => Err(ReplayError::Different(mismatch.difference())),
        None => Ok(()),
    }
}
