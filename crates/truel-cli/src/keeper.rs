//! Nothing that the arena has started outlives it.
//!
//! Before programs are run, whatever an earlier arena left behind is cleared up. Then a second
//! process, the *keeper*, waits for the end of this one and clears up after it: the kernel ends
//! programs with the arena, but not the children of programs, and it removes no folder. Where the
//! keeper is killed too, the next start does that work.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use anyhow::Result;
use nix::sys::signal::SigSet;
use truel_arena::{Entry, engine};

use crate::Exit;

/// The name of the hidden subcommand.
pub(crate) const COMMAND: &str = "keeper";

/// Clears up after others, and sees to it that somebody will clear up after us where `entries` are
/// programs.
pub(crate) fn watch_over<'a>(entries: impl IntoIterator<Item = &'a Entry>) {
    if entries.into_iter().any(Entry::is_program) {
        engine::sweep();
        start();
    }
}

/// Starts the keeper, once. Without one the next start clears up, so that trouble here is none.
pub(crate) fn start() {
    static KEEPER: OnceLock<Option<Child>> = OnceLock::new();
    KEEPER.get_or_init(|| {
        Command::new(std::env::current_exe().ok()?)
            .args([COMMAND, &std::process::id().to_string()])
            // The pipe closes when this process ends, whatever ends it.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            // Ctrl-C is not for it.
            .process_group(0)
            .spawn()
            .ok()
    });
}

/// The keeper of an arena: waits for its end.
pub(crate) fn run(arena: u32) -> Result<Exit> {
    SigSet::all().thread_block()?;
    io::copy(&mut io::stdin().lock(), &mut io::sink())?;
    engine::sweep_after(arena);
    Ok(Exit::Done)
}
