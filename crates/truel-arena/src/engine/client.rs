//! The arena's side of the protocol: a program as a [`Contender`].

use std::time::{Duration, Instant};

use truel_core::{AnyGame, Info, Timing, clean};

use super::process::{Manner, Process};
use super::{Config, Launch};
use crate::protocol::{self, Declared, EngineCommand, Go, Query, Reply};
use crate::{Chosen, Contender, FaultKind, Measure, Situation, Trouble};

/// The time that a program is given where the match sets none.
const USUAL_TIME: Duration = truel_agents::USUAL_TIME;

/// The most characters of a program's name for itself.
const LONGEST_NAME: usize = 80;

/// How often CPU time is looked at while a program thinks.
const LOOK: Duration = Duration::from_millis(50);

/// A program that speaks the protocol.
#[derive(Debug)]
pub struct Engine {
    pub(super) process: Process,
    config: Config,
    name: String,
    options: Vec<Declared>,
    /// Whether it failed to answer; then it is not asked to end either.
    is_broken: bool,
}

/// The time a thought took and may take.
#[derive(Clone, Copy, Debug)]
struct Timer {
    start: Instant,
    cpu: Duration,
    measure: Measure,
    /// On the measure that counts; `None` without a clock.
    most: Option<Duration>,
    /// On the wall.
    until: Instant,
}

impl Engine {
    /// Starts a program and lets it introduce itself.
    pub fn start(command: &[String], config: Config) -> Result<Self, Trouble> {
        Self::launch(&Launch::plain(command), config)
    }

    /// The same for a program that needs files of its own.
    pub fn launch(launch: &Launch, config: Config) -> Result<Self, Trouble> {
        let process = Process::start(launch, &config)?;
        let mut engine = Engine {
            process,
            config,
            name: clean::sentence(&launch.words.join(" "), LONGEST_NAME),
            options: Vec::new(),
            is_broken: true,
        };
        engine.introduce()?;
        engine.is_broken = false;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        self.tell(&EngineCommand::Ugi)?;
        let until = Instant::now() + self.config.patience;
        loop {
            match self.reply(until, "ugiok")? {
                Reply::UgiOk => return Ok(()),
                Reply::Name(name) => self.name = clean::sentence(&name, LONGEST_NAME),
                Reply::Option(option) => self.options.push(option),
                _ => {}
            }
        }
    }

    /// What it calls itself; its command line when it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What can be set.
    pub fn options(&self) -> &[Declared] {
        &self.options
    }

    /// Begins a match of a game: says which, where the program plays several, and gives chance its
    /// seed, where it takes one.
    pub fn new_match(&mut self, game: &Info, seed: u64) -> Result<(), Trouble> {
        if let Some(games) = self.option("Game") {
            if !games.vars.iter().any(|id| id == game.id) {
                let message = format!("it plays {}, not {}", games.vars.join(", "), game.id);
                return Err(self.process.trouble(FaultKind::Crash, &message));
            }
            self.set("Game", game.id)?;
        }
        if self.option("Seed").is_some() {
            self.set("Seed", &(seed >> 1).to_string())?;
        }
        self.ready()?;
        self.tell(&EngineCommand::NewGame)?;
        self.ready()?;
        self.process.settled(&self.config);
        Ok(())
    }

