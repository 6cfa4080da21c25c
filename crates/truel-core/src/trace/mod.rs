//! Conformance traces: matches played by an original referee, checked against our rules ply by ply.
//!
//! A trace is one JSON object a line: a [`Record`] of which only `moves` and `result` are required.
//! Where it gives a ply's legal count, hash or full list, they are compared. So are the clock of a
//! timed match and every fact that [`Game::facts`](crate::Game::facts) names. A record's checksum,
//! where it has one, is compared first. The format, field by field, is in `docs/records.md`.
//!
//! Nothing here opens a file: whoever does says how it is packed.

mod error;
mod format;
mod lines;
mod replay;
mod result;
mod tally;

use std::io::BufRead;

use crate::AnyGame;
use crate::checksum::{self, Verdict};
use crate::hash::fnv1a;
use crate::record::Record;
use format::Trace;
use replay::Replay;

pub use error::{BadInput, BadLine, TraceError};
pub use lines::lines;
pub use tally::{Mismatch, Tally};

/// The hash of a sorted legal list as the traces hold it: over the moves joined by line breaks, 16
/// digits.
pub fn list_hash(sorted: &[String]) -> String {
    format!("{:016x}", fnv1a(sorted.join("\n").as_bytes()))
}

/// Checks all traces of an input against the rules of a game, adding to `tally`. A match that names
/// no start position begins where `rules` stands.
///
/// # Errors
/// When a line is no trace, or when there is none at all.
pub fn check(rules: &dyn AnyGame, input: impl BufRead, tally: &mut Tally) -> Result<(), BadInput> {
    let before = tally.games;
    for line in lines(input) {
        let (line, text) = line?;
        let checked = check_text(rules, &text, line, tally);
        checked.map_err(|why| BadLine { line, why })?;
    }
    if tally.games == before {
        Err(BadInput::Empty)
    } else {
        Ok(())
    }
}

/// Checks one trace, the text of a line, adding to `tally`.
///
/// # Errors
/// When the text is no trace of this game.
pub fn check_text(rules: &dyn AnyGame, text: &str, line: usize, tally: &mut Tally) -> Result<(), TraceError> {
    let mut trace: Trace = serde_json::from_str(text).map_err(|error| TraceError::not_json(&error))?;
    if trace.record.id.is_empty() {
        trace.record.id = format!("in line {line}");
    }
    match damage(&trace, text) {
        Some(damage) => {
            tally.damaged.push(trace.record.id);
            tally.add(Some(damage));
            Ok(())
        }
        None => check_trace(rules, &trace, tally),
    }
}

/// Checks a record against the rules, adding to `tally`.
///
/// # Errors
/// When it is no record of this game.
pub fn check_record(rules: &dyn AnyGame, record: &Record, tally: &mut Tally) -> Result<(), TraceError> {
    check_trace(rules, &record.clone().into(), tally)
}

fn check_trace(rules: &dyn AnyGame, trace: &Trace, tally: &mut Tally) -> Result<(), TraceError> {
    let record = &trace.record;
    if !record.game.is_empty() && record.game != rules.info().id {
        return Err(TraceError::OtherGame {
            found: record.game.clone(),
            wanted: rules.info().id,
        });
    }
    let table = match &record.start {
        Some(position) => rules.at(position)?,
        None => rules.boxed(),
    };
    let mismatch = Replay::new(trace, table).check(tally)?;
    tally.add(mismatch);
    Ok(())
}

/// A checksum that is wrong.
fn damage(trace: &Trace, text: &str) -> Option<Mismatch> {
    trace.extra.get(checksum::FIELD)?;
    let fields = serde_json::from_str(text).ok()?;
    match checksum::check(&fields) {
        Verdict::Sound | Verdict::Unchecked => None,
        Verdict::Damaged { told, found } => Some(Mismatch {
            id: trace.record.id.clone(),
            ply: None,
            what: "checksum".into(),
            expected: told,
            got: found,
        }),
    }
}
