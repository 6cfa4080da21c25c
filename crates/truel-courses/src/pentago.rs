//! Clients of the pentago-swap contest (McGill COMP 424, 2019): the command that starts one, and
//! the folder it runs in.

use std::path::{Path, PathBuf};

use truel_arena::engine::Files;

use crate::java::{home, needs_class, places, program, source_class, source_root};
use crate::javac::{CLASSES, compiled};
use crate::launch::{Entered, class_path, text};
use crate::setting::Manners;
use crate::{CourseError, python};

/// The default class of a player, and its package.
const USUAL: &str = "StudentPlayer";
const PACKAGE: &str = "student_player";

/// A client as the bridge starts it.
pub(crate) struct Client {
    /// The command; `{host}` and `{port}` are left for the bridge to fill in.
    pub words: Vec<String>,
    /// Where it runs.
    pub home: PathBuf,
    /// What was compiled for it.
    pub files: Files,
}

/// How a client is started: a program, or a class in the contest's own client.
pub(crate) fn client(entered: &Entered<'_>) -> Result<Client, CourseError> {
    let Entered {
        game,
        path,
        class,
        setting,
    } = *entered;
    let (host, port) = ("{host}".to_owned(), "{port}".to_owned());
    let ending = path.extension().and_then(|ending| ending.to_str());
    if path.is_file() && !matches!(ending, Some("jar" | "java")) {
        let mut words = match ending {
            Some("py") => python::interpreter(setting.python)?,
            _ => Vec::new(),
        };
        words.extend([text(path), host, port]);
        return Ok(Client {
            words,
            home: path.parent().unwrap_or(path).to_owned(),
            files: Vec::new(),
        });
    }
    let java = program("a client in Java", "java")?;
    let path = &classes(path);
    let places = places(path, setting);
    // Amidst the contest's sources its client is compiled too: it finds the agent by name, and the
    // agent does not name it.
    let source = source_root(path).map(|root| root.join("boardgame/Client.java"));
    let beside: Vec<PathBuf> = source.into_iter().filter(|source| source.is_file()).collect();
    if beside.is_empty() {
        needs_class(game, "boardgame/Client.class", &places, setting)?;
    }
    let files = compiled(path, &beside, setting)?;
    let class = match (class, source_class(path)) {
        (None, Some(class)) => class,
        (named, _) => full_name(path, named.unwrap_or(USUAL), &places, &files)?,
    };
    let mut words = vec![java];
    if setting.manners == Manners::Contest {
        words.extend(["-Xms520m", "-Xmx520m"].map(str::to_owned));
    }
    words.extend(["-cp".to_owned(), class_path(&places), "boardgame.Client".to_owned()]);
    words.extend([class, host, port]);
    Ok(Client {
        words,
        home: home(path),
        files,
    })
}

/// The classes of a project where its whole folder was named.
fn classes(path: &Path) -> PathBuf {
    let bin = path.join("bin");
    let is_project = !path.join("boardgame").exists()
        && (bin.join("boardgame/Client.class").is_file() || bin.join(PACKAGE).is_dir());
    if is_project { bin } else { path.to_owned() }
}

/// The class that a name means: itself, or the one in the students' package. A jar is taken at its
/// word.
fn full_name(path: &Path, name: &str, places: &[PathBuf], files: &Files) -> Result<String, CourseError> {
    let is_there = |class: &str| {
        let file = format!("{}.class", class.replace('.', "/"));
        let compiled = format!("{CLASSES}/{file}");
        files.iter().any(|(name, _)| *name == compiled) || places.iter().any(|place| place.join(&file).is_file())
    };
    let inside = format!("{PACKAGE}.{name}");
    match name {
        _ if is_there(name) => Ok(name.to_owned()),
        _ if is_there(&inside) => Ok(inside),
        USUAL if path.is_file() => Ok(inside),
        _ if path.is_file() => Ok(name.to_owned()),
        _ => Err(CourseError::Unfit {
            path: path.to_owned(),
            why: format!(
                "has no class {}; another one is named after a colon",
                if name.contains('.') { name } else { &inside }
            ),
        }),
    }
}
