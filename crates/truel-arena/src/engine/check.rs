//! Tries out everything that the arena will ask of a program, and says in words what is wrong.
//!
//! The steps are those of `docs/protocol.md` in its order. One that fails does not hide the others:
//! where the program is no longer there, it is started again for the next step.

use std::time::{Duration, Instant};

use serde::Serialize;
use truel_core::{AnyGame, Phase, Rng, Seat, Timing};

use super::process::{Manner, in_words};
use super::{Config, Engine};
use crate::protocol::{EngineCommand, Go, Query, Reply};
use crate::{FaultKind, Trouble};

/// What to check, and how strictly.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How the program is run. Its memory limit is the one that is checked.
    pub run: Config,
    /// Random positions to ask for a move at.
    pub positions: u32,
    /// The time for each of these moves.
    pub move_time: Duration,
    /// How late a move may be.
    pub margin: Duration,
    /// What the random positions are drawn from.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            run: Config {
                patience: Duration::from_secs(10),
                grace: Duration::from_secs(1),
                ..Config::default()
            },
            positions: 20,
            move_time: Duration::from_millis(100),
            margin: Duration::from_millis(100),
            seed: 1,
        }
    }
}

/// What came of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Counted from 1.
    pub number: usize,
    /// What was checked.
    pub name: &'static str,
    /// How it came out.
    pub verdict: Verdict,
    /// What was seen, or what is wrong.
    #[serde(rename = "told")]
    pub message: String,
    /// The last lines in and out, where something is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
}

/// How a step came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As the document says.
    Passed,
    /// Not as the document says; matches will suffer.
    Failed,
}

type Seen = Result<String, Trouble>;
type Check<'a> = fn(&mut Walk<'a>) -> Seen;

/// Checks a program on the game of this table; each step is shown when it is done. Whether all
/// passed.
pub fn check(command: &[String], table: &dyn AnyGame, plan: &Plan, show: &mut dyn FnMut(&Step)) -> bool {
    let mut walk = Walk {
        command,
        table,
        plan,
        engine: None,
        rng: Rng::new(plan.seed),
        worst: Duration::ZERO,
    };
    let steps: [(&'static str, Check<'_>); 10] = [
        ("handshake", Walk::handshake),
        ("ready", Walk::ready),
        ("new game", Walk::new_game),
        ("legal moves", Walk::legality),
        ("results", Walk::results),
        ("time", Walk::time),
        ("stop", Walk::stop),
        ("bad input", Walk::bad_input),
        ("memory", Walk::memory),
        ("quit", Walk::quit),
    ];
    let mut all = true;
    for (index, (name, step)) in steps.into_iter().enumerate() {
        let seen = step(&mut walk);
        let (verdict, message, evidence) = match seen {
            Ok(message) => (Verdict::Passed, message, Vec::new()),
            Err(trouble) => {
                // It begins the next step afresh.
                walk.engine = None;
                let trouble = trouble.cleaned();
                (Verdict::Failed, trouble.message, trouble.evidence)
            }
        };
        all &= verdict == Verdict::Passed;
        show(&Step {
            number: index + 1,
            name,
            verdict,
            message,
            evidence,
        });
        if index == 0 && verdict == Verdict::Failed {
            // Nothing else can be asked of a program that does not introduce itself.
            break;
        }
    }
    all
}

struct Walk<'a> {
    command: &'a [String],
    table: &'a dyn AnyGame,
    plan: &'a Plan,
    engine: Option<Engine>,
    rng: Rng,
    /// The latest move, beyond its time.
    worst: Duration,
}

