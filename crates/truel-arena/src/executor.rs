//! Executors play jobs: here a local pool of threads, elsewhere perhaps workers on other machines.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use thiserror::Error;

use crate::referee::{PlayError, Spectator};
use crate::{Job, Played, Setup, referee};

/// Takes jobs and hands back what was played, in any order.
///
/// A result names its job. The receiver counts one that is delivered twice once, so an executor
/// that has lost track of a job may play it again.
pub trait Executor {
    /// How many jobs it plays at the same time.
    fn capacity(&self) -> usize;
    /// Takes a job.
    fn submit(&mut self, job: Job);
    /// Waits for the next result; `None` when no job is left to wait for.
    fn next(&mut self) -> Option<Result<Played, JobError>>;
}

/// A job that could not be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("match {job}: {cause}")]
pub struct JobError {
    /// The job's id.
    pub job: u64,
    /// Why not.
    pub cause: PlayError,
}

/// Threads of this process, each playing one match at a time.
#[derive(Debug)]
pub struct Threads {
    jobs: Option<Sender<Job>>,
    results: Receiver<Result<Played, JobError>>,
    workers: Vec<JoinHandle<()>>,
    waiting: usize,
}

impl Threads {
    /// So many threads, at least one.
    pub fn new(threads: usize, setup: &Setup) -> Self {
        Threads::watched(threads, setup, &(Arc::new(()) as Arc<dyn Spectator>))
    }

    /// The same with a spectator who watches every match.
    pub fn watched(threads: usize, setup: &Setup, spectator: &Arc<dyn Spectator>) -> Self {
        let (jobs, queue) = channel::<Job>();
        let (sender, results) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let workers = (0..threads.max(1))
            .map(|_| {
                let (queue, sender, spectator) = (Arc::clone(&queue), sender.clone(), Arc::clone(spectator));
                let setup = setup.clone();
                thread::spawn(move || work(&queue, &sender, &setup, &*spectator))
            })
            .collect();
        Threads {
            jobs: Some(jobs),
            results,
            workers,
            waiting: 0,
        }
    }
}

fn work(
    queue: &Mutex<Receiver<Job>>,
    sender: &Sender<Result<Played, JobError>>,
    setup: &Setup,
    spectator: &dyn Spectator,
) {
    loop {
        // The lock is held while waiting, and given up before playing.
        let job = queue.lock().expect("no worker panics with the lock").recv();
        let Ok(job) = job else { return };
        // A panic here is a bug of ours; it must cost one match, not leave everybody waiting for a
        // result.
        let played = catch_unwind(AssertUnwindSafe(|| referee::play_watched(&job, setup, spectator)))
            .unwrap_or(Err(PlayError::Panicked));
        let played = played.map_err(|cause| JobError { job: job.id, cause });
        if sender.send(played).is_err() {
            return;
        }
    }
}

impl Executor for Threads {
    fn capacity(&self) -> usize {
        self.workers.len()
    }

    fn submit(&mut self, job: Job) {
        let jobs = self.jobs.as_ref().expect("open until dropped");
        jobs.send(job).expect("workers live as long as the pool");
        self.waiting += 1;
    }

    fn next(&mut self) -> Option<Result<Played, JobError>> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        Some(self.results.recv().expect("workers live as long as the pool"))
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.jobs = None;
        for worker in self.workers.drain(..) {
            // A worker that panicked has said so already.
            let _ = worker.join();
        }
    }
}
