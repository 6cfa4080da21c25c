//! How an agent of a contest is started: which program, with which arguments and which files beside
//! it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use truel_arena::engine::{FOLDER, Launch};
use truel_arena::{ForeignAgent, Terms};

use crate::pentago::{self, Client};
use crate::setting::{Clocks, Manners, Setting};
use crate::{Contest, CourseError, python};

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

/// An agent that was entered in a match of its contest's game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered<'a> {
    /// The game's id.
    pub game: &'static str,
    /// Where it is.
    pub path: &'a Path,
    /// Its class, where it is not the usual one.
    pub class: Option<&'a str>,
    /// How it is run.
    pub setting: &'a Setting<'a>,
}

/// How an agent is started in a match of this game under these terms.
pub fn launch(agent: &ForeignAgent, game: &str, terms: &Terms) -> Result<Launch, CourseError> {
    let contest = Contest::of(game)?;
    let path = found(&agent.path).ok_or_else(|| CourseError::Missing {
        path: agent.path.clone(),
    })?;
    let path = std::path::absolute(&path).unwrap_or(path);
    (contest.launch)(&Entered {
        game: contest.game,
        path: &path,
        class: agent.class.as_deref(),
        setting: &Setting::of(terms),
    })
}

/// Where an agent is: at its path, or at the module that the path names as Python does
/// (`team/player`, `team.player`).
pub fn found(path: &Path) -> Option<PathBuf> {
    let module = |path: &Path| {
        let mut file = path.as_os_str().to_owned();
        file.push(".py");
        PathBuf::from(file)
    };
    let mut places = vec![path.to_owned(), module(path)];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if !name.starts_with('.') {
        let inside = path.with_file_name(name.replace('.', "/"));
        places.extend([module(&inside), inside]);
    }
    places.into_iter().find(|place| place.exists())
}

/// An agent of Melbourne's contests: a class in Python.
pub(crate) fn melbourne(entered: &Entered<'_>) -> Result<Launch, CourseError> {
    bridged(entered, None)
}

/// An avalam agent: a file in Python.
pub(crate) fn avalam(entered: &Entered<'_>) -> Result<Launch, CourseError> {
    if entered.path.is_dir() {
        return Err(CourseError::Unfit {
            path: entered.path.to_owned(),
            why: "is a folder; an avalam agent is a file in Python".to_owned(),
        });
    }
    bridged(entered, None)
}

/// A client of the pentago-swap contest, in any language.
pub(crate) fn pentago_swap(entered: &Entered<'_>) -> Result<Launch, CourseError> {
    bridged(entered, Some(pentago::client(entered)?))
}

/// The bridge in Python, with a client to start where there is one.
fn bridged(entered: &Entered<'_>, client: Option<Client>) -> Result<Launch, CourseError> {
    let Entered {
        game,
        path,
        class,
        setting,
    } = *entered;
    let mut words = python::interpreter(setting.python)?;
    if setting.manners == Manners::Contest {
        // The C library reserves 64 MB and more for each thread that allocates. A limit on reserved
        // memory would count that as used.
        words.insert(1, "MALLOC_ARENA_MAX=1".to_owned());
    }
    words.push(format!("{FOLDER}/{}", SCRIPTS[0].0));
    words.extend([game.to_owned(), text(path), class.unwrap_or_default().to_owned()]);
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

/// A path as a word of a command.
pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Paths as Java takes them.
pub(crate) fn class_path(places: &[PathBuf]) -> String {
    places.iter().map(|place| text(place)).collect::<Vec<_>>().join(":")
}

#[cfg(test)]
mod tests {

    #[test]
    fn modules_are_found_as_python_names_them() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("team")).expect("a folder");
        std::fs::write(folder.path().join("team/bot.py"), "").expect("a file");
        let found = |text: &str| super::found(&folder.path().join(text));
        let file = Some(folder.path().join("team/bot.py"));
        assert_eq!(
            [found("team/bot.py"), found("team/bot"), found("team.bot")],
            [file.clone(), file.clone(), file]
        );
        assert_eq!(found("team"), Some(folder.path().join("team")));
        assert_eq!([found("team.nobody"), found(".bot"), found("bot")], [None, None, None]);
    }
}
