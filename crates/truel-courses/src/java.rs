//! Agents in Java: where their classes are, and those of the contest. Threechess agents, which have a bridge in Java.

use std::fs;
use std::path::{Path, PathBuf};

use crate::javac::{CLASSES, compiled, compiled_bridge};
use crate::launch::{FOLDER, Launch, Setting, class_path, text};
use crate::{Clocks, CourseError};

const THREECHESS: &str = "threechess";

/// Where threechess agents live.
const AGENTS: &str = "threeChess.agents";

/// How a threechess agent is run.
pub(crate) fn threechess(path: &Path, class: Option<&str>, setting: &Setting<'_>) -> Result<Launch, CourseError> {
    const WHAT: &str = "an agent in Java";
    let java = program(WHAT, "java")?;
    let places = places(path, setting);
    // An agent in the midst of the contest's sources has them compiled with it.
    let is_amidst = source_root(path).is_some_and(|root| root.join("threeChess/Board.java").is_file());
    if !is_amidst {
        needs_class(THREECHESS, "threeChess/Board.class", &places, setting)?;
    }
    let mut files = compiled(path, &[], setting)?;
    let class = match class {
        Some(class) if class.contains('.') => class.to_owned(),
        Some(class) => format!("{AGENTS}.{class}"),
        None => match source_class(path) {
            Some(class) => class,
            None => only_class(path)?,
        },
    };
    files.extend(compiled_bridge()?);
    let mut words = vec![
        java,
        "-cp".to_owned(),
        class_path(&places),
        "ThreeChessBridge".to_owned(),
        class,
    ];
    if setting.clocks == Clocks::None {
        words.push("--untimed".to_owned());
    }
    Ok(Launch { words, files })
}

/// Where classes are found: those that are compiled here, the agent's, the contest's.
pub(crate) fn places(path: &Path, setting: &Setting<'_>) -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from(format!("{FOLDER}/{CLASSES}"))];
    if !is_source(path) {
        places.push(path.to_owned());
    }
    places.extend(referee(setting));
    places
}

pub(crate) fn referee(setting: &Setting<'_>) -> Option<PathBuf> {
    let whole = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    setting.referee_classes.map(whole)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// The folder that the packages of a source file are seen from: as far above it as its package is deep.
pub(crate) fn source_root(path: &Path) -> Option<PathBuf> {
    if !is_source(path) {
        return None;
    }
    let depth = package(path).map_or(0, |package| package.split('.').count());
    path.ancestors().nth(depth + 1).map(Path::to_owned)
}

/// Whether the contest's classes are there; a jar is taken at its word.
pub(crate) fn needs_class(
    game: &'static str,
    class: &str,
    places: &[PathBuf],
    setting: &Setting<'_>,
) -> Result<(), CourseError> {
    if places
        .iter()
        .any(|place| place.is_file() || place.join(class).is_file())
    {
        return Ok(());
    }
    let source = class.replace(".class", ".java");
    let why = match setting.referee_classes {
        None => format!("name the folder that holds {class}"),
        Some(folder) if folder.join(&source).is_file() => format!(
            "{0} has {source}, but not compiled; try `javac -d {0} $(find {0} -name '*.java')`",
            folder.display()
        ),
        Some(folder) => format!("{} has no {class}", folder.display()),
    };
    Err(CourseError::RefereeClasses { game, why })
}

/// The full name of the class in a source file.
pub(crate) fn source_class(path: &Path) -> Option<String> {
    if !is_source(path) {
        return None;
    }
    let stem = path.file_stem()?.to_str()?;
    Some(match package(path) {
        Some(package) => format!("{package}.{stem}"),
        None => stem.to_owned(),
    })
}

/// The package that a source file says it belongs to.
fn package(path: &Path) -> Option<String> {
    // Not every source is UTF-8, and the names of packages are letters that all encodings share.
    let source = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let line = source.lines().find_map(|line| line.trim().strip_prefix("package "))?;
    Some(line.split(';').next()?.trim().to_owned())
}

/// The one agent in a folder of classes.
fn only_class(path: &Path) -> Result<String, CourseError> {
    let folder = path.join(AGENTS.replace('.', "/"));
    let entries = fs::read_dir(&folder).map(|entries| entries.flatten().collect::<Vec<_>>());
    let mut names: Vec<String> = entries
        .unwrap_or_default()
        .iter()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".class").map(str::to_owned))
        .filter(|name| !name.contains('$'))
        .collect();
    names.sort();
    let why = match names.as_slice() {
        [one] => return Ok(format!("{AGENTS}.{one}")),
        [] => format!(
            "has no class in {}; an agent is a folder of classes, a jar or a .java file",
            AGENTS.replace('.', "/")
        ),
        several => format!("has several agents; name one after a colon: {}", several.join(", ")),
    };
    Err(CourseError::Unfit {
        path: path.to_owned(),
        why,
    })
}

/// A program of the JDK: that of `JAVA_HOME`, or the first on the path.
pub(crate) fn program(what: &'static str, program: &'static str) -> Result<String, CourseError> {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = home
        .into_iter()
        .chain(std::env::split_paths(&path).map(|folder| folder.join(program)));
    match places.find(|path| path.is_file()) {
        Some(found) => Ok(text(&found)),
        None => Err(CourseError::NoJava { what, program }),
    }
}
