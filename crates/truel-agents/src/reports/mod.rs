//! The agents that the five reports describe, game by game, on the scales of their evaluations.
//!
//! Each is a search of `truel-search` through a [`Lens`](truel_search::lens::Lens) of the report's own. `report-<name>` is an agent as its author
//! built it, `repaired-<name>` the same with the improvements that the author names but did not build.

mod avalam;
mod chexers;
mod pentago_swap;
pub mod ropasci;
mod threechess;

use crate::catalogue::AgentInfo;

/// The agents of each report.
pub(crate) const AGENTS: &[&[AgentInfo]] = &[
    threechess::AGENTS,
    chexers::AGENTS,
    ropasci::AGENTS,
    avalam::AGENTS,
    pentago_swap::AGENTS,
];
