//! The sparring pool of threechess: agents of different styles that a champion has to beat.
//!
//! What an opponent does with a king that is nobody's business of his decides most matches, so the
//! pool differs in that above all: seats that look to their own points, seats that fear everybody,
//! seats that hunt, and seats that are afraid of being third.

use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS};
use truel_agents::{Agent, AgentInfo, BuildContext, Maker, Needs, Param};
use truel_games::ThreeChess;
use truel_search::best_reply::Skipping;
use truel_search::mcts::{self, Explore, FirstPlay, Length, Policy, Rollout, Select, Solver, SolverTies};
use truel_search::{BestReply, Mcts, Paranoid, SharpMaxN, alphabeta, sharp_maxn};

use crate::heuristics::threechess::kings::Kings;
use crate::heuristics::threechess::threats::{Threats, Weights};

/// Everybody in the pool.
pub(super) const POOL: &[AgentInfo] = &[
    agent(
        "spar-selfish",
        &[LIMITS],
        selfish,
        "Wants points and good places for itself, looks far ahead, and does not care who else loses a king.",
        "max^n with quiescence on captures, in which every seat maximises its own score and \
         places; to be third is nothing to it",
    ),
    agent(
        "spar-hunter",
        &[LIMITS],
        hunter,
        "Brings its pieces out and goes for kings.",
        "the same with all pieces forward and a high price on every king in reach",
    ),
    agent(
        "spar-guard",
        &[LIMITS],
        guard,
        "Stays at home, guards its king, and expects the others to turn on it.",
        "the same with pieces at home, dear kings, and others who give something to hurt it",
    ),
    agent(
        "spar-rival",
        &[LIMITS],
        rival,
        "Plays against whoever is ahead.",
        "the same, but a seat's value is its lead over the stronger of the others",
    ),
    agent(
        "spar-paranoid",
        &[LIMITS],
        paranoid,
        "Expects both others to play against it.",
        "paranoid alpha-beta with a table and quiescence on captures; kings in reach weigh most",
    ),
    agent(
        "spar-skips",
        &[LIMITS],
        skips,
        "Expects one answer to its move, the worst, and nothing from the other seat.",
        "best-reply search (BRS) in which the seat that does not reply skips its turn",
    ),
    agent(
        "spar-mcts",
        &[SIMULATIONS],
        tree,
        "Tries many short lines and plays what went well most often.",
        "Monte Carlo tree search with a ranking of moves, evaluation in place of random play, and proven ends",
    ),
];

const fn agent(
    name: &'static str,
    groups: &'static [&'static [Param]],
    maker: fn(&BuildContext) -> Box<dyn Agent>,
    plain: &'static str,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about,
        source: "truel",
        needs: Needs::Game("threechess"),
        groups,
        maker: Maker::Own(maker),
    }
}

/// Own points and places, and nothing about kings that are not in reach at once.
const OWN: Weights = Weights {
    half: 40.0,
    others: 0.0,
    leader: 0.0,
    captured: 1.0,
    hanging: 0.0,
    check: 0.0,
    far_check: 0.0,
    pawn: 0.1,
    active: 0.1,
    home: 1.0,
};

/// Near the leaves only the best few moves are looked at.
fn fast() -> sharp_maxn::Config {
    sharp_maxn::Config::default().with_breadth(6)
}

fn maxn(context: &BuildContext, weights: Weights, config: sharp_maxn::Config) -> Box<dyn Agent> {
    context.seated(SharpMaxN::<ThreeChess, _>::with_config(Threats::new(weights), config))
}

fn selfish(context: &BuildContext) -> Box<dyn Agent> {
    maxn(context, OWN, fast().with_extensions(0))
}

fn hunter(context: &BuildContext) -> Box<dyn Agent> {
    let weights = Weights {
        hanging: 0.5,
        check: 0.3,
        far_check: 0.2,
        active: 0.4,
        ..OWN
    };
    maxn(context, weights, fast())
}

fn guard(context: &BuildContext) -> Box<dyn Agent> {
    let weights = Weights {
        check: 0.4,
        far_check: 0.2,
        active: 0.0,
        home: 3.0,
        ..OWN
    };
    maxn(context, weights, fast().with_spite(0.3))
}

fn rival(context: &BuildContext) -> Box<dyn Agent> {
    let weights = Weights {
        captured: 0.0,
        leader: 1.0,
        hanging: 0.4,
        check: 0.2,
        ..OWN
    };
    maxn(context, weights, fast())
}

fn paranoid(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_quiescence(4);
    context.seated::<ThreeChess>(Paranoid::with_config(Kings::default(), config))
}

fn skips(context: &BuildContext) -> Box<dyn Agent> {
    let search = BestReply::with_config(Kings::default(), alphabeta::Config::default());
    context.seated::<ThreeChess>(search.with_stand_by(Skipping))
}

fn tree(context: &BuildContext) -> Box<dyn Agent> {
    let config = mcts::Config::default()
        .with_seed(context.seed)
        .with_select(Select::Puct { temperature: 30.0 })
        .with_explore(Explore::Constant(0.7))
        .with_first_play(FirstPlay::BelowParent(0.2))
        .with_rollout(Rollout {
            policy: Policy::Uniform,
            length: Length::Plies(0),
        })
        .with_solver(Solver::On(SolverTies::Standard));
    context.seated::<ThreeChess>(Mcts::with_config(Threats::default(), config))
}
