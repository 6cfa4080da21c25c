//! The champion of avalam.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, count, param};
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs};
use truel_games::Avalam;
use truel_search::AlphaBeta;
use truel_search::alphabeta::Config;

use crate::Listed;
use crate::heuristics::avalam::Patterns;
use crate::heuristics::avalam::Towers;
use truel_agents::Param;

impl Listed for Avalam {
    type Opinion = Towers;

    fn listing() -> Listing {
        Listing::turns::<Avalam>(Towers)
            .with_agents(&[AGENT])
            .with_calibration(include_str!("../../../data/calibration/avalam.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks many moves ahead and judges every neighbourhood of towers.",
    about: "principal-variation search with a table; weighs what stands in every square of two by two cells, and \
            foresees that \
            for every move",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS, PARAMS],
    maker: Maker::Own(champion),
};

const PARAMS: &[Param] = &[param("threads", count(1, 256), "1", "threads that search together")];

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default()
        .with_threads(context.values.size("threads"))
        .with_seed(context.seed);
    context.seated::<Avalam>(AlphaBeta::with_config(Patterns::default(), config))
}
