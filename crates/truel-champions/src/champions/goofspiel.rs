//! The champion of goofspiel.

use truel_agents::Agent;
use truel_agents::catalogue::groups::SIMULATIONS;
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs};
use truel_games::Goofspiel;
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Config;
use truel_search::joint::{Final, JointTree, Truncated};

use crate::Listed;
use crate::heuristics::goofspiel::Lead;

impl Listed for Goofspiel {
    type Opinion = Lead;

    fn listing() -> Listing {
        Listing::at_once::<Goofspiel>(Lead)
            .with_agents(&[AGENT])
            .with_calibration(include_str!("../../data/calibration/goofspiel.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Plays quick matches in its head in which both bid at once, and takes what did best.",
    about: "decoupled UCT with evaluated leaves",
    source: "truel",
    needs: Needs::Game("goofspiel"),
    groups: &[SIMULATIONS],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::new(Ucb::default())
        .with_answer(Final::Pure)
        .with_seed(context.seed);
    let leaf = Truncated {
        plies: 0,
        opinion: Lead,
    };
    context.seated::<Goofspiel>(JointTree::with_config(leaf, config))
}
