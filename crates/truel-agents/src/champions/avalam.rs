//! The champion of avalam.

use truel_games::Avalam;
use truel_search::AlphaBeta;
use truel_search::alphabeta::Config;

use super::CHAMPION;
use crate::Agent;
use crate::catalogue::groups::{LIMITS, count, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::avalam::Patterns;
use crate::param::Param;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks many moves ahead and judges every neighbourhood of towers.",
    about: "principal-variation search with a table; weighs what stands in every square of two by two cells, and foresees that \
            for every move",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS, PARAMS],
    kind: Kind::Own(champion),
};

const PARAMS: &[Param] = &[param("threads", count(1, 256), "1", "threads that search together")];

fn champion(order: &Order) -> Box<dyn Agent> {
    let config = Config::default()
        .with_threads(order.values.size("threads"))
        .with_seed(order.seed);
    order.seated::<Avalam>(AlphaBeta::with_config(Patterns::default(), config))
}
