//! `truel engine` and `truel check-engine` as typed.

use std::path::PathBuf;

use clap::Args as Group;

#[derive(Group, Debug)]
pub(crate) struct Engine {
    /// The agent to think with, as in `truel match`; the option `Agent` changes it
    #[arg(value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// The game to begin with (tic-tac-toe, or the first that the agent plays); the option `Game` changes it
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// What chance is drawn from; the option `Seed` changes it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Group, Debug)]
pub(crate) struct CheckEngine {
    /// The game to check it on
    #[arg(long, value_name = "GAME", default_value = "tic-tac-toe")]
    pub game: String,
    /// Random positions to ask for a move at
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub positions: u32,
    /// Milliseconds for each of these moves
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub move_time: u64,
    /// Milliseconds that a move may be late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub margin: u64,
    /// Megabytes that the program and its children may use
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Run it in a sandbox: no network, of the disk only what it needs, nothing to write to but a scratch folder (needs
    /// bubblewrap)
    #[arg(long)]
    pub sandbox: bool,
    /// A file or folder that it may read in the sandbox too; can be given more than once
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub sandbox_allow: Vec<PathBuf>,
    /// What the random positions are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object per step
    #[arg(long)]
    pub json: bool,
    /// The program and its arguments
    #[arg(
        required = true,
        value_name = "CMD",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub command: Vec<String>,
}
