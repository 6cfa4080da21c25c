//! `truel report`: a tournament, or a file of records, as one web page.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use truel_arena::RecordFile;
use truel_arena::report::{Report, write_page};
use truel_arena::store::Store;

use crate::Exit;
use crate::args;
use crate::damage;
use crate::files::{Kind, check_writable, read_records, write_file};
use crate::output::Output;
use crate::setup::setup;

pub(crate) fn run(args: &args::Report, out: &mut Output) -> Result<Exit> {
    let source = match Kind::of(&args.store)? {
        Kind::Records => Source::Records(read_records(&args.store)?),
        _ => Source::Store(Box::new(Store::read(&args.store, &setup())?)),
    };
    let path = args.out.clone().unwrap_or_else(|| args.store.with_extension("html"));
    if !args.json {
        check_writable(&path)?;
    }
    let report = match &source {
        Source::Store(store) => Report::of(store, args.boards, &setup())?,
        Source::Records(file) => {
            let name = args.store.file_stem().unwrap_or_default().to_string_lossy();
            Report::of_records(file, &name, args.boards, &setup())
        }
    };
    if args.json {
        out.json(&serde_json::to_value(&report)?)?;
    } else {
        write(&report, &path, out)?;
    }
    Ok(match &source {
        Source::Store(store) => damage::tell(store, &report.damaged),
        Source::Records(_) => damage::tell_of_file(&args.store, &report.damaged),
    })
}

/// What is reported on.
enum Source {
    Store(Box<Store>),
    Records(RecordFile),
}

fn write(report: &Report, path: &Path, out: &mut Output) -> Result<()> {
    write_file(path, |file| Ok(write_page(report, file)?))?;
    let matches: usize = report.games.iter().map(|game| game.matches.len()).sum();
    Ok(writeln!(out, "{} with {matches} matches", path.display())?)
}
