//! The first champion of ropasci, as it was in release 0.1: what later ones are measured against.
//!
//! A move matters here for what it captures within two or three turns, so the tree is short and
//! wide: simulations end at an opinion instead of a rollout, and lists are cut to the moves that
//! capture, attack, flee or develop. Playing the averaged strategy loses nearly every match against
//! playing its best moves alone, since most of what it mixes in was only explored; but always the
//! same best move goes round in circles with an opponent that does the same. So it draws among
//! moves visited nearly as often as the first.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{SIMULATIONS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Form, Maker, Needs, Param};
use truel_core::Seat;
use truel_games::RoPaSci;
use truel_search::joint::duct::{Formula, Ucb};
use truel_search::joint::tree::Config;
use truel_search::joint::{Final, JointTree, Truncated};
use truel_search::lens::{LensOpinion, LensSearch, Through};

use crate::heuristics::ropasci::candidates::Candidates;
use crate::heuristics::ropasci::restless::Restless;

const TREE: &[Param] = &[
    param("goes", count(1, 200), "20", "slides and swings that a list keeps"),
    param("throws", count(1, 200), "8", "throws that a list keeps"),
    param("c", from(0.0), "1", "weight of exploration (UCB1-tuned)"),
    param(
        "draw",
        Form::Number { low: 0.0, high: 1.0 },
        "0.3",
        "what a draw is worth to it",
    ),
    param(
        "patience",
        from(1.0),
        "40",
        "turns without a throw or capture that bring a position half the way to a draw",
    ),
    param(
        "part",
        Form::Number { low: 0.0, high: 1.0 },
        "0.8",
        "least visits of a move that may be played, as a part of the most visited one's",
    ),
];

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion-0.1",
    plain: "The champion of release 0.1: plays thousands of quick matches in its head, and hunts.",
    about: "decoupled UCT on two dozen moves a seat, leaves judged by who hunts whom and not fond of draws; one of the \
            most visited moves",
    source: "truel",
    needs: Needs::Game("ropasci"),
    groups: &[SIMULATIONS, TREE],
    maker: Maker::Own(first),
};

fn first(context: &BuildContext) -> Box<dyn Agent> {
    let values = &context.values;
    let learner = Ucb {
        formula: Formula::Tuned,
        exploration: values.number("c"),
    };
    let config = Config::new(learner)
        .with_answer(Final::Thresholded(values.number("part")))
        .with_seed(context.seed);
    let leaf = Truncated {
        plies: 0,
        opinion: LensOpinion,
    };
    let lens = Restless {
        draw: values.number("draw"),
        patience: values.number("patience"),
        candidates: Candidates {
            goes: values.size("goes"),
            throws: values.size("throws"),
        },
        ..Restless::default()
    };
    let tree = JointTree::<Through<RoPaSci, Restless>, _, _>::with_config(leaf, config);
    context.seated::<RoPaSci>(LensSearch::new::<RoPaSci>(tree, move |_: &RoPaSci, seat: Seat| {
        Restless { seat, ..lens }
    }))
}
