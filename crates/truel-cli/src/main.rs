//! The `truel` command.
//!
//! [`args`] mirrors what was typed, [`position`] turns it into a game at a position and [`series`] into matches to play,
//! [`commands`] has a file per subcommand, and [`output`], [`table`] and [`progress`] know about terminals and closed pipes. Every command returns an [`Exit`] or one error,
//! printed as one line.

mod args;
mod commands;
mod interrupt;
mod keeper;
mod naming;
mod output;
mod position;
mod progress;
mod screen;
mod series;
mod table;

use std::process::ExitCode;

use clap::Parser;
use truel_core::clean;

/// How a command that ran to its end came out. Trouble is an error, with exit code 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    /// Done, or the answer is yes: 0.
    Done,
    /// The answer is no: 1.
    No,
}

fn main() -> ExitCode {
    let args = args::Args::try_parse().unwrap_or_else(|error| refuse(&error));
    let mut out = output::Output::new(args.color);
    match commands::run(args.command, &mut out).and_then(|exit| out.flush().map(|()| exit)) {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        // Nobody reads on: `truel legal avalam | head -1` is no trouble.
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Says what is wrong with the command line. It repeats what was typed, which may come from anywhere.
#[expect(clippy::exit, reason = "as the parser itself does, with its own code")]
fn refuse(error: &clap::Error) -> ! {
    let is_clean = |word: &std::ffi::OsString| word.to_str().is_some_and(|word| clean::shown(word) == word);
    if std::env::args_os().all(|word| is_clean(&word)) {
        error.exit();
    }
    output::remark(error.render().to_string().trim_end());
    std::process::exit(error.exit_code());
}
