//! The agents of the ropasci report (COMP30024 2021), which values a win at 1, a tie at 0 and a
//! loss at -1.
//!
//! Payoffs are 1, ½ and 0, so its scale is theirs stretched by two: nothing but exploration
//! constants has to be told so.

pub mod linear;
pub mod pruning;
pub mod rollout;
pub mod survey;

use truel_games::RoPaSci;
use truel_search::joint::duct::Ucb;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::Config;
use truel_search::joint::{CellBounds, Final, JointTree, SmAlphaBeta, sm_alphabeta};

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_agents::{Form, Param, Shape};

use linear::Linear;
use pruning::{ByEvaluation, Pruning, Rules, Widened};
use rollout::{Playing, Shortened};

const PRUNINGS: Form = Form::OneOf(&[Shape::word("rules"), Shape::word("evaluation"), Shape::word("none")]);

const SIZE: Param = param(
    "size",
    count(1, 250),
    "12",
    "moves that a pruned list keeps (not given in the report)",
);
const FEW: Param = param(
    "few",
    count(0, 9),
    "4",
    "throws used up to which the rules look at throws (a reading)",
);

/// What can be set about lists, with no pruning unless asked for.
const LISTS: &[Param] = &[
    param("pruning", PRUNINGS, "none", "how move lists are shortened"),
    SIZE,
    FEW,
    SAMPLE,
];

const SAMPLE: Param = param(
    "sample",
    count(1, 250),
    "20",
    "replies over which pruning by evaluation takes the mean (a reading)",
);

const DUCT: &[Param] = &[
    param(
        "c",
        from(0.0),
        "1.4142135",
        "exploration constant on values from -1 to 1 (a reading)",
    ),
    param("pruning", PRUNINGS, "rules", "how move lists are shortened"),
    SIZE,
    FEW,
    SAMPLE,
    param(
        "rollout",
        Form::OneOf(&[Shape::word("heavy"), Shape::word("uniform")]),
        "heavy",
        "whether rollouts draw from the greedy subset or from all moves",
    ),
    MEMORY,
];

const MEMORY: Param = param("memory", count(1, 1 << 20), "256", "megabytes of the tree");

const REPAIRED: &[Param] = &[
    SIZE,
    FEW,
    param(
        "extra",
        count(0, 250),
        "8",
        "other moves that a list keeps beside those by rules",
    ),
    param(
        "plies",
        count(0, 360),
        "4",
        "turns of a rollout before the evaluation is asked",
    ),
    param(
        "explore",
        Form::Number { low: 0.0, high: 1.0 },
        "0.2",
        "share of uniform choices",
    ),
    MEMORY,
];

/// The weights of the evaluation, all ours.
const WEIGHTS: &[Param] = &[
    weight("w0", "0", "constant"),
    weight("w1", "0.21", "weight of tokens remaining"),
    weight("w2", "0.04", "weight of tokens on the board"),
    weight("w3", "0.17", "weight of throws left"),
    weight("w4", "-0.02", "weight of dominance"),
    weight("w5", "-0.03", "weight of spread"),
    weight("w6", "-0.07", "weight of the least distance to prey"),
];

const fn weight(name: &'static str, default: &'static str, about: &'static str) -> Param {
    let form = Form::Number {
        low: -1000.0,
        high: 1000.0,
    };
    param(name, form, default, about)
}

pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "report-duct",
        plain: "Plays quick matches in its head with the moves that its rules of thumb allow.",
        about: "decoupled UCT on lists pruned by rules, greedy rollouts to the end, the move with the largest mean; \
                list size, what is few and UCB1 with √2 are readings",
        source: "COMP30024 2021 report, decoupled UCT with pruning by rules (submitted)",
        needs: Needs::Game("ropasci"),
        groups: &[SIMULATIONS, DUCT, WEIGHTS],
        maker: Maker::Own(report_duct),
    },
    AgentInfo {
        name: "report-sm-alphabeta",
        plain: "Works out a few moves ahead how to mix its choices so that no answer beats them.",
        about: "mixed equilibria to a depth with dominance by linear programs, bounds tightened by invincible tokens; \
                the evaluation's weights are ours",
        source: "COMP30024 2021 report, simultaneous-move alpha-beta",
        needs: Needs::Game("ropasci"),
        groups: &[LIMITS, LISTS, WEIGHTS],
        maker: Maker::Own(report_sm_alphabeta),
    },
    AgentInfo {
        name: "repaired-duct",
        plain: "Practises in its head and mixes its moves, so that it is hard to guess.",
        about: "regret matching instead of UCB for mixed strategies, lists that keep some moves no rule speaks for, \
                short \
                greedy rollouts with the evaluation behind them for more simulations",
        source: "COMP30024 2021 report, the weaknesses its author names",
        needs: Needs::Game("ropasci"),
        groups: &[SIMULATIONS, REPAIRED, WEIGHTS],
        maker: Maker::Own(repaired_duct),
    },
];

fn linear(context: &BuildContext) -> Linear {
    Linear {
        weights: ["w0", "w1", "w2", "w3", "w4", "w5", "w6"].map(|name| context.values.number(name)),
    }
}

fn rules(context: &BuildContext) -> Rules {
    Rules {
        size: context.values.size("size"),
        few: context.values.size("few") as u8,
        seed: context.seed,
    }
}

fn pruning(context: &BuildContext) -> Pruning {
    match context.values.shape("pruning").0 {
        "rules" => Pruning::Rules(rules(context)),
        "evaluation" => Pruning::Evaluation(ByEvaluation {
            size: context.values.size("size"),
            sample: context.values.size("sample"),
            linear: linear(context),
            seed: context.seed,
        }),
        _ => Pruning::None,
    }
}

