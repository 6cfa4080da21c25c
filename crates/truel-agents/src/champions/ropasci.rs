//! The champion of ropasci.
//!
//! A move matters here for what it captures within two or three turns, so the tree is short and wide: simulations end at an opinion
//! instead of a rollout, and lists are cut to the moves that capture, attack, flee or develop. Playing the averaged strategy loses
//! nearly every match against playing its best moves alone, since most of what it mixes in was only explored; but always the same
//! best move goes round in circles with an opponent that does the same. So it draws among moves visited nearly as often as the first.

use truel_games::RoPaSci;
use truel_search::joint::duct::{Formula, Ucb};
use truel_search::joint::tree::Settings;
use truel_search::joint::{Final, JointTree, Truncated};

use crate::Agent;
use crate::catalogue::groups::{SIMULATIONS, count, from, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::ropasci::candidates::Candidates;
use crate::heuristics::ropasci::pursuit::Pursuit;
use crate::param::{Form, Param};

const TREE: &[Param] = &[
    param("goes", count(1, 200), "20", "slides and swings that a list keeps"),
    param("throws", count(1, 200), "8", "throws that a list keeps"),
    param("c", from(0.0), "1", "weight of exploration (UCB1-tuned)"),
    param(
        "part",
        Form::Number { low: 0.0, high: 1.0 },
        "0.8",
        "least visits of a move that may be played, as a part of the most visited one's",
    ),
];

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "decoupled UCT on two dozen moves a seat, leaves judged by who hunts whom, one of the most visited moves",
    source: "truel",
    needs: Needs::Game("ropasci"),
    groups: &[SIMULATIONS, TREE],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    let values = &order.values;
    let learner = Ucb {
        formula: Formula::Tuned,
        exploration: values.number("c"),
    };
    let settings = Settings {
        answer: Final::Thresholded(values.number("part")),
        seed: order.seed,
        ..Settings::default()
    };
    let leaf = Truncated {
        plies: 0,
        opinion: Pursuit::default(),
    };
    let candidates = Candidates {
        goes: values.size("goes"),
        throws: values.size("throws"),
    };
    order.seated::<RoPaSci>(JointTree::<RoPaSci, Ucb>::new(learner, settings).with(leaf, candidates))
}
