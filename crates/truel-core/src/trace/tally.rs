//! What a check found.

use std::collections::BTreeSet;
use std::fmt;

/// A difference between a trace and our rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// The trace.
    pub id: String,
    /// The ply, counted from 1; `None` for the result.
    pub ply: Option<usize>,
    /// What was compared.
    pub what: String,
    /// What the trace says.
    pub expected: String,
    /// What our rules say.
    pub got: String,
}

impl Mismatch {
    /// Where and what, without the name of the trace.
    pub fn difference(&self) -> String {
        let place = self.ply.map_or_else(|| "result".to_owned(), |ply| format!("ply {ply}"));
        format!("{place}: {}: expected {}, got {}", self.what, self.expected, self.got)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}", self.id, self.difference())
    }
}

/// What a check found.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Matches checked.
    pub games: usize,
    /// Plies checked.
    pub plies: usize,
    /// Matches that differ.
    pub mismatches: usize,
    /// The first difference.
    pub first: Option<Mismatch>,
    /// Fields of results that we know nothing to compare with.
    pub unchecked: BTreeSet<String>,
    /// The matches whose checksum is wrong; they are counted as differing and not replayed.
    pub damaged: Vec<String>,
}

impl Tally {
    /// Counts a match, with its first difference if it has one.
    pub(super) fn add(&mut self, mismatch: Option<Mismatch>) {
        self.games += 1;
        self.mismatches += usize::from(mismatch.is_some());
        self.first = self.first.take().or(mismatch);
    }
}
