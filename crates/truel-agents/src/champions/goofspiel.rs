//! The champion of goofspiel.

use truel_games::Goofspiel;
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Config;
use truel_search::joint::{Final, JointTree, Truncated};

use super::CHAMPION;
use crate::Agent;
use crate::catalogue::groups::SIMULATIONS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::goofspiel::Lead;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Plays quick matches in its head in which both bid at once, and takes what did best.",
    about: "decoupled UCT with evaluated leaves",
    source: "truel",
    needs: Needs::Game("goofspiel"),
    groups: &[SIMULATIONS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    let config = Config::new(Ucb::default())
        .with_answer(Final::Pure)
        .with_seed(order.seed);
    let leaf = Truncated {
        plies: 0,
        opinion: Lead,
    };
    order.seated::<Goofspiel>(JointTree::with_config(leaf, config))
}
