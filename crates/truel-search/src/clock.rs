//! Clocks, and how much of them to spend on a move.
//!
//! A [`Clock`] is what a seat has left. A [`TimeManager`] turns it into an [`Allotment`] for one
//! move, or into a depth. A [`Pace`] watches a search and ends it early when the move is decided. A
//! best move that keeps changing deserves more time, one that stands alone deserves less. This
//! follows Huang, Coulom and Lin 2010, and common practice in chess programs.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use truel_core::{Game, Seat};

use crate::{Choice, Limits, Search, Stop};

/// Time kept back on every move for what happens outside the search: scheduling, pipes, the
/// referee's own clock.
pub const MARGIN: Duration = Duration::from_millis(3);

/// What a seat has on its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left for the rest of the match.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Clock {
    /// A budget for the whole match, nothing added.
    pub fn match_time(left: Duration) -> Self {
        Clock {
            left,
            increment: Duration::ZERO,
        }
    }

    /// The clock after a move that took `spent`; `None` when it has run out.
    #[must_use]
    pub fn after(self, spent: Duration) -> Option<Self> {
        let left = self.left.checked_sub(spent)? + self.increment;
        Some(Clock { left, ..self })
    }
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// What a move that is neither easy nor hard should take.
    pub target: Duration,
    /// What no move may exceed.
    pub most: Duration,
}

impl Allotment {
    /// Exactly this much, or all that is left if that is less.
    fn fixed(time: Duration, clock: Clock) -> Self {
        let time = time.min(clock.left).saturating_sub(MARGIN);
        Allotment {
            target: time,
            most: time,
        }
    }
}

/// How to share out the time of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeManager {
    /// The same for each move, whatever the clock says, as long as it lasts.
    PerMove(Duration),
    /// What is left, split evenly over so many moves still expected, and the increment.
    Even {
        /// Moves still expected; stays the same, so that late moves share what is left ever more
        /// finely.
        moves: u32,
    },
    /// `left / (base + max(0, mid - step))`: little before the middle of the match, then a fixed
    /// share of the rest. The Avalam report has base 4 and mid 12.
    MidGame {
        /// The share of the rest from the middle on is one over this.
        base: f32,
        /// The step from which on the share no longer grows.
        mid: u32,
    },
    /// An even split as target, stretched up to fourfold while the best move is unstable.
    Adaptive {
        /// Moves still expected.
        moves: u32,
    },
}

impl TimeManager {
    /// The Avalam report's formula with its own numbers.
    pub const AVALAM: TimeManager = TimeManager::MidGame { base: 4.0, mid: 12 };

    /// The time for the move of this step, counted from 1.
    ///
    /// ```
    /// use std::time::Duration;
    /// use truel_search::clock::{Clock, MARGIN, TimeManager};
    /// let clock = Clock::match_time(Duration::from_secs(900));
    /// let first = TimeManager::AVALAM.allot(clock, 1).target;
    /// assert_eq!(first, Duration::from_secs(60) - MARGIN);
    /// ```
    pub fn allot(&self, clock: Clock, step: u32) -> Allotment {
        match *self {
            TimeManager::PerMove(time) => Allotment::fixed(time, clock),
            TimeManager::Even { moves } => Allotment::fixed(clock.left / moves.max(1) + clock.increment, clock),
            TimeManager::MidGame { base, mid } => {
                let share = base.max(1.0) + mid.saturating_sub(step) as f32;
                Allotment::fixed(clock.left.div_f32(share), clock)
            }
            TimeManager::Adaptive { moves } => {
                let even = Allotment::fixed(clock.left / moves.max(1) + clock.increment, clock);
                // Never more than a third of what is left, so that one hard move cannot ruin the
                // match.
                let most = (even.target * 4).min(clock.left / 3).max(even.target);
                Allotment {
                    target: even.target,
                    most,
                }
            }
        }
    }
}

