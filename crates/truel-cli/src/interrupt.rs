//! Signals: Ctrl-C, a service manager's request, and what a program in a match sends.
//!
//! A program may send any signal to the arena, its parent. So all signals are blocked in every thread, and one thread reads them
//! from a descriptor, together with who sent them: the arena obeys the terminal and other processes, never a program in a
//! match. Those that ask for nothing here (`SIGUSR1`, `SIGALRM`, ...) are dropped, whoever sends them. `SIGKILL` and
//! `SIGSTOP` cannot be blocked. A fault of our own (`SIGSEGV`) still ends us: the kernel does not deliver it to a process
//! that blocks it, but kills the process.

use std::fs;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd, siginfo};
use rustix::process::{geteuid, getpid, kill_process};
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
    Stop(Signal),
    /// To end at once.
    Leave(Signal),
    /// To wait until somebody says `fg`.
    Suspend,
}

/// The flag that Ctrl-C raises, with a word to whoever pressed it; pressed again, it ends the program at once.
pub(crate) fn interrupt(word: &'static str) -> Result<Stop> {
    static FLAG: OnceLock<Stop> = OnceLock::new();
    if let Some(stop) = FLAG.get() {
        return Ok(stop.clone());
    }
    let stop = FLAG.get_or_init(Stop::default).clone();
    let raised = stop.clone();
    listen(move |_| {
        if raised.is_raised() {
            // One number for all of them, as shells have it for Ctrl-C.
            leave(Signal::SIGINT);
        }
        raised.raise();
        if !word.is_empty() {
            remark(word);
        }
    })?;
    Ok(stop)
}

/// Ctrl-C ends this command and the programs that it runs at once; a program that it runs cannot.
pub(crate) fn leave_on_interrupt() -> Result<()> {
    listen(leave)
}

#[expect(clippy::exit, reason = "whoever sent the signal asks for nothing less")]
fn leave(signal: Signal) {
    end_all();
    std::process::exit(128 + signal as i32);
}

/// Blocks all signals in this thread and those that it starts from now on, and calls `stop` when one asks for an end.
fn listen(stop: impl Fn(Signal) + Send + 'static) -> Result<()> {
    let context = "cannot listen to Ctrl-C";
    let ignored = ignored();
    let signals = SigSet::all();
    signals.thread_block().context(context)?;
    let inbox = SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC).context(context)?;
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
                Sender::Outsider => obey(wish, &stop),
                Sender::Program => remarks.say("a program in a match sent the arena a signal; the arena goes on"),
                Sender::Unknown => remarks.say(
                    "a signal came from a process that has gone, perhaps a program in a match; the arena goes on \
                     (Ctrl-C, or `kill` in a shell, ends it)",
                ),
            }
        }
    };
    thread::Builder::new()
        .name("signals".into())
        .spawn(read)
        .context(context)?;
    Ok(())
}

fn obey(wish: Wish, stop: &impl Fn(Signal)) {
    match wish {
        Wish::Stop(signal) => stop(signal),
        Wish::Leave(signal) => leave(signal),
        // What the terminal's own signal would have done; nothing is lost if it fails.
        Wish::Suspend => {
            let _ = kill_process(getpid(), rustix::process::Signal::STOP);
        }
    }
}

/// What a signal asks for, if anything. What was ignored when we were started (by `nohup`) stays ignored.
fn wish(info: &siginfo, ignored: u64) -> Option<Wish> {
    let signal = Signal::try_from(i32::try_from(info.ssi_signo).ok()?).ok()?;
    if ignored & (1 << (info.ssi_signo - 1)) != 0 {
        return None;
    }
    match signal {
        Signal::SIGINT | Signal::SIGTERM | Signal::SIGHUP | Signal::SIGXCPU => Some(Wish::Stop(signal)),
        Signal::SIGQUIT => Some(Wish::Leave(signal)),
        Signal::SIGTSTP => Some(Wish::Suspend),
        _ => None,
    }
}

/// Who sent a signal. The kernel vouches for the sender of `kill` and `tkill`; other kinds can be forged.
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
