//! The champion of connect-four.

use truel_games::ConnectFour;
use truel_search::AlphaBeta;

use super::CHAMPION;
use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::connect_four::Centre;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks many moves ahead and expects your best answer each time.",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("connect-four"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<ConnectFour>(AlphaBeta::new(Centre))
}
