//! Whether a file holds what was written: every match is replayed by the rules, and every checksum compared.
//!
//! [`records()`] looks at a file of records or traces and [`store()`] at the store of a tournament. Both name what is damaged,
//! match by match, and go on behind it.

mod records;
mod store;

use std::collections::BTreeSet;

use serde::Serialize;
use truel_core::record::Record;
use truel_core::trace::{Tally, check_text};
use truel_core::{Draw, Visit};

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

/// Replays a record by the rules of its game; in words where they disagree.
///
/// # Errors
/// What the rules say against it.
pub fn replay(record: &Record) -> Result<(), String> {
    let text = serde_json::to_string(record).map_err(|error| error.to_string())?;
    replay_text(&record.game, &text, 1, &mut Tally::default())
}

/// Replays a line; adds to `tally` and says what is wrong.
fn replay_text(game: &str, text: &str, line: usize, tally: &mut Tally) -> Result<(), String> {
    struct Check<'a> {
        text: &'a str,
        line: usize,
        tally: &'a mut Tally,
    }
    impl Visit for Check<'_> {
        type Out = Result<(), String>;
        fn visit<G: Draw>(self) -> Result<(), String> {
            check_text::<G>(self.text, self.line, self.tally)
        }
    }
    let mut found = Tally::default();
    let check = Check {
        text,
        line,
        tally: &mut found,
    };
    let checked = truel_games::with(game, check).map_err(|error| error.to_string())?;
    tally.games += 1;
    tally.plies += found.plies;
    tally.unchecked.append(&mut found.unchecked);
    checked?;
    found.first.map_or(Ok(()), |mismatch| Err(mismatch.difference()))
}
