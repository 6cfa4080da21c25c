//! What an engine remembers between two lines: game, agent, options, position.

use std::io;
use std::num::NonZeroUsize;

use anyhow::{Context, Result, anyhow, bail};
use truel_agents::{Agent, Conditions, End, Spec, SpecError};
use truel_arena::protocol::{self, Declared, EngineCommand, Go, Query, Reply};
use truel_core::{AnyGame, Phase, Seat};
use truel_search::Stop;
use truel_search::clock::Clock;

use super::thinking::Thinking;
use super::{error, say};
use crate::args::Engine;
use crate::roster;

/// The most lines of analysis.
const MOST_LINES: usize = 100;

pub(super) struct Session {
    game: String,
    spec: Spec,
    seed: u64,
    lines: NonZeroUsize,
    /// The position before any move, its text where it is not the start, and the moves from there.
    begin: Box<dyn AnyGame>,
    start: Option<String>,
    moves: Vec<String>,
    table: Box<dyn AnyGame>,
    /// `None` before it is first needed, while it thinks, and after what it knew has become wrong.
    agent: Option<Box<dyn Agent>>,
    /// Moves asked for in this match.
    asked: u32,
    thinking: Option<Thinking>,
}

impl Session {
    pub(super) fn new(args: &Engine) -> Result<Self> {
        let spec: Spec = args.agent.parse()?;
        let game = match &args.game {
            Some(game) => game,
            None => first_game(&spec)?,
        };
        roster().check(game, &spec)?;
        let table = roster().table(game)?;
        Ok(Session {
            game: game.to_owned(),
            spec,
            seed: args.seed,
            lines: NonZeroUsize::MIN,
            begin: table.boxed(),
            start: None,
            moves: Vec::new(),
            table,
            agent: None,
            asked: 0,
            thinking: None,
        })
    }

    /// Does what is asked; an error is one of our output alone.
    pub(super) fn obey(&mut self, order: EngineCommand) -> io::Result<()> {
        self.collect();
        match order {
            EngineCommand::Ugi => self.introduce(),
            EngineCommand::IsReady => say(&Reply::ReadyOk),
            EngineCommand::Query(query) => self.answer(query),
            EngineCommand::Stop => {
                self.stop();
                Ok(())
            }
            EngineCommand::Go(go) => self.go(&go),
            EngineCommand::NewGame | EngineCommand::SetOption { .. } | EngineCommand::Position { .. } => {
                match self.change(order) {
                    Ok(()) => Ok(()),
                    Err(why) => say(&error(&why.to_string())),
                }
            }
            EngineCommand::Quit => unreachable!("`quit` ends the loop that calls this"),
        }
    }

    /// What must not change while somebody thinks about it.
    fn change(&mut self, order: EngineCommand) -> Result<()> {
        if self.thinking.is_some() {
            bail!("still thinking: send `stop` and wait for `bestmove`");
        }
        match order {
            EngineCommand::SetOption { name, value } => self.set(&name, &value),
            EngineCommand::Position { start, moves } => self.place(start, moves),
            _ => {
                self.agent = None;
                self.asked = 0;
                Ok(())
            }
        }
    }

    fn introduce(&self) -> io::Result<()> {
        say(&Reply::Name(format!(
            "truel {} {}",
            env!("CARGO_PKG_VERSION"),
            self.spec
        )))?;
        say(&Reply::Author(env!("CARGO_PKG_AUTHORS").into()))?;
        let option = |name: &str, kind: &str, default: String| Declared {
            name: name.into(),
            kind: kind.into(),
            default: Some(default),
            ..Declared::default()
        };
        let games = roster().infos().map(|info| info.id.to_owned());
        for option in [
            Declared {
                vars: games.collect(),
                ..option("Game", "combo", self.game.clone())
            },
            option("Agent", "string", self.spec.to_string()),
            Declared {
                bounds: Some((0, i64::MAX)),
                ..option("Seed", "spin", self.seed.to_string())
            },
            Declared {
                bounds: Some((1, MOST_LINES as i64)),
                ..option("MultiPV", "spin", self.lines.to_string())
            },
        ] {
            say(&Reply::Option(option))?;
        }
        say(&Reply::UgiOk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "Game" => {
                let table = roster().table(value)?;
                self.game = value.to_owned();
                self.begin = table.boxed();
                self.table = table;
                (self.start, self.moves) = (None, Vec::new());
            }
            "Agent" => {
                let spec: Spec = value.parse()?;
                // Game and agent may come in any order; whether they fit is seen when there is
                // something to do.
                first_game(&spec)?;
                self.spec = spec;
            }
            "Seed" => self.seed = value.parse().map_err(|_| anyhow!("`{value}` is no seed"))?,
            "MultiPV" => {
                let lines = value
                    .parse()
                    .ok()
                    .filter(|lines: &NonZeroUsize| lines.get() <= MOST_LINES);
                self.lines = lines.with_context(|| format!("MultiPV is 1 to {MOST_LINES}, not `{value}`"))?;
                return Ok(());
            }
            _ => bail!("there is no option `{name}`; there are Game, Agent, Seed and MultiPV"),
        }
        self.agent = None;
        Ok(())
    }

