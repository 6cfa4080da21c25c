//! Tournaments and their stores.

use std::path::PathBuf;

use clap::{Args as Group, Subcommand, ValueEnum};

#[derive(Group, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Tournament {
    #[command(subcommand)]
    pub command: Option<TournamentCommand>,
    /// The plan
    #[arg(value_name = "FILE.toml", required = true)]
    pub plan: Option<PathBuf>,
    /// Matches at the same time [default: what the plan says, or one for each core]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: Option<u16>,
    /// Print one JSON object per match, and a last one with the standings
    #[arg(long)]
    pub json: bool,
    /// No progress, only the standings
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TournamentCommand {
    /// Write a commented plan that runs as it is
    New {
        /// Where to; a file that is there is left alone
        #[arg(value_name = "FILE.toml", default_value = "tournament.toml")]
        plan: PathBuf,
        /// Write a plan for a course instead: this game under its contest's limits
        #[arg(long, value_name = "GAME", requires = "agents")]
        course: Option<String>,
        /// Who takes part in it: folders and files of a course's agents, or agents as `truel match` takes them
        #[arg(value_name = "AGENT", requires = "course")]
        agents: Vec<String>,
        /// The Python interpreter of its agents
        #[arg(long, value_name = "PROGRAM", requires = "course")]
        python: Option<String>,
        /// The contest's own classes, for its agents in Java
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
    /// How to write the matches
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub format: ExportFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Records, one JSON object a line, as `truel conform` checks them
    Jsonl,
    /// A table with a row for each match
    Csv,
}

#[derive(Group, Debug)]
pub(crate) struct Replay {
    /// The store of a tournament
    pub store: PathBuf,
    /// The number of the match
    pub id: u64,
    /// Show only the position after so many plies
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Go on by itself, with so many seconds for each ply
    #[arg(long, value_name = "S", conflicts_with = "ply", value_parser = seconds)]
    pub delay: Option<f64>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("seconds are a number from 0 to 3600".to_owned()),
    }
}

#[derive(Group, Debug)]
pub(crate) struct Report {
    /// The store of a tournament
    pub store: PathBuf,
    /// Write the page to this file; without, next to the store with `.html`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print the numbers as one JSON object instead
    #[arg(long, conflicts_with = "out")]
    pub json: bool,
    /// Matches of each game, the last ones, that get a board to be played through on
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub boards: usize,
}
