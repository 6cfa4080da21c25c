//! A thought in a thread of its own, told line by line while it lasts.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use truel_agents::{Agent, Bound, Conditions, End, Scale, SeatChances, Thought, Watch};
use truel_arena::protocol::{Reply, ScoreBound, SearchInfo};
use truel_core::{AnyGame, Seat};
use truel_search::Stop;

use super::{error, say};

/// The least time between two reports, so that a fast search does not drown its reader.
const BETWEEN: Duration = Duration::from_millis(100);

pub(super) struct Thinking {
    stop: Stop,
    is_endless: bool,
    /// Raised before the move is said: who has read it may go on at once.
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Agent>>,
}

impl Thinking {
    /// Thinks, reports, and in the end says the move.
    pub(super) fn start(
        mut agent: Box<dyn Agent>,
        table: Box<dyn AnyGame>,
        seat: Seat,
        conditions: Conditions,
    ) -> Self {
        let (stop, is_endless) = (conditions.stop.clone(), conditions.end == End::Stop);
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            let guard = LastWord(over);
            let mut told = Telling::new(conditions.candidates.get(), conditions.stop.clone());
            let thought = agent.think(
                &*table,
                seat,
                &conditions,
                Watch::Live(&mut |thought| told.maybe(thought)),
            );
            told.now(&thought);
            // An agent may be done before the word to stop; whoever said `infinite` waits for its
            // own word.
            while conditions.end == End::Stop && !conditions.stop.is_raised() {
                thread::sleep(Duration::from_millis(1));
            }
            guard.say(thought.mv);
            agent
        });
        Thinking {
            stop,
            is_endless,
            is_over,
            thread,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    pub(super) fn stop(&self) {
        self.stop.raise();
    }

    /// The agent when it has thought; `None` when it panicked.
    pub(super) fn finish(self) -> Option<Box<dyn Agent>> {
        if self.is_endless {
            self.stop.raise();
        }
        self.thread.join().ok()
    }
}

/// Says the move, or that there is none when the agent panics before it has one.
struct LastWord(Arc<AtomicBool>);

impl LastWord {
    fn say(self, mv: String) {
        self.0.store(true, Ordering::Release);
        // A closed pipe: the reader has gone, and the listening thread will see it.
        let _ = say(&Reply::BestMove(mv));
    }
}

impl Drop for LastWord {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Release);
            let _ = say(&error(&"the agent panicked"));
            let _ = say(&Reply::BestMove("none".into()));
        }
    }
}

/// Reports of one thought.
struct Telling {
    lines: usize,
    start: Instant,
    last: Option<Instant>,
    stop: Stop,
}

impl Telling {
    fn new(lines: usize, stop: Stop) -> Self {
        Telling {
            lines,
            start: Instant::now(),
            last: None,
            stop,
        }
    }

    fn maybe(&mut self, thought: &Thought) {
        if self.last.is_none_or(|last| last.elapsed() >= BETWEEN) {
            self.now(thought);
        }
    }

    fn now(&mut self, thought: &Thought) {
        self.last = Some(Instant::now());
        if self.tell(thought).is_err() {
            // Nobody reads any more.
            self.stop.raise();
        }
    }

    fn tell(&self, thought: &Thought) -> io::Result<()> {
        let whole = SearchInfo {
            depth: Some(thought.depth),
            nodes: Some(thought.nodes),
            time: Some(self.start.elapsed()),
            value: match thought.scale {
                Scale::Payoffs => thought.value.clone(),
                Scale::Own => Vec::new(),
            },
            wdl: permille(&thought.chances),
            pv: match thought.line.is_empty() {
                true => vec![thought.mv.clone()],
                false => thought.line.clone(),
            },
            ..SearchInfo::default()
        };
        say(&Reply::Info(whole))?;
        if self.lines == 1 {
            return Ok(());
        }
        for (index, seen) in thought.candidates.iter().take(self.lines).enumerate() {
            let is_known = seen.bound == Bound::Exact || seen.visits > 0;
            let report = SearchInfo {
                multipv: Some(index as u32 + 1),
                nodes: (seen.visits > 0).then_some(seen.visits),
                value: match (thought.scale, seen.bound) {
                    (Scale::Payoffs, Bound::Exact) => seen.values.clone(),
                    _ => Vec::new(),
                },
                wdl: permille(&seen.chances),
                worth: is_known.then_some(seen.value),
                bound: (is_known && seen.bound == Bound::AtMost).then_some(ScoreBound::Upper),
                weight: Some(seen.weight),
                pv: match seen.line.is_empty() {
                    true => vec![seen.mv.clone()],
                    false => seen.line.clone(),
                },
                ..SearchInfo::default()
            };
            say(&Reply::Info(report))?;
        }
        Ok(())
    }
}

/// Chances to win, draw and lose as whole thousandths that add up to 1000 for each seat.
fn permille(chances: &[SeatChances]) -> Vec<[u16; 3]> {
    let of_seat = |chances: &SeatChances| {
        let [win, lose] = [chances.win, chances.lose].map(|chance| (chance.clamp(0.0, 1.0) * 1000.0).round() as u16);
        let lose = lose.min(1000 - win);
        [win, 1000 - win - lose, lose]
    };
    chances.iter().map(of_seat).collect()
}
