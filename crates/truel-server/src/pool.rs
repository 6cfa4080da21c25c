//! A bounded pool of threads for searches, with a fair queue.
//!
//! Of the clients with the fewest running tasks, the one that was served longest ago comes first.
//! So a client with many tasks cannot keep others waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The client that a task is for.
pub type Client = u64;

type Task = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Client, Task)>,
    running: HashMap<Client, usize>,
    /// When each client was last served, as a count of tasks. Clients without tasks are forgotten.
    served: HashMap<Client, u64>,
    tasks: u64,
    is_closed: bool,
}

impl Queue {
    /// Takes the task to run next, and counts it as running.
    fn next(&mut self) -> Option<(Client, Task)> {
        let running = |client: &Client| self.running.get(client).copied().unwrap_or(0);
        let served = |client: &Client| self.served.get(client).copied().unwrap_or(0);
        let order = |(place, (client, _)): &(usize, &(Client, Task))| (running(client), served(client), *place);
        let (place, _) = self.waiting.iter().enumerate().min_by_key(order)?;
        let (client, task) = self.waiting.remove(place)?;
        self.tasks += 1;
        self.served.insert(client, self.tasks);
        *self.running.entry(client).or_default() += 1;
        Some((client, task))
    }

    fn done(&mut self, client: Client) {
        let left = self.running.get_mut(&client).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            self.running.remove(&client);
            if self.waiting.iter().all(|(other, _)| *other != client) {
                self.served.remove(&client);
            }
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    most_waiting: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut queue = self.lock();
            let (client, task) = loop {
                if queue.is_closed {
                    return;
                }
                match queue.next() {
                    Some(found) => break found,
                    None => queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(queue);
            // A panic is a bug; it costs one answer, not the thread.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(task));
            self.lock().done(client);
        }
    }
}

/// The threads.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pool with {} waiting", self.waiting())
    }
}

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl Pool {
    /// A pool of this many threads, where at most `most_waiting` tasks wait.
    pub fn new(threads: usize, most_waiting: usize) -> Self {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            most_waiting,
        });
        for _ in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        Pool(shared)
    }

    /// Runs `task` for `client` when its turn comes.
    pub fn submit(&self, client: Client, task: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut queue = self.0.lock();
        if queue.waiting.len() >= self.0.most_waiting {
            return Err(Full);
        }
        queue.waiting.push_back((client, Box::new(task)));
        self.0.changed.notify_one();
        Ok(())
    }

    /// The number of tasks that wait.
    pub fn waiting(&self) -> usize {
        self.0.lock().waiting.len()
    }

    /// Ends the threads after their current tasks, and drops waiting tasks.
    pub fn close(&self) {
        let mut queue = self.0.lock();
        queue.is_closed = true;
        queue.waiting.clear();
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn order(queue: &mut Queue) -> Vec<Client> {
        let one = || {
            let (client, _) = queue.next()?;
            queue.done(client);
            Some(client)
        };
        std::iter::from_fn(one).collect()
    }

    #[test]
    fn clients_take_turns_whoever_came_first() {
        let mut queue = Queue::default();
        for client in [7, 7, 7, 8, 8] {
            queue.waiting.push_back((client, Box::new(|| ())));
        }
        assert_eq!(order(&mut queue), [7, 8, 7, 8, 7]);
        assert!(queue.served.is_empty(), "who has gone is forgotten");
    }

    #[test]
    fn who_has_a_task_running_waits_for_who_has_none() {
        let mut queue = Queue::default();
        queue.running.insert(7, 1);
        for client in [7, 8, 8] {
            queue.waiting.push_back((client, Box::new(|| ())));
        }
        assert_eq!(order(&mut queue), [8, 8, 7]);
    }

    #[test]
    fn a_full_queue_says_so_and_a_panic_costs_one_answer() {
        let pool = Pool::new(1, 1);
        let (go, gate) = channel::<()>();
        pool.submit(1, move || {
            let _ = gate.recv();
            panic!("on purpose");
        })
        .expect("room");
        while pool.waiting() > 0 {
            thread::yield_now();
        }
        let (sender, answer) = channel();
        pool.submit(1, move || sender.send(42).expect("the test listens"))
            .expect("room for one");
        assert_eq!(pool.submit(1, || ()), Err(Full));
        drop(go);
        assert_eq!(answer.recv(), Ok(42));
    }
}
