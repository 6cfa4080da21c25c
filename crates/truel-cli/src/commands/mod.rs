//! One file per subcommand.

mod agents;
mod analyse;
mod bench;
mod book;
mod calibrate;
mod check_engine;
mod completions;
mod conform;
mod conform_values;
mod engine;
mod export;
mod export_player;
mod field;
mod games;
mod import;
mod legal;
mod man;
mod matches;
mod pentago_client;
mod perft;
mod play;
mod prove;
mod random;
mod rate;
mod replay;
mod report;
mod reproduce;
mod results;
mod serve;
mod show;
mod solve;
mod sprt;
mod standings;
mod tour;
mod tournament;
mod tune;
mod verify;

use std::time::Duration;

use anyhow::{Result, anyhow};
use truel_agents::read_time;

use crate::Exit;
use crate::args::{Command, Serve};
use crate::keeper;
use crate::output::Output;

/// Runs what was asked for; the web arena when nothing was.
pub(crate) fn run(command: Option<Command>, out: &mut Output) -> Result<Exit> {
    match command {
        None => serve::run(&Serve::usual()?, out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Tour) => tour::run(out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Show(args)) => show::run(&args, out),
        Some(Command::Legal(args)) => legal::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Conform(args)) => conform::run(&args, out),
        Some(Command::Verify(args)) => verify::run(&args, out),
        Some(Command::Prove(args)) => prove::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
        Some(Command::Random(args)) => random::run(&args, out),
        Some(Command::Agents(args)) => agents::run(&args, out),
        Some(Command::Analyse(args)) => analyse::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Match(args)) => matches::run(&args, out),
        Some(Command::Field(args)) => field::run(&args, out),
        Some(Command::Rate(args)) => rate::run(&args, out),
        Some(Command::Sprt(args)) => sprt::run(&args, out),
        Some(Command::Tune(args)) => tune::run(&args, out),
        Some(Command::Calibrate(args)) => calibrate::run(&args, out),
        Some(Command::Reproduce(args)) => reproduce::run(&args, out),
        Some(Command::Book(args)) => book::run(&args, out),
        Some(Command::Tournament(args)) => tournament::run(&args, out),
        Some(Command::Results(args)) => results::run(&args, out),
        Some(Command::Export(args)) => export::run(&args, out),
        Some(Command::Report(args)) => report::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::CheckEngine(args)) => check_engine::run(&args, out),
        Some(Command::ExportPlayer(args)) => export_player::run(&args),
        Some(Command::PentagoClient(args)) => pentago_client::run(&args, out),
        Some(Command::Import(args)) => import::run(&args, out),
        Some(Command::Keeper { arena }) => keeper::run(arena),
        Some(Command::Completions { shell }) => completions::run(shell, out),
        Some(Command::Man) => man::run(out),
    }
}

/// The time that an option sets, which is not none.
fn time_limit(option: &str, text: &str) -> Result<Duration> {
    let time = read_time(text).filter(|time| !time.is_zero());
    time.ok_or_else(|| anyhow!("{option} `{text}`: a time is written as 500ms, 30s, 20m or 2h"))
}
