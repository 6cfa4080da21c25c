//! `truel report`: a tournament as one web page.

use std::io::Write;

use anyhow::Result;
use truel_arena::report::{Report, write_page};
use truel_arena::store::Store;

use crate::Exit;
use crate::args;
use crate::output::{Output, write_file};

pub(crate) fn run(args: &args::Report, out: &mut Output) -> Result<Exit> {
    let report = Report::of(&Store::read(&args.store)?, args.boards)?;
    if args.json {
        out.json(&serde_json::to_value(&report)?)?;
        return Ok(Exit::Done);
    }
    let path = args.out.clone().unwrap_or_else(|| args.store.with_extension("html"));
    write_file(&path, |file| Ok(write_page(&report, file)?))?;
    let matches: usize = report.games.iter().map(|game| game.matches.len()).sum();
    writeln!(out, "{} with {matches} matches", path.display())?;
    Ok(Exit::Done)
}
