//! Runs a tournament: open matches go out, results come in, and each is stored before anything
//! depends on it.
//!
//! As many matches are out as the executor plays at the same time, so that a stop waits for what is
//! running and for nothing else. A fault is a result like any other. A match that could not be
//! played at all (a bug of ours) is named at the end, and the next start plays it again. The other
//! matches of its round are played first.

use std::cell::RefCell;
use std::collections::HashMap;

use thiserror::Error;
use truel_core::hash::fnv1a;
use truel_core::{AnyGame, Rng};
use truel_search::Stop;

use super::plan::{GamePlan, Plan};
use super::progress::Progress;
use super::results::Slot;
use crate::executor::JobError;
use crate::openings::OpeningError;
use crate::store::{Store, StoreError, now};
use crate::{Executor, Job, Openings, Played, Setup, Terms, Unplayable, drive};

/// A plan with everything that its matches need.
pub struct Tournament {
    plan: Plan,
    /// In the order of the plan.
    games: Vec<Prepared>,
}

/// What the matches of one game need.
struct Prepared {
    /// The start position.
    table: Box<dyn AnyGame>,
    openings: Openings,
    /// The terms as they hold in this game.
    terms: Terms,
}

impl std::fmt::Debug for Tournament {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tournament({})", self.plan.name)
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything is played.
    Finished,
    /// It was stopped; there is more to play.
    Stopped,
}

/// Why a run broke off. Matches stored until then stay stored.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A match could not be played.
    #[error("{first} ({count} such matches; the others are stored, and a new start plays these again)")]
    Unplayable {
        /// The first of them, and why.
        first: JobError,
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

/// An observer of a run.
pub trait Observer {
    /// A round begins; `open` of its matches are not yet played.
    fn round(&mut self, number: usize, open: usize, progress: &Progress) {
        let _ = (number, open, progress);
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
    pub fn new(plan: Plan, setup: &Setup) -> Result<Self, OpeningError> {
        let prepared = |game: &GamePlan| {
            let table = setup.table(&game.id).expect("a plan is checked");
            Ok(Prepared {
                openings: plan.openings(game, &*table, setup)?,
                terms: plan.terms_in(game, setup),
                table,
            })
        };
        let games = plan.games.iter().map(prepared).collect::<Result<_, OpeningError>>()?;
        Ok(Tournament { plan, games })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A hash of everything that decides which matches are played, files of openings included.
    pub fn fingerprint(&self) -> String {
        let openings: Vec<&Openings> = self.games.iter().map(|game| &game.openings).collect();
        let text = format!("{} {openings:?}", self.plan.essence());
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// One match as a job.
    pub fn job(&self, game: usize, slot: &Slot) -> Job {
        let plan = &self.plan;
        let Prepared { table, openings, terms } = &self.games[game];
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
            terms: terms.clone(),
        }
    }

    /// Plays what `store` does not have yet, until all is played or `stop` is raised.
    pub fn run(
        &self,
        store: &mut Store,
        executor: &mut dyn Executor,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<(Ended, Progress), RunError> {
        let mut progress = Progress::new(&self.plan);
        while progress.advance() {
            progress.fill(store)?;
            observer.round(progress.round(), progress.left(), &progress);
            self.play_round(&mut progress, store, executor, stop, observer)?;
            if progress.left() > 0 {
                return Ok((Ended::Stopped, progress));
            }
        }
        store.sweep()?;
        Ok((Ended::Finished, progress))
    }

    /// Plays the open matches of a round.
    fn play_round(
        &self,
        progress: &mut Progress,
        store: &mut Store,
        executor: &mut dyn Executor,
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let (total, mut done) = progress.matches();
        let open: Vec<(usize, Slot)> = progress.open().into_iter().filter_map(|id| progress.slot(id)).collect();
        let started: RefCell<HashMap<u64, i64>> = RefCell::default();
        // A job is made when it is its turn.
        let jobs = open.iter().map(|(game, slot)| {
            started.borrow_mut().insert(slot.id, now());
            self.job(*game, slot)
        });
        drive(executor, jobs, stop, |job, played| {
            let (_, slot) = progress.slot(job.id).expect("a match of this round");
            let started = started.borrow_mut().remove(&job.id).unwrap_or_else(now);
            store.put(&job, &slot, progress.round(), &played, started)?;
            done += u64::from(progress.note(slot.id, &played.result.points));
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