fn config<L>(context: &BuildContext, learner: L, answer: Final) -> Config<L> {
    Config::new(learner)
        .with_answer(answer)
        .with_memory(context.values.size("memory") << 20)
        .with_seed(context.seed)
}

fn report_duct(context: &BuildContext) -> Box<dyn Agent> {
    let playing = match context.values.shape("rollout").0 {
        "uniform" => Playing::Uniform,
        _ => Playing::Heavy(rules(context)),
    };
    // The tree's rewards go from 0 to 1, half as far as the report's values.
    let learner = Ucb::ucb1(context.values.number("c") / 2.0);
    let tree = JointTree::with_config(playing, config(context, learner, Final::Mean));
    context.seated::<RoPaSci>(tree.with_prune(pruning(context)))
}

fn report_sm_alphabeta(context: &BuildContext) -> Box<dyn Agent> {
    let config = sm_alphabeta::Config::default().with_bounds(CellBounds::Stated);
    context.seated::<RoPaSci>(SmAlphaBeta::with_config(linear(context), config).with_prune(pruning(context)))
}

fn repaired_duct(context: &BuildContext) -> Box<dyn Agent> {
    let (rules, extra) = (rules(context), context.values.size("extra"));
    let learner = Regrets {
        exploration: context.values.number("explore").into(),
    };
    let rollout = Shortened {
        rules,
        plies: context.values.size("plies") as u32,
        linear: linear(context),
    };
    let tree = JointTree::with_config(rollout, config(context, learner, Final::Mixed));
    context.seated::<RoPaSci>(tree.with_prune(Widened { rules, extra }))
}

#[cfg(test)]
mod tests {
    use truel_core::Seat;

    use super::*;
    use truel_agents::{Conditions, Thought, Watch};

    use crate::roster;

    /// What an agent thinks for Upper, with all that it tells.
    fn thought(spec: &str, position: &str) -> Thought {
        let spec = spec.parse().expect("a spec");
        let mut agent = roster().build("ropasci", &spec, 1).expect("an agent");
        let table = truel_champions::roster().table("ropasci").expect("the game");
        let table = table.at(position).expect("a position");
        let seat = Seat::new(0);
        agent.think(&*table, seat, &Conditions::default(), Watch::Live(&mut |_| {}))
    }

    /// Upper's rock stands between two scissors, of which only one can flee. Far away Upper's
    /// scissors hunt two papers. Lower has a throw left, so that nothing is invincible.
    const FORK: &str = "5/6/7/4s3/4R4/3s4/7/6/S2pp 9,8 40 -";

    #[test]
    fn duct_plays_the_largest_mean_of_a_list_by_rules() {
        let thought = thought("report-duct:sims=400,size=6", FORK);
        assert_eq!(
            thought.candidates.len(),
            3,
            "two captures and a step towards the papers"
        );
        let best = thought.candidates.iter().map(|seen| seen.value).fold(0.0, f32::max);
        let chosen = &thought.candidates[0];
        assert_eq!((&thought.mv, chosen.value, chosen.weight), (&chosen.mv, best, 1.0));
        for capture in ["0,0>1,0", "0,0>-1,0"] {
            assert!(thought.candidates.iter().any(|seen| seen.mv == capture), "{capture}");
        }
        assert_eq!(thought.nodes, 400);
    }

    #[test]
    fn duct_without_pruning_looks_at_everything() {
        let start = truel_games::RoPaSci::default().to_string();
        for (pruning, moves) in [("none", 15), ("rules", 12), ("evaluation", 12)] {
            let spec = format!("report-duct:sims=40,pruning={pruning}");
            assert_eq!(thought(&spec, &start).candidates.len(), moves, "{pruning}");
        }
    }

    /// With tokens alone in the evaluation it is a game of guessing which of the two flees.
    #[test]
    fn sm_alphabeta_draws_between_two_captures() {
        let spec = "report-sm-alphabeta:depth=1,pruning=rules,size=60,w1=0.1,w2=0,w3=0,w4=0,w5=0,w6=0";
        let thought = thought(spec, FORK);
        let weight = |mv: &str| {
            thought
                .candidates
                .iter()
                .find(|seen| seen.mv == mv)
                .map(|seen| seen.weight)
        };
        assert_eq!((weight("0,0>1,0"), weight("0,0>-1,0")), (Some(0.5), Some(0.5)));
        // Half the time a token, at 0.1 on a scale from -1 to 1; tokens and throws are 2 against 5.
        let value = 0.1f32.mul_add(-3.0, 0.05).midpoint(1.0);
        assert!((thought.value[0] - value).abs() < 1e-4, "{:?}", thought.value);
    }

    #[test]
    fn repaired_duct_mixes_and_looks_beyond_the_rules() {
        let thought = thought("repaired-duct:sims=2000,extra=4", FORK);
        assert_eq!(thought.candidates.len(), 3 + 4);
        let weights: Vec<f32> = thought.candidates.iter().map(|seen| seen.weight).collect();
        assert!(weights[0] < 0.99 && weights[1] > 0.01, "{weights:?}");
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }

    #[test]
    fn the_weights_of_the_catalogue_are_those_of_the_evaluation() {
        for name in ["report-duct", "report-sm-alphabeta", "repaired-duct"] {
            let (_, values) = roster()
                .check("ropasci", &name.parse().expect("a spec"))
                .expect("an agent");
            let weights = ["w0", "w1", "w2", "w3", "w4", "w5", "w6"].map(|name| values.number(name));
            assert_eq!(weights, Linear::default().weights, "{name}");
        }
    }
}