/// A depth that grows with the match: `start + step / every`, at most `most`, and at most `short`
/// when less than `scarce` is left. The Avalam report's Fischer: 5, one more every 9 plies, at most
/// 8; 6 below 135 seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthSchedule {
    /// The depth of the first steps.
    pub start: u32,
    /// Steps until the depth grows by one.
    pub every: u32,
    /// The largest depth.
    pub most: u32,
    /// The largest depth when time is scarce.
    pub short: u32,
    /// What counts as scarce.
    pub scarce: Duration,
}

impl DepthSchedule {
    /// The Avalam report's schedule.
    pub const FISCHER: DepthSchedule = DepthSchedule {
        start: 5,
        every: 9,
        most: 8,
        short: 6,
        scarce: Duration::from_secs(135),
    };

    /// The depth for this step, counted from 1.
    pub fn depth(&self, clock: Clock, step: u32) -> u32 {
        let depth = (self.start + step / self.every.max(1)).min(self.most);
        if clock.left < self.scarce {
            depth.min(self.short)
        } else {
            depth
        }
    }
}

/// Watches a search and raises its stop flag when further thought would not pay.
///
/// After a quarter of the target, a move is decided when it has almost all of the policy's weight
/// or visits. At the target, the search ends unless the best move changed during its last third.
#[derive(Debug)]
pub struct Pace<M> {
    start: Instant,
    allotment: Allotment,
    stop: Stop,
    /// How many of the best moves are wanted.
    candidates: NonZeroUsize,
    best: Option<(M, Instant)>,
}

impl<M: Copy + PartialEq> Pace<M> {
    /// The pace of a search that begins now under `limits`, whose flag ends it.
    pub fn start(allotment: Allotment, limits: &Limits) -> Self {
        Pace {
            start: Instant::now(),
            allotment,
            stop: limits.stop.clone(),
            candidates: limits.candidates,
            best: None,
        }
    }

    /// Takes note of what the search thinks now.
    pub fn note<G: Game<Move = M>>(&mut self, choice: &Choice<G>) {
        let (now, best) = (Instant::now(), choice.best());
        if self.best.is_none_or(|(before, _)| before != best) {
            self.best = Some((best, now));
        }
        let since = self.best.map_or(self.start, |(_, since)| since);
        let (elapsed, steady) = (now - self.start, now - since);
        let target = self.allotment.target;
        let is_settled = elapsed >= target && steady >= target / 3;
        if self.is_proven(choice) || is_settled || (elapsed >= target / 4 && is_alone(choice)) {
            self.stop.raise();
        }
    }

    /// Whether the value is proven, and that of every other move that is wanted.
    fn is_proven<G: Game<Move = M>>(&self, choice: &Choice<G>) -> bool {
        let others = choice.candidates.iter().take(self.candidates.get()).skip(1);
        choice.is_proven && others.into_iter().all(|other| other.is_proven)
    }
}

/// Whether one move has so much of the search that the others cannot catch up in the time that is
/// usual.
fn is_alone<G: Game>(choice: &Choice<G>) -> bool {
    let total: u64 = choice.candidates.iter().map(|candidate| candidate.visits).sum();
    let most = choice
        .candidates
        .iter()
        .map(|candidate| candidate.visits)
        .max()
        .unwrap_or(0);
    choice.candidates.len() == 1 || (total > 0 && most * 10 >= total * 9)
}

