//! The champion of threechess.

use truel_games::ThreeChess;
use truel_search::mcts::{Config, Length, Policy, Rollout, Solver, Ties};
use truel_search::{AlphaBeta, BestReply, MaxN, Mcts, alphabeta};

use crate::Agent;
use crate::catalogue::groups::{LIMITS, count, from, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::threechess::kings::{Kings, Weights};
use crate::param::{Form, Param, Shape};

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "best-reply search; exact with one seat left",
    source: "truel",
    needs: Needs::Game("threechess"),
    groups: &[LIMITS, PARAMS],
    kind: Kind::Own(champion),
};

const PARAMS: &[Param] = &[
    param(
        "search",
        Form::OneOf(&[
            Shape::word("brs"),
            Shape::word("skip"),
            Shape::word("paranoid"),
            Shape::word("maxn"),
            Shape::with("mcts", &[("temperature", 10.0), ("plies", 10.0)]),
        ]),
        "brs",
        "which search",
    ),
    param("quiescence", count(0, 100), "0", "plies of captures"),
    param("half", from(1.0), "40", "points"),
    param("captured", from(0.0), "1", "captured"),
    param("hanging", from(0.0), "0.4", "hanging"),
    param("check", from(0.0), "0.1", "check"),
    param("pawn", from(0.0), "0.1", "pawn"),
    param("active", from(0.0), "0.1", "active"),
    param("home", from(0.0), "1", "home"),
];

fn champion(order: &Order) -> Box<dyn Agent> {
    let v = &order.values;
    let opinion = Kings {
        weights: Weights {
            half: v.number("half"),
            captured: v.number("captured"),
            hanging: v.number("hanging"),
            check: v.number("check"),
            pawn: v.number("pawn"),
            active: v.number("active"),
            home: v.number("home"),
            ..Weights::default()
        },
    };
    let config = alphabeta::Config {
        quiescence: v.size("quiescence") as u32,
        ..alphabeta::Config::default()
    };
    match v.shape("search") {
        ("skip", _) => order.seated::<ThreeChess>(BestReply::skipping(opinion, config)),
        ("paranoid", _) => order.seated::<ThreeChess>(AlphaBeta::with(opinion, config)),
        ("maxn", _) => order.seated::<ThreeChess>(MaxN::new(opinion)),
        ("mcts", n) => {
            let config = Config {
                rollout: Rollout {
                    policy: Policy::Ranked {
                        temperature: n[0] as f32,
                    },
                    length: Length::Plies(n[1] as u32),
                },
                solver: Solver::On(Ties::Standard),
                seed: order.seed,
                explore: truel_search::mcts::Explore::Constant(0.4),
                ..Config::default()
            };
            order.seated::<ThreeChess>(Mcts::with_opinion(config, opinion))
        }
        _ => order.seated::<ThreeChess>(BestReply::plus(opinion, config)),
    }
}
