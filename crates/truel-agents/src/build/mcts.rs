//! From the parameters of `mcts` to its configuration.

use truel_core::Seat;
use truel_search::mcts::{
    Amaf, Answer, Backup, Bias, Config, Estimate, Expand, Explore, FirstPlay, Implicit, Judge, Length, MoveHistory,
    Policy, Reuse, RewardScale, Rollout, Select, Solver, SolverTies,
};

use crate::param::Values;

pub(super) fn config(values: &Values, seed: u64, seats: usize) -> Config {
    Config::default()
        .with_seed(seed)
        .with_threads(values.size("threads"))
        .with_memory(values.size("memory"))
        .with_select(select(values))
        .with_explore(explore(values))
        .with_expand(Expand::AsTried)
        .with_first_play(first_play(values))
        .with_bias(match values.shape("bias") {
            ("rank", n) => Bias::Rank {
                weight: n[0] as f32,
                temperature: n[1] as f32,
            },
            _ => Bias::None,
        })
        .with_history(match values.shape("history") {
            ("progressive", n) => MoveHistory::Progressive { weight: n[0] as f32 },
            _ => MoveHistory::None,
        })
        .with_amaf(amaf(values))
        .with_rollout(Rollout {
            policy: policy(values),
            length: length(values),
        })
        .with_backup(match values.shape("backup") {
            ("paranoid", _) => Backup::Paranoid,
            ("offensive", n) => Backup::Offensive(Seat::new((n[0] as usize).clamp(1, seats) - 1)),
            _ => Backup::MaxN,
        })
        .with_implicit(match values.shape("implicit") {
            ("minimax", n) => Implicit::Minimax { share: n[0] as f32 },
            _ => Implicit::None,
        })
        .with_solver(match values.shape("solver").0 {
            "off" => Solver::Off,
            "paranoid" => Solver::On(SolverTies::Paranoid),
            "first" => Solver::On(SolverTies::First),
            _ => Solver::On(SolverTies::Standard),
        })
        .with_scale(match values.shape("scale").0 {
            "wins" => RewardScale::WinRatio,
            _ => RewardScale::Score,
        })
        .with_virtual_loss(values.size("loss") as u32)
        .with_open_after(values.size("open") as u32)
        .with_reuse(match values.shape("reuse").0 {
            "off" => Reuse::Forget,
            _ => Reuse::Keep,
        })
        .with_answer(match values.shape("answer") {
            ("value", _) => Answer::MaxValue,
            ("secure", n) => Answer::Secure { a: n[0] as f32 },
            ("proportional", n) => Answer::Proportional {
                temperature: n[0] as f32,
            },
            _ => Answer::MostVisits,
        })
}

fn select(values: &Values) -> Select {
    match values.shape("select") {
        ("tuned", _) => Select::Ucb1Tuned,
        ("puct", n) => Select::Puct {
            temperature: n[0] as f32,
        },
        _ => Select::Ucb1,
    }
}

fn explore(values: &Values) -> Explore {
    let c = values.number("c");
    match values.shape("explore") {
        ("adaptive", n) => Explore::Adaptive {
            c,
            weak: n[0] as f32,
            gain: n[1] as f32,
            most: n[2] as f32,
            estimate: Estimate::LastMove,
        },
        _ => Explore::Constant(c),
    }
}

fn first_play(values: &Values) -> FirstPlay {
    match values.shape("fpu") {
        ("reward", n) => FirstPlay::Reward(n[0] as f32),
        ("parent", n) => FirstPlay::BelowParent(n[0] as f32),
        _ => FirstPlay::EveryMove,
    }
}

fn amaf(values: &Values) -> Amaf {
    match values.shape("amaf") {
        ("rave", n) => Amaf::Rave {
            equivalence: n[0] as f32,
        },
        ("grave", n) => Amaf::Grave {
            reference: n[0] as u32,
            bias: n[1] as f32,
        },
        _ => Amaf::None,
    }
}

fn policy(values: &Values) -> Policy {
    let good = |n: &[f64], by| Policy::Good {
        share: n[0] as f32,
        draws: n[1].max(1.0) as u32,
        by,
    };
    match values.shape("rollout") {
        ("egreedy", n) => good(n, Judge::Rank),
        ("evaluated", n) => good(n, Judge::Evaluate),
        ("ranked", n) => Policy::Ranked {
            temperature: n[0] as f32,
        },
        ("mast", n) => Policy::MastGibbs {
            temperature: n[0] as f32,
        },
        ("mast-greedy", n) => Policy::MastGreedy { epsilon: n[0] as f32 },
        _ => Policy::Uniform,
    }
}

fn length(values: &Values) -> Length {
    match values.shape("length") {
        ("plies", n) => Length::Plies(n[0].max(0.0) as u32),
        ("none", _) => Length::Plies(0),
        _ => Length::ToTheEnd,
    }
}
