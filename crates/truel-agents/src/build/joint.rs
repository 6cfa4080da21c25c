//! Searches for seats that move at once.

use truel_core::Game;
use truel_search::joint::duct::{Formula, Ucb};
use truel_search::joint::exp3::Exponential;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::{Config, Learner};
use truel_search::joint::{DoubleOracle, Final, Induction, JointTree, SmAlphaBeta, Truncated, Uniform};
use truel_search::{AlphaBetaOpinion, Opinion, Search};

use crate::param::Values;

/// A tree in which each seat learns by `learner`.
pub(super) fn tree<G: Game, O: Opinion<G> + 'static, L: Learner + 'static>(
    values: &Values,
    opinion: O,
    learner: L,
    seed: u64,
) -> Box<dyn Search<G>> {
    let config = Config::new(learner)
        .with_answer(match values.shape("answer").0 {
            "pure" => Final::Pure,
            _ => Final::Mixed,
        })
        .with_memory(values.size("memory") << 20)
        .with_seed(seed);
    let plies = match values.shape("length") {
        ("plies", n) => n[0].max(0.0) as u32,
        ("none", _) => 0,
        _ => return Box::new(JointTree::with_config(Uniform, config)),
    };
    Box::new(JointTree::with_config(Truncated { plies, opinion }, config))
}

/// Decoupled UCT's formula.
pub(super) fn ucb(values: &Values) -> Ucb {
    let formula = match values.shape("select").0 {
        "ucb1" => Formula::Ucb1,
        _ => Formula::Tuned,
    };
    Ucb {
        formula,
        exploration: values.number("c"),
    }
}

pub(super) fn exponential(values: &Values) -> Exponential {
    Exponential {
        exploration: f64::from(values.number("explore")),
    }
}

pub(super) fn regrets(values: &Values) -> Regrets {
    Regrets {
        exploration: f64::from(values.number("explore")),
    }
}

pub(super) fn sm_alphabeta<G: Game, O: AlphaBetaOpinion<G> + 'static>(opinion: O) -> Box<dyn Search<G>> {
    Box::new(SmAlphaBeta::new(opinion))
}

pub(super) fn double_oracle<G: Game, O: Opinion<G> + 'static>(opinion: O) -> Box<dyn Search<G>> {
    Box::new(DoubleOracle::new(opinion))
}

pub(super) fn induction<G: Game, O: Opinion<G> + 'static>(opinion: O) -> Box<dyn Search<G>> {
    Box::new(Induction::new(opinion))
}
