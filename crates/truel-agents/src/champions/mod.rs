//! The strongest configuration found for each game, at any clock.

mod avalam;
mod chexers;
mod connect_four;
mod goofspiel;
mod pentago_swap;
mod ropasci;
mod threechess;
mod tic_tac_toe;

use crate::catalogue::AgentInfo;

/// What all of them are called.
pub(crate) const CHAMPION: &str = "champion";

/// One for each game.
pub(crate) const AGENTS: &[AgentInfo] = &[
    threechess::AGENT,
    chexers::AGENT,
    ropasci::AGENT,
    avalam::AGENT,
    pentago_swap::AGENT,
    tic_tac_toe::AGENT,
    connect_four::AGENT,
    goofspiel::AGENT,
];
