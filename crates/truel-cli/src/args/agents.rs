//! `truel agents`, `truel analyse`, `truel play` and `truel book` as typed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as Group;

use super::Position;

#[derive(Group, Debug)]
pub(crate) struct Agents {
    /// Only agents that play this game, with all that can be set about them
    pub game: Option<String>,
    /// Only this one of them
    pub agent: Option<String>,
    /// Print one JSON object per agent
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub at: Position,
    /// Who looks at it, such as `mcts:c=0.7`; the game's usual agent when left out
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// How long to think, such as 500ms or 1m, or `infinite`; the agent's own limits or 1s when left out
    #[arg(long, value_name = "T")]
    pub time: Option<String>,
    /// Whose move to look for, by name or number; the first that must move when left out
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// How many of the best moves to list, each with its own value and line
    #[arg(long, value_name = "N", default_value = "5")]
    pub candidates: NonZeroUsize,
    /// Show the agent's own numbers beside the chances
    #[arg(long)]
    pub raw: bool,
    /// What the agent draws its chance from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print a JSON object for every update, the last with `"final": true`
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
        long_help = "Who sits where, in seat order: agents as `truel agents` lists them, `cmd:PROGRAM`, and `human` for a \
                     person at this terminal. When fewer than all seats are named and none of them is `human`, you take \
                     the first seat and those named follow; the game's usual agent takes what is left."
    )]
    pub agents: Vec<String>,
    /// Time for agents, such as 1s/move, 60s/game or 60s+0.5s; persons take theirs
    #[arg(long, value_name = "T")]
    pub time: Option<String>,
    /// What the agents draw their chance from
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
    /// Who works the moves out
    #[arg(long, value_name = "AGENT", default_value = "champion:time=1s")]
    pub agent: truel_agents::Spec,
    /// How far the book goes
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: u32,
    /// How many moves of a position to follow: the best, and others that somebody may play
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub width: u64,
    /// What the agent draws its chance from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
