//! `truel solve`: what is true of a position, rather than what looks best.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use truel_agents::{Answer, Conditions, Goal, Outcome, Progress, Question, Seen, Thought, Watch};
use truel_core::{AnyGame, Phase, Seat, Timing};
use truel_search::{Limits, Stop};

use super::time_limit;
use crate::Exit;
use crate::args::Solve;
use crate::interrupt::interrupt;
use crate::output::{Output, grouped};
use crate::position::reach;
use crate::roster;

/// The agent that finds exact mixed strategies.
const MIXED: &str = "sm-alphabeta";

pub(crate) fn run(args: &Solve, out: &mut Output) -> Result<Exit> {
    let table = reach(&args.at)?.table;
    let Phase::Act(acting) = table.phase() else {
        let reason = table.reason().unwrap_or("over");
        bail!("the match is over ({reason}): there is nothing to solve");
    };
    let time = args
        .time
        .as_deref()
        .map(|text| time_limit("--time", text))
        .transpose()?;
    let stop = interrupt("")?;
    let info = table.info();
    let mut solver = Solver {
        args,
        out,
        table: &*table,
        time,
        stop,
        all_known: true,
    };
    match info.timing {
        Timing::Simultaneous => solver.at_once(acting.first())?,
        Timing::Turns if info.seats.len() == 2 => solver.seat(acting.first())?,
        Timing::Turns => {
            for seat in Seat::all(info.seats.len()).filter(|seat| !table.is_out(*seat)) {
                solver.seat(seat)?;
            }
        }
    }
    Ok(match (solver.all_known, solver.stop.is_raised()) {
        (true, _) => Exit::Done,
        (false, true) => Exit::Interrupted,
        (false, false) => Exit::No,
    })
}

struct Solver<'a> {
    args: &'a Solve,
    out: &'a mut Output,
    table: &'a dyn AnyGame,
    time: Option<Duration>,
    stop: Stop,
    all_known: bool,
}

impl Solver<'_> {
    /// What one seat of a game of turns can force.
    fn seat(&mut self, seat: Seat) -> Result<()> {
        let limits = Limits::default()
            .with_nodes(self.args.nodes)
            .with_time(self.time)
            .with_depth(self.args.depth)
            .with_stop(self.stop.clone());
        let question = Question {
            seat,
            limits,
            table_mb: self.args.memory,
        };
        let info = self.table.info();
        let name = info.seat_name(seat);
        let bar = Bar::new(self.args.json);
        let start = Instant::now();
        let answer = roster()
            .listing(info.id)?
            .solve(self.table, &question, &mut |progress| bar.show(name, progress));
        bar.clear();
        let answer = answer.ok_or_else(|| anyhow!("{} has no solver", info.id))?;
        self.all_known &= answer.outcome().is_some();
        if self.args.json {
            return self.out.json(&json!({
                "game": info.id,
                "position": self.table.position(),
                "seat": seat.index(),
                "result": answer.outcome().map_or("unknown", Outcome::name),
                "at_least": answer.least.name(),
                "at_most": answer.most.name(),
                "plies": answer.plies,
                "within": answer.within,
                "line": answer.line,
                "nodes": answer.nodes,
                "seconds": start.elapsed().as_secs_f64(),
            }));
        }
        writeln!(self.out, "{}", self.out.bold(&told(name, info.seats.len(), &answer)))?;
        if !answer.line.is_empty() {
            let line = answer.line.join(" ");
            let head = if answer.plies.is_some() { "line: " } else { "move: " };
            write!(self.out, "{}", self.out.hanging(head, head.len(), &line))?;
        }
        let nodes = grouped(answer.nodes as f64);
        let seconds = start.elapsed().as_secs_f64();
        let cost = self.out.faint(&format!("{nodes} positions, {seconds:.1} s"));
        Ok(writeln!(self.out, "{cost}")?)
    }

    /// The value of a game whose seats move at once, and the strategies that secure it.
    fn at_once(&mut self, seat: Seat) -> Result<()> {
        let info = self.table.info();
        if info.seats.len() != 2 {
            bail!(
                "{} cannot be solved: three seats that move at once have no value",
                info.id
            );
        }
        let conditions = Conditions {
            per_move: Some(self.time.unwrap_or(Duration::MAX / 4)),
            nodes: self.args.nodes,
            depth: Some(self.args.depth.unwrap_or(u32::MAX)),
            stop: self.stop.clone(),
            candidates: std::num::NonZeroUsize::MAX,
            step: 1,
            ..Conditions::default()
        };
        let mut agent = roster().build(info.id, &MIXED.parse()?, 1)?;
        let start = Instant::now();
        let thought = agent.think(self.table, seat, &conditions, Watch::Live(&mut |_| {}));
        self.all_known = thought.is_proven;
        if self.args.json {
            return self.out.json(&json!({
                "game": info.id,
                "position": self.table.position(),
                "result": if thought.is_proven { "value" } else { "unknown" },
                "value": thought.is_proven.then_some(&thought.value),
                "strategies": thought.is_proven.then(|| strategies(&thought)),
                "depth": thought.depth,
                "nodes": thought.nodes,
                "seconds": start.elapsed().as_secs_f64(),
            }));
        }
        if thought.is_proven {
            let values: Vec<String> = Seat::all(2)
                .map(|seat| format!("{} {:.6}", info.seat_name(seat), thought.value[seat.index()]))
                .collect();
            writeln!(
                self.out,
                "{}",
                self.out.bold(&format!("exact value: {}", values.join(", ")))
            )?;
            for seen in strategies(&thought) {
                let (name, share) = (info.seat_name(Seat::new(seen.seat)), 100.0 * seen.weight);
                writeln!(self.out, "  {name} plays {} {share:.1} %", seen.mv)?;
            }
        } else {
            let depth = thought.depth;
            writeln!(self.out, "not known within the limits; searched whole to depth {depth}")?;
        }
        let (nodes, seconds) = (grouped(thought.nodes as f64), start.elapsed().as_secs_f64());
        let cost = self.out.faint(&format!("{nodes} positions, {seconds:.1} s"));
        Ok(writeln!(self.out, "{cost}")?)
    }
}

