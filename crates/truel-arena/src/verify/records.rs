//! Files of records.

use std::path::Path;

use serde_json::{Map, Value};
use truel_core::checksum::{self, Verdict};
use truel_core::clean;
use truel_core::trace::{BrokenTrace, Tally, lines};

use super::{Findings, replay_text};
use crate::Setup;

/// The most characters of a record's id that are shown.
const LONGEST_ID: usize = 80;

/// Checks every line of a file of records (`-` is standard input), plain or gzip. A line that is no record is damaged; a
/// file without a single record is none.
///
/// # Errors
/// When the file cannot be read, or holds no records.
pub fn records(path: &Path, setup: &Setup) -> Result<Findings, BrokenTrace> {
    let (mut findings, mut first_wrong) = (Findings::default(), None);
    let mut tally = Tally::default();
    for line in lines(path)? {
        let (number, text) = match line {
            Ok(line) => line,
            Err(BrokenTrace::Line { line, why, path }) => {
                findings.damage(format!("line {line}"), why.clone());
                first_wrong.get_or_insert(BrokenTrace::Line { line, why, path });
                continue;
            }
            Err(other) => return Err(other),
        };
        let Ok(fields) = serde_json::from_str::<Map<String, Value>>(&text) else {
            let why = "it is no JSON object".to_owned();
            findings.damage(format!("line {number}"), why.clone());
            first_wrong.get_or_insert_with(|| BrokenTrace::Line {
                path: path.to_owned(),
                line: number,
                why,
            });
            continue;
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
        if let Err(why) = replay_text(game, &text, number, &mut tally, setup) {
            findings.damage(what, why.to_string());
        }
    }
    findings.plies = tally.plies;
    findings.unchecked = tally.unchecked;
    match first_wrong {
        Some(wrong) if findings.matches == 0 => Err(wrong),
        None if findings.matches == 0 => Err(BrokenTrace::Empty { path: path.to_owned() }),
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
