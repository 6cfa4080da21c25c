//! `truel report`: a tournament as one web page.

use std::io::Write;

use anyhow::Result;
use truel_arena::report::{Report, write_page};
use truel_arena::store::Store;

use crate::Exit;
use crate::args;
use crate::damage;
use crate::files::{check_writable, write_file};
use crate::output::Output;
use crate::setup::setup;

pub(crate) fn run(args: &args::Report, out: &mut Output) -> Result<Exit> {
    let store = Store::read(&args.store, &setup())?;
    let path = args.out.clone().unwrap_or_else(|| args.store.with_extension("html"));
    if !args.json {
        check_writable(&path)?;
    }
    let report = Report::of(&store, args.boards, &setup())?;
    if args.json {
        out.json(&serde_json::to_value(&report)?)?;
        return Ok(damage::tell(&store, &report.damaged));
    }
    write_file(&path, |file| Ok(write_page(&report, file)?))?;
    let matches: usize = report.games.iter().map(|game| game.matches.len()).sum();
    writeln!(out, "{} with {matches} matches", path.display())?;
    Ok(damage::tell(&store, &report.damaged))
}
