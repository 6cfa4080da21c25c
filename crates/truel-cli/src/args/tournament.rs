//! The commands for tournaments and their stores as typed.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args as Group, Subcommand, ValueEnum};

#[derive(Group, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Tournament {
    #[command(subcommand)]
    pub command: Option<TournamentCommand>,
    /// The file with the plan
    #[arg(value_name = "FILE.toml", required = true)]
    pub plan: Option<PathBuf>,
    /// Number of matches to play at the same time [default: from the plan, or the number of cores]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: Option<u16>,
    /// Print one JSON object per match and one with the standings
    #[arg(long)]
    pub json: bool,
    /// Print only the standings, no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TournamentCommand {
    /// Write a commented plan that is ready to run
    New {
        /// The file to write; it must not exist yet
        #[arg(value_name = "FILE.toml", default_value = "tournament.toml")]
        plan: PathBuf,
        /// Write a plan for a course: this game with its contest's limits
        #[arg(long, value_name = "GAME", requires = "agents")]
        course: Option<String>,
        /// The entrants: folders and files of a course's agents, or agents as in `truel match`
        #[arg(value_name = "AGENT", requires = "course")]
        agents: Vec<String>,
        /// The Python interpreter for the course's agents
        #[arg(long, value_name = "PROGRAM", requires = "course")]
        python: Option<String>,
        /// The folder with the contest's own classes, for agents in Java
        #[arg(long, value_name = "DIR", requires = "course")]
        referee_classes: Option<PathBuf>,
    },
}

#[derive(Group, Debug)]
pub(crate) struct Results {
    /// The store of a tournament
    pub store: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Export {
    /// The store of a tournament
    pub store: PathBuf,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub format: ExportFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Records: one JSON object per line (docs/records.md)
    Jsonl,
    /// A table with one row per match
    Csv,
}

#[derive(Group, Debug)]
pub(crate) struct Replay {
    /// The store of a tournament, or a file of records
    #[arg(value_name = "FILE")]
    pub store: PathBuf,
    /// The number of the match; in a file of records counted from 1, or the id of its record
    pub id: String,
    /// Show only the position after this many plies
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Play the match by itself, with this many seconds per ply
    #[arg(long, value_name = "S", conflicts_with = "ply", value_parser = seconds)]
    pub delay: Option<f64>,
}

fn seconds(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => bail!("seconds are a number from 0 to 3600"),
    }
}

#[derive(Group, Debug)]
pub(crate) struct Report {
    /// The store of a tournament, or a file of records
    #[arg(value_name = "FILE")]
    pub store: PathBuf,
    /// Write the page to this file [default: next to the other file, with `.html`]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print the numbers as one JSON object
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
    /// Number of matches per game that can be replayed on a board, the last ones first
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub boards: usize,
}
