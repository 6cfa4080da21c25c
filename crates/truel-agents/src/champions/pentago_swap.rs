//! The champion of pentago-swap.

use truel_games::PentagoSwap;
use truel_search::AlphaBeta;

use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::pentago_swap::OpenLines;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("pentago-swap"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<PentagoSwap>(AlphaBeta::new(OpenLines))
}
