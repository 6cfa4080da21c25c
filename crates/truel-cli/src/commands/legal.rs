//! `truel legal`: what each acting seat may do.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_core::trace::list_hash;
use truel_core::{Draw, Visit, move_texts};

use crate::Exit;
use crate::args::Legal;
use crate::output::Output;
use crate::position::reach;

pub(crate) fn run(args: &Legal, out: &mut Output) -> Result<Exit> {
    truel_games::with(&args.at.game, Lists { args, out })?
}

struct Lists<'a> {
    args: &'a Legal,
    out: &'a mut Output,
}

impl Visit for Lists<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Lists { args, out } = self;
        let game = reach::<G>(&args.at)?.game;
        if let Some(reason) = game.reason().filter(|_| !args.json) {
            writeln!(out, "The match is over ({reason}); nobody has a move.")?;
        }
        for seat in game.phase().acting().iter() {
            let name = G::INFO.seat_name(seat);
            let moves = move_texts(&game, seat);
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
}
