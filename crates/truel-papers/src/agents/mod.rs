//! The agents that the five papers describe, game by game, on the scales of their evaluations.
//!
//! Each is a search of `truel-search` through a [`Lens`](truel_search::lens::Lens) of the paper's
//! own. `report-<name>` is an agent as its author built it. `repaired-<name>` is the same agent
//! with the improvements that the author names but did not build.

mod avalam;
mod chexers;
mod pentago_swap;
pub mod ropasci;
mod threechess;

use truel_agents::AgentInfo;

/// The agents of each paper, by game.
pub(crate) const AGENTS: &[(&str, &[AgentInfo])] = &[
    ("threechess", threechess::AGENTS),
    ("chexers", chexers::AGENTS),
    ("ropasci", ropasci::AGENTS),
    ("avalam", avalam::AGENTS),
    ("pentago-swap", pentago_swap::AGENTS),
];
