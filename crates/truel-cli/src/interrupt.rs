//! Ctrl-C, and the other signals that ask a program to end.
//!
//! A command that can stop with what it has asks for a flag, says what it has, and exits with 130. All others end at once,
//! with 130 as well; files that are not whole yet are removed first. Where Ctrl-C is the usual way to end (`serve`,
//! `analyse`), the exit code is 0.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;
use truel_search::Stop;

use crate::output::remark;

/// What to say when matches are running.
pub(crate) const FINISHING: &str = "stopping when the running matches end; once more stops at once";

/// The exit code of a command that was stopped before it was done: 128 and the number of the signal, as in a shell.
pub(crate) const CODE: u8 = 130;

static FLAG: OnceLock<(Stop, &str)> = OnceLock::new();

/// Whether a signal is ending the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Files that are not whole yet, each with the name of the file that it will be.
static TEMPORARY: Mutex<Vec<(PathBuf, PathBuf)>> = Mutex::new(Vec::new());

/// The flag that Ctrl-C raises, with a word to whoever pressed it; pressed again, it ends the program at once.
pub(crate) fn interrupt(word: &'static str) -> Result<Stop> {
    let (stop, _) = FLAG.get_or_init(|| (Stop::default(), word));
    listen()?;
    Ok(stop.clone())
}

/// Lets Ctrl-C end the program at once, with the programs it has started and their folders.
pub(crate) fn listen() -> Result<()> {
    static LISTENING: Mutex<bool> = Mutex::new(false);
    let mut is_listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_listening {
        ctrlc::set_handler(pressed).context("cannot listen to Ctrl-C")?;
        *is_listening = true;
    }
    Ok(())
}

fn pressed() {
    match FLAG.get() {
        Some((stop, word)) if !stop.is_raised() => {
            stop.raise();
            if !word.is_empty() {
                remark(word);
            }
        }
        _ => end(),
    }
}

/// Ends the program at once, with nothing left behind.
#[expect(clippy::exit, reason = "a signal asks for nothing less")]
fn end() {
    ENDING.store(true, Ordering::SeqCst);
    truel_arena::engine::end_all();
    // Locked to the end, so that nobody makes another file meanwhile.
    let files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    for (temporary, path) in files.iter() {
        // It may be whole by now and have its name.
        if std::fs::remove_file(temporary).is_ok() {
            remark(&format!("interrupted: {} was not written", path.display()));
        }
    }
    std::process::exit(CODE.into());
}

/// Waits for the end where a signal is ending the program: a command whose programs have been ended takes that for a result.
pub(crate) fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// A file that is removed when a signal ends the program; whoever made it removes it in all other cases.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Looks after the file that `make` makes, which will be `path` once it is whole. No signal comes in between.
    pub(crate) fn make(path: &Path, make: impl FnOnce() -> Result<NamedTempFile>) -> Result<(NamedTempFile, Self)> {
        listen()?;
        let mut files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        let temporary = file.path().to_owned();
        files.push((temporary.clone(), path.to_owned()));
        Ok((file, Temporary(temporary)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|(temporary, _)| *temporary != self.0);
    }
}
