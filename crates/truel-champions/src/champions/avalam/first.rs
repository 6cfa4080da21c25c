//! The champion of version 0.1, as it was.

use truel_agents::Agent;
use truel_agents::catalogue::groups::LIMITS;
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_games::Avalam;
use truel_search::AlphaBeta;
use truel_search::alphabeta::Config;

use super::THREADS;
use crate::heuristics::avalam::Patterns;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion-0.1",
    plain: "The champion of version 0.1: looks many moves ahead and judges every neighbourhood of towers.",
    about: "principal-variation search with a table; weighs what stands in every square of two by two cells, and \
            foresees that for every move",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS, THREADS],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default()
        .with_threads(context.values.size("threads"))
        .with_seed(context.seed);
    context.seated::<Avalam>(AlphaBeta::with_config(Patterns::default(), config))
}
