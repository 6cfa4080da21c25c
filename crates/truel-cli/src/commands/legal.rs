//! `truel legal`: what each acting seat may do.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_core::trace::list_hash;

use crate::Exit;
use crate::args::Legal;
use crate::output::Output;
use crate::position::reach;

pub(crate) fn run(args: &Legal, out: &mut Output) -> Result<Exit> {
    let table = reach(&args.at)?.table;
    if let Some(reason) = table.reason().filter(|_| !args.json) {
        writeln!(out, "The match is over ({reason}); nobody has a move.")?;
    }
    for seat in table.phase().acting().iter() {
        let name = table.info().seat_name(seat);
        let moves = table.moves(seat);
        let hash = list_hash(&moves);
        if args.json {
            out.json(&json!({ "seat": name, "count": moves.len(), "hash": hash, "moves": moves }))?;
        } else {
            let title = out.bold(&format!("{name}: {} legal", moves.len()));
            writeln!(out, "{title} (hash {hash})")?;
            out.columns(&moves)?;
        }
    }
    Ok(Exit::Done)
}
