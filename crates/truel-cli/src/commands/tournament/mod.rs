//! `truel tournament`: holds one, or writes a plan for one.

mod class;
mod progress;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use truel_arena::engine::sandbox;
use truel_arena::executor::Threads;
use truel_arena::store::Store;
use truel_arena::tournament::{EXAMPLE, Ended, Plan, standings, totals};

use super::{results, standings};
use crate::Exit;
use crate::args::{Tournament, TournamentCommand};
use crate::damage;
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::output::{Output, remark};
use crate::setup::setup;
use progress::Progress;

pub(crate) fn run(args: &Tournament, out: &mut Output) -> Result<Exit> {
    match (&args.command, &args.plan) {
        (
            Some(TournamentCommand::New {
                plan,
                course: Some(game),
                agents,
                python,
                referee_classes,
            }),
            _,
        ) => write_plan(
            plan,
            &class::plan(plan, game, agents, python.as_deref(), referee_classes.as_deref())?,
        ),
        (Some(TournamentCommand::New { plan, .. }), _) => write_plan(plan, EXAMPLE),
        (None, Some(plan)) => hold(args, Plan::read(plan, &setup())?, out),
        (None, None) => unreachable!("the command line asks for one or the other"),
    }
}

fn write_plan(path: &Path, text: &str) -> Result<Exit> {
    let named = || format!("cannot write {}", path.display());
    // Never over a file that is there: it may be somebody's plan.
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(named)?;
    file.write_all(text.as_bytes()).with_context(named)?;
    remark(&format!(
        "wrote {0}; run it with `truel tournament {0}`",
        path.display()
    ));
    Ok(Exit::Done)
}

fn hold(args: &Tournament, plan: Plan, out: &mut Output) -> Result<Exit> {
    let tournament = truel_arena::tournament::Tournament::new(plan, &setup())?;
    let plan = tournament.plan();
    let path = plan.store.as_deref().expect("a plan that was read has a store");
    for entrant in &plan.entrants {
        entrant.agent.at_hand()?;
    }
    let mut store = Store::open(path, plan, &tournament.fingerprint(), &setup())?;
    damage::tell_played_again(&store, &store.damaged()?);
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = args.concurrency.map(usize::from).or(plan.concurrency).unwrap_or(cores);
    let stop = interrupt(FINISHING)?;
    watch_over(plan.entrants.iter().map(|entrant| &entrant.agent));
    sandbox::hide(path);
    let mut display = Progress::new(args, plan, out);
    let ran = tournament.run(&mut store, &mut Threads::new(threads, &setup()), &stop, &mut display);
    display.finish()?;
    let (ended, progress) = ran?;
    let tables = standings(&store, &progress)?;
    if args.json {
        out.json(&results::summary(&store, &progress, &tables))?;
    } else {
        standings::print(&tables, &totals(&tables), out)?;
    }
    out.flush()?;
    let (total, played) = progress.matches();
    if ended == Ended::Stopped {
        remark(&format!(
            "stopped after {played} of {total} matches; the same command goes on where it was"
        ));
        return Ok(Exit::Interrupted);
    }
    if !args.quiet {
        remark(&format!("all {total} matches are in {}", path.display()));
    }
    Ok(Exit::Done)
}
