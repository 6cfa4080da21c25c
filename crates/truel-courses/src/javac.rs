//! The compiler of the JDK, for agents that are source.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use truel_arena::engine::Files;
use truel_arena::engine::scratch::Scratch;

use crate::CourseError;
use crate::java::{in_package, package_folder, program, referee, source_root};
use crate::launch::text;
use crate::memo::Memo;
use crate::setting::Setting;

/// The bridge for threechess.
const BRIDGE: &str = include_str!("../bridges/ThreeChessBridge.java");

/// The folder for classes that were compiled here, relative to the folder of a launch.
pub(crate) const CLASSES: &str = "classes";

/// How many folders deep the sources of a project may lie.
pub(crate) const MOST_DEEP: u32 = 8;

/// What sources are written in; the second takes any bytes.
const ENCODINGS: [&str; 2] = ["UTF-8", "ISO-8859-1"];

/// What was compiled already, by its source.
static COMPILED: Memo<PathBuf, Files> = Memo::new();

/// The bridge's classes, compiled once in the life of this process.
pub(crate) fn compiled_bridge() -> Result<Files, CourseError> {
    COMPILED.get(Path::new("ThreeChessBridge.java"), || {
        let trouble = |why: String| CourseError::Compile {
            path: "ThreeChessBridge.java".into(),
            why,
        };
        let folder = Scratch::new().map_err(|error| trouble(error.to_string()))?;
        let source = folder.path().join("ThreeChessBridge.java");
        fs::write(&source, BRIDGE).map_err(|error| trouble(error.to_string()))?;
        compile(&source, &[])
    })
}

/// The classes of an agent in source, of what it needs beside it, and of `others` that nobody names
/// in their code; nothing to do for one that is compiled.
pub(crate) fn compiled(path: &Path, others: &[PathBuf], setting: &Setting<'_>) -> Result<Files, CourseError> {
    let Some(root) = source_root(path) else {
        return Ok(Vec::new());
    };
    COMPILED.get(path, || {
        let referee = referee(setting);
        // The referee's classes are the referee's, whatever is changed in a student's copy of them
        // and whatever the dates of files say. An agent that needs those changes is better played
        // with them than not at all: the rules are truel's anyway.
        let with_theirs = with_sources(path, &root, others, referee.as_deref(), Copies::LeftOut);
        match referee {
            Some(_) if with_theirs.is_err() => {
                with_sources(path, &root, others, referee.as_deref(), Copies::Taken).or(with_theirs)
            }
            Some(_) => with_theirs,
            None => with_theirs.map_err(suggesting_classes),
        }
    })
}

/// Source that lacks something may lack the contest's classes.
fn suggesting_classes(error: CourseError) -> CourseError {
    const MISSING: [&str; 2] = ["does not exist", "cannot find symbol"];
    match error {
        CourseError::Compile { path, why } if MISSING.iter().any(|missing| why.contains(missing)) => {
            let why = format!(
                "{why}; where that is the contest's own, name the folder of its classes (--referee-classes DIR, or \
                 `referee-classes` in a tournament's terms)"
            );
            CourseError::Compile { path, why }
        }
        other => other,
    }
}

/// What becomes of an agent's own copies of the contest's classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Copies {
    LeftOut,
    Taken,
}

fn with_sources(
    path: &Path,
    root: &Path,
    others: &[PathBuf],
    referee: Option<&Path>,
    copies: Copies,
) -> Result<Files, CourseError> {
    let contest = referee.filter(|_| copies == Copies::LeftOut);
    let sources = gathered(path, root, others, contest).map_err(|error| CourseError::Compile {
        path: path.to_owned(),
        why: error.to_string(),
    })?;
    let sources = text(sources.path());
    // Never the folder that one happens to stand in.
    let classes = referee.map_or_else(|| sources.clone(), text);
    let mut arguments = ["-Xprefer:source", "-sourcepath", &sources, "-cp", &classes]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(others.iter().map(|other| text(other)));
    compile(path, &arguments)
}

/// The sources that an agent may need, in folders of their packages: those of the tree it lies in,
/// or those beside it where it lies in none. What `contest` has a class of is left out.
fn gathered(path: &Path, root: &Path, others: &[PathBuf], contest: Option<&Path>) -> std::io::Result<Scratch> {
    let own = package_folder(path);
    let mut found = Vec::new();
    match in_package(path, root) {
        true => walk(root, MOST_DEEP, "java", &mut found)?,
        false => walk(path.parent().unwrap_or(root), 1, "java", &mut found)?,
    }
    let folder = Scratch::new()?;
    for source in found {
        let place = package_folder(&source);
        let class = place
            .join(source.file_stem().unwrap_or_default())
            .with_extension("class");
        let is_contests = !place.starts_with(&own) && contest.is_some_and(|contest| contest.join(class).is_file());
        let is_named = source == path || others.contains(&source);
        if !is_contests && !is_named {
            let place = folder.path().join(place);
            fs::create_dir_all(&place)?;
            fs::copy(&source, place.join(source.file_name().unwrap_or_default()))?;
        }
    }
    Ok(folder)
}

/// The files with this ending in a folder and, as deep as that, in those below it.
pub(crate) fn walk(folder: &Path, depth: u32, ending: &str, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if depth > 1 {
                walk(&path, depth - 1, ending, found)?;
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    Ok(())
}

fn compile(path: &Path, arguments: &[String]) -> Result<Files, CourseError> {
    let javac = program("compiling an agent", "javac")?;
    let trouble = |why: String| CourseError::Compile {
        path: path.to_owned(),
        why,
    };
    let mut message = String::new();
    for encoding in ENCODINGS {
        let folder = Scratch::new().map_err(|error| trouble(error.to_string()))?;
        let done = Command::new(&javac)
            // In English, since it is read here.
            .args(["-J-Duser.language=en", "-nowarn", "-encoding", encoding, "-d"])
            .arg(folder.path())
            .args(arguments)
            .arg(path)
            .env_remove("CLASSPATH")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| trouble(error.to_string()))?;
        if done.status.success() {
            let mut files = Vec::new();
            collect(folder.path(), CLASSES, &mut files).map_err(|error| trouble(error.to_string()))?;
            return Ok(files);
        }
        message = String::from_utf8_lossy(&done.stderr).into_owned();
        if !message.contains("unmappable character") {
            break;
        }
    }
    let first = message
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or("no reason given");
    let symbol = message.lines().map(str::trim).find(|line| line.starts_with("symbol:"));
    let symbol = symbol.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    Err(trouble(match symbol {
        Some(symbol) if first.ends_with("cannot find symbol") => format!("{first} ({symbol})"),
        _ => first.to_owned(),
    }))
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
