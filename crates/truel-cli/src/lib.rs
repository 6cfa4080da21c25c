//! The `truel` command as a library: [`main`] is all of it, for any roster of games.
//!
//! `args` mirrors what was typed, `position` turns it into a game at a position and `series`
//! into matches to play, `commands` has a file per subcommand, `output`, `table` and
//! `progress` know about terminals and closed pipes, and `files` about files. Every command
//! returns an `Exit` or one error, printed as one line.

mod args;
mod commands;
mod cpu;
mod damage;
mod files;
mod interrupt;
mod keeper;
mod naming;
mod output;
mod position;
mod progress;
mod screen;
mod series;
mod setup;
mod table;

use std::io::Write;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::Parser;
use truel_agents::Roster;
use truel_core::clean;

/// How a command that ran to its end came out. Trouble is an error, with exit code 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    /// Done, or the answer is yes: 0.
    Done,
    /// The answer is no: 1.
    No,
    /// Ctrl-C stopped it before it was done: 130.
    Interrupted,
}

/// The roster that [`main`] was called with. It is set once, before anything else runs.
static ROSTER: OnceLock<Roster> = OnceLock::new();

/// The games that this program knows: those that [`main`] was called with, or truel's own in a
/// test.
fn roster() -> &'static Roster {
    ROSTER.get_or_init(truel_papers::roster)
}

/// Runs the command line of this process with these games, and returns its exit code.
///
/// A program with games of its own is this call:
///
/// ```no_run
/// use std::process::ExitCode;
/// use truel_agents::{Listing, Roster};
/// use truel_core::doc::Nim;
///
/// fn main() -> ExitCode {
///     truel_cli::main(|| Roster::new().with(Listing::turns::<Nim>(truel_search::Indifferent)))
/// }
/// ```
///
/// The roster comes as a function: nothing may run before the CPU is known to fit this build.
pub fn main(games: impl FnOnce() -> Roster) -> ExitCode {
    match cpu::unfit() {
        None => {
            ROSTER.get_or_init(games);
            run()
        }
        Some(why) => {
            output::complain_plainly(why);
            ExitCode::from(2)
        }
    }
}

/// Everything that a CPU must be fit for, so never a part of `main` itself.
#[inline(never)]
fn run() -> ExitCode {
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(told) => return tell(&told),
    };
    let mut out = output::Output::new(args.color);
    let ran = commands::run(args.command, &mut out);
    interrupt::wait_if_ending();
    match ran.and_then(|exit| out.flush().map(|()| exit)) {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        Ok(Exit::Interrupted) => ExitCode::from(interrupt::CODE),
        Err(error) if out.is_closed_by(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Prints help, or what is wrong with the command line. That repeats what was typed, which may come
/// from anywhere.
fn tell(told: &clap::Error) -> ExitCode {
    let is_clean = |word: &std::ffi::OsString| word.to_str().is_some_and(|word| clean::shown(word) == word);
    if !std::env::args_os().all(|word| is_clean(&word)) {
        output::remark(told.render().to_string().trim_end());
        return ExitCode::from(2);
    }
    let printed = told.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            output::complain(&error.into());
            ExitCode::from(2)
        }
        _ => ExitCode::from(if told.use_stderr() { 2 } else { 0 }),
    }
}
