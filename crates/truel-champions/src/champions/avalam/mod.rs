//! The champion of avalam, its predecessor, and whom they are measured against.

mod first;
mod search;
mod sparring;

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, count, param};
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs, Param, RandomOpenings};
use truel_games::Avalam;

use crate::Listed;
use crate::heuristics::avalam::{Patterns, Towers};
use search::Lookahead;

impl Listed for Avalam {
    type Opinion = Towers;

    fn listing() -> Listing {
        Listing::turns::<Avalam>(Towers)
            .with_agents(&[AGENT, first::AGENT])
            .with_sparring(sparring::POOL)
            // From four random plies Yellow wins seven matches of ten, whoever plays.
            .with_random_openings(RandomOpenings::FavourASeat)
            .with_calibration(include_str!("../../../data/calibration/avalam.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks many moves ahead, judges every neighbourhood of towers, and sees the end early.",
    about: "principal-variation search of its own; weighs what stands in every square of two by two cells, kept up to \
            date along the line, and passes over moves that cover own towers",
    source: "truel",
    needs: Needs::Game("avalam"),
    groups: &[LIMITS],
    maker: Maker::Own(champion),
};

const THREADS: &[Param] = &[param("threads", count(1, 256), "1", "threads that search together")];

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<Avalam>(Lookahead::new(&Patterns::default()))
}
