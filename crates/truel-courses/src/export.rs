//! One of our agents as a player for an original referee: a few lines of Python that ask
//! `truel engine`.

use std::path::Path;
use std::time::Duration;

use crate::{Contest, CourseError};

const ENGINE: &str = include_str!("../players/engine.py");

/// The player of a contest: a file in Python, and how long it thinks.
#[derive(Clone, Copy, Debug)]
pub struct PlayerTemplate {
    /// The name of the file that the referee loads or starts.
    file: &'static str,
    code: &'static str,
    /// Seconds for a match by default: the contest's limit, less a little for everything that is
    /// not thinking.
    seconds: u64,
    /// How the referee takes it; `{folder}` stands for its folder.
    usage: &'static str,
}

const IN_PACKAGE: &str = "the referee takes it by the folder's name, run beside it";

pub(crate) const CHEXERS: PlayerTemplate = PlayerTemplate {
    file: "__init__.py",
    code: include_str!("../players/chexers.py"),
    seconds: 55,
    usage: IN_PACKAGE,
};

pub(crate) const ROPASCI: PlayerTemplate = PlayerTemplate {
    file: "__init__.py",
    code: include_str!("../players/ropasci.py"),
    seconds: 55,
    usage: IN_PACKAGE,
};

pub(crate) const AVALAM: PlayerTemplate = PlayerTemplate {
    file: "agent.py",
    code: include_str!("../players/avalam.py"),
    seconds: 870,
    usage: "`python3 {folder}/agent.py --port 8000` serves it to the framework",
};

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole match; the agent does its own accounting.
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
    /// The files of the player, by name: a Python package, or a program with what it needs beside
    /// it.
    pub fn files(&self) -> Result<Vec<(&'static str, String)>, CourseError> {
        let template = self.template()?;
        let thinking = self
            .thinking
            .unwrap_or(Thinking::PerMatch(Duration::from_secs(template.seconds)));
        Ok(vec![
            (template.file, template.code.to_owned()),
            ("engine.py", ENGINE.to_owned()),
            ("settings.py", self.settings(thinking)),
        ])
    }

    /// How the referee takes the player from this folder.
    pub fn usage(&self, folder: &Path) -> Result<String, CourseError> {
        let folder = folder.display().to_string();
        Ok(self.template()?.usage.replace("{folder}", &folder))
    }

    fn template(&self) -> Result<PlayerTemplate, CourseError> {
        let player = Contest::of(self.game).ok().and_then(|contest| contest.player);
        player.ok_or_else(|| CourseError::NoPlayer {
            game: self.game.to_owned(),
        })
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
