//! Starts a program so that it cannot outlive the arena and cannot reach it.
//!
//! - It opens a session of its own, so it has no terminal. Nothing that it writes to `/dev/tty` is
//!   seen. It gets no signal from the keyboard, and sends none to others through the terminal.
//! - The kernel kills it when the arena dies, however that happens (`PR_SET_PDEATHSIG`). Its
//!   children are left to [`sweep`](super::sweep()).
//! - It cannot signal or trace any process but its own children, where the kernel has Landlock with
//!   signal scopes (Linux 6.12 and newer). Elsewhere the arena looks at who sent a signal:
//!   [`sender`](mod@super::sender).
//!
//! Each program has a *parent*, a thread that starts it and then waits for its end. The kernel ties
//! both things to a thread: Landlock restricts the calling thread and what it starts, and the death
//! signal comes when that thread ends.
//!
//! This is the only module with `unsafe` code: the standard library can run code between `fork` and
//! `exec` in no other way.
#![allow(unsafe_code, reason = "one call, see its SAFETY comment")]

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use landlock::{CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope};
use nix::sys::signal::SigSet;
use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal, setsid};

/// The parent needs little: it starts one program and waits.
const STACK: usize = 256 * 1024;

/// Whether a program that can signal the arena was ever started.
static HAD_REACH: AtomicBool = AtomicBool::new(false);

pub(super) fn had_reach() -> bool {
    HAD_REACH.load(Ordering::SeqCst)
}

/// Whether a program can signal processes that it did not start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Only those it started.
    Own,
    /// All of the same user.
    Everybody,
}

/// The thread that started a program. The program dies with it.
#[derive(Debug)]
pub(super) struct Parent {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Parent {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did there would be nothing left to do here.
            let _ = thread.join();
        }
    }
}

/// Starts `command`. In a sandbox that has processes of its own nothing else is needed to keep it
/// from signalling ours.
pub(super) fn spawn(mut command: Command, is_sandboxed: bool) -> io::Result<(Child, Parent, Reach)> {
    cut_off(&mut command);
    let (end, ended) = channel();
    let (answer, started) = channel();
    let thread = Builder::new().name("engine".into()).stack_size(STACK).spawn(move || {
        let reach = match is_sandboxed {
            true => Reach::Own,
            false => confined(Path::new(command.get_program())),
        };
        if reach == Reach::Everybody {
            HAD_REACH.store(true, Ordering::SeqCst);
        }
        // Whoever waits for the answer does so below, and holds `end` until the program has ended.
        let _ = answer.send(command.spawn().map(|child| (child, reach)));
        let _ = ended.recv();
    })?;
    let parent = Parent {
        end: Some(end),
        thread: Some(thread),
    };
    let (child, reach) = started.recv().map_err(io::Error::other)??;
    Ok((child, parent, reach))
}

/// Keeps this thread and what it starts from signalling others.
fn confined(program: &Path) -> Reach {
    // Landlock takes away the right to become another user. A program that does so when it starts,
    // such as sudo, keeps that right. As another user it cannot signal us, and as root nothing
    // could stop it.
    if is_setuid(program) {
        return Reach::Everybody;
    }
    let confine = || -> Result<RulesetStatus, RulesetError> {
        // Where the kernel lacks it, nothing at all is changed.
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        Ok(ruleset.scope(Scope::Signal)?.create()?.restrict_self()?.ruleset)
    };
    match confine() {
        Ok(RulesetStatus::FullyEnforced) => Reach::Own,
        _ => Reach::Everybody,
    }
}

fn is_setuid(program: &Path) -> bool {
    const BITS: u32 = 0o6000;
    let found = super::view::on_path(program);
    found.is_some_and(|path| fs::metadata(path).is_ok_and(|file| file.permissions().mode() & BITS != 0))
}

/// A session of its own, and death with the arena.
fn cut_off(command: &mut Command) {
    let arena = getpid();
    let cut = move || {
        setsid()?;
        // An arena that reads its signals from a descriptor has all of them blocked; a program
        // begins with none.
        SigSet::empty().thread_set_mask()?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The arena may have died before the line above, and then nobody will send the signal.
        if getppid() != Some(arena) {
            return Err(rustix::io::Errno::SRCH.into());
        }
        Ok(())
    };
    // SAFETY: the closure runs in the child between fork and exec, where only async-signal-safe
    // calls are allowed because other threads may have held locks. It makes three system calls
    // directly (rustix uses no state of the C library) and calls `pthread_sigmask`, which POSIX
    // lists as safe there. It compares two numbers, and turns an error number into an `io::Error`
    // without allocating. It captures one number by value and touches no memory that is shared.
    unsafe {
        command.pre_exec(cut);
    }
}
