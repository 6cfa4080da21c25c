//! Checks files for damage: every match is replayed by the rules, and every checksum compared.
//!
//! [`records()`] looks at a file of records or traces and [`store()`] at the store of a tournament.
//! Both name what is damaged, match by match, and go on behind it.

mod records;
mod store;

use std::collections::BTreeSet;

use serde::Serialize;
use thiserror::Error;
use truel_core::UnknownGame;
use truel_core::record::Record;
use truel_core::trace::{Mismatch, Tally, TraceError, check_record, check_text};

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

/// Why a record is not a match of its game.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It cannot be replayed: a line that is no record, an illegal move.
    #[error(transparent)]
    Unreadable(#[from] TraceError),
    /// It can be replayed, and differs from what it says.
    #[error("{}", .0.difference())]
    Different(Mismatch),
}

/// Replays a record by the rules of its game.
///
/// # Errors
/// If the rules disagree with it.
pub fn replay(record: &Record, setup: &Setup) -> Result<(), ReplayError> {
    replay_match(&record.game, &Source::Record(record), &mut Tally::default(), setup)
}

/// A match to be replayed.
enum Source<'a> {
    Record(&'a Record),
    /// A line of a file, with its number.
    Line(&'a str, usize),
}

/// Replays a match and adds it to `tally`.
fn replay_match(game: &str, source: &Source<'_>, tally: &mut Tally, setup: &Setup) -> Result<(), ReplayError> {
    let table = setup.table(game)?;
    let mut found = Tally::default();
    let checked = match source {
        Source::Record(record) => check_record(&*table, record, &mut found),
        Source::Line(text, line) => check_text(&*table, text, *line, &mut found),
    };
    tally.games += 1;
    tally.plies += found.plies;
    tally.unchecked.append(&mut found.unchecked);
    checked?;
    found
        .first
        .map_or(Ok(()), |mismatch| Err(ReplayError::Different(mismatch)))
}
