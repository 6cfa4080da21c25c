//! Match records: what is kept of a match, one JSON object a line.
//!
//! Every command and the web arena write the same [`Record`] and leave out the fields that they do
//! not know. A record is a conformance trace without legal lists, so `truel conform` checks records
//! too. The format, field by field, is in `docs/records.md`, and `docs/records.schema.json` is its
//! JSON Schema.

mod agreement;
mod breach;
mod result;
mod seat;

use std::io::{self, Write};

use serde::{Deserialize, Deserializer, Serialize};

use crate::checksum;
use crate::draw::Draw;
use crate::table::{Table, joint_text};
use crate::{Rng, random_joint};

pub use agreement::Agreement;
pub use breach::Breach;
pub use result::MatchResult;
pub use seat::{Claim, SeatTimes};

/// One match from its first position to its result.
///
/// Only `moves` and `result` are needed to read one. [`write`](Self::write) adds a [`checksum`]
/// over all fields of the line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// A name that is unique in its file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The game's id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The version of truel that wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// Who sat where, in seat order: agents by their specs, people by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// The names under which they took part, in seat order. Unlike `seats`, these are unique in
    /// their tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "read_entrants")]
    pub entrants: Vec<String>,
    /// The round of the tournament, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<usize>,
    /// The number of the first match of the block: the same entrants and opening in every seating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<u64>,
    /// The random seed, when the match has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The position text the match began with, when not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The ply limit of the match, when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
    /// How many of the first plies were set as an opening; the seats chose the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<usize>,
    /// One joint move per ply: a move for each seat that acts, in seat order, joined by `|`.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// The faults that ended it early.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Breach>,
    /// What agents claimed about the rules or the result against the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The time that each seat used, in seat order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<SeatTimes>,
    /// When it began, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_ms: Option<i64>,
    /// When its result was stored, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_ms: Option<i64>,
}

impl Record {
    /// A record of this match, written by this version of truel, with nothing else known about it.
    pub fn new(id: impl Into<String>, game: impl Into<String>, moves: Vec<String>, result: MatchResult) -> Self {
        Record {
            id: id.into(),
            game: game.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seats: Vec::new(),
            entrants: Vec::new(),
            round: None,
            block: None,
            seed: None,
            start: None,
            cap: None,
            opening_plies: None,
            moves,
            result,
            faults: Vec::new(),
            claims: Vec::new(),
            times: Vec::new(),
            started_ms: None,
            finished_ms: None,
        }
    }

    /// The record as one line of JSON, without the line break, with its checksum as the last field.
    ///
    /// # Errors
    /// When a number in it cannot be written as JSON.
    pub fn to_line(&self) -> serde_json::Result<String> {
        checksum::seal(self)
    }

    /// Writes the record as one line, with its checksum.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.to_line()?)
    }
}

/// Version 0.1 wrote the numbers of entrants where their names are now.
fn read_entrants<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Entrant {
        Name(String),
        Number(u64),
    }
    let name = |entrant| match entrant {
        Entrant::Name(name) => name,
        Entrant::Number(number) => number.to_string(),
    };
    Ok(Vec::deserialize(from)?.into_iter().map(name).collect())
}

/// Plays match number `index` of a run: uniformly random moves from `start` to the end, or to a
/// draw after `cap` plies.
pub fn random_match<G: Draw>(start: &G, seed: u64, index: u64, cap: Option<u32>) -> (Vec<String>, MatchResult) {
    let mut rng = Rng::for_match(seed, index);
    let (mut table, mut moves, mut scratch) = (Table(start.clone()), Vec::new(), Vec::new());
    let most = cap.map_or(usize::MAX, |cap| cap as usize);
    while moves.len() < most
        && let Some(joint) = random_joint(&table.0, &mut rng, &mut scratch)
    {
        moves.push(joint_text::<G>(&joint));
        table.0.play(joint);
    }
    let result = MatchResult::of(&table).unwrap_or_else(|| MatchResult::capped(&table));
    (moves, result)
}

#[cfg(test)]
mod tests;
