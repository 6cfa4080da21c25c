//! `truel prove`: work on a proof of who wins, and the proof so far.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use truel_core::lines::read_text;
use truel_proofs::pentago_swap::prove::{Answers, prove};
use truel_proofs::pentago_swap::work::Work;
use truel_search::Stop;

use super::time_limit;
use super::verify::claimed;
use crate::Exit;
use crate::args::Prove;
use crate::files::{check_writable_if_any, write_file};
use crate::interrupt::interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// The most bytes of a file of work.
const LARGEST: usize = 256 << 20;

pub(crate) fn run(args: &Prove, out: &mut Output) -> Result<Exit> {
    if args.game != "pentago-swap" {
        bail!(
            "there is nothing to prove about `{}` yet; pentago-swap is the only game so far",
            args.game
        );
    }
    let time = args.time.as_deref().map(|text| time_limit("--for", text)).transpose()?;
    check_writable_if_any(args.out.as_ref())?;
    let mut work = args.resume.as_deref().map_or_else(|| Ok(Work::default()), begin)?;
    let journal = args.resume.as_deref().map(journal).transpose()?;
    let interrupted = interrupt("stopping; what is proved is kept")?;
    let stop = Stop::default();
    // A time beyond all clocks is no limit.
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let journal = Mutex::new(journal);
    let mut left = args.tasks.unwrap_or(usize::MAX);
    for round in 0..args.rounds {
        let mut tasks: Vec<_> = work.open().into_iter().filter(|(_, tried)| *tried <= round).collect();
        tasks.truncate(left);
        left -= tasks.len();
        let done = try_all(args, &work, &tasks, &journal, &stop, || {
            interrupted.is_raised() || end.is_some_and(|end| Instant::now() >= end)
        })?;
        done.into_iter()
            .for_each(|(task, round, answers)| work.note(task, round, answers));
        if stop.is_raised() || left == 0 {
            break;
        }
    }
    let proof = work.proof();
    if let Some(path) = &args.out {
        write_file(path, |file| Ok(file.write_all(&proof.write())?))?;
    }
    let closed = work.closed();
    let (done, all) = closed
        .iter()
        .fold((0, 0), |(done, all), (some, of)| (done + some, all + of));
    let replies = closed.iter().filter(|(some, of)| some == of).count();
    if args.json {
        out.json(&json!({
            "game": args.game, "tasks": all, "closed": done, "replies": closed.len(), "closed_replies": replies,
            "claims": proof.claims.len(), "answers": proof.len(),
        }))?;
    } else {
        writeln!(
            out,
            "White wins {}: {done} of {all} tasks closed, {} answers",
            claimed(&proof),
            proof.len()
        )?;
    }
    Ok(match interrupted.is_raised() {
        true => Exit::Interrupted,
        false => Exit::Done,
    })
}

type Tried = (usize, u32, Option<Answers>);

/// Tries these tasks, until `is_over`; a task in work is then given up.
fn try_all(
    args: &Prove,
    work: &Work,
    tasks: &[(usize, u32)],
    journal: &Mutex<Option<File>>,
    stop: &Stop,
    is_over: impl Fn() -> bool,
) -> Result<Vec<Tried>> {
    let progress = Mutex::new(Progress::new(tasks.len() as u64, args.json));
    let next = Mutex::new(tasks.iter());
    let done: Mutex<Vec<Tried>> = Mutex::default();
    let take = || next.lock().ok().and_then(|mut next| next.next().copied());
    let try_some = || -> Result<()> {
        while let Some((task, round)) = take().filter(|_| !stop.is_raised()) {
            let answers = prove(work.opening().tasks[task].board, round, stop);
            // A task that was given up has not failed.
            if stop.is_raised() && answers.is_none() {
                break;
            }
            if let Some(file) = journal.lock().map_err(|_| anyhow!("a thread failed"))?.as_mut() {
                file.write_all(Work::line(task, round, answers.as_ref()).as_bytes())
                    .with_context(|| cannot_write(args))?;
            }
            let mut done = done.lock().map_err(|_| anyhow!("a thread failed"))?;
            done.push((task, round, answers));
            let closed = done.iter().filter(|(_, _, answers)| answers.is_some()).count();
            if let Ok(mut progress) = progress.lock() {
                progress.step(|| format!("round {}, {closed} closed", round + 1));
            }
        }
        Ok(())
    };
    let result = thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads.get()).map(|_| scope.spawn(try_some)).collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            if is_over() {
                stop.raise();
            }
            thread::sleep(Duration::from_millis(20));
        }
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| anyhow!("a thread failed"))?)
    });
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    result?;
    done.into_inner().map_err(|_| anyhow!("a thread failed"))
}

fn cannot_write(args: &Prove) -> String {
    format!(
        "cannot write {}",
        args.resume.as_deref().unwrap_or(Path::new("")).display()
    )
}

/// The work that a file holds; none where there is no file or an empty one.
fn begin(path: &Path) -> Result<Work> {
    let named = || format!("cannot read {}", path.display());
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Work::default()),
        file => file.with_context(named)?,
    };
    if file.metadata().with_context(named)?.is_file() {
        let text = read_text(file, LARGEST).with_context(named)?;
        if !text.is_empty() {
            return Work::read(&text).with_context(|| path.display().to_string());
        }
    }
    Ok(Work::default())
}

/// The file to which lines are added. What an interrupted run left of a line goes.
fn journal(path: &Path) -> Result<File> {
    let named = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .with_context(named)?;
    let found = file.metadata().with_context(named)?;
    if found.is_file() && found.len() > 0 {
        let text = File::open(path)
            .and_then(|file| read_text(file, LARGEST))
            .with_context(named)?;
        file.set_len(text.rfind('\n').map_or(0, |end| end as u64 + 1))
            .with_context(named)?;
    } else {
        file.write_all(Work::first_line().as_bytes()).with_context(named)?;
    }
    Ok(file)
}
