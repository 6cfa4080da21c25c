//! Signals: Ctrl-C, a service manager's request, and what a program in a match sends.
//!
//! A command that can stop with what it has asks for a flag, says what it has, and exits with 130.
//! All others end at once, with 130 as well; files that are not whole yet are removed first. Where
//! Ctrl-C is the usual way to end (`serve`, `analyse`), the exit code is 0.
//!
//! A program may send any signal to the arena, its parent. So all signals are blocked in every
//! thread, and one thread reads them from a descriptor, together with who sent them: the arena
//! obeys the terminal and other processes, never a program in a match. Signals that ask for nothing
//! here (`SIGUSR1`, `SIGALRM`, ...) are dropped, whoever sends them. `SIGKILL` and `SIGSTOP` cannot
//! be blocked. A fault of our own (`SIGSEGV`) still ends us: the kernel does not deliver it to a
//! process that blocks it, but kills the process.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd, siginfo};
use rustix::process::{geteuid, getpid, kill_process};
use tempfile::NamedTempFile;
use truel_arena::engine::{Sender, end_all, sender};
use truel_search::Stop;

use crate::output::remark;

/// What to say when matches are running.
pub(crate) const FINISHING: &str = "stopping when the running matches end; once more stops at once";

/// Time between two remarks on signals that were not obeyed; a program can send very many.
const BETWEEN_REMARKS: Duration = Duration::from_secs(1);

/// What a signal asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    /// To come to an end.
    Stop,
    /// To end at once.
    Leave,
    /// To wait until somebody says `fg`.
    Suspend,
}

/// The exit code of a command that was stopped before it was done: 128 and the number of the
/// signal, as in a shell.
pub(crate) const CODE: u8 = 130;

static FLAG: OnceLock<(Stop, &str)> = OnceLock::new();

/// Whether a signal is ending the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Files that are not whole yet, each with the name of the file that it will be.
static TEMPORARY: Mutex<Vec<(PathBuf, PathBuf)>> = Mutex::new(Vec::new());

/// The flag that Ctrl-C raises, with a word to whoever pressed it; pressed again, it ends the
/// program at once.
pub(crate) fn interrupt(word: &'static str) -> Result<Stop> {
    let (stop, _) = FLAG.get_or_init(|| (Stop::default(), word));
    listen()?;
    Ok(stop.clone())
}

/// Lets Ctrl-C end the program at once, with the programs it has started and their folders. Call it
/// before other threads are started: it blocks all signals in this thread and those that it starts
/// from then on.
pub(crate) fn listen() -> Result<()> {
    static LISTENING: Mutex<bool> = Mutex::new(false);
    let mut is_listening = LISTENING.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_listening {
        read_signals().context("cannot listen to Ctrl-C")?;
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
    end_all();
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

/// Waits for the end where a signal is ending the program: a command whose programs have been ended
/// takes that for a result.
pub(crate) fn wait_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// A file that is removed when a signal ends the program; whoever made it removes it in all other
/// cases.
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Looks after the file that `make` makes, which will be `path` once it is whole. No signal
    /// comes in between.
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

fn read_signals() -> Result<()> {
    let ignored = ignored();
    let signals = SigSet::all();
    signals.thread_block()?;
    let inbox = SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC)?;
    let read = move || {
        let mut remarks = Remarks::default();
        loop {
            let info = match inbox.read_signal() {
                Ok(Some(info)) => info,
                Ok(None) | Err(Errno::EINTR) => continue,
                // It would come again at once.
                Err(_) => return,
            };
            let Some(wish) = wish(&info, ignored) else { continue };
            match origin(&info) {
                Sender::Outsider => obey(wish),
                Sender::Program => remarks.say("a program in a match sent the arena a signal; the arena goes on"),
                Sender::Unknown => remarks.say(
                    "a signal came from a process that has gone, perhaps a program in a match; the arena goes on \
                     (Ctrl-C, or `kill` in a shell, ends it)",
                ),
            }
        }
    };
    thread::Builder::new().name("signals".into()).spawn(read)?;
    Ok(())
}

fn obey(wish: Wish) {
    match wish {
        Wish::Stop => pressed(),
        Wish::Leave => end(),
        // What the terminal's own signal would have done; nothing is lost if it fails.
        Wish::Suspend => {
            let _ = kill_process(getpid(), rustix::process::Signal::STOP);
        }
    }
}

/// What a signal asks for, if anything. What was ignored when we were started (by `nohup`) stays
/// ignored.
fn wish(info: &siginfo, ignored: u64) -> Option<Wish> {
    let signal = Signal::try_from(i32::try_from(info.ssi_signo).ok()?).ok()?;
    if ignored & (1 << (info.ssi_signo - 1)) != 0 {
        return None;
    }
    match signal {
        Signal::SIGINT | Signal::SIGTERM | Signal::SIGHUP | Signal::SIGXCPU => Some(Wish::Stop),
        Signal::SIGQUIT => Some(Wish::Leave),
        Signal::SIGTSTP => Some(Wish::Suspend),
        _ => None,
    }
}

/// Who sent a signal. The kernel vouches for the sender of `kill` and `tkill`; other kinds can be
/// forged.
fn origin(info: &siginfo) -> Sender {
    const USER: i32 = 0;
    const THREAD: i32 = -6;
    const KERNEL: i32 = 128;
    let own = getpid().as_raw_nonzero().get();
    match (info.ssi_code, i32::try_from(info.ssi_pid)) {
        // The terminal.
        (KERNEL, _) => Sender::Outsider,
        // Another user, who cannot be a program that runs as we do.
        (USER | THREAD, _) if info.ssi_uid != geteuid().as_raw() => Sender::Outsider,
        // Somebody outside of the container that we are in, or ourselves.
        (USER | THREAD, Ok(0)) => Sender::Outsider,
        (USER | THREAD, Ok(pid)) if pid == own => Sender::Outsider,
        (USER | THREAD, Ok(pid)) => sender(Some(pid)),
        _ => sender(None),
    }
}

/// The signals that this process ignores, a bit for each.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Not more than one in [`BETWEEN_REMARKS`].
#[derive(Default)]
struct Remarks {
    last: Option<Instant>,
}

impl Remarks {
    fn say(&mut self, text: &str) {
        if self.last.is_none_or(|last| last.elapsed() >= BETWEEN_REMARKS) {
            self.last = Some(Instant::now());
            remark(text);
        }
    }
}