    fn option(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name == name)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.tell(&EngineCommand::SetOption {
            name: name.into(),
            value: value.into(),
        })
    }

    /// Waits until the program says that it is ready. Whatever it said before is passed over, a
    /// `bestmove` too: that answers a `go` which was answered already, or none.
    pub fn ready(&mut self) -> Result<(), Trouble> {
        self.tell(&EngineCommand::IsReady)?;
        let until = Instant::now() + self.config.patience;
        while self.reply(until, "readyok")? != Reply::ReadyOk {}
        Ok(())
    }

    pub(super) fn tell(&mut self, order: &EngineCommand) -> Result<(), Trouble> {
        let message = self.process.send(&order.to_string());
        message.map_err(|trouble| self.last_confession().unwrap_or(trouble))
    }

    /// The fault that a program which no longer listens has owned up to; it says more than that it
    /// has gone.
    fn last_confession(&mut self) -> Option<Trouble> {
        while let Ok(Some(line)) = self.process.line(Instant::now()) {
            if let Err(confessed) = self.read(&line) {
                return Some(confessed);
            }
        }
        None
    }

    /// The next line; silence where `wanted` was due is trouble.
    fn reply(&mut self, until: Instant, wanted: &str) -> Result<Reply, Trouble> {
        match self.process.line(until)? {
            Some(line) => self.read(&line),
            None => Err(self
                .process
                .trouble(FaultKind::Silence, &format!("it did not say `{wanted}`"))),
        }
    }

    /// A line that it said; one that owns up to a fault is trouble.
    fn read(&mut self, line: &str) -> Result<Reply, Trouble> {
        match Reply::read(line) {
            Reply::Fault(kind, message) => Err(self.process.confessed(kind, &message)),
            reply => Ok(reply),
        }
    }

    /// Says where the match stands.
    pub fn position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), Trouble> {
        self.tell(&EngineCommand::Position {
            start: start.map(str::to_owned),
            moves: moves.to_vec(),
        })
    }

    /// Waits for the move, tells it to stop when time is up, and gives it a last chance then.
    fn await_move(&mut self, timer: &Timer, seats: usize) -> Result<Chosen, Trouble> {
        let mut value = None;
        let mut stop_at: Option<Instant> = None;
        loop {
            let until = stop_at.unwrap_or(timer.until);
            let until = match timer.measure {
                Measure::Wall => until,
                Measure::Cpu => until.min(Instant::now() + LOOK),
            };
            let line = self.process.line(until)?;
            match line.map(|line| self.read(&line)).transpose()? {
                Some(Reply::BestMove(mv)) if mv.is_empty() => {
                    return Err(self.process.trouble(FaultKind::Garbage, "`bestmove` without a move"));
                }
                Some(Reply::BestMove(mv)) => {
                    return Ok(Chosen {
                        mv,
                        spent: self.spent(timer),
                        value,
                        claims: Vec::new(),
                    });
                }
                Some(Reply::Info(report)) if report.is_its_expectation() && is_sound(&report.value, seats) => {
                    value = Some(report.value);
                }
                Some(_) => {}
                None if stop_at.is_some_and(|last| Instant::now() >= last) => return Err(self.too_late(timer)),
                None if stop_at.is_none() && self.is_late(timer) => {
                    self.tell(&EngineCommand::Stop)?;
                    stop_at = Some(Instant::now() + self.config.grace);
                }
                None => {}
            }
        }
    }

    fn spent(&mut self, timer: &Timer) -> Duration {
        match timer.measure {
            Measure::Wall => timer.start.elapsed(),
            Measure::Cpu => self.process.cpu().saturating_sub(timer.cpu),
        }
    }

    fn is_late(&mut self, timer: &Timer) -> bool {
        Instant::now() >= timer.until || timer.most.is_some_and(|most| self.spent(timer) > most)
    }

    fn too_late(&mut self, timer: &Timer) -> Trouble {
        let spent = self.spent(timer);
        let waited = timer.start.elapsed().as_millis();
        let message = format!("no move after {waited} ms, nor after `stop`");
        let kind = match timer.most {
            Some(most) if spent > most => FaultKind::TimeOut,
            _ => FaultKind::Silence,
        };
        self.process.trouble(kind, &message)
    }

    /// Asks what it thinks of a position; a program that does not know a query leaves it out.
    pub(super) fn ask(&mut self, queries: &[Query]) -> Result<Vec<String>, Trouble> {
        for query in queries {
            self.tell(&EngineCommand::Query(*query))?;
        }
        self.tell(&EngineCommand::IsReady)?;
        let until = Instant::now() + self.config.grace;
        let mut answers = Vec::new();
        loop {
            match self.process.line(until)?.map(|line| Reply::read(&line)) {
                Some(Reply::Response(answer)) => answers.push(answer),
                None | Some(Reply::ReadyOk) => return Ok(answers),
                Some(_) => {}
            }
        }
    }

    /// Where it sees the position otherwise than the rules do.
    pub(super) fn disagreements(&mut self, table: &dyn AnyGame) -> Result<Vec<String>, Trouble> {
        let queries = [Query::GameOver, Query::Result];
        let answers = self.ask(&queries)?;
        if answers.len() != queries.len() {
            return Ok(Vec::new());
        }
        let compared = queries.iter().zip(answers).filter_map(|(query, claim)| {
            let truth = protocol::answer(table, *query);
            (claim != truth).then(|| format!("`query {query}` was answered by `{claim}`; it is `{truth}`"))
        });
        Ok(compared.collect())
    }

    /// The conditions of a move as the protocol has them.
    fn conditions(at: &Situation<'_>) -> Go {
        let is_at_once = at.table.info().timing == Timing::Simultaneous;
        Go {
            seat: is_at_once.then_some(at.seat),
            times: at.clocks.iter().map(|clock| clock.left).collect(),
            increments: at.clocks.iter().map(|clock| clock.increment).collect(),
            move_time: at.per_move.or(at.clocks.is_empty().then_some(USUAL_TIME)),
            ..Go::default()
        }
    }

    /// Asks it to end by itself, then sees to it.
    pub(super) fn quit(&mut self) {
        self.is_broken = true;
        // One that no longer listens is ended all the same.
        let _ = self.tell(&EngineCommand::Quit);
        self.process.end(Manner::Wait(self.config.farewell));
    }
}

