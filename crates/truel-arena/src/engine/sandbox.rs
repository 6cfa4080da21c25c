//! Runs untrusted programs behind bubblewrap. They have no network, see no other processes, and can
//! write to a scratch folder only. Of the disk they see what `view` lists. All of them end with the
//! first.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::{getegid, geteuid};
use thiserror::Error;
use truel_core::clean;

use super::scratch::Scratch;
use super::view::View;

/// The program that does it.
const BWRAP: &str = "bwrap";

/// What becomes of the rest of the machine.
const APART: [&str; 7] = [
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    // The root itself is a file system in memory that bubblewrap puts everything into.
    "--remount-ro",
    "/",
];

/// Files that no program is shown, wherever they lie.
static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Why programs cannot run in a sandbox on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SandboxError {
    /// There is no place for temporary files.
    #[error("no scratch folder: {0}")]
    NoScratch(String),
    /// The program that makes sandboxes is missing.
    #[error("the sandbox needs bubblewrap, which is not installed (Debian and Ubuntu: apt install bubblewrap)")]
    NoBubblewrap,
    /// The kernel refuses, with the first line that bubblewrap printed.
    #[error("the kernel does not let bubblewrap make a sandbox: {0}")]
    Refused(String),
}

/// Checks that programs can be run in a sandbox on this machine. Tried once.
pub fn available() -> Result<(), SandboxError> {
    static TRIED: OnceLock<Result<(), SandboxError>> = OnceLock::new();
    TRIED.get_or_init(attempt).clone()
}

fn attempt() -> Result<(), SandboxError> {
    let no_scratch = |error: io::Error| SandboxError::NoScratch(error.to_string());
    let scratch = Scratch::new().map_err(no_scratch)?;
    let words = wrapped(&["true".to_owned()], scratch.path(), scratch.path(), &[]).map_err(no_scratch)?;
    let done = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .output()
        .map_err(|_| SandboxError::NoBubblewrap)?;
    if done.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&done.stderr);
    let first = errors.lines().next().unwrap_or("no reason given");
    Err(SandboxError::Refused(clean::sentence(first, 300)))
}

/// Keeps a file of the arena, such as its store, out of every sandbox from now on, also where it
/// lies beside a program. So are the files whose names begin with its name: a database has some.
pub fn hide(file: &Path) {
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    // The file need not be there yet; its folder is.
    let folder = whole.parent().and_then(|folder| folder.canonicalize().ok());
    if let (Some(folder), Some(name)) = (folder, whole.file_name()) {
        let mut hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
        hidden.insert(folder.join(name));
    }
}

pub(super) fn hidden() -> Vec<PathBuf> {
    let hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
    hidden.iter().cloned().collect()
}

/// The same command in a sandbox in which only `home` can be written to, and a folder in the place
/// of `/tmp`. `folder` is for what the sandbox itself needs; `allowed` can be read beside what the
/// command needs.
pub(crate) fn wrapped(command: &[String], folder: &Path, home: &Path, allowed: &[PathBuf]) -> io::Result<Vec<String>> {
    let own_temporary = folder.join("tmp");
    fs::create_dir(&own_temporary)?;
    let mut words = vec![BWRAP.to_owned()];
    let mut add = |option: &str, places: &[&Path]| {
        words.push(option.to_owned());
        words.extend(places.iter().map(|place| place.to_string_lossy().into_owned()));
    };
    add("--proc", &[Path::new("/proc")]);
    add("--dev", &[Path::new("/dev")]);
    add("--bind", &[&own_temporary, Path::new("/tmp")]);
    let view = View::of(command, allowed, &hidden());
    for (target, link) in &view.links {
        add("--symlink", &[target, link]);
    }
    for (name, text) in accounts(home) {
        let stub = folder.join(name);
        fs::write(&stub, text)?;
        add("--ro-bind", &[&stub, &Path::new("/etc").join(name)]);
    }
    for (source, place) in &view.places {
        add("--ro-bind-try", &[source, place]);
    }
    if let Ok(here) = std::env::current_dir() {
        // Relative names in the command are seen from here, also where nothing else of it is shown.
        add("--dir", &[&here]);
    }
    add("--bind", &[home, home]);
    words.extend(APART.map(str::to_owned));
    words.push("--".to_owned());
    words.extend(command.iter().cloned());
    Ok(words)
}

/// Who and where a program is, for libraries that ask: nothing about the users of this machine.
fn accounts(home: &Path) -> [(&'static str, String); 3] {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    [
        (
            "passwd",
            format!("player:x:{user}:{group}::{}:/bin/sh\n", home.display()),
        ),
        ("group", format!("player:x:{group}:\n")),
        ("hosts", "127.0.0.1 localhost\n::1 localhost\n".to_owned()),
    ]
}
