//! `truel check-engine`: what is wrong with a stranger's program, in words.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use truel_arena::Entry;
use truel_arena::engine::check::{Plan, Step, Verdict, check};
use truel_arena::engine::{Config, sandbox, sweep};

use crate::Exit;
use crate::args::CheckEngine;
use crate::interrupt::listen;
use crate::keeper;
use crate::output::Output;
use crate::roster;

pub(crate) fn run(args: &CheckEngine, out: &mut Output) -> Result<Exit> {
    let table = roster().table(&args.game)?;
    Entry::command(args.command.clone()).at_hand()?;
    if args.sandbox {
        sandbox::available()?;
    }
    listen()?;
    sweep();
    keeper::start();
    let plan = plan(args);
    let mut printed = Ok(());
    let all = check(&args.command, &*table, &plan, &mut |step| {
        if printed.is_ok() {
            printed = print(step, args, out);
        }
    });
    printed?;
    if !args.json {
        let words = if all { "all is well" } else { "something is wrong" };
        writeln!(out, "{}: {words}", args.command.join(" "))?;
    }
    Ok(if all { Exit::Done } else { Exit::No })
}

fn plan(args: &CheckEngine) -> Plan {
    let usual = Plan::default();
    Plan {
        run: Config {
            memory: args.memory,
            sandbox: args.sandbox,
            allowed: args.sandbox_allow.clone(),
            ..usual.run
        },
        positions: args.positions,
        move_time: Duration::from_millis(args.move_time),
        margin: Duration::from_millis(args.margin),
        seed: args.seed,
    }
}

fn print(step: &Step, args: &CheckEngine, out: &mut Output) -> Result<()> {
    if args.json {
        out.json(&serde_json::to_value(step)?)?;
    } else {
        let sign = match step.verdict {
            Verdict::Passed => "ok",
            Verdict::Failed => "WRONG",
        };
        writeln!(out, "{:2}. {:12} {sign:6} {}", step.number, step.name, step.message)?;
        for line in &step.evidence {
            writeln!(out, "    {line}")?;
        }
    }
    // Each step when it is done: the next may take its time.
    out.flush()
}