    /// Goes to a position; an agent that has followed so far goes with it.
    fn place(&mut self, start: Option<String>, moves: Vec<String>) -> Result<()> {
        let follows = start == self.start && moves.starts_with(&self.moves);
        if !follows {
            let begin = match &start {
                Some(text) => self.begin.at(text)?,
                None => roster().table(&self.game)?,
            };
            let mut table = begin.boxed();
            table.play_line(moves.iter().map(String::as_str))?;
            (self.begin, self.start, self.moves, self.table) = (begin, start, moves, table);
            self.agent = None;
            return Ok(());
        }
        let mut table = self.table.boxed();
        let new = moves[self.moves.len()..].iter().map(String::as_str);
        table.play_line(new)?;
        if let Some(agent) = &mut self.agent {
            let mut before = self.table.boxed();
            for joint in &moves[self.moves.len()..] {
                agent.played(&*before, joint);
                before.play(joint).expect("the line was played above");
            }
        }
        (self.moves, self.table) = (moves, table);
        Ok(())
    }

    fn answer(&self, query: Query) -> io::Result<()> {
        say(&Reply::Response(protocol::answer(&*self.table, query)))
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        match self.begin_thinking(go) {
            Ok(()) => Ok(()),
            // Still thinking: that thought has its own answer.
            Err(why) if self.thinking.is_some() => say(&error(&why.to_string())),
            Err(why) => {
                say(&error(&why.to_string()))?;
                say(&Reply::BestMove("none".into()))
            }
        }
    }

    fn begin_thinking(&mut self, go: &Go) -> Result<()> {
        if self.thinking.is_some() {
            bail!("still thinking: send `stop` and wait for `bestmove`");
        }
        let Phase::Act(seats) = self.table.phase() else {
            bail!("the match is over");
        };
        let seat = go.seat.unwrap_or(seats.first());
        if !seats.contains(seat) {
            let (who, acting) = (protocol::seat_name(seat), protocol::seats_text(seats));
            bail!("{who} has no move here, {acting} has");
        }
        let agent = match self.agent.take() {
            Some(agent) => agent,
            None => roster().build(&self.game, &self.spec, self.seed)?,
        };
        self.asked += 1;
        let conditions = Conditions {
            candidates: self.lines,
            ..conditions(go, seat, self.asked)
        };
        self.thinking = Some(Thinking::start(agent, self.table.boxed(), seat, conditions));
        Ok(())
    }

    /// Takes the agent back from a thought that is over.
    fn collect(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::is_over) {
            self.finish();
        }
    }

    /// Ends the thought, if there is one; its move is said by whoever thinks it.
    pub(super) fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
    }

    /// Waits for the end of the thought. One that would never end is stopped.
    pub(super) fn finish(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.agent = thinking.finish();
        }
    }
}

/// The smallest game if the agent plays it, otherwise the first that it does play; why there is
/// none.
fn first_game(spec: &Spec) -> Result<&'static str, SpecError> {
    const SMALLEST: &str = "tic-tac-toe";
    let mut ids = roster().infos().map(|info| info.id);
    match roster().check(SMALLEST, spec) {
        Ok(_) => Ok(SMALLEST),
        Err(error) => ids.find(|id| roster().check(id, spec).is_ok()).ok_or(error),
    }
}

/// What an agent may spend, from what was said.
fn conditions(go: &Go, seat: Seat, step: u32) -> Conditions {
    let clock = go.times.get(seat.index()).map(|left| Clock {
        left: *left,
        increment: go.increments.get(seat.index()).copied().unwrap_or_default(),
    });
    // A clock that is set again after so many moves is a clock for those alone.
    let share = clock
        .zip(go.moves_to_go)
        .map(|(clock, moves)| clock.left / moves.max(1));
    Conditions {
        per_move: go.move_time.or(share),
        clock,
        depth: go.depth,
        nodes: go.nodes,
        end: if go.infinite { End::Stop } else { End::Limits },
        step,
        stop: Stop::default(),
        ..Conditions::default()
    }
}
