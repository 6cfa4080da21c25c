//! How an agent of a course is run: which program, with which arguments and which files beside it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::pentago::{self, Client};
use crate::{CourseAgent, CourseError, java, python};

/// Files of a launch: names seen from its folder, and contents.
pub type Files = Vec<(String, Cow<'static, [u8]>)>;

/// The games that come from a course.
pub(crate) const GAMES: [&str; 5] = ["threechess", "chexers", "ropasci", "avalam", "pentago-swap"];

/// Stands in the words of a [`Launch`] for the folder that its files are put in.
pub const FOLDER: &str = "{bridge}";

/// The bridges for agents in Python, and for clients of the pentago-swap contest.
const SCRIPTS: [(&str, &str); 8] = [
    ("truel_bridge.py", include_str!("../bridges/truel_bridge.py")),
    ("truel_bridge_load.py", include_str!("../bridges/truel_bridge_load.py")),
    (
        "truel_bridge_child.py",
        include_str!("../bridges/truel_bridge_child.py"),
    ),
    (
        "truel_bridge_melbourne.py",
        include_str!("../bridges/truel_bridge_melbourne.py"),
    ),
    (
        "truel_bridge_avalam.py",
        include_str!("../bridges/truel_bridge_avalam.py"),
    ),
    (
        "truel_bridge_pentago.py",
        include_str!("../bridges/truel_bridge_pentago.py"),
    ),
    ("fallback/avalam.py", include_str!("../bridges/fallback/avalam.py")),
    ("fallback/minimax.py", include_str!("../bridges/fallback/minimax.py")),
];

/// A program to run and the files that must lie in a folder of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program and its arguments; [`FOLDER`] in them stands for the folder of the files.
    pub words: Vec<String>,
    /// Names seen from that folder, and contents.
    pub files: Files,
}

/// What a match says about how agents of a course are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting<'a> {
    /// The Python interpreter.
    pub python: &'a str,
    /// The contest's own classes, in Java.
    pub referee_classes: Option<&'a Path>,
    /// Whether a clock runs; what an agent hears about its time depends on it.
    pub clocks: Clocks,
    /// Whether a breach has the contest's consequence.
    pub manners: Manners,
}

/// Whether a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    /// There is one, and agents are told.
    Running,
    /// There is none, and agents are told what the original referee told them then.
    None,
}

/// How breaches are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manners {
    /// As everywhere in truel.
    Ours,
    /// As the contest's referee did.
    Contest,
}

impl Launch {
    /// A program that needs no files of its own.
    pub fn plain(words: &[String]) -> Self {
        Launch {
            words: words.to_vec(),
            files: Vec::new(),
        }
    }
}

impl CourseAgent {
    /// How it is run in this game; what is missing, in one line.
    pub fn launch(&self, game: &str, setting: &Setting<'_>) -> Result<Launch, CourseError> {
        let Some(game) = GAMES.iter().find(|known| **known == game) else {
            return Err(CourseError::NoCourse { game: game.to_owned() });
        };
        let path = self.found().ok_or_else(|| CourseError::Missing {
            path: self.path.clone(),
        })?;
        let path = std::path::absolute(&path).unwrap_or(path);
        match *game {
            "threechess" => java::threechess(&path, self.class.as_deref(), setting),
            "pentago-swap" => {
                let client = pentago::client(&path, self.class.as_deref(), setting)?;
                self.bridged(game, &path, setting, Some(client))
            }
            "avalam" if path.is_dir() => Err(CourseError::Unfit {
                path,
                why: "is a folder; an avalam agent is a file in Python".to_owned(),
            }),
            _ => self.bridged(game, &path, setting, None),
        }
    }

    /// The bridge in Python, with a client to start where there is one.
    fn bridged(
        &self,
        game: &str,
        path: &Path,
        setting: &Setting<'_>,
        client: Option<Client>,
    ) -> Result<Launch, CourseError> {
        let mut words = python::interpreter(setting.python)?;
        if setting.manners == Manners::Contest {
            // The C library reserves 64 MB and more for each thread that allocates, which a limit on what is reserved would take
            // for memory used.
            words.insert(1, "MALLOC_ARENA_MAX=1".to_owned());
        }
        words.push(format!("{FOLDER}/{}", SCRIPTS[0].0));
        words.extend([game.to_owned(), text(path), self.class.clone().unwrap_or_default()]);
        if setting.clocks == Clocks::None {
            words.push("--untimed".to_owned());
        }
        if setting.manners == Manners::Contest {
            words.push("--contest".to_owned());
        }
        let mut files = Vec::new();
        if let Some(client) = client {
            words.extend(["--home".to_owned(), text(&client.home), "--".to_owned()]);
            words.extend(client.words);
            files = client.files;
        }
        files.extend(SCRIPTS.map(|(name, script)| (name.to_owned(), Cow::Borrowed(script.as_bytes()))));
        Ok(Launch { words, files })
    }
}

/// A path as a word of a command.
pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Paths as Java takes them.
pub(crate) fn class_path(places: &[PathBuf]) -> String {
    places.iter().map(|place| text(place)).collect::<Vec<_>>().join(":")
}
