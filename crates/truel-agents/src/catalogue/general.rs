//! The general agents: searches with every game's own opinion.

use super::groups::{
    ALPHA_BETA, BOOK, DUCT, EXPLORE_SHARE, JOINT_TREE, LIMITS, MAX_N, MCTS, MP_MIX, OFFENSIVE, REDUCE, SIMULATIONS,
    SOFT,
};
use super::{AgentInfo, Kind, Needs};
use crate::param::Param;

const fn agent(
    kind: Kind,
    name: &'static str,
    needs: Needs,
    groups: &'static [&'static [Param]],
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        about,
        source: "",
        needs,
        groups,
        kind,
    }
}

/// The agents that play every game of a kind, in the order in which people should meet them.
pub(super) const AGENTS: &[AgentInfo] = &[
    agent(Kind::Random, "random", Needs::Nothing, &[], "any legal move"),
    agent(
        Kind::Greedy,
        "greedy",
        Needs::Nothing,
        &[],
        "the move after which the position looks best to it; any of several",
    ),
    agent(
        Kind::AlphaBeta,
        "alphabeta",
        Needs::TwoSeats,
        &[LIMITS, BOOK, ALPHA_BETA],
        "principal-variation search with a table; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        Kind::Paranoid,
        "paranoid",
        Needs::Turns,
        &[LIMITS, BOOK, ALPHA_BETA, REDUCE],
        "alpha-beta that takes all others for one opponent",
    ),
    agent(
        Kind::MaxN,
        "maxn",
        Needs::Turns,
        &[LIMITS, BOOK, MAX_N, REDUCE],
        "everybody takes what is best for itself",
    ),
    agent(
        Kind::BestReply,
        "brs",
        Needs::ManySeats,
        &[LIMITS, BOOK, ALPHA_BETA, REDUCE],
        "best-reply search (BRS+): only the most hurtful opponent replies",
    ),
    agent(
        Kind::MpMix,
        "mpmix",
        Needs::ManySeats,
        &[LIMITS, BOOK, MP_MIX, MAX_N, REDUCE],
        "defends a lead, attacks another's, and is max^n otherwise",
    ),
    agent(
        Kind::Offensive,
        "offensive",
        Needs::ManySeats,
        &[LIMITS, BOOK, OFFENSIVE, MAX_N, REDUCE],
        "spends everything on holding one seat down",
    ),
    agent(
        Kind::SoftMaxN,
        "soft-maxn",
        Needs::Turns,
        &[LIMITS, BOOK, SOFT, MAX_N, REDUCE],
        "max^n whose opponents err now and then",
    ),
    agent(
        Kind::Mcts,
        "mcts",
        Needs::Nothing,
        &[SIMULATIONS, BOOK, MCTS],
        "Monte Carlo tree search; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        Kind::Duct,
        "duct",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, DUCT, JOINT_TREE],
        "decoupled UCT: each seat learns on its own",
    ),
    agent(
        Kind::Exp3,
        "exp3",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, EXPLORE_SHARE, JOINT_TREE],
        "a tree of exponential weights, for mixed strategies",
    ),
    agent(
        Kind::Regret,
        "regret",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, EXPLORE_SHARE, JOINT_TREE],
        "a tree of regret matching, for mixed strategies",
    ),
    agent(
        Kind::SmAlphaBeta,
        "sm-alphabeta",
        Needs::AtOnce,
        &[LIMITS, BOOK],
        "exact mixed strategies to a depth, with dominance tests",
    ),
    agent(
        Kind::DoubleOracle,
        "double-oracle",
        Needs::AtOnce,
        &[LIMITS, BOOK],
        "exact mixed strategies to a depth, by growing small matrices",
    ),
    agent(
        Kind::Induction,
        "induction",
        Needs::AtOnce,
        &[LIMITS, BOOK],
        "a whole matrix game at every node, to a depth",
    ),
];
