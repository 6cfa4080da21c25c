//! A search in a seat: it keeps the clock, draws from mixed strategies, and speaks in texts.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use truel_core::{AnyGame, Draw, Rng, Seat, Table, legal_joint};
use truel_search::clock::{Allotment, Clock, Pace, TimeManager};
use truel_search::{Choice, Limits, Search};

use crate::agent::{Agent, Conditions, End, Thought, Watch};
use crate::book::Book;
use crate::chances::{Calibration, Reader};

/// The time of a move that nothing else limits.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// What an agent asks of itself, whatever the conditions are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// Time for a move.
    pub time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions or simulations for a move.
    pub nodes: Option<u64>,
    /// How a clock for the whole match is shared out.
    pub manager: TimeManager,
}

impl Habits {
    /// The limits of one move: the tighter of habit and condition.
    pub fn limits(&self, conditions: &Conditions) -> (Limits, Option<Allotment>) {
        let tighter = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let depth = tighter(self.depth.map(u64::from), conditions.depth.map(u64::from));
        let allotment = self.allotment(conditions);
        let limits = Limits::default()
            .with_depth(depth.map(|depth| depth as u32))
            .with_nodes(tighter(self.nodes, conditions.nodes))
            .with_time(allotment.map(|allotment| allotment.most))
            .with_stop(conditions.stop.clone())
            .with_candidates(conditions.candidates);
        let is_endless = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        if is_endless && conditions.end == End::Limits {
            let usual = limits.with_time(USUAL_TIME);
            return (usual, None);
        }
        (limits, allotment)
    }

    fn allotment(&self, conditions: &Conditions) -> Option<Allotment> {
        if conditions.end == End::Stop {
            return None;
        }
        let habit = self.time.map(|time| Allotment {
            target: time,
            most: time,
        });
        let per_move = conditions
            .per_move
            .map(|time| TimeManager::PerMove(time).allot(Clock::match_time(time), conditions.step));
        let share = conditions.clock.map(|clock| self.manager.allot(clock, conditions.step));
        let shorter = |a: Allotment, b: Allotment| Allotment {
            target: a.target.min(b.target),
            most: a.most.min(b.most),
        };
        habit.into_iter().chain(per_move).chain(share).reduce(shorter)
    }
}

/// An agent's own word on the limits of a move, after habits and conditions have had theirs.
type Plan<G> = Box<dyn Fn(&G, Seat, &Conditions, Limits) -> Limits + Send>;

/// A search in a seat.
pub(crate) struct Thinker<G: Draw> {
    search: Box<dyn Search<G>>,
    habits: Habits,
    plan: Option<Plan<G>>,
    book: Option<Arc<Book>>,
    calibration: Calibration,
    rng: Rng,
}

impl<G: Draw> Thinker<G> {
    /// `calibration` reads the search's values as chances.
    pub(crate) fn new(search: Box<dyn Search<G>>, habits: Habits, calibration: Calibration, seed: u64) -> Self {
        Thinker {
            search,
            habits,
            plan: None,
            book: None,
            calibration,
            rng: Rng::new(seed),
        }
    }

    /// The same with a book that it plays from as long as it can.
    pub(crate) fn with_book(self, book: Option<Arc<Book>>) -> Self {
        Thinker { book, ..self }
    }

    /// The same with limits that depend on the position and the clock.
    pub(crate) fn with_plan(self, plan: impl Fn(&G, Seat, &Conditions, Limits) -> Limits + Send + 'static) -> Self {
        Thinker {
            plan: Some(Box::new(plan)),
            ..self
        }
    }
}

fn typed<G: Draw>(table: &dyn AnyGame) -> &G {
    let table = table.as_any().downcast_ref::<Table<G>>();
    &table.expect("an agent is asked about the game it was made for").0
}

impl<G: Draw> Agent for Thinker<G> {
    fn think(&mut self, table: &dyn AnyGame, seat: Seat, conditions: &Conditions, watch: Watch<'_>) -> Thought {
        let game = typed::<G>(table);
        let reader = Reader::new(&self.calibration, game);
        // A book has no values, so whoever compares moves gets a search.
        let book = self
            .book
            .as_ref()
            .filter(|_| conditions.candidates == NonZeroUsize::MIN);
        if let Some(known) = book.and_then(|book| book.choice(game, seat)) {
            return Thought::known(&known, known.draw(&mut self.rng), &reader);
        }
        let (mut limits, allotment) = self.habits.limits(conditions);
        if let Some(plan) = &self.plan {
            limits = plan(game, seat, conditions, limits);
        }
        // Only a thought that may take longer than its target, or be cut short by a proof, needs to
        // be paced.
        let mut pace = allotment.map(|allotment| Pace::start(allotment, &limits));
        let stretches = allotment.is_some_and(|allotment| allotment.most > allotment.target);
        let mut note = |choice: &Choice<G>| {
            if let Some(pace) = pace.as_mut().filter(|_| stretches || choice.is_proven) {
                pace.note(choice);
            }
        };
        match watch {
            Watch::Nobody => {
                let choice = self.search.search_with(game, seat, &limits, &mut |choice| note(choice));
                Thought::brief(&choice, choice.draw(&mut self.rng), &reader)
            }
            Watch::Live(show) => {
                let choice = self.search.search_with(game, seat, &limits, &mut |choice| {
                    note(choice);
                    show(&Thought::whole(choice, choice.best(), &reader));
                });
                Thought::whole(&choice, choice.draw(&mut self.rng), &reader)
            }
        }
    }

    fn played(&mut self, before: &dyn AnyGame, joint: &str) {
        let game = typed::<G>(before);
        if let Ok(joint) = legal_joint(game, joint) {
            self.search.played(game, joint);
        }
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Habits = Habits {
        time: None,
        depth: None,
        nodes: None,
        manager: TimeManager::Even { moves: 10 },
    };

    #[test]
    fn a_move_that_nothing_limits_takes_the_usual_time() {
        let (limits, _) = NONE.limits(&Conditions::default());
        assert_eq!(limits.time, Some(USUAL_TIME));
        let habits = Habits { depth: Some(3), ..NONE };
        assert_eq!(habits.limits(&Conditions::default()).0.time, None);
        let endless = Conditions {
            end: End::Stop,
            ..Conditions::default()
        };
        assert_eq!(NONE.limits(&endless).0.time, None);
    }

    #[test]
    fn the_tighter_of_habit_and_condition_holds() {
        let habits = Habits {
            time: Some(Duration::from_millis(500)),
            nodes: Some(100),
            ..NONE
        };
        let conditions = Conditions {
            per_move: Some(Duration::from_secs(2)),
            clock: Some(Clock::match_time(Duration::from_secs(1))),
            nodes: Some(1000),
            depth: Some(4),
            ..Conditions::default()
        };
        let (limits, _) = habits.limits(&conditions);
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(100)));
        // A tenth of the clock, less the margin.
        let time = limits.time.expect("a time");
        assert!(
            time < Duration::from_millis(100) && time > Duration::from_millis(90),
            "{time:?}"
        );
    }
}
