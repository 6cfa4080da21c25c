//! Arguments of the commands that lead to the contests' own referees and back.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as Group;
use truel_arena::TimeControl;

#[derive(Group, Debug)]
pub(crate) struct ExportPlayer {
    /// The game: chexers, ropasci or avalam
    pub game: String,
    /// The agent, as `truel agents` lists them
    pub agent: String,
    /// The folder to write; its name is the package's name
    pub folder: PathBuf,
    /// Time to think: 1s/move, or 50s/game; a little less than the contest's when left out
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeControl>,
}

#[derive(Group, Debug)]
pub(crate) struct PentagoClient {
    /// The machine that the contest's server runs on
    pub host: String,
    /// The port it listens at
    pub port: u16,
    /// The agent, as `truel agents pentago-swap` lists them
    #[arg(long, value_name = "AGENT", default_value = "champion")]
    pub agent: String,
    /// The name to play under; the agent's when left out
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Time to think; the contest gave 30 s for the first move and 2 s for each other, the way there and back included
    #[arg(long, value_name = "TIME", default_value = "10s/first,1.7s/move")]
    pub time: TimeControl,
    /// What chance is drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Matches to play one after the other, each over a connection of its own
    #[arg(long, value_name = "N", default_value = "1")]
    pub matches: NonZeroU32,
}

#[derive(Group, Debug)]
pub(crate) struct Import {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// Logs of the contest's own referee
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Write the records to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
