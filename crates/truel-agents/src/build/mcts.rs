//! From the parameters of `mcts` to its configuration.

use truel_core::Seat;
use truel_search::mcts::{
    Amaf, Answer, Backup, Bias, Config, Estimate, Expand, Explore, FirstPlay, Implicit, Judge, Length, MoveHistory,
    Policy, Reuse, Rollout, Scale, Select, Solver, Ties,
};

use crate::param::Values;

pub(super) fn config(values: &Values, seed: u64, seats: usize) -> Config {
    Config {
        seed,
        threads: values.size("threads"),
        memory: values.size("memory"),
        select: select(values),
        explore: explore(values),
        expand: Expand::AsTried,
        first_play: first_play(values),
        bias: match values.shape("bias") {
            ("rank", n) => Bias::Rank {
                weight: n[0] as f32,
                temperature: n[1] as f32,
            },
            _ => Bias::None,
        },
        history: match values.shape("history") {
            ("progressive", n) => MoveHistory::Progressive { weight: n[0] as f32 },
            _ => MoveHistory::None,
        },
        amaf: amaf(values),
        rollout: Rollout {
            policy: policy(values),
            length: length(values),
        },
        backup: match values.shape("backup") {
            ("paranoid", _) => Backup::Paranoid,
            ("offensive", n) => Backup::Offensive(Seat::new((n[0] as usize).clamp(1, seats) - 1)),
            _ => Backup::MaxN,
        },
        implicit: match values.shape("implicit") {
            ("minimax", n) => Implicit::Minimax { share: n[0] as f32 },
            _ => Implicit::None,
        },
        solver: match values.shape("solver").0 {
            "off" => Solver::Off,
            "paranoid" => Solver::On(Ties::Paranoid),
            "first" => Solver::On(Ties::First),
            _ => Solver::On(Ties::Standard),
        },
        scale: match values.shape("scale").0 {
            "wins" => Scale::WinRatio,
            _ => Scale::Score,
        },
        virtual_loss: values.size("loss") as u32,
        open_after: values.size("open") as u32,
        reuse: match values.shape("reuse").0 {
            "off" => Reuse::Forget,
            _ => Reuse::Keep,
        },
        answer: match values.shape("answer") {
            ("value", _) => Answer::MaxValue,
            ("secure", n) => Answer::Secure { a: n[0] as f32 },
            ("proportional", n) => Answer::Proportional {
                temperature: n[0] as f32,
            },
            _ => Answer::MostVisits,
        },
    }
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
