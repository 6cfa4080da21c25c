//! `truel perft`: how many ways there are.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_core::{Draw, Visit, divide, joint_text, perft, perft_by_layers};

use crate::Exit;
use crate::args::Perft;
use crate::output::Output;
use crate::position::reach;

pub(crate) fn run(args: &Perft, out: &mut Output) -> Result<Exit> {
    truel_games::with(&args.at.game, Count { args, out })?
}

struct Count<'a> {
    args: &'a Perft,
    out: &'a mut Output,
}

impl Visit for Count<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Count { args, out } = self;
        let mut game = reach::<G>(&args.at)?.game;
        let count = if args.layers {
            perft_by_layers(&game, args.depth)
        } else if args.divide && args.depth > 0 {
            let mut rows: Vec<(String, u64)> = divide(&mut game, args.depth)
                .iter()
                .map(|(joint, count)| (joint_text::<G>(joint), *count))
                .collect();
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
            u128::from(perft(&mut game, args.depth, &mut Vec::new()))
        };
        if args.json {
            out.json(&json!({ "game": G::INFO.id, "depth": args.depth, "count": count.to_string() }))?;
        } else {
            writeln!(out, "{count}")?;
        }
        Ok(Exit::Done)
    }
}
