//! `truel perft`: how many ways there are.

use std::io::Write;

use anyhow::Result;
use serde_json::json;

use crate::Exit;
use crate::args::Perft;
use crate::output::Output;
use crate::position::reach;

pub(crate) fn run(args: &Perft, out: &mut Output) -> Result<Exit> {
    let table = reach(&args.at)?.table;
    let bench = table.workbench();
    let count = if args.layers {
        bench.perft_by_layers(args.depth)
    } else if args.divide && args.depth > 0 {
        let mut rows = bench.divide(args.depth);
        rows.sort();
        for (joint, count) in &rows {
            if args.json {
                out.json(&json!({ "move": joint, "count": count }))?;
            } else {
                writeln!(out, "{joint} {count}")?;
            }
        }
        rows.iter().map(|(_, count)| u128::from(*count)).sum()
    } else {
        u128::from(bench.perft(args.depth))
    };
    if args.json {
        out.json(&json!({ "game": table.info().id, "depth": args.depth, "count": count.to_string() }))?;
    } else {
        writeln!(out, "{count}")?;
    }
    Ok(Exit::Done)
}
