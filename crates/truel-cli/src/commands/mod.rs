//! One file per subcommand.

mod bench;
mod check_engine;
mod completions;
mod conform;
mod conform_values;
mod engine;
mod games;
mod legal;
mod perft;
mod random;
mod show;
mod tour;

use anyhow::Result;

use crate::Exit;
use crate::args::Command;
use crate::output::Output;

/// Runs what was asked for; the tour when nothing was.
pub(crate) fn run(command: Option<Command>, out: &mut Output) -> Result<Exit> {
    match command {
        None => tour::run(out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Show(args)) => show::run(&args, out),
        Some(Command::Legal(args)) => legal::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Conform(args)) => conform::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Random(args)) => random::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::CheckEngine(args)) => check_engine::run(&args, out),
        Some(Command::Completions { shell }) => completions::run(shell, out),
    }
}
