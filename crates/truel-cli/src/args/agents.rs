//! `truel agents`, `truel analyse`, `truel play` and `truel book` as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as Group;

use super::Position;

#[derive(Group, Debug)]
pub(crate) struct Agents {
    /// List the agents that play this game, with their parameters
    pub game: Option<String>,
    /// List only this agent
    pub agent: Option<String>,
    /// Print one JSON object per agent
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub at: Position,
    /// The agent, such as `mcts:c=0.7` [default: the game's default agent]
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// Time limit, such as 500ms or 1m, or `infinite` [default: the agent's own limits, or 1s]
    #[arg(long, value_name = "T")]
    pub time: Option<String>,
    /// The seat to move, by name or number [default: the first seat that must move]
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// Number of best moves to list, each with its value and line
    #[arg(long, value_name = "N", default_value = "5")]
    pub candidates: NonZeroUsize,
    /// Also show the agent's own values
    #[arg(long)]
    pub raw: bool,
    /// Random seed of the agent
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object per update, the last with `"final": true`
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub at: Position,
    /// Who sits where, in seat order: agents, `cmd:PROGRAM`, and `human` for you
    #[arg(
        value_name = "AGENT",
        long_help = "Who sits where, in seat order: agents as `truel agents` lists them, `cmd:PROGRAM`, and `human` \
                     for a \
                     person at this terminal. If you name fewer agents than seats and no `human`, you take the first \
                     seat \
                     and the named agents follow. The game's default agent takes the other seats."
    )]
    pub agents: Vec<String>,
    /// Time limit of agents, such as 1s/move, 60s/game or 60s+0.5s; people have no limit
    #[arg(long, value_name = "T")]
    pub time: Option<String>,
    /// Random seed of the agents
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the record of the finished match to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Group, Debug)]
pub(crate) struct MakeBook {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agent that computes the moves
    #[arg(long, value_name = "AGENT", default_value = "champion:time=1s")]
    pub agent: truel_agents::Spec,
    /// Depth of the book
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: u32,
    /// Number of moves to follow in each position, the best first
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub width: u64,
    /// Random seed of the agent
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