impl Walk<'_> {
    /// The program, started again when it is not there.
    fn engine(&mut self) -> Result<&mut Engine, Trouble> {
        if self.engine.is_none() {
            let mut engine = Engine::start(self.command, self.plan.run.clone())?;
            engine.new_match(self.table.info(), self.plan.seed)?;
            self.engine = Some(engine);
        }
        Ok(self.engine.as_mut().expect("made above"))
    }

    fn fail<T>(&mut self, message: String) -> Result<T, Trouble> {
        let evidence = self.engine.as_ref().map(|engine| engine.process.evidence());
        Err(Trouble {
            kind: FaultKind::Garbage,
            message,
            evidence: evidence.unwrap_or_default(),
        })
    }

    fn handshake(&mut self) -> Seen {
        let start = Instant::now();
        let engine = Engine::start(self.command, self.plan.run.clone())?;
        let message = format!("`{}` after {} ms", engine.name(), start.elapsed().as_millis());
        self.engine = Some(engine);
        Ok(message)
    }

    fn ready(&mut self) -> Seen {
        let start = Instant::now();
        self.engine()?.ready()?;
        Ok(format!("`readyok` after {} ms", start.elapsed().as_millis()))
    }

    fn new_game(&mut self) -> Seen {
        let (info, seed) = (self.table.info(), self.plan.seed);
        let engine = self.engine()?;
        engine.new_match(info, seed)?;
        let chooses = engine.options().iter().any(|option| option.name == "Game");
        Ok(match chooses {
            true => format!("`Game` set to {}", info.id),
            false => format!("it has no option `Game`: it is taken to play {} alone", info.id),
        })
    }

    /// A random position that is not over, as moves from the start.
    fn somewhere(&mut self) -> (Box<dyn AnyGame>, Vec<String>) {
        let most = self.table.info().longest.unwrap_or(60).clamp(1, 60);
        loop {
            let plies = self.rng.below(most);
            let (table, moves) = self.wander(plies);
            if !table.phase().is_over() {
                return (table, moves);
            }
        }
    }

    fn wander(&mut self, plies: u32) -> (Box<dyn AnyGame>, Vec<String>) {
        let (mut table, mut moves) = (self.table.boxed(), Vec::new());
        while let Phase::Act(seats) = table.phase() {
            if moves.len() >= plies as usize {
                break;
            }
            let choices: Vec<String> = seats
                .iter()
                .map(|seat| {
                    let list = table.moves(seat);
                    list[self.rng.below(list.len() as u32) as usize].clone()
                })
                .collect();
            let joint = choices.join("|");
            table.play(&joint).expect("a listed move is legal");
            moves.push(joint);
        }
        (table, moves)
    }

    /// The move it makes and the time it took, under these conditions.
    fn think(&mut self, moves: &[String], go: &Go, most: Duration) -> Result<(String, Duration), Trouble> {
        let engine = self.engine()?;
        engine.position(None, moves)?;
        engine.ready()?;
        let start = Instant::now();
        engine.tell(&EngineCommand::Go(go.clone()))?;
        match await_move(engine, start + most)? {
            Some(mv) => Ok((mv, start.elapsed())),
            None => self.fail(format!("no `bestmove` {} ms after `go{go}`", most.as_millis())),
        }
    }

    fn seat_of(&self, seat: Seat) -> Option<Seat> {
        (self.table.info().timing == Timing::Simultaneous).then_some(seat)
    }

    fn legality(&mut self) -> Seen {
        let patience = self.plan.move_time + self.plan.run.patience;
        for _ in 0..self.plan.positions {
            let (table, moves) = self.somewhere();
            let Phase::Act(seats) = table.phase() else { continue };
            for seat in seats.iter() {
                let go = Go {
                    seat: self.seat_of(seat),
                    move_time: Some(self.plan.move_time),
                    ..Go::default()
                };
                let (mv, spent) = self.think(&moves, &go, patience)?;
                self.worst = self.worst.max(spent.saturating_sub(self.plan.move_time));
                if let Err(error) = table.check(seat, &mv) {
                    return self.fail(format!("after `{}`: {error}", moves.join(" ")));
                }
            }
        }
        Ok(format!("legal at {} random positions", self.plan.positions))
    }

    fn results(&mut self) -> Seen {
        const MATCHES: u32 = 10;
        // A match that does not end by then has no result, which is a fact to agree on too.
        const PLIES: u32 = 1000;
        let mut asked = 0;
        for _ in 0..MATCHES {
            let (table, moves) = self.wander(PLIES);
            let engine = self.engine()?;
            engine.position(None, &moves)?;
            let answers = engine.ask(&[Query::GameOver])?;
            asked += answers.len();
            let wrong = engine.disagreements(&*table)?;
            if let [first, ..] = wrong.as_slice() {
                return self.fail(format!("after `{}`: {first}", moves.join(" ")));
            }
        }
        Ok(match asked {
            0 => "queries are not answered; the arena does without, other controllers may not".into(),
            _ => format!("right about the results of {MATCHES} random matches"),
        })
    }

    fn time(&mut self) -> Seen {
        let clock = self.plan.move_time * 10;
        let (_, moves) = self.somewhere();
        let table = {
            let mut table = self.table.boxed();
            table
                .play_line(moves.iter().map(String::as_str))
                .expect("played before");
            table
        };
        let Phase::Act(seats) = table.phase() else {
            return Ok("nobody to move".into());
        };
        let go = Go {
            seat: self.seat_of(seats.first()),
            times: vec![clock; self.table.info().seats.len()],
            increments: vec![Duration::ZERO; self.table.info().seats.len()],
            ..Go::default()
        };
        let (_, spent) = self.think(&moves, &go, clock + self.plan.run.patience)?;
        let margin = self.plan.margin;
        if spent > clock + margin {
            return self.fail(format!(
                "{} ms for a move with {} ms left on the clock",
                spent.as_millis(),
                clock.as_millis()
            ));
        }
        if self.worst > margin {
            let (worst, time) = (self.worst.as_millis(), self.plan.move_time.as_millis());
            return self.fail(format!(
                "with `movetime {time}` a move came {worst} ms late; {} are allowed",
                margin.as_millis()
            ));
        }
        Ok(format!(
            "at most {} ms late; {} ms of a clock of {} ms for one move",
            self.worst.as_millis(),
            spent.as_millis(),
            clock.as_millis()
        ))
    }

    fn stop(&mut self) -> Seen {
        let table = self.table.boxed();
        let Phase::Act(seats) = table.phase() else {
            return Ok("nobody to move".into());
        };
        let seat = self.seat_of(seats.first());
        let (wait, grace) = (self.plan.move_time, self.plan.run.grace + self.plan.margin);
        let engine = self.engine()?;
        engine.position(None, &[])?;
        engine.ready()?;
        engine.tell(&EngineCommand::Go(Go {
            seat,
            infinite: true,
            ..Go::default()
        }))?;
        let early = await_move(engine, Instant::now() + wait)?;
        let start = Instant::now();
        engine.tell(&EngineCommand::Stop)?;
        if early.is_some() {
            engine.ready()?;
            return Ok("it does not wait for `stop` after `go infinite`, and does not mind it".into());
        }
        match await_move(engine, start + grace)? {
            Some(_) => Ok(format!("`bestmove` {} ms after `stop`", start.elapsed().as_millis())),
            None => self.fail(format!("no `bestmove` {} ms after `stop`", grace.as_millis())),
        }
    }

    fn bad_input(&mut self) -> Seen {
        let long = "x".repeat(10_000);
        let lines = [
            "",
            "hello",
            "position",
            "position fen nonsense",
            "setoption",
            "query everything",
            &long,
        ];
        let (table, moves) = self.somewhere();
        for line in lines {
            let engine = self.engine()?;
            let message = engine.process.send(line).and_then(|()| engine.ready());
            if let Err(trouble) = message {
                let line: String = line.chars().take(30).collect();
                return Err(Trouble {
                    message: format!("after the line `{line}`: {}", trouble.message),
                    ..trouble
                });
            }
        }
        let Phase::Act(seats) = table.phase() else {
            return Ok("it does not mind".into());
        };
        let go = Go {
            seat: self.seat_of(seats.first()),
            move_time: Some(self.plan.move_time),
            ..Go::default()
        };
        let (mv, _) = self.think(&moves, &go, self.plan.move_time + self.plan.run.patience)?;
        match table.check(seats.first(), &mv) {
            Ok(()) => Ok(format!("{} bad lines, and it plays on", lines.len())),
            Err(error) => self.fail(format!("after bad lines it no longer plays by the rules: {error}")),
        }
    }

    fn memory(&mut self) -> Seen {
        let limit = self.plan.run.memory;
        let engine = self.engine()?;
        let (used, count) = (engine.process.memory() >> 20, engine.process.usage().processes);
        let processes = if count == 1 { "process" } else { "processes" };
        let limit = limit.map_or("no limit was given".into(), |limit| format!("{limit} MB are allowed"));
        Ok(format!("{used} MB in {count} {processes}; {limit}"))
    }

    fn quit(&mut self) -> Seen {
        let grace = self.plan.run.grace;
        let start = Instant::now();
        let engine = self.engine()?;
        engine.tell(&EngineCommand::Quit)?;
        let Some(status) = engine.process.await_exit(grace) else {
            return self.fail(format!("still there {} ms after `quit`", grace.as_millis()));
        };
        if status.exit_status() != Some(0) {
            let message = in_words(&status);
            return self.fail(format!("after `quit` it {message}"));
        }
        let left = engine.process.usage().processes;
        engine.process.end(Manner::Kill);
        if left > 0 {
            return self.fail(format!("it left {left} processes behind"));
        }
        Ok(format!("gone after {} ms", start.elapsed().as_millis()))
    }
}

fn await_move(engine: &mut Engine, until: Instant) -> Result<Option<String>, Trouble> {
    while let Some(line) = engine.process.line(until)? {
        if let Reply::BestMove(mv) = Reply::read(&line) {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}
