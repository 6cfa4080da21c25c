//! `truel conform`: our rules against what other referees wrote down.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;
use truel_core::trace::{Tally, check};
use truel_core::{Game, clean};

use super::conform_values::{self, METHODS};
use crate::Exit;
use crate::args::Conform;
use crate::files::{named, open};
use crate::output::{Output, remark};
use crate::roster;

pub(crate) fn run(args: &Conform, out: &mut Output) -> Result<Exit> {
    let table = roster().table(&args.game)?;
    let is_values = |path: &&PathBuf| table.info().id == GOOFSPIEL && conform_values::is_values(path);
    let (values, traces): (Vec<&PathBuf>, Vec<&PathBuf>) = args.files.iter().partition(is_values);
    let mut tally = Tally::default();
    for path in &traces {
        check(&*table, open(path)?, &mut tally).map_err(|cause| named(path, &cause))?;
    }
    let mut solved = conform_values::Tally::default();
    for path in &values {
        conform_values::check_file(path, &mut solved)?;
    }
    if !values.is_empty() {
        report_values(&solved, args, out)?;
    }
    if !traces.is_empty() {
        report(&tally, args, out)?;
    }
    if !tally.damaged.is_empty() {
        out.flush()?;
        remark(&damaged(&tally.damaged));
    }
    Ok(if tally.mismatches + solved.mismatches == 0 {
        Exit::Done
    } else {
        Exit::No
    })
}

/// The one game for which there are files of exact values.
const GOOFSPIEL: &str = truel_games::Goofspiel::<truel_games::goofspiel::WinLoss>::INFO.id;

fn report_values(tally: &conform_values::Tally, args: &Conform, out: &mut Output) -> Result<()> {
    let first = tally.first.as_ref().map(ToString::to_string);
    if args.json {
        return out.json(&json!({
            "game": GOOFSPIEL,
            "positions": tally.positions,
            "methods": METHODS,
            "mismatches": tally.mismatches,
            "first": first,
        }));
    }
    writeln!(
        out,
        "{} positions, {} methods ({}), {} mismatches",
        tally.positions,
        METHODS.len(),
        METHODS.join(", "),
        tally.mismatches
    )?;
    if let Some(first) = first {
        writeln!(out, "first: {first}")?;
    }
    Ok(())
}

/// The records whose checksum is wrong, in one line.
fn damaged(ids: &[String]) -> String {
    const MOST_NAMED: usize = 10;
    let mut names: Vec<String> = ids.iter().take(MOST_NAMED).map(|id| clean::sentence(id, 80)).collect();
    if ids.len() > MOST_NAMED {
        names.push("…".to_owned());
    }
    format!("damaged, and left out: {}", names.join(", "))
}

fn report(tally: &Tally, args: &Conform, out: &mut Output) -> Result<()> {
    if args.json {
        return out.json(&json!({
            "game": args.game,
            "games": tally.games,
            "plies": tally.plies,
            "mismatches": tally.mismatches,
            "first": tally.first.as_ref().map(ToString::to_string),
            "unchecked": tally.unchecked,
            "damaged": tally.damaged,
        }));
    }
    writeln!(
        out,
        "{} games, {} plies, {} mismatches",
        tally.games, tally.plies, tally.mismatches
    )?;
    if let Some(first) = &tally.first {
        writeln!(out, "first: {first}")?;
    }
    if !tally.unchecked.is_empty() {
        let fields: Vec<&str> = tally.unchecked.iter().map(String::as_str).collect();
        writeln!(
            out,
            "not checked, because this game has no such fact: {}",
            fields.join(", ")
        )?;
    }
    Ok(())
}
