//! Strangers' programs in a seat: started, talked to, measured, and ended with all that came from them.
//!
//! An [`Engine`] is the arena's side of the [protocol](crate::protocol); it runs as a child process with limits on memory and
//! files, in a [`sandbox`] on request. One process plays one match: starting costs a few milliseconds (tens for Python), and
//! nothing of one match, not even a leak, reaches the next. [`check`] walks a program through everything that the arena
//! will ask of it. Linux is needed: processes are found and measured through `/proc`.

pub mod check;
mod client;
mod family;
mod lines;
mod process;
pub mod sandbox;
mod watch;

use std::time::Duration;

pub use client::Engine;
pub(crate) use client::seated;

use crate::{MemoryMeasure, Terms};

/// How a program is run and how long it is waited for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Megabytes that it and its children may use.
    pub memory: Option<u64>,
    /// Which memory that is.
    pub memory_measure: MemoryMeasure,
    /// Whether it runs in a [`sandbox`].
    pub sandbox: bool,
    /// How long it may take to introduce itself and to be ready.
    pub patience: Duration,
    /// How long it may think where no clock runs.
    pub silence: Duration,
    /// How long it may take to answer `stop` before it is given up, and to answer queries when a match is over.
    pub grace: Duration,
    /// How long it may take to end by itself once it is told to.
    pub farewell: Duration,
}

/// What agents of courses get to end: at the original referees they had as long as they liked, and some write down what they
/// have learned. More than any bridge waits for its agent.
pub(crate) const FAREWELL_OF_COURSES: Duration = Duration::from_secs(3);

impl Default for Config {
    fn default() -> Self {
        Config {
            memory: None,
            memory_measure: MemoryMeasure::Whole,
            sandbox: false,
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
            ..Config::default()
        }
    }
}
