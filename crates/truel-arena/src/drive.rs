//! Keeps an executor busy and passes its results on.

use std::collections::HashMap;

use thiserror::Error;
use truel_search::Stop;

use crate::executor::JobError;
use crate::{Executor, Job, Played};

/// Jobs that could not be played, which only a bug or a damaged message can cause.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{first} ({count} such matches; all others were played)")]
pub struct Unplayable {
    /// The first of them, and why.
    pub first: JobError,
    /// How many there were.
    pub count: usize,
}

/// Plays all `jobs`, never more at once than the executor can. Each result goes to `take` as soon
/// as it is there, in any order. Once `stop` is raised nothing new begins, and running matches are
/// finished and taken. A result for a job that is not waited for (one delivered twice) is ignored.
/// A job that cannot be played stops no other; the error at the end names it.
pub fn drive<E: From<Unplayable>>(
    executor: &mut dyn Executor,
    jobs: impl IntoIterator<Item = Job>,
    stop: &Stop,
    mut take: impl FnMut(Job, Played) -> Result<(), E>,
) -> Result<(), E> {
    let (mut jobs, mut running) = (jobs.into_iter(), HashMap::new());
    let mut failed: Option<Unplayable> = None;
    loop {
        while running.len() < executor.capacity() && !stop.is_raised() {
            let Some(job) = jobs.next() else { break };
            running.insert(job.id, job.clone());
            executor.submit(job);
        }
        if running.is_empty() {
            break;
        }
        match executor.next() {
            None => break,
            Some(Err(first)) => {
                if running.remove(&first.job).is_some() {
                    failed.get_or_insert(Unplayable { first, count: 0 }).count += 1;
                }
            }
            Some(Ok(played)) => {
                if let Some(job) = running.remove(&played.job) {
                    take(job, played)?;
                }
            }
        }
    }
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Threads;
    use crate::{Opening, Setup, Terms, referee};

    fn job(id: u64) -> Job {
        Job {
            id,
            game: "tic-tac-toe".into(),
            seats: vec!["random".parse().expect("an entry"); 2],
            opening: Opening::default(),
            seed: id,
            terms: Terms::default(),
        }
    }

    #[test]
    fn a_raised_flag_lets_running_matches_finish_and_begins_no_others() {
        let (stop, mut taken) = (Stop::default(), 0);
        let end = drive(
            &mut Threads::new(2, &Setup::new(truel_champions::roster())),
            (0..).map(job),
            &stop,
            |_, _| {
                taken += 1;
                stop.raise();
                Ok::<(), Unplayable>(())
            },
        );
        assert!(end.is_ok() && (1..=2).contains(&taken), "{taken}");
    }

    #[test]
    fn a_job_that_makes_no_sense_costs_no_other_its_result() {
        let jobs = (0..6).map(|id| Job {
            game: if id % 3 == 0 { "nonsense" } else { "tic-tac-toe" }.into(),
            ..job(id)
        });
        let mut ids = Vec::new();
        let end = drive(
            &mut Threads::new(2, &Setup::new(truel_champions::roster())),
            jobs,
            &Stop::default(),
            |job, _| {
                ids.push(job.id);
                Ok::<(), Unplayable>(())
            },
        );
        ids.sort_unstable();
        assert_eq!(ids, [1, 2, 4, 5]);
        let Unplayable { first, count } = end.expect_err("two games that do not exist");
        assert!(count == 2 && first.to_string().contains("nonsense"), "{count}: {first}");
    }

    /// Delivers everything twice.
    struct Twice(Vec<Played>);

    impl Executor for Twice {
        fn capacity(&self) -> usize {
            1
        }
        fn submit(&mut self, job: Job) {
            let played = referee::play(&job, &Setup::new(truel_champions::roster())).expect("a match");
            self.0.extend([played.clone(), played]);
        }
        fn next(&mut self) -> Option<Result<Played, JobError>> {
            self.0.pop().map(Ok)
        }
    }

    #[test]
    fn a_result_that_is_delivered_twice_counts_once() {
        let mut ids = Vec::new();
        let end = drive(&mut Twice(Vec::new()), (0..5).map(job), &Stop::default(), |job, _| {
            ids.push(job.id);
            Ok::<(), Unplayable>(())
        });
        assert!(end.is_ok());
        assert_eq!(ids, [0, 1, 2, 3, 4]);
    }
}
