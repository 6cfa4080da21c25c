//! Clients of the pentago-swap contest (McGill COMP 424, 2019): the command that starts one, and
//! the folder it runs in.

use std::path::{Path, PathBuf};

use truel_arena::engine::Files;

use crate::java::{home, is_own, needs_class, no_class, places, program, several_agents, source_class, source_root};
use crate::javac::{MOST_DEEP, compiled, walk};
use crate::launch::{Entered, class_path, text};
use crate::setting::{Manners, Setting};
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
    let (path, class) = match source_in(path, class)? {
        Some(source) => (&source.clone(), None),
        None => (&classes(path), class),
    };
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
        (named, _) => full_name(path, named.unwrap_or(USUAL), &files, setting)?,
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

/// The source of the agent in a project that was named as a whole and has nothing compiled.
fn source_in(path: &Path, class: Option<&str>) -> Result<Option<PathBuf>, CourseError> {
    if !path.is_dir() || !files_in(path, "class").is_empty() {
        return Ok(None);
    }
    let name = class.unwrap_or(USUAL);
    let simple = name.rsplit('.').next().unwrap_or(name);
    let mut sources = files_in(path, "java");
    sources.retain(|source| source.file_stem().is_some_and(|stem| stem == simple));
    let named = |source: &PathBuf| source_class(source).unwrap_or_default();
    if name.contains('.') {
        sources.retain(|source| named(source) == name);
    }
    let names: Vec<String> = sources.iter().map(named).collect();
    Ok(only(path, simple, &names)?.map(|place| sources.swap_remove(place)))
}

/// The place of the one class that is meant among several of the same name: the only one, or that
/// in the students' package.
fn only(path: &Path, name: &str, classes: &[String]) -> Result<Option<usize>, CourseError> {
    let usual = classes.iter().position(|class| *class == format!("{PACKAGE}.{name}"));
    match classes {
        [] => Ok(None),
        [_] => Ok(Some(0)),
        _ => usual.map(Some).ok_or_else(|| several_agents(path, classes)),
    }
}

/// The files below a folder with this ending, in the order of their paths.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    // A folder that cannot be read holds nothing that could be played.
    let _ = walk(folder, MOST_DEEP, ending, &mut found);
    found.sort();
    found
}

/// The class that a name means: itself, or the one in the students' package, or the only one of
/// that name. It is the agent's own, never one of the contest's.
fn full_name(path: &Path, name: &str, files: &Files, setting: &Setting<'_>) -> Result<String, CourseError> {
    let inside = format!("{PACKAGE}.{name}");
    if let Some(class) = [name, &inside].into_iter().find(|class| is_own(class, path, files)) {
        return Ok(class.to_owned());
    }
    let compiled = files_in(path, "class");
    let compiled = compiled
        .iter()
        .filter(|file| file.file_stem().is_some_and(|stem| stem == name));
    let inner = compiled.filter_map(|file| file.with_extension("").strip_prefix(path).ok().map(text));
    let classes: Vec<String> = inner.map(|class| class.replace('/', ".")).collect();
    match only(path, name, &classes)? {
        Some(place) => Ok(classes[place].clone()),
        None => Err(no_class(path, if name.contains('.') { name } else { &inside }, setting)),
    }
}
