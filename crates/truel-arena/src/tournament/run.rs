//! Runs a tournament: open matches go out, results come in, and each is stored before anything depends on it.
//!
//! As many matches are out as the executor plays at the same time, so that a stop waits for what is running and for nothing
//! else. A fault is a result like any other. A match that could not be played at all (a bug of ours) is named in the end and
//! played again by the next start; the other matches of its round are played first.

use std::collections::HashMap;

use thiserror::Error;
use truel_core::trace::{FNV_START, fnv1a};
use truel_core::{AnyGame, Rng};
use truel_search::Stop;

use super::course::Course;
use super::plan::Plan;
use super::results::Slot;
use crate::openings::OpeningError;
use crate::store::{Store, StoreError, now};
use crate::{Executor, Job, Openings, Played};

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
        format!("{:016x}", fnv1a(FNV_START, text.as_bytes()))
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
                .map(|one| plan.entrant(*one).agent.clone())
                .collect(),
            opening: openings.get(&**table, plan.seed, slot.opening),
            seed: Rng::for_match(plan.seed, slot.id).bits(),
            terms: plan.terms.clone(),
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
            let failed = self.play_round(&mut course, store, executor, stop, observer)?;
            if let Some(first) = failed.first() {
                return Err(RunError::Unplayable {
                    first: first.clone(),
                    count: failed.len(),
                });
            }
            if course.left() > 0 {
                return Ok((Ended::Stopped, course));
            }
        }
        Ok((Ended::Finished, course))
    }

    /// Plays the open matches of a round; hands back those that could not be played.
    fn play_round(
        &self,
        course: &mut Course,
        store: &mut Store,
        executor: &mut dyn Executor,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<Vec<String>, StoreError> {
        let (total, mut done) = course.matches();
        let mut open = course.open().into_iter();
        let mut out: HashMap<u64, Out> = HashMap::new();
        let mut failed = Vec::new();
        loop {
            while out.len() - failed.len() < executor.capacity() && !stop.is_raised() {
                let Some(id) = open.next() else { break };
                let sent = self.send(course, id);
                executor.submit(sent.job.clone());
                out.insert(id, sent);
            }
            if out.len() == failed.len() {
                return Ok(failed);
            }
            match executor.next() {
                None => return Ok(failed),
                Some(Err(why)) => failed.push(why),
                Some(Ok(played)) => {
                    // What is not waited for has been delivered before.
                    let Some(Out { job, slot, started }) = out.remove(&played.job) else {
                        continue;
                    };
                    store.put(&job, &slot, course.round(), &played, started)?;
                    done += u64::from(course.note(slot.id, &played.result.points));
                    observer.stored(&News {
                        job: &job,
                        slot: &slot,
                        played: &played,
                        done,
                        total,
                    });
                }
            }
        }
    }

    fn send(&self, course: &Course, id: u64) -> Out {
        let (game, slot) = course.slot(id).expect("an open match is one of this round");
        Out {
            job: self.job(game, &slot),
            slot,
            started: now(),
        }
    }
}

/// A match that is being played.
struct Out {
    job: Job,
    slot: Slot,
    started: i64,
}
