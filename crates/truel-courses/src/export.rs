//! One of our agents as a player for an original referee: a few lines of Python that ask `truel engine`.

use std::path::Path;
use std::time::Duration;

use crate::CourseError;

const ENGINE: &str = include_str!("../players/engine.py");
const CHEXERS: &str = include_str!("../players/chexers.py");
const ROPASCI: &str = include_str!("../players/ropasci.py");
const AVALAM: &str = include_str!("../players/avalam.py");

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole match, of which the agent keeps account by itself.
    PerMatch(Duration),
}

/// What is exported.
#[derive(Clone, Copy, Debug)]
pub struct Player<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The agent's spec.
    pub agent: &'a str,
    /// The truel that it asks.
    pub truel: &'a Path,
    /// How long it thinks; a little less than the contest's time when nothing is said.
    pub thinking: Option<Thinking>,
}

impl Player<'_> {
    /// The files of the player, by name: a Python package, for avalam a program with what it needs beside it.
    pub fn files(&self) -> Result<Vec<(&'static str, String)>, CourseError> {
        // What the contests allowed, and a little for everything that is not thinking.
        let (name, code, seconds) = match self.game {
            "chexers" => ("__init__.py", CHEXERS, 55),
            "ropasci" => ("__init__.py", ROPASCI, 55),
            "avalam" => ("agent.py", AVALAM, 870),
            game => return Err(CourseError::NoPlayer { game: game.to_owned() }),
        };
        let thinking = self
            .thinking
            .unwrap_or(Thinking::PerMatch(Duration::from_secs(seconds)));
        Ok(vec![
            (name, code.to_owned()),
            ("engine.py", ENGINE.to_owned()),
            ("settings.py", self.settings(thinking)),
        ])
    }

    fn settings(&self, thinking: Thinking) -> String {
        let seconds = |time: Option<Duration>| time.map_or("None".to_owned(), |time| time.as_secs_f64().to_string());
        let (per_move, per_match) = match thinking {
            Thinking::PerMove(time) => (Some(time), None),
            Thinking::PerMatch(time) => (None, Some(time)),
        };
        format!(
            "\"\"\"Written by `truel export-player`; may be changed by hand.\"\"\"\n\n\
             # Which truel, which agent, which game.\nTRUEL = {}\nAGENT = {}\nGAME = {}\n\n\
             # Seconds for each move, or for the whole match where that is None.\n\
             MOVE_SECONDS = {}\nGAME_SECONDS = {}\n",
            quoted(&self.truel.to_string_lossy()),
            quoted(self.agent),
            quoted(self.game),
            seconds(per_move),
            seconds(per_match),
        )
    }
}

/// A text as Python writes it.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
