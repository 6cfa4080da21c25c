//! The compiler of the JDK, for agents that are source.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use crate::CourseError;
use crate::java::{program, referee, source_root};
use crate::launch::{Files, Setting, text};

/// The bridge for threechess.
const BRIDGE: &str = include_str!("../bridges/ThreeChessBridge.java");

/// Where classes go that were compiled here, seen from the folder of a launch.
pub(crate) const CLASSES: &str = "classes";

/// What sources are written in; the second takes any bytes.
const ENCODINGS: [&str; 2] = ["UTF-8", "ISO-8859-1"];

/// The bridge's classes, compiled once in the life of this process.
pub(crate) fn compiled_bridge() -> Result<Files, CourseError> {
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

/// The classes of an agent in source, of what it needs beside it, and of `others` that nobody names in their code; nothing
/// to do for one that is compiled.
pub(crate) fn compiled(path: &Path, others: &[PathBuf], setting: &Setting<'_>) -> Result<Files, CourseError> {
    let Some(root) = source_root(path) else {
        return Ok(Vec::new());
    };
    cached(path, || {
        // The sources around an agent are those it was written for, whatever the dates of files say.
        let mut arguments = ["-Xprefer:source", "-sourcepath"].map(str::to_owned).to_vec();
        arguments.push(text(&root));
        if let Some(referee) = referee(setting) {
            arguments.extend(["-cp".to_owned(), text(&referee)]);
        }
        arguments.extend(others.iter().map(|other| text(other)));
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
    let mut told = String::new();
    for encoding in ENCODINGS {
        let folder = tempfile::tempdir().map_err(|error| trouble(error.to_string()))?;
        let done = Command::new(&javac)
            // In English, since it is read here.
            .args(["-J-Duser.language=en", "-nowarn", "-encoding", encoding, "-d"])
            .arg(folder.path())
            .args(arguments)
            .arg(path)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| trouble(error.to_string()))?;
        if done.status.success() {
            let mut files = Vec::new();
            collect(folder.path(), CLASSES, &mut files).map_err(|error| trouble(error.to_string()))?;
            return Ok(files);
        }
        told = String::from_utf8_lossy(&done.stderr).into_owned();
        if !told.contains("unmappable character") {
            break;
        }
    }
    let first = told.lines().find(|line| line.contains("error"));
    Err(trouble(first.unwrap_or("no reason given").to_owned()))
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
