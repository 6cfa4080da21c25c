//! Keeps an executor busy and hands on what comes back.

use std::collections::HashMap;

use thiserror::Error;
use truel_search::Stop;

use crate::{Executor, Job, Played};

/// A job that makes no sense, which only a bug or a damaged message can cause.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct WrongJob(pub String);

/// Plays all `jobs`, never more at once than the executor can, and hands each to `take` with its result as soon as that is
/// there, in any order. Once `stop` is raised nothing new begins; what runs is finished and taken. A result for a job
/// that is not waited for (one delivered twice) is passed over.
pub fn drive<E: From<WrongJob>>(
    executor: &mut dyn Executor,
    jobs: impl IntoIterator<Item = Job>,
    stop: &Stop,
    mut take: impl FnMut(Job, Played) -> Result<(), E>,
) -> Result<(), E> {
    let (mut jobs, mut running) = (jobs.into_iter(), HashMap::new());
    loop {
        while running.len() < executor.capacity() && !stop.is_raised() {
            let Some(job) = jobs.next() else { break };
            running.insert(job.id, job.clone());
            executor.submit(job);
        }
        let Some(result) = executor.next() else { return Ok(()) };
        let played = result.map_err(WrongJob)?;
        if let Some(job) = running.remove(&played.job) {
            take(job, played)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Threads;
    use crate::{Opening, Terms, referee};

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
        let end = drive(&mut Threads::new(2), (0..).map(job), &stop, |_, _| {
            taken += 1;
            stop.raise();
            Ok::<(), WrongJob>(())
        });
        assert!(end.is_ok() && (1..=2).contains(&taken), "{taken}");
    }

    /// Delivers everything twice.
    struct Twice(Vec<Played>);

    impl Executor for Twice {
        fn capacity(&self) -> usize {
            1
        }
        fn submit(&mut self, job: Job) {
            let played = referee::play(&job).expect("a match");
            self.0.extend([played.clone(), played]);
        }
        fn next(&mut self) -> Option<Result<Played, String>> {
            self.0.pop().map(Ok)
        }
    }

    #[test]
    fn a_result_that_is_delivered_twice_counts_once() {
        let mut ids = Vec::new();
        let end = drive(&mut Twice(Vec::new()), (0..5).map(job), &Stop::default(), |job, _| {
            ids.push(job.id);
            Ok::<(), WrongJob>(())
        });
        assert!(end.is_ok());
        assert_eq!(ids, [0, 1, 2, 3, 4]);
    }
}
