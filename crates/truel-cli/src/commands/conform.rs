//! `truel conform`: our rules against what other referees wrote down.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_core::trace::{Tally, check_file};
use truel_core::{Draw, Visit};

use crate::Exit;
use crate::args::Conform;
use crate::output::Output;

pub(crate) fn run(args: &Conform, out: &mut Output) -> Result<Exit> {
    truel_games::with(&args.game, Check { args, out })?
}

struct Check<'a> {
    args: &'a Conform,
    out: &'a mut Output,
}

impl Visit for Check<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Check { args, out } = self;
        let mut tally = Tally::default();
        for path in &args.files {
            check_file::<G>(path, &mut tally)?;
        }
        if args.json {
            out.json(&json!({
                "game": G::INFO.id,
                "games": tally.games,
                "plies": tally.plies,
                "mismatches": tally.mismatches,
                "first": tally.first.as_ref().map(ToString::to_string),
                "unchecked": tally.unchecked,
            }))?;
        } else {
            report(&tally, out)?;
        }
        Ok(if tally.mismatches == 0 { Exit::Done } else { Exit::No })
    }
}

fn report(tally: &Tally, out: &mut Output) -> Result<()> {
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
