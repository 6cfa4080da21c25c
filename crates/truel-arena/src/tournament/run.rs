//! Runs a tournament: open matches go out, results come in, and each is stored before anything depends on it.
//!
//! As many matches are out as the executor plays at the same time, so that a stop waits for what is running and for nothing
//! else. A fault is a result like any other. A match that could not be played at all (a bug of ours) is named in the end and
//! played again by the next start; the other matches of its round are played first.

use std::cell::RefCell;
use std::collections::HashMap;

use thiserror::Error;
use truel_core::hash::fnv1a;
use truel_core::{AnyGame, Rng};
use truel_search::Stop;

use super::course::Course;
use super::plan::Plan;
use super::results::Slot;
use crate::openings::OpeningError;
use crate::store::{Store, StoreError, now};
use crate::{Executor, Job, Openings, Played, Unplayable, drive};

/// A plan with everything at hand that its matches need.
pub struct Tournament {
    plan: Plan,
    /// The start position and the openings of each game.
    games: Vec<(Box<dyn AnyGame>, Openings)>,
}

impl std::fmt::Debug for Tournament {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tournament({})", self.plan.name)
    }
}

/// How a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything is played.
    Finished,
    /// Somebody stopped it; there is more to play.
    Stopped,
}

/// Why a run broke off. What was stored until then is kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A match could not be played.
    #[error("{first} ({count} such matches; the others are stored, and a new start plays these again)")]
    Unplayable {
        /// The first of them, and why.
        first: String,
        /// How many there were.
        count: usize,
    },
}

impl From<Unplayable> for RunError {
    fn from(Unplayable { first, count }: Unplayable) -> Self {
        RunError::Unplayable { first, count }
    }
}

/// A match that has just been stored.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// What was asked for.
    pub job: &'a Job,
    /// Who sat where.
    pub slot: &'a Slot,
    /// What came of it.
    pub played: &'a Played,
    /// How many matches are played.
    pub done: u64,
    /// How many there are in all.
    pub total: u64,
}

/// Somebody who watches a run.
pub trait Observer {
    /// A round begins, of which so many matches are not yet played.
    fn round(&mut self, number: usize, open: usize, course: &Course) {
        let _ = (number, open, course);
    }
    /// A match is stored.
    fn stored(&mut self, news: &News<'_>) {
        let _ = news;
    }
}

/// Nobody watches.
impl Observer for () {}

impl Tournament {
    /// Reads the openings that a plan names.
    pub fn new(plan: Plan) -> Result<Self, OpeningError> {
        let game = |game| {
            let openings = plan.openings(game)?;
            Ok((truel_games::table(&game.id).expect("a plan is checked"), openings))
        };
        let games = plan.games.iter().map(game).collect::<Result<_, OpeningError>>()?;
        Ok(Tournament { plan, games })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A hash of all that decides what is played, files of openings included.
    pub fn fingerprint(&self) -> String {
        let openings: Vec<&Openings> = self.games.iter().map(|(_, openings)| openings).collect();
        let text = format!("{} {openings:?}", self.plan.essence());
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// One match as a job.
    pub fn job(&self, game: usize, slot: &Slot) -> Job {
        let (table, openings) = &self.games[game];
        let plan = &self.plan;
        Job {
            id: slot.id,
            game: plan.games[game].id.clone(),
            seats: slot
                .entrants
                .iter()
                .map(|one| plan.entrant(*one).agent.seen_from(&plan.folder))
                .collect(),
            opening: openings.get(&**table, plan.seed, slot.opening),
            seed: Rng::for_match(plan.seed, slot.id).bits(),
            terms: plan.terms.seen_from(&plan.folder).in_game(&plan.games[game].id),
        }
    }

    /// Plays what `store` does not have yet, until all is played or `stop` is raised.
    pub fn run(
        &self,
        store: &mut Store,
        executor: &mut dyn Executor,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<(Ended, Course), RunError> {
        let mut course = Course::new(&self.plan);
        while course.advance() {
            course.fill(store)?;
            observer.round(course.round(), course.left(), &course);
            self.play_round(&mut course, store, executor, stop, observer)?;
            if course.left() > 0 {
                return Ok((Ended::Stopped, course));
            }
        }
        store.sweep()?;
        Ok((Ended::Finished, course))
    }

    /// Plays the open matches of a round.
    fn play_round(
        &self,
        course: &mut Course,
        store: &mut Store,
        executor: &mut dyn Executor,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let (total, mut done) = course.matches();
        let open: Vec<(usize, Slot)> = course.open().into_iter().filter_map(|id| course.slot(id)).collect();
        let started: RefCell<HashMap<u64, i64>> = RefCell::default();
        // A job is made when it is its turn.
        let jobs = open.iter().map(|(game, slot)| {
            started.borrow_mut().insert(slot.id, now());
            self.job(*game, slot)
        });
        drive(executor, jobs, stop, |job, played| {
            let (_, slot) = course.slot(job.id).expect("a match of this round");
            let started = started.borrow_mut().remove(&job.id).unwrap_or_else(now);
            store.put(&job, &slot, course.round(), &played, started)?;
            done += u64::from(course.note(slot.id, &played.result.points));
            observer.stored(&News {
                job: &job,
                slot: &slot,
                played: &played,
                done,
                total,
            });
            Ok(())
        })
    }
}
