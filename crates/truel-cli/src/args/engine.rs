//! `truel engine` and `truel check-engine` as typed.

use std::path::PathBuf;

use clap::Args as Group;

#[derive(Group, Debug)]
pub(crate) struct Engine {
    /// The agent, as in `truel match`; the protocol option `Agent` changes it
    #[arg(value_name = "AGENT", default_value = "mcts")]
    pub agent: String,
    /// The game; the protocol option `Game` changes it [default: tic-tac-toe, or the first game
    /// that the agent plays]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Random seed; the protocol option `Seed` changes it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Group, Debug)]
pub(crate) struct CheckEngine {
    /// The game to test with
    #[arg(long, value_name = "GAME", default_value = "tic-tac-toe")]
    pub game: String,
    /// Number of random positions to test
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub positions: u32,
    /// Time limit of each move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub move_time: u64,
    /// Tolerance for late moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub margin: u64,
    /// Memory limit of the program and its children, in megabytes
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Run it in a sandbox without network, with only the files it needs and a scratch folder
    /// (needs bubblewrap)
    #[arg(long)]
    pub sandbox: bool,
    /// A file or folder that it may also read in the sandbox; may be repeated
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub sandbox_allow: Vec<PathBuf>,
    /// Random seed of the positions
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
