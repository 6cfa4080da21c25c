//! The champion of avalam.

use truel_games::Avalam;
use truel_search::AlphaBeta;

use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::avalam::Towers;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<Avalam>(AlphaBeta::new(Towers))
}
