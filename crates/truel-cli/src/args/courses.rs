//! Arguments of the commands for the contests' own referees.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args as Group;
use truel_arena::TimeControl;

#[derive(Group, Debug)]
pub(crate) struct ExportPlayer {
    /// The game: chexers, ropasci or avalam
    pub game: String,
    /// The agent, as `truel agents` lists it
    pub agent: String,
    /// The folder to write; its name becomes the package's name
    pub folder: PathBuf,
    /// Time limit: 1s/move or 50s/game [default: a little less than the contest's]
    #[arg(long, value_name = "TIME")]
    pub time: Option<TimeControl>,
}

#[derive(Group, Debug)]
pub(crate) struct PentagoClient {
    /// Host name of the contest's server
    pub host: String,
    /// Port of the contest's server
    pub port: u16,
    /// The agent, as `truel agents pentago-swap` lists it
    #[arg(long, value_name = "AGENT", default_value = "champion")]
    pub agent: String,
    /// The name to play under [default: the agent's name]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Time limit; the contest gave 30 s for the first move and 2 s for each other, network
    /// included
    #[arg(long, value_name = "TIME", default_value = "10s/first,1.7s/move")]
    pub time: TimeControl,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of matches to play, one after the other, each with a new connection
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