/// Searches on a clock: the manager allots, the pace ends it early or late, the search never
/// exceeds what is allotted.
pub fn think<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    seat: Seat,
    allotment: Allotment,
    on_progress: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let limits = Limits::time(allotment.most);
    let mut pace = Pace::start(allotment, &limits);
    search.search_with(game, seat, &limits, &mut |choice| {
        if allotment.most > allotment.target || choice.is_proven {
            pace.note(choice);
        }
        on_progress(choice);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::Payoffs;
    use truel_core::doc::Nim;

    const MINUTES: Clock = Clock {
        left: Duration::from_secs(900),
        increment: Duration::ZERO,
    };

    #[test]
    fn the_avalam_formula_gives_a_quarter_of_the_rest_from_step_twelve() {
        for step in [12, 13, 30] {
            let target = TimeManager::AVALAM.allot(MINUTES, step).target;
            assert_eq!(target, Duration::from_secs(225) - MARGIN, "step {step}");
        }
    }

    #[test]
    fn no_manager_spends_more_than_is_left() {
        let nearly_out = Clock {
            left: Duration::from_millis(40),
            increment: Duration::from_secs(1),
        };
        let managers = [
            TimeManager::PerMove(Duration::from_secs(5)),
            TimeManager::Even { moves: 0 },
            TimeManager::Even { moves: 30 },
            TimeManager::AVALAM,
            TimeManager::Adaptive { moves: 30 },
        ];
        for manager in managers {
            let Allotment { target, most } = manager.allot(nearly_out, 1);
            assert!(
                target <= most && most < nearly_out.left,
                "{manager:?}: {target:?} {most:?}"
            );
        }
    }

    #[test]
    fn a_clock_runs_out_or_gains_its_increment() {
        let clock = Clock {
            left: Duration::from_secs(2),
            increment: Duration::from_millis(500),
        };
        assert_eq!(
            clock.after(Duration::from_secs(1)).map(|c| c.left),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(clock.after(Duration::from_secs(3)), None);
    }

    #[test]
    fn fischers_depth_grows_every_nine_plies_and_shrinks_when_time_is_scarce() {
        let depths = [1, 8, 9, 17, 18, 27, 40].map(|step| DepthSchedule::FISCHER.depth(MINUTES, step));
        assert_eq!(depths, [5, 5, 6, 6, 7, 8, 8]);
        let scarce = Clock::match_time(Duration::from_secs(134));
        assert_eq!(DepthSchedule::FISCHER.depth(scarce, 30), 6);
    }

    fn seen(visits: [u64; 2]) -> Choice<Nim> {
        let moves = ["1", "2"].map(|text| text.parse().expect("a move"));
        let mut choice = Choice::of(Seat::new(0), moves[0], Payoffs::all(0.5));
        choice.candidates = moves
            .into_iter()
            .zip(visits)
            .map(|(mv, visits)| crate::Candidate {
                weight: visits as f32,
                visits,
                ..crate::Candidate::new(Seat::new(0), mv, Payoffs::all(0.5))
            })
            .collect();
        choice
    }

    #[test]
    fn a_decided_move_ends_the_search_before_the_target_and_an_open_one_does_not() {
        let allotment = Allotment {
            target: Duration::ZERO,
            most: Duration::from_secs(9),
        };
        let limits = Limits::default();
        Pace::start(allotment, &limits).note(&seen([95, 5]));
        assert!(limits.stop.is_raised());
        let allotment = Allotment {
            target: Duration::from_secs(5),
            ..allotment
        };
        let limits = Limits::default();
        Pace::start(allotment, &limits).note(&seen([95, 5]));
        assert!(!limits.stop.is_raised(), "a quarter of the target must pass first");
    }

    #[test]
    fn a_proof_of_the_best_move_does_not_end_a_comparison_with_the_second() {
        let allotment = Allotment {
            target: Duration::from_secs(5),
            most: Duration::from_secs(9),
        };
        let mut choice = seen([5, 5]);
        choice.is_proven = true;
        choice.candidates[0].is_proven = true;
        let limits = |candidates| Limits {
            candidates: NonZeroUsize::new(candidates).expect("not 0"),
            ..Limits::default()
        };
        let (one, two) = (limits(1), limits(2));
        Pace::start(allotment, &one).note(&choice);
        Pace::start(allotment, &two).note(&choice);
        assert!(one.stop.is_raised() && !two.stop.is_raised());
        choice.candidates[1].is_proven = true;
        Pace::start(allotment, &two).note(&choice);
        assert!(two.stop.is_raised());
    }
}