/// The moves that both seats play with a chance above 0.
fn strategies(thought: &Thought) -> Vec<&Seen> {
    let both = thought.candidates.iter().chain(&thought.replies);
    both.filter(|seen| seen.weight > 0.0005).collect()
}

/// The answer in a sentence.
fn told(name: &str, seats: usize, answer: &Answer) -> String {
    let within = match answer.within {
        Some(plies) => format!(" (lines of more than {plies} plies were cut off)"),
        None => String::new(),
    };
    let plies = answer.plies.map_or_else(String::new, |plies| match plies {
        1 => " in 1 ply".to_owned(),
        plies => format!(" in at most {plies} plies"),
    });
    let said = match (answer.outcome(), seats) {
        (Some(Outcome::Won), _) => format!("{name} wins{plies}"),
        (Some(Outcome::Drawn), 2) => format!("a draw: {name} can neither win nor be made to lose"),
        (Some(Outcome::Drawn), _) => format!("{name} can force a draw or better, and no win"),
        (Some(Outcome::Lost), 2) => format!("{name} loses{plies}"),
        (Some(Outcome::Lost), _) => format!("{name} can be made to lose{plies}, if the others work together"),
        (None, _) => match (answer.least, answer.most) {
            (Outcome::Drawn, _) => format!("{name} does not lose; whether it wins is not known within the limits"),
            (_, Outcome::Drawn) => format!("{name} cannot force a win; more is not known within the limits"),
            _ => format!("{name}: not known within the limits"),
        },
    };
    format!("{said}{within}")
}

/// How far the search is, on a terminal.
struct Bar(Option<ProgressBar>);

impl Bar {
    fn new(is_quiet: bool) -> Self {
        Bar((io::stderr().is_terminal() && !is_quiet).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
            bar.set_style(style.expect("the template is right"));
            bar
        }))
    }

    fn show(&self, name: &str, progress: &Progress) {
        let Some(bar) = &self.0 else { return };
        let goal = match progress.claim.goal {
            Goal::Win => "wins",
            Goal::Draw => "does not lose",
        };
        let nodes = grouped(progress.nodes as f64);
        let Progress {
            to_prove, to_disprove, ..
        } = progress;
        bar.set_message(format!(
            "{name} {goal}? {nodes} positions; to prove {to_prove}, to disprove {to_disprove}"
        ));
        bar.tick();
    }

    fn clear(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}
