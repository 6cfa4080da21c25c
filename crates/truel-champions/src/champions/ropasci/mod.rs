//! The champion of ropasci.
//!
//! A move matters here for what it captures within two or three turns, so the tree is short and
//! wide: simulations end at an opinion instead of a rollout, and lists are cut to the moves that
//! capture, attack, flee or develop. Playing the averaged strategy loses nearly every match against
//! playing its best moves alone, since most of what it mixes in was only explored; but always the
//! same best move goes round in circles with an opponent that does the same. So it draws among
//! moves visited nearly as often as the first.
//!
//! It explores little: at equal simulations the weight 0.35 got 73 % of the points against 0.6, and
//! 0.2 got 68 % against 0.35 (24 and 20 matches); 0.1 and 0.2 are alike.
//!
//! [`first`] is the champion of release 0.1, [`sparring`] the pool that both are measured against.

mod first;
mod fresh;
mod sparring;

use truel_agents::Agent;
use truel_agents::catalogue::groups::{SIMULATIONS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Form, Listing, Maker, Needs, Param};
use truel_core::Seat;
use truel_games::RoPaSci;
use truel_search::joint::duct::{Formula, Ucb};
use truel_search::joint::tree::Config;
use truel_search::joint::{Final, JointTree, Truncated};
use truel_search::lens::{LensOpinion, LensSearch, Through};

use crate::Listed;
use crate::heuristics::ropasci::Tokens;
use crate::heuristics::ropasci::driven::Driven;
use crate::heuristics::ropasci::shortlist::Shortlist;
use fresh::Fresh;

const TREE: &[Param] = &[
    param("goes", count(1, 200), "20", "slides and swings that a list keeps"),
    param("throws", count(1, 200), "8", "throws that a list keeps"),
    param("c", from(0.0), "0.2", "weight of exploration (UCB1-tuned)"),
    param(
        "draw",
        Form::Number { low: 0.0, high: 1.0 },
        "0.3",
        "what a draw is worth to it unless it stands badly",
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

impl Listed for RoPaSci {
    type Opinion = Tokens;

    fn listing() -> Listing {
        Listing::at_once::<RoPaSci>(Tokens)
            .with_agents(&[AGENT, first::AGENT])
            .with_sparring(sparring::POOL)
            .with_calibration(include_str!("../../../data/calibration/ropasci.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Plays thousands of quick matches in its head in which both choose at once, and hunts.",
    about: "decoupled UCT on two dozen moves a seat, leaves judged by who hunts whom; a draw is no aim unless it \
            stands badly; one of the most visited moves that repeats nothing",
    source: "truel",
    needs: Needs::Game("ropasci"),
    groups: &[SIMULATIONS, TREE],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
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
    let lens = Driven {
        draw: values.number("draw"),
        patience: values.number("patience"),
        shortlist: Shortlist {
            goes: values.size("goes"),
            throws: values.size("throws"),
        },
        ..Driven::default()
    };
    let tree = JointTree::<Through<RoPaSci, Driven>, _, _>::with_config(leaf, config);
    context.seated::<RoPaSci>(Fresh(LensSearch::new::<RoPaSci>(
        tree,
        move |game: &RoPaSci, seat: Seat| lens.focused(game, seat),
    )))
}
