//! Keeps a program below its memory limit.
//!
//! A limit on address space (`RLIMIT_AS`) would be simple and wrong: Java, Go and numpy reserve
//! many times what they use. So a thread looks at the memory that is used, by the program and all
//! its children, and ends them when it is too much. Between two looks a program can overshoot by
//! what it manages to touch in [`INTERVAL`]: some tens of megabytes.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::family::{Family, Level};

/// The time between two looks.
pub(crate) const INTERVAL: Duration = Duration::from_millis(25);

const MEGABYTE: u64 = 1 << 20;

/// A thread that checks the memory; ends when dropped.
#[derive(Debug)]
pub(crate) struct Watch {
    verdict: Arc<OnceLock<String>>,
    word: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Watches that `family` uses no more than `limit` megabytes, above its level where it has one.
    pub(crate) fn start(family: Family, limit: u64, level: Level) -> Self {
        let verdict = Arc::new(OnceLock::new());
        let (word, end) = channel();
        let message = Arc::clone(&verdict);
        let thread = thread::spawn(move || {
            while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Some(used) = excess(&family, limit, &level) {
                    let above = if level.is_empty() {
                        ""
                    } else {
                        " above its level when it was ready"
                    };
                    // Set before the kill, so that the reason is known when the program ends.
                    let _ = message.set(format!("it used {used} MB of {limit} MB{above}"));
                    family.kill();
                    return;
                }
            }
        });
        Watch {
            verdict,
            word: Some(word),
            thread: Some(thread),
        }
    }

    /// Why the program was ended, if it was.
    pub(crate) fn verdict(&self) -> Option<&str> {
        self.verdict.get().map(String::as_str)
    }
}

/// The megabytes used when they are too many. The cheap figure counts shared pages twice, so it is
/// only a first look.
fn excess(family: &Family, limit: u64, level: &Level) -> Option<u64> {
    if !level.is_empty() {
        let used = family.growth(level) / MEGABYTE;
        return (used > limit).then_some(used);
    }
    if family.usage().resident / MEGABYTE <= limit {
        return None;
    }
    let used = family.proportional() / MEGABYTE;
    (used > limit).then_some(used)
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.word = None;
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did there would be nothing left to do here.
            let _ = thread.join();
        }
    }
}
