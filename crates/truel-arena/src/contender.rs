//! Contenders, as the referee sees them: an agent of ours, or an external program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use truel_agents::{Agent, Conditions, Scale, SeatChances, Thought, Watch};
use truel_core::record::Claim;
use truel_core::{AnyGame, Info, Seat};
use truel_search::clock::Clock;

use crate::engine::{Config, Launch, seated};
use crate::fault::{FaultKind, Trouble};
use crate::{EntryKind, Job, Measure, Opening, Setup};

/// A contender plays one seat of one match.
///
/// The referee is the only judge of rules and result: a contender answers with a text, which is
/// checked.
pub trait Contender: Send {
    /// Chooses a move.
    fn choose(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble>;

    /// Receives the joint move that is played at `before`.
    fn played(&mut self, before: &dyn AnyGame, joint: &str) {
        let _ = (before, joint);
    }

    /// Receives the result of the match; returns where it disagrees.
    fn ended(&mut self, at: &Situation<'_>, points: &[f32]) -> Vec<String> {
        let _ = (at, points);
        Vec::new()
    }

    /// The last lines in and out, for a fault that the referee finds.
    fn evidence(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// A seat to move, and everything that it may know.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The position.
    pub table: &'a dyn AnyGame,
    /// Where the match began.
    pub opening: &'a Opening,
    /// All joint moves since its start position, the opening's included.
    pub moves: &'a [String],
    /// Who is asked.
    pub seat: Seat,
    /// Which of its moves it is, counted from 1.
    pub step: u32,
    /// The time for this move, where that is fixed.
    pub per_move: Option<Duration>,
    /// Every seat's clock, where this seat has one for the whole match.
    pub clocks: &'a [Clock],
    /// Which time counts.
    pub measure: Measure,
    /// How late an answer may be.
    pub margin: Duration,
}

impl std::fmt::Debug for Situation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Situation({} before move {})", self.seat.index(), self.step)
    }
}

impl Situation<'_> {
    /// The most time an answer may take, the margin left aside.
    pub fn most(&self) -> Option<Duration> {
        self.per_move
            .or(self.clocks.get(self.seat.index()).map(|clock| clock.left))
    }
}

/// A move as a contender chose it.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The move, not yet checked.
    pub mv: String,
    /// The time it took.
    pub spent: Duration,
    /// What the contender thinks each seat may expect, on the scale of payoffs.
    pub value: Option<Vec<f32>>,
    /// What it claims against the referee, in words.
    pub claims: Vec<String>,
}

/// Makes the contender of one seat of a job of this game.
pub fn seat(job: &Job, game: &Info, seat: Seat, setup: &Setup) -> Result<Box<dyn Contender>, Trouble> {
    // Each seat has a random seed of its own, whoever sits there.
    let seed = job
        .seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(seat.index() as u64);
    let entry = &job.seats[seat.index()];
    let terms = entry.terms(&job.terms);
    match &entry.kind {
        EntryKind::Agent(spec) => {
            let agent = setup
                .agent(&job.game, spec, seed)
                .map_err(|error| Trouble::new(FaultKind::Crash, error.to_string()))?;
            Ok(Box::new(Inside(agent)))
        }
        EntryKind::Command(words) => Ok(Box::new(seated(&Launch::plain(words), (&*terms).into(), game, seed)?)),
        EntryKind::Foreign(agent) => {
            let launch = setup
                .contests()
                .launch(agent, &job.game, &terms)
                .map_err(|error| Trouble::new(FaultKind::Crash, error.to_string()))?;
            Ok(Box::new(seated(&launch, Config::of_foreign(&terms), game, seed)?))
        }
    }
}

/// How likely a seat's result must be before chances count as a claim.
const SURE: f32 = 0.95;

/// An agent of ours.
struct Inside(Box<dyn Agent>);

