//! The general agents: searches with every game's own opinion.

use super::groups::{
    ALPHA_BETA, BOOK, DUCT, EXPLORE_SHARE, JOINT_TREE, LIMITS, MAX_N, MCTS, MP_MIX, OFFENSIVE, REDUCE, SIMULATIONS,
    SOFT,
};
use super::{AgentInfo, General, Maker, Needs};
use crate::param::Param;

const fn agent(
    search: General,
    name: &'static str,
    needs: Needs,
    groups: &'static [&'static [Param]],
    plain: &'static str,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about,
        source: "",
        needs,
        groups,
        maker: Maker::General(search),
    }
}

/// The agents that play every game of a kind, in the order in which people should meet them.
pub(crate) const AGENTS: &[AgentInfo] = &[
    agent(
        General::Random,
        "random",
        Needs::Nothing,
        &[],
        "Plays any legal move without thinking.",
        "any legal move",
    ),
    agent(
        General::Greedy,
        "greedy",
        Needs::Nothing,
        &[],
        "Looks one move ahead and takes what looks best at once.",
        "the move after which the position looks best to it; any of several",
    ),
    agent(
        General::AlphaBeta,
        "alphabeta",
        Needs::TwoSeats,
        &[LIMITS, BOOK, ALPHA_BETA],
        "Looks ahead move by move and expects your best answer each time.",
        "principal-variation search with a table; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        General::Paranoid,
        "paranoid",
        Needs::Turns,
        &[LIMITS, BOOK, ALPHA_BETA, REDUCE],
        "Looks ahead and expects everybody to play against it.",
        "alpha-beta that takes all others for one opponent",
    ),
    agent(
        General::MaxN,
        "maxn",
        Needs::Turns,
        &[LIMITS, BOOK, MAX_N, REDUCE],
        "Looks ahead and expects everybody to play for themselves.",
        "everybody takes what is best for itself",
    ),
    agent(
        General::BestReply,
        "brs",
        Needs::ManySeats,
        &[LIMITS, BOOK, ALPHA_BETA, REDUCE],
        "Looks ahead with best replies: between two of its moves only the most dangerous opponent answers.",
        "best-reply search (BRS+): only the most hurtful opponent replies",
    ),
    agent(
        General::MpMix,
        "mpmix",
        Needs::ManySeats,
        &[LIMITS, BOOK, MP_MIX, MAX_N, REDUCE],
        "Plays for itself, defends a lead, and turns on whoever runs away with the match.",
        "defends a lead, attacks another's, and is max^n otherwise",
    ),
    agent(
        General::Offensive,
        "offensive",
        Needs::ManySeats,
        &[LIMITS, BOOK, OFFENSIVE, MAX_N, REDUCE],
        "Does everything to hold one opponent down, even at its own cost.",
        "spends everything on holding one seat down",
    ),
    agent(
        General::SoftMaxN,
        "soft-maxn",
        Needs::Turns,
        &[LIMITS, BOOK, SOFT, MAX_N, REDUCE],
        "Looks ahead and expects that others make mistakes now and then.",
        "max^n whose opponents err now and then",
    ),
    agent(
        General::Mcts,
        "mcts",
        Needs::Nothing,
        &[SIMULATIONS, BOOK, MCTS],
        "Plays thousands of quick matches in its head and takes the move that did best.",
        "Monte Carlo tree search; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        General::Duct,
        "duct",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, DUCT, JOINT_TREE],
        "Plays quick matches in its head in which all seats choose at once, and takes what did best.",
        "decoupled UCT: each seat learns on its own",
    ),
    agent(
        General::Exp3,
        "exp3",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, EXPLORE_SHARE, JOINT_TREE],
        "Practises in its head and mixes its moves, so that it is hard to guess.",
        "a tree of exponential weights, for mixed strategies",
    ),
    agent(
        General::Regret,
        "regret",
        Needs::AtOnce,
        &[SIMULATIONS, BOOK, EXPLORE_SHARE, JOINT_TREE],
        "Learns in its head from choices it regrets, and mixes its moves so that it is hard to guess.",
        "a tree of regret matching, for mixed strategies",
    ),
    agent(
        General::SmAlphaBeta,
        "sm-alphabeta",
        Needs::TwoAtOnce,
        &[LIMITS, BOOK],
        "Works out a few moves ahead how to mix its choices so that no answer beats them.",
        "exact mixed strategies to a depth, with dominance tests",
    ),
    agent(
        General::DoubleOracle,
        "double-oracle",
        Needs::TwoAtOnce,
        &[LIMITS, BOOK],
        "Starts with a few good moves, adds the best answers to them, and mixes what is left.",
        "exact mixed strategies to a depth, by growing small matrices",
    ),
    agent(
        General::Induction,
        "induction",
        Needs::TwoAtOnce,
        &[LIMITS, BOOK],
        "Works out every pair of choices a few moves ahead: slow and exact.",
        "a whole matrix game at every node, to a depth",
    ),
];
