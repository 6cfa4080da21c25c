//! `truel replay`: a match of a tournament or of a file of records, ply by ply.

use std::io::{self, BufRead, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use truel_arena::store::{Damaged, Store, StoreError, Stored};
use truel_core::clean::shown;
use truel_core::draw::Scene;
use truel_core::numbers::fixed;

use crate::Exit;
use crate::args::Replay;
use crate::damage;
use crate::files::{Kind, read_records};
use crate::output::{Output, remark};
use crate::roster;
use crate::setup::setup;

pub(crate) fn run(args: &Replay, out: &mut Output) -> Result<Exit> {
    match Kind::of(&args.store)? {
        Kind::Records => of_records(args, out),
        _ => of_store(args, out),
    }
}

fn of_store(args: &Replay, out: &mut Output) -> Result<Exit> {
    let Ok(id) = args.id.parse() else {
        bail!("match `{}`: the matches of a tournament have numbers", shown(&args.id));
    };
    let store = Store::read(&args.store, &setup())?;
    let stored = match store.get(id) {
        Err(error @ StoreError::Damaged { .. }) => {
            remark(&error.to_string());
            return Ok(Exit::No);
        }
        found => found?,
    };
    damage::tell_unsealed(&store);
    show(args, &stored, &stored.names(store.plan()), out)
}

fn of_records(args: &Replay, out: &mut Output) -> Result<Exit> {
    let (file, path) = (read_records(&args.store)?, args.store.display());
    let id = shown(&args.id);
    let damaged = |damaged: &&Damaged| damaged.id.to_string() == args.id;
    match (file.find(&args.id), file.damaged().iter().find(damaged)) {
        (Some(stored), _) => show(args, stored, &file.names(stored), out),
        (None, Some(damaged)) => {
            remark(&format!("{path}: {damaged}"));
            Ok(Exit::No)
        }
        (None, None) => bail!(
            "{path} has no match `{id}`; its {} matches are counted from 1, or named by the ids of their records",
            file.matches().len() + file.damaged().len()
        ),
    }
}

fn show(args: &Replay, stored: &Stored, names: &[&str], out: &mut Output) -> Result<Exit> {
    let id = shown(&args.id);
    let film = Film::of(stored, names).with_context(|| format!("match {id}"))?;
    let last = film.scenes.len() - 1;
    match (args.ply, args.delay) {
        (Some(ply), _) if ply > last => bail!("match {id} has {last} plies, not {ply}"),
        (Some(ply), _) => film.show(ply, out)?,
        (None, Some(seconds)) => {
            for ply in 0..=last {
                film.show(ply, out)?;
                out.flush()?;
                thread::sleep(Duration::from_secs_f64(seconds));
            }
        }
        (None, None) if io::stdin().is_terminal() && io::stdout().is_terminal() => film.step(out)?,
        (None, None) => (0..=last).try_for_each(|ply| film.show(ply, out))?,
    }
    Ok(Exit::Done)
}

/// A match as a row of pictures.
struct Film<'a> {
    title: String,
    moves: &'a [String],
    scenes: Vec<Scene>,
    end: String,
}

impl<'a> Film<'a> {
    fn of(stored: &'a Stored, names: &[&str]) -> Result<Self> {
        let mut table = roster().table(&stored.job.game)?;
        if let Some(start) = &stored.job.opening.start {
            table = table.at(start)?;
        }
        let info = table.info();
        let mut scenes = vec![table.scene()];
        for joint in &stored.played.moves {
            let touched = table.gesture(joint);
            table.play(joint)?;
            scenes.push(table.scene().marking(&touched));
        }
        let seated: Vec<String> = info
            .seats
            .iter()
            .zip(names)
            .map(|(seat, name)| format!("{} {name}", seat.name))
            .collect();
        Ok(Film {
            title: format!("match {}, {}: {}", stored.job.id, info.id, seated.join(", ")),
            moves: &stored.played.moves,
            scenes,
            end: end(stored, info),
        })
    }

    fn show(&self, ply: usize, out: &mut Output) -> Result<()> {
        let played = match ply.checked_sub(1).and_then(|last| self.moves.get(last)) {
            Some(joint) => format!("ply {ply}: {joint}"),
            None => "start".to_owned(),
        };
        writeln!(out, "{}", out.bold(&format!("{} — {played}", self.title)))?;
        write!(out, "{}", self.scenes[ply].to_text(out.colour))?;
        if ply + 1 == self.scenes.len() {
            writeln!(out, "{}", out.bold(&self.end))?;
        }
        Ok(writeln!(out)?)
    }

    /// Goes where the reader says, line by line.
    fn step(&self, out: &mut Output) -> Result<()> {
        let (mut ply, last) = (0, self.scenes.len() - 1);
        let mut lines = io::stdin().lock().lines();
        loop {
            self.show(ply, out)?;
            write!(out, "Enter: on, b: back, 0-{last}: to that ply, q: end > ")?;
            out.flush()?;
            let Some(line) = lines.next().transpose()? else {
                return Ok(());
            };
            match line.trim() {
                "q" | "quit" | "exit" => return Ok(()),
                "b" => ply = ply.saturating_sub(1),
                "" if ply == last => return Ok(()),
                "" => ply += 1,
                number => ply = number.parse().map_or(ply, |wanted: usize| wanted.min(last)),
            }
        }
    }
}

/// How the match ended, whose fault that was, where chance moved for somebody, and what somebody
/// claimed against it.
fn end(stored: &Stored, info: &truel_core::Info) -> String {
    let result = &stored.played.result;
    let points: Vec<String> = info
        .seats
        .iter()
        .zip(&result.points)
        .map(|(seat, points)| format!("{} {}", seat.name, fixed(*points, 3)))
        .collect();
    let mut text = format!("{}: {}", result.reason, points.join(", "));
    for fault in &stored.played.faults {
        let seat = info.seats.get(fault.seat).map_or("nobody", |seat| seat.name);
        text.push_str(&format!("\n{seat}: {}: {}", fault.kind, fault.message));
        for line in &fault.evidence {
            text.push_str(&format!("\n  {line}"));
        }
    }
    for (seat, used) in info.seats.iter().zip(&stored.played.seats) {
        if !used.chance.is_empty() {
            let plies: Vec<String> = used.chance.iter().map(ToString::to_string).collect();
            text.push_str(&format!(
                "\n{}: late, so chance moved at ply {}",
                seat.name,
                plies.join(", ")
            ));
        }
    }
    for claim in &stored.played.claims {
        let seat = info.seats.get(claim.seat).map_or("nobody", |seat| seat.name);
        text.push_str(&format!("\n{seat} after ply {}: {}", claim.ply, claim.told));
    }
    text
}
