//! `truel export`: the matches of a tournament for other programs.

use std::io::Write;

use anyhow::Result;
use truel_arena::store::{Damaged, Store, Stored};
use truel_arena::tournament::Plan;
use truel_core::numbers::fixed;

use crate::Exit;
use crate::args::{Export, ExportFormat};
use crate::damage;
use crate::files::write_file;
use crate::output::{Output, remark};
use crate::setup::setup;

pub(crate) fn run(args: &Export, out: &mut Output) -> Result<Exit> {
    let store = Store::read(&args.store, &setup())?;
    let write = |to: &mut dyn Write| match args.format {
        ExportFormat::Jsonl => records(&store, to),
        ExportFormat::Csv => rows(&store, to),
    };
    let mut damaged = Vec::new();
    match &args.out {
        None => damaged = write(out)?,
        Some(path) => {
            write_file(path, |to| {
                damaged = write(to)?;
                Ok(())
            })?;
            remark(&format!("wrote {}", path.display()));
        }
    }
    out.flush()?;
    Ok(damage::tell(&store, &damaged))
}

fn records(store: &Store, to: &mut dyn Write) -> Result<Vec<Damaged>> {
    let plan = store.plan();
    store.each(|stored| Ok(stored.record(plan).write(to)?))
}

fn rows(store: &Store, to: &mut dyn Write) -> Result<Vec<Damaged>> {
    let plan = store.plan();
    let seats = plan.games.iter().map(|game| game.info().seats.len()).max().unwrap_or(0);
    let mut csv = csv::Writer::from_writer(to);
    csv.write_record(head(seats))?;
    let damaged = store.each(|stored| Ok::<(), anyhow::Error>(csv.write_record(row(&stored, plan, seats))?))?;
    csv.flush()?;
    Ok(damaged)
}

const BEFORE: [&str; 4] = ["match", "game", "round", "block"];
const AFTER: [&str; 8] = [
    "reason",
    "plies",
    "opening_plies",
    "fault_seat",
    "fault",
    "seed",
    "started_ms",
    "finished_ms",
];

fn head(seats: usize) -> Vec<String> {
    let by_seat = |what: &str| (1..=seats).map(|seat| format!("{what}_{seat}")).collect::<Vec<_>>();
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    [
        named(&BEFORE),
        by_seat("seat"),
        by_seat("points"),
        by_seat("ms"),
        named(&AFTER),
    ]
    .concat()
}

/// Seats are counted from 1 here, as people do; what a smaller table has no seat for stays empty.
fn row(stored: &Stored, plan: &Plan, seats: usize) -> Vec<String> {
    let filled = |mut cells: Vec<String>| {
        cells.resize(seats, String::new());
        cells
    };
    let (job, played) = (&stored.job, &stored.played);
    let fault = played.faults.first();
    let names = stored.names(plan).into_iter().map(str::to_owned).collect();
    let points = played.result.points.iter().map(ToString::to_string).collect();
    let times = played.seats.iter().map(|used| fixed(used.total(), 3)).collect();
    [
        vec![
            job.id.to_string(),
            job.game.clone(),
            (stored.round + 1).to_string(),
            stored.block.to_string(),
        ],
        filled(names),
        filled(points),
        filled(times),
        vec![
            played.result.reason.clone(),
            played.moves.len().to_string(),
            job.opening.moves.len().to_string(),
            fault.map_or_else(String::new, |fault| (fault.seat + 1).to_string()),
            fault.map_or_else(String::new, |fault| fault.kind.to_string()),
            job.seed.to_string(),
            stored.started.to_string(),
            stored.finished.to_string(),
        ],
    ]
    .concat()
}