impl Contender for Inside {
    fn choose(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble> {
        let conditions = Conditions {
            per_move: at.per_move,
            clock: at.clocks.get(at.seat.index()).copied(),
            step: at.step,
            ..Conditions::default()
        };
        let stopwatch = Stopwatch::start(at.measure);
        let thought = self.guarded(|agent| agent.think(at.table, at.seat, &conditions, Watch::Nobody))?;
        let spent = stopwatch.spent();
        Ok(Chosen {
            spent,
            value: claim(&thought),
            mv: thought.mv,
            claims: Vec::new(),
        })
    }

    fn played(&mut self, before: &dyn AnyGame, joint: &str) {
        self.0.played(before, joint);
    }
}

/// The payoffs that an agent expects, for agreed results.
///
/// Values on the scale of payoffs are taken as they are. For values on another scale, chances are
/// used instead once they are fitted to results and nearly certain. An even position is no draw, so
/// open chances claim nothing.
fn claim(thought: &Thought) -> Option<Vec<f32>> {
    let is_sure = |seat: &SeatChances| seat.win.max(seat.draw).max(seat.lose) >= SURE;
    match thought.scale {
        Scale::Payoffs => Some(thought.value.clone()),
        Scale::Own if thought.is_calibrated && thought.chances.iter().all(is_sure) => Some(thought.payoffs.clone()),
        Scale::Own => None,
    }
}

impl Inside {
    /// A panic in an agent is its own fault and no reason to lose a tournament.
    fn guarded<T>(&mut self, ask: impl FnOnce(&mut dyn Agent) -> T) -> Result<T, Trouble> {
        catch_unwind(AssertUnwindSafe(|| ask(&mut *self.0))).map_err(|panic| {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no reason given");
            Trouble::new(FaultKind::Crash, format!("the agent panicked: {message}"))
        })
    }
}

/// Takes the time of a thread of ours.
struct Stopwatch {
    measure: Measure,
    wall: Instant,
    cpu: Duration,
}

impl Stopwatch {
    fn start(measure: Measure) -> Self {
        Stopwatch {
            measure,
            wall: Instant::now(),
            cpu: thread_time(),
        }
    }

    fn spent(&self) -> Duration {
        match self.measure {
            Measure::Wall => self.wall.elapsed(),
            Measure::Cpu => thread_time().saturating_sub(self.cpu),
        }
    }
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What a seat claims, as data.
pub(crate) fn claims(seat: Seat, ply: usize, messages: Vec<String>) -> impl Iterator<Item = Claim> {
    let seat = seat.index();
    messages.into_iter().map(move |told| Claim { seat, ply, told })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(scale: Scale, is_calibrated: bool, win: f32, draw: f32) -> Thought {
        let seat = |win: f32| SeatChances {
            win,
            draw,
            lose: 1.0 - win - draw,
            points: win + draw / 2.0,
        };
        let chances = vec![seat(win), seat(1.0 - win - draw)];
        Thought {
            mv: "a1".into(),
            value: vec![12.0, -12.0],
            payoffs: chances.iter().map(|seat| seat.points).collect(),
            chances,
            is_calibrated,
            scale,
            depth: 1,
            nodes: 1,
            is_proven: false,
            candidates: Vec::new(),
            replies: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Every match looks even at its start to somebody; nobody may call that a draw.
    #[test]
    fn chances_claim_a_result_only_when_they_are_nearly_sure() {
        let claimed = |is_calibrated, win, draw| claim(&thought(Scale::Own, is_calibrated, win, draw));
        assert_eq!(claimed(true, 0.45, 0.1), None, "even is no draw");
        assert_eq!(claimed(true, 0.9, 0.05), None);
        assert_eq!(claimed(true, 0.01, 0.98), Some(vec![0.5, 0.5]));
        assert_eq!(claimed(true, 1.0, 0.0), Some(vec![1.0, 0.0]));
        assert_eq!(claimed(false, 1.0, 0.0), None, "nothing was fitted");
        let payoffs = claim(&thought(Scale::Payoffs, false, 0.4, 0.2));
        assert_eq!(payoffs, Some(vec![12.0, -12.0]), "payoffs are taken as they are");
    }
}
