//! Files of records.

use std::io::BufRead;

use serde_json::{Map, Value};
use truel_core::checksum::{self, Verdict};
use truel_core::clean;
use truel_core::trace::{BadInput, BadLine, Tally, TraceError, lines};

use super::{Findings, Source, replay_match};
use crate::Setup;

/// The most characters of a record's id that are shown.
const LONGEST_ID: usize = 80;

/// Checks every line of a file of records. A line that is no record is damaged; a file without a
/// single record is none.
///
/// # Errors
/// When there are no records.
pub fn records(input: impl BufRead, setup: &Setup) -> Result<Findings, BadInput> {
    let (mut findings, mut first_wrong) = (Findings::default(), None);
    let mut tally = Tally::default();
    for line in lines(input) {
        let object = line.and_then(|(line, text)| match serde_json::from_str::<Map<String, Value>>(&text) {
            Ok(fields) => Ok((line, text, fields)),
            Err(_) => Err(BadLine {
                line,
                why: TraceError::NoObject,
            }),
        });
        let (number, text, fields) = match object {
            Ok(object) => object,
            Err(bad) => {
                findings.damage(format!("line {}", bad.line), bad.why.to_string());
                first_wrong.get_or_insert(bad);
                continue;
            }
        };
        findings.matches += 1;
        let what = name(&fields, number);
        match checksum::check(&fields) {
            Verdict::Damaged { told: stored, found } => {
                let stored = clean::sentence(&stored, LONGEST_ID);
                findings.damage(what, format!("its checksum is {stored}, and its fields give {found}"));
                continue;
            }
            Verdict::Sound => {}
            Verdict::Unchecked => findings.unsealed += 1,
        }
        let Some(game) = fields.get("game").and_then(Value::as_str) else {
            findings.damage(what, "it does not name its game");
            continue;
        };
        if let Err(why) = replay_match(game, &Source::Line(&text, number), &mut tally, setup) {
            findings.damage(what, why.to_string());
        }
    }
    findings.plies = tally.plies;
    findings.unchecked = tally.unchecked;
    match first_wrong {
        Some(wrong) if findings.matches == 0 => Err(wrong.into()),
        None if findings.matches == 0 => Err(BadInput::Empty),
        _ => Ok(findings),
    }
}

/// What a record is called: its line, and its id where it has one.
fn name(fields: &Map<String, Value>, line: usize) -> String {
    match fields.get("id").and_then(Value::as_str) {
        Some(id) => format!("line {line}, match {}", clean::sentence(id, LONGEST_ID)),
        None => format!("line {line}"),
    }
}
