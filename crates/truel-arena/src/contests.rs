//! What the arena asks about contests. It knows none itself: a binary brings a table of them in its
//! [`Setup`](crate::Setup).

use std::path::Path;

use thiserror::Error;

use crate::engine::Launch;
use crate::{ForeignAgent, Limits, Terms};

/// Contests that games come from, each with limits of its own and agents written for its own
/// referee.
pub trait Contests: Send + Sync {
    /// The limits and penalties of the contest that a game comes from, if there was one.
    fn limits(&self, game: &str) -> Option<Limits>;

    /// How to start an agent that was written for the contest's referee.
    ///
    /// # Errors
    /// If it cannot play this game or cannot be run on this machine.
    fn launch(&self, agent: &ForeignAgent, game: &str, terms: &Terms) -> Result<Launch, LaunchError>;

    /// The names of the settings for such agents that [`Terms::settings`] may hold.
    fn settings(&self) -> &'static [&'static str];

    /// The value of a setting with a relative path in it resolved against `folder`.
    fn resolved(&self, setting: &str, value: &str, folder: &Path) -> String;
}

/// Why an agent that was written for another referee cannot be started, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct LaunchError(pub String);

/// No contests at all: for binaries whose games come from none.
#[derive(Clone, Copy, Debug)]
pub struct NoContests;

impl Contests for NoContests {
    fn limits(&self, _game: &str) -> Option<Limits> {
        None
    }

    fn launch(&self, agent: &ForeignAgent, _game: &str, _terms: &Terms) -> Result<Launch, LaunchError> {
        Err(LaunchError(format!("`{agent}`: no contest's agents can be run here")))
    }

    fn settings(&self) -> &'static [&'static str] {
        &[]
    }

    fn resolved(&self, _setting: &str, value: &str, _folder: &Path) -> String {
        value.to_owned()
    }
}
