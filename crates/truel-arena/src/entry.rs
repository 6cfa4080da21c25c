//! Who takes part: an agent of ours by its spec, a program by its command line, or an agent of a
//! contest.

use std::env;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use truel_agents::{Malformed, Spec, SpecError};
use truel_core::clean;

use crate::{ForeignAgent, LaunchError, NoForeignAgent, Setup, Terms};

/// What takes a seat, as typed: `mcts:time=1s`, `cmd:python3 my_agent.py`, or
/// `course:my_package:Player`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Entry {
    /// An agent of ours.
    Agent(Spec),
    /// A program that speaks the engine protocol, with its arguments; never run through a shell.
    Command(Vec<String>),
    /// An agent that was written for the referee of a contest; it runs behind a bridge.
    Foreign(ForeignAgent),
}

/// Why a text is no entry, or one that cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntryError {
    /// It is no spec.
    #[error(transparent)]
    Spec(#[from] Malformed),
    /// It is an agent that cannot play this game so.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// It is meant to be an agent of a contest, and names none.
    #[error(transparent)]
    NoForeign(#[from] NoForeignAgent),
    /// It is an agent of a contest that cannot be run here.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The command line cannot be split into words.
    #[error("`{text}`: {why} (a program is entered as in `cmd:python3 my_agent.py`)")]
    Command {
        /// What was given.
        text: String,
        /// What is wrong.
        why: String,
    },
}

impl Entry {
    /// Checks that it can play a game under these terms, as far as possible without starting it.
    pub fn check(&self, game: &str, terms: &Terms, setup: &Setup) -> Result<(), EntryError> {
        match self {
            Entry::Agent(spec) => Ok(setup.check_agent(game, spec)?),
            Entry::Command(_) => Ok(()),
            Entry::Foreign(agent) => Ok(setup.contests().launch(agent, game, terms).map(|_| ())?),
        }
    }

    /// Checks that the program of a command exists and may be run, without starting it. Otherwise
    /// it would lose every match of a series.
    pub fn at_hand(&self) -> Result<(), EntryError> {
        let Entry::Command(words) = self else { return Ok(()) };
        let Some(program) = words.first() else { return Ok(()) };
        let wrong = |why: String| EntryError::Command {
            text: self.to_string(),
            why,
        };
        let folders = match program.contains('/') {
            true => vec![PathBuf::new()],
            false => env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect(),
        };
        let mut places = folders.iter().map(|folder| folder.join(program));
        let is_file = |place: &PathBuf| place.metadata().is_ok_and(|found| found.is_file());
        let Some(place) = places.clone().find(|place| is_runnable(place)) else {
            return Err(wrong(match places.any(|place| is_file(&place)) {
                true => format!("{program} is no program that may be run"),
                false => format!("there is no program {program}"),
            }));
        };
        match interpreter(&place) {
            Some(missing) if !is_file(&missing) => Err(wrong(format!(
                "{program} asks for {}, which is not there",
                missing.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Whether it is a program, which runs as a process of its own.
    pub const fn is_program(&self) -> bool {
        !matches!(self, Entry::Agent(_))
    }

    /// As it is typed, safe to print: a command may hold anything.
    pub fn shown(&self) -> String {
        clean::shown(&self.to_string()).into_owned()
    }

    /// The same entry with a relative path of an agent resolved against `folder`.
    pub fn seen_from(&self, folder: &Path) -> Self {
        match self {
            Entry::Foreign(agent) => Entry::Foreign(agent.seen_from(folder)),
            other => other.clone(),
        }
    }
}

#[cfg(unix)]
fn is_runnable(place: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    place
        .metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_runnable(place: &Path) -> bool {
    place.is_file()
}

/// What runs a script, by its first line; nothing for all else.
fn interpreter(place: &Path) -> Option<PathBuf> {
    let mut head = Vec::new();
    File::open(place).ok()?.take(256).read_to_end(&mut head).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let path = std::str::from_utf8(line).ok()?.split_whitespace().next()?;
    Some(PathBuf::from(path))
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Agent(spec) => write!(f, "{spec}"),
            Entry::Command(words) => write!(f, "cmd:{}", shell_words::join(words)),
            Entry::Foreign(agent) => write!(f, "{agent}"),
        }
    }
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        if ForeignAgent::is_meant(text) {
            return Ok(Entry::Foreign(text.parse()?));
        }
        let Some(line) = text.strip_prefix("cmd:") else {
            return Ok(Entry::Agent(text.parse()?));
        };
        let wrong = |why: &str| EntryError::Command {
            text: text.to_owned(),
            why: why.to_owned(),
        };
        let words = shell_words::split(line).map_err(|_| wrong("its quotes do not match"))?;
        if words.is_empty() {
            return Err(wrong("it names no program"));
        }
        Ok(Entry::Command(words))
    }
}

impl From<Entry> for String {
    fn from(entry: Entry) -> Self {
        entry.to_string()
    }
}

impl TryFrom<String> for Entry {
    type Error = EntryError;

    fn try_from(text: String) -> Result<Self, EntryError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_written_as_they_are_read() {
        for text in [
            "random",
            "mcts:time=1s,c=1",
            "cmd:python3 agent.py",
            "cmd:./a 'two words'",
            "course:teams/one:Player",
        ] {
            assert_eq!(text.parse::<Entry>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_command_without_words_or_with_an_open_quote_is_refused() {
        for text in ["cmd:", "cmd:  ", "cmd:a 'b"] {
            assert!(text.parse::<Entry>().is_err(), "{text}");
        }
    }
}