fn is_sound(value: &[f32], seats: usize) -> bool {
    value.len() == seats && value.iter().all(|value| value.is_finite())
}

impl Contender for Engine {
    fn choose(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble> {
        let chosen = self.answer(at);
        self.is_broken |= chosen.is_err();
        chosen
    }

    fn ended(&mut self, at: &Situation<'_>, _points: &[f32]) -> Vec<String> {
        let message = self
            .position(at.opening.start.as_deref(), at.moves)
            .and_then(|()| self.disagreements(at.table));
        self.quit();
        // Trouble after the end changes nothing.
        message.unwrap_or_default()
    }

    fn evidence(&mut self) -> Vec<String> {
        self.process.evidence()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if !self.is_broken {
            self.quit();
        }
    }
}

impl Engine {
    fn answer(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble> {
        // In this order, so that a `bestmove` before `go` comes before `readyok` too, and is passed
        // over wherever it is said.
        self.position(at.opening.start.as_deref(), at.moves)?;
        self.ready()?;
        let go = EngineCommand::Go(Engine::conditions(at));
        let cpu = match at.measure {
            Measure::Wall => Duration::ZERO,
            Measure::Cpu => self.process.cpu(),
        };
        let start = Instant::now();
        let most = at.most().map(|most| most + at.margin);
        let wall = match (at.measure, most) {
            (Measure::Wall, Some(most)) => most,
            // A program that does not use its CPU time is waited for, but not for ever.
            (Measure::Cpu, Some(most)) => most + self.config.silence,
            (_, None) => self.config.silence,
        };
        let timer = Timer {
            start,
            cpu,
            measure: at.measure,
            most,
            until: start + wall,
        };
        self.tell(&go)?;
        self.await_move(&timer, at.table.info().seats.len())
    }
}

/// Starts the program of a seat and sets its game.
pub(crate) fn seated(launch: &Launch, config: Config, game: &Info, seed: u64) -> Result<Engine, Trouble> {
    let mut engine = Engine::launch(launch, config)?;
    engine.new_match(game, seed)?;
    Ok(engine)
}
