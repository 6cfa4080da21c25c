//! The champion of ropasci.

use truel_games::RoPaSci;
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Settings;
use truel_search::joint::{Everything, Final, JointTree, Truncated};

use crate::Agent;
use crate::catalogue::groups::SIMULATIONS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::ropasci::Tokens;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "decoupled UCT with evaluated leaves",
    source: "truel",
    needs: Needs::Game("ropasci"),
    groups: &[SIMULATIONS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    let settings = Settings {
        answer: Final::Pure,
        seed: order.seed,
        ..Settings::default()
    };
    let tree = JointTree::<RoPaSci, Ucb>::new(Ucb::default(), settings);
    order.seated::<RoPaSci>(tree.with(
        Truncated {
            plies: 0,
            opinion: Tokens,
        },
        Everything,
    ))
}
