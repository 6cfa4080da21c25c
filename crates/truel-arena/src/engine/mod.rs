//! External programs in a seat: starts them, talks to them, measures them, and ends them with all
//! their children.
//!
//! An [`Engine`] is the arena's side of the [protocol](crate::protocol); it runs as a child process
//! with limits on memory and files, in a [`sandbox`] on request. It ends with the arena, also when
//! that is killed; [`sweep()`] removes what is left then. One process plays one match: starting
//! costs a few milliseconds (tens for Python), and nothing of one match, not even a leak, reaches
//! the next. [`check`] tries out everything that the arena will ask of a program. Linux is needed:
//! processes are found and measured through `/proc`.

pub mod check;
mod client;
mod family;
mod launch;
mod lines;
mod process;
pub mod sandbox;
pub mod scratch;
mod sender;
mod spawn;
mod sweep;
mod view;
mod watch;

use std::path::PathBuf;
use std::time::Duration;

pub use client::Engine;
pub(crate) use client::seated;
pub use launch::{FOLDER, Files, Launch};
pub use process::end_all;
pub use sender::{Sender, sender};
pub use sweep::{sweep, sweep_after};

use crate::{MemoryMeasure, Terms, TimeControl};

/// How a program is run and how long it is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Megabytes that it and its children may use.
    pub memory: Option<u64>,
    /// Which memory that is.
    pub memory_measure: MemoryMeasure,
    /// Whether it runs in a [`sandbox`].
    pub sandbox: bool,
    /// What it may read there beside what it needs.
    pub allowed: Vec<PathBuf>,
    /// How long it may take to introduce itself and to be ready.
    pub patience: Duration,
    /// How long it may think where no clock runs.
    pub silence: Duration,
    /// How long it may take to answer `stop` before it is given up, and to answer queries when a
    /// match is over.
    pub grace: Duration,
    /// How long it may take to end after `quit`.
    pub farewell: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            memory: None,
            memory_measure: MemoryMeasure::Whole,
            sandbox: false,
            allowed: Vec::new(),
            patience: Duration::from_secs(30),
            silence: Duration::from_secs(60),
            grace: Duration::from_millis(500),
            farewell: Duration::from_millis(500),
        }
    }
}

impl From<&Terms> for Config {
    fn from(terms: &Terms) -> Self {
        Config {
            memory: terms.memory,
            memory_measure: terms.memory_measure,
            sandbox: terms.sandbox,
            allowed: terms.sandbox_allow.clone(),
            ..Config::default()
        }
    }
}

impl Config {
    /// For an agent of a contest behind a bridge. Importing may take long, referees without a clock
    /// waited for ever, and some agents write down at the end what they have learned. No bridge
    /// waits that long for its agent.
    pub(crate) fn of_foreign(terms: &Terms) -> Self {
        let config = Config::from(terms);
        Config {
            patience: Duration::from_secs(120),
            silence: match terms.time {
                TimeControl::Unlimited => Duration::from_secs(3600),
                _ => config.silence,
            },
            farewell: Duration::from_secs(3),
            ..config
        }
    }
}
