//! Agents of different styles to measure champions of ropasci against. None has parameters beside
//! its limits.

use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS};
use truel_agents::{Agent, AgentInfo, BuildContext, Maker, Needs};
use truel_core::Seat;
use truel_games::RoPaSci;
use truel_search::joint::duct::Ucb;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::Config;
use truel_search::joint::{DoubleOracle, Final, JointTree, Truncated};
use truel_search::lens::{LensOpinion, LensSearch, Through};

use crate::heuristics::ropasci::candidates::Candidates;
use crate::heuristics::ropasci::pursuit::Pursuit;
use crate::heuristics::ropasci::restless::Restless;

pub(super) const POOL: &[AgentInfo] = &[
    AgentInfo {
        about: "double oracle: exact mixed strategies on sixteen moves a seat, as deep as the limits allow",
        groups: &[LIMITS],
        ..agent(
            "spar-equilibrium",
            "Mixes its moves so that no answer beats them, one or two turns deep.",
            equilibrium,
        )
    },
    AgentInfo {
        about: "regret matching in a tree whose leaves are judged by who hunts whom; draws among its larger shares",
        ..agent(
            "spar-regrets",
            "Plays more often what it regrets not having played.",
            regrets,
        )
    },
    AgentInfo {
        about: "decoupled UCT to which a draw is worth a tenth: soon restless, it throws and attacks",
        ..agent("spar-thrower", "Throws early and attacks, whatever it costs.", thrower)
    },
    AgentInfo {
        about: "decoupled UCT to which a draw is worth more than half: it keeps its throws, waits and counters",
        ..agent("spar-keeper", "Keeps its throws and waits for mistakes.", keeper)
    },
];

/// An agent of the pool; `about` is still to be said.
const fn agent(name: &'static str, plain: &'static str, make: fn(&BuildContext) -> Box<dyn Agent>) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about: "",
        source: "truel",
        needs: Needs::Game("ropasci"),
        groups: &[SIMULATIONS],
        maker: Maker::Own(make),
    }
}

/// Shorter lists than the trees have, since a matrix grows with the square of its side.
const FEW: Candidates = Candidates { goes: 11, throws: 5 };

fn equilibrium(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<RoPaSci>(DoubleOracle::new(Pursuit::default()).with_prune(FEW))
}

fn regrets(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::new(Regrets { exploration: 0.2 })
        .with_answer(Final::Thresholded(0.4))
        .with_seed(context.seed);
    let leaf = Truncated {
        plies: 0,
        opinion: Pursuit::default(),
    };
    let tree = JointTree::with_config(leaf, config);
    context.seated::<RoPaSci>(tree.with_prune(Candidates { goes: 20, throws: 8 }))
}

fn thrower(context: &BuildContext) -> Box<dyn Agent> {
    let lens = Restless {
        draw: 0.1,
        patience: 12.0,
        candidates: Candidates { goes: 16, throws: 12 },
        ..Restless::default()
    };
    decoupled(context, lens)
}

fn keeper(context: &BuildContext) -> Box<dyn Agent> {
    let lens = Restless {
        draw: 0.55,
        patience: 400.0,
        candidates: Candidates { goes: 24, throws: 6 },
        ..Restless::default()
    };
    decoupled(context, lens)
}

fn decoupled(context: &BuildContext, lens: Restless) -> Box<dyn Agent> {
    let config = Config::new(Ucb::tuned())
        .with_answer(Final::Thresholded(0.8))
        .with_seed(context.seed);
    let leaf = Truncated {
        plies: 0,
        opinion: LensOpinion,
    };
    let tree = JointTree::<Through<RoPaSci, Restless>, _, _>::with_config(leaf, config);
    context.seated::<RoPaSci>(LensSearch::new::<RoPaSci>(tree, move |_: &RoPaSci, seat: Seat| {
        Restless { seat, ..lens }
    }))
}
