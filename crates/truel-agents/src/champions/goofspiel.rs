//! The champion of goofspiel.

use truel_games::Goofspiel;
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Settings;
use truel_search::joint::{Everything, Final, JointTree, Truncated};

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
    let settings = Settings {
        answer: Final::Pure,
        seed: order.seed,
        ..Settings::default()
    };
    let tree = JointTree::<Goofspiel, Ucb>::new(Ucb::default(), settings);
    order.seated::<Goofspiel>(tree.with(
        Truncated {
            plies: 0,
            opinion: Lead,
        },
        Everything,
    ))
}
