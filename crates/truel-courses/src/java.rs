//! Agents in Java: compiled where they are source, with the contest's classes beside them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::launch::{FOLDER, Launch, Manners, Setting, class_path, text};
use crate::{Clocks, CourseError, python};

const THREECHESS: &str = "threechess";
const PENTAGO: &str = "pentago-swap";

/// The bridge for threechess.
const BRIDGE: &str = include_str!("../bridges/ThreeChessBridge.java");

/// Where threechess agents live.
const AGENTS: &str = "threeChess.agents";

/// Where classes go that were compiled here, seen from the folder of a launch.
const CLASSES: &str = "classes";

/// Files of a launch.
type Files = Vec<(String, Cow<'static, [u8]>)>;

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
    let mut files = compiled(path, setting)?;
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

/// The command that starts a client of the pentago-swap contest, and the files it needs; `{host}` and `{port}` are left for
/// the bridge to fill in.
pub(crate) fn pentago_client(
    path: &Path,
    class: Option<&str>,
    setting: &Setting<'_>,
) -> Result<(Vec<String>, Files), CourseError> {
    let (host, port) = ("{host}".to_owned(), "{port}".to_owned());
    let ending = path.extension().and_then(|ending| ending.to_str());
    if path.is_file() && !matches!(ending, Some("jar" | "java")) {
        let mut words = match ending {
            Some("py") => python::interpreter(setting.python)?,
            _ => Vec::new(),
        };
        words.extend([text(path), host, port]);
        return Ok((words, Vec::new()));
    }
    let java = program("a client in Java", "java")?;
    let places = places(path, setting);
    needs_class(PENTAGO, "boardgame/Client.class", &places, setting)?;
    let files = compiled(path, setting)?;
    let usual = source_class(path).unwrap_or_else(|| "student_player.StudentPlayer".to_owned());
    let mut words = vec![java];
    if setting.manners == Manners::Contest {
        words.extend(["-Xms520m", "-Xmx520m"].map(str::to_owned));
    }
    words.extend(["-cp".to_owned(), class_path(&places), "boardgame.Client".to_owned()]);
    words.extend([class.map_or(usual, str::to_owned), host, port]);
    Ok((words, files))
}

/// Where classes are found: those that are compiled here, the agent's, the contest's.
fn places(path: &Path, setting: &Setting<'_>) -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from(format!("{FOLDER}/{CLASSES}"))];
    if !is_source(path) {
        places.push(path.to_owned());
    }
    places.extend(referee(setting));
    places
}

fn referee(setting: &Setting<'_>) -> Option<PathBuf> {
    let whole = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    setting.referee_classes.map(whole)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// The folder that the packages of a source file are seen from: as far above it as its package is deep.
fn source_root(path: &Path) -> Option<PathBuf> {
    if !is_source(path) {
        return None;
    }
    let depth = package(path).map_or(0, |package| package.split('.').count());
    path.ancestors().nth(depth + 1).map(Path::to_owned)
}

/// Whether the contest's classes are there; a jar is taken at its word.
fn needs_class(game: &'static str, class: &str, places: &[PathBuf], setting: &Setting<'_>) -> Result<(), CourseError> {
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
fn source_class(path: &Path) -> Option<String> {
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
    let source = fs::read_to_string(path).ok()?;
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
fn program(what: &'static str, program: &'static str) -> Result<String, CourseError> {
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

/// The bridge's classes, compiled once in the life of this process.
fn compiled_bridge() -> Result<Files, CourseError> {
    cached(Path::new("ThreeChessBridge.java"), || {
        let trouble = |why: String| CourseError::Compile {
            path: "ThreeChessBridge.java".into(),
            why,
        };
        let folder = tempfile::tempdir().map_err(|error| trouble(error.to_string()))?;
        let source = folder.path().join("ThreeChessBridge.java");
        fs::write(&source, BRIDGE).map_err(|error| trouble(error.to_string()))?;
        compile(&source, &[])
    })
}

/// The classes of an agent in source, and of what it needs beside it; nothing to do for one that is compiled.
fn compiled(path: &Path, setting: &Setting<'_>) -> Result<Files, CourseError> {
    let Some(root) = source_root(path) else {
        return Ok(Vec::new());
    };
    cached(path, || {
        let mut arguments = vec!["-sourcepath".to_owned(), text(&root)];
        if let Some(referee) = referee(setting) {
            arguments.extend(["-cp".to_owned(), text(&referee)]);
        }
        compile(path, &arguments)
    })
}

fn cached(path: &Path, compile: impl FnOnce() -> Result<Files, CourseError>) -> Result<Files, CourseError> {
    static KNOWN: Mutex<Option<HashMap<PathBuf, Files>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(files) = known.get(path) {
        return Ok(files.clone());
    }
    let files = compile()?;
    known.insert(path.to_owned(), files.clone());
    Ok(files)
}

fn compile(path: &Path, arguments: &[String]) -> Result<Files, CourseError> {
    let javac = program("compiling an agent", "javac")?;
    let trouble = |why: String| CourseError::Compile {
        path: path.to_owned(),
        why,
    };
    let folder = tempfile::tempdir().map_err(|error| trouble(error.to_string()))?;
    let done = Command::new(javac)
        .args(["-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(folder.path())
        .args(arguments)
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| trouble(error.to_string()))?;
    if !done.status.success() {
        let told = String::from_utf8_lossy(&done.stderr);
        let first = told
            .lines()
            .find(|line| line.contains("error"))
            .unwrap_or("no reason given");
        return Err(trouble(first.to_owned()));
    }
    let mut files = Vec::new();
    collect(folder.path(), CLASSES, &mut files).map_err(|error| trouble(error.to_string()))?;
    Ok(files)
}

fn collect(folder: &Path, name: &str, files: &mut Files) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), &inner, files)?,
            false => files.push((inner, Cow::Owned(fs::read(entry.path())?))),
        }
    }
    Ok(())
}
