//! `truel results`: how a tournament stands.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use truel_arena::store::Store;
use truel_arena::tournament::{Progress, Table, standings, totals};

use super::standings;
use crate::Exit;
use crate::args::Results;
use crate::damage;
use crate::output::Output;
use crate::setup::setup;

pub(crate) fn run(args: &Results, out: &mut Output) -> Result<Exit> {
    let store = Store::read(&args.store, &setup())?;
    let progress = Progress::of(&store)?;
    let tables = standings(&store, &progress)?;
    let damaged = store.damaged()?;
    if args.json {
        let mut all = summary(&store, &progress, &tables);
        if !damaged.is_empty() {
            all["summary"]["damaged"] = serde_json::to_value(&damaged)?;
        }
        out.json(&all)?;
        return Ok(damage::tell(&store, &damaged));
    }
    let (total, played) = progress.matches();
    let plan = store.plan();
    writeln!(
        out,
        "{}: {}, {played} of {total} matches\n",
        plan.name,
        plan.format.name()
    )?;
    standings::print(&tables, &totals(&tables), out)?;
    for (table, game) in tables.iter().zip(&plan.games) {
        writeln!(out, "{}", out.bold(&format!("{}: who came out above whom", table.game)))?;
        standings::cross_table(table, out)?;
        writeln!(out)?;
        let names: Vec<&str> = game.info().seats.iter().map(|seat| seat.name).collect();
        writeln!(out, "{}", out.bold(&format!("{}: seats", table.game)))?;
        standings::seats(table, &names, out)?;
        writeln!(out)?;
    }
    Ok(damage::tell(&store, &damaged))
}

/// Everything as one object.
pub(super) fn summary(store: &Store, progress: &Progress, tables: &[Table]) -> Value {
    let (total, played) = progress.matches();
    json!({ "summary": {
        "name": store.plan().name,
        "format": store.plan().format,
        "played": played,
        "total": total,
        "games": tables,
        "all": totals(tables),
    }})
}
