//! The champion of avalam.

use truel_games::Avalam;
use truel_search::alphabeta::Config;

use super::CHAMPION;
use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::avalam::weighed::{Table, WeighedSearch};

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    about: "principal-variation search with a table; weighs what stands in every square of two by two cells",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<Avalam>(WeighedSearch::new(Config::default(), Table::fitted()))
}
