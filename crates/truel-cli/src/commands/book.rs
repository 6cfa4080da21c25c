//! `truel book`: works out an opening book with a long search.

use std::collections::HashSet;
use std::io::Write;

use anyhow::{Result, bail};
use truel_agents::book::{Book, Suggestion};
use truel_agents::{Agent, Conditions, Watch};
use truel_core::{AnyGame, Phase, Timing};

use crate::Exit;
use crate::args::MakeBook;
use crate::files::{check_writable_if_any, write_file};
use crate::interrupt::interrupt;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;

pub(crate) fn run(args: &MakeBook, out: &mut Output) -> Result<Exit> {
    let table = roster().table(&args.game)?;
    if table.info().timing != Timing::Turns {
        bail!(
            "{} has no use for a book: its seats move at once, and what is known beforehand loses",
            args.game
        );
    }
    let mut agent = roster().build(&args.game, &args.agent, args.seed)?;
    check_writable_if_any(args.out.as_ref())?;
    let stop = interrupt("finishing the position; the book holds what was worked out")?;
    let (mut book, mut seen) = (Book::default(), HashSet::from([table.key()]));
    let mut level = vec![table];
    // The last ply of which every position was worked out.
    let mut whole = 0;
    for ply in 1..=args.plies {
        if stop.is_raised() {
            break;
        }
        let mut next = Vec::new();
        remark(&format!("ply {ply} of {}: {} positions", args.plies, level.len()));
        let mut progress = Progress::new(level.len() as u64, false);
        for table in level {
            if stop.is_raised() {
                break;
            }
            let Some(moves) = work_out(&mut *agent, &*table, args.width as usize) else {
                continue;
            };
            book.insert(table.key(), vec![moves[0].clone()]);
            next.extend(
                moves
                    .iter()
                    .filter_map(|known| after(&*table, &known.mv))
                    .filter(|new| seen.insert(new.key())),
            );
            progress.step(String::new);
        }
        progress.finish();
        level = next;
        if !stop.is_raised() {
            whole = ply;
        }
    }
    let is_short = whole < args.plies;
    let cut = if is_short { " (interrupted)" } else { "" };
    let text = format!(
        "# {} by {}, {} plies{cut}, {} moves a position, seed {}\n{}",
        args.game,
        args.agent,
        args.plies,
        args.width,
        args.seed,
        book.write()
    );
    match &args.out {
        Some(path) => write_file(path, |file| Ok(file.write_all(text.as_bytes())?))?,
        None => write!(out, "{text}")?,
    }
    if !is_short {
        return Ok(Exit::Done);
    }
    out.flush()?;
    remark(&format!(
        "interrupted: the book has {} positions, all of the first {whole} of {} plies",
        book.len(),
        args.plies
    ));
    Ok(Exit::Interrupted)
}

/// The moves to look at from a position, the one to play first; nothing where the match is over.
fn work_out(agent: &mut dyn Agent, table: &dyn AnyGame, width: usize) -> Option<Vec<Suggestion>> {
    let Phase::Act(seats) = table.phase() else { return None };
    agent.forget();
    let thought = agent.think(table, seats.first(), &Conditions::default(), Watch::Live(&mut |_| {}));
    let others = thought
        .candidates
        .iter()
        .map(|seen| &seen.mv)
        .filter(|mv| **mv != thought.mv);
    let moves = std::iter::once(&thought.mv).chain(others).take(width);
    Some(
        moves
            .map(|mv| Suggestion {
                mv: mv.clone(),
                weight: 1.0,
            })
            .collect(),
    )
}

fn after(table: &dyn AnyGame, mv: &str) -> Option<Box<dyn AnyGame>> {
    let mut after = table.boxed();
    after.play(mv).ok().map(|()| after)
}
