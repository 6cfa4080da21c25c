//! The agents of the threechess report, and what its author would have changed.

mod lenses;
mod simple;

use truel_core::{Rng, Seat};
use truel_games::ThreeChess;
use truel_search::lens::{ByLens, Look};
use truel_search::mcts::{Answer, Config, Explore, Length, Policy, Reuse, Rollout, Scale, Solver};
use truel_search::{AlphaBeta, Mcts, alphabeta, mcts};

use crate::Agent;
use crate::catalogue::groups::{ANY, SIMULATIONS, count, from, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::threechess::kings::Kings;
use crate::param::{Form, Param, Shape};
use lenses::{ScoreOf, TwiceOwn};
use simple::{OwnScore, Sample, Ties};

const SOURCE: &str = "CITS3001 2020, threeChess report";

const fn agent(
    name: &'static str,
    groups: &'static [&'static [Param]],
    make: fn(&Order) -> Box<dyn Agent>,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        about,
        source: SOURCE,
        needs: Needs::Game("threechess"),
        groups,
        kind: Kind::Own(make),
    }
}

pub(crate) const AGENTS: &[AgentInfo] = &[
    agent(
        "report-random",
        &[],
        random,
        "the referee's sample agent: a piece, a word and a length at random until legal, never castling (a reading)",
    ),
    agent(
        "report-greedy",
        &[GREEDY],
        greedy,
        "the move after which its own score is largest; ties at random are a reading",
    ),
    agent(
        "report-paranoid",
        &[PARANOID],
        paranoid,
        "three plies, both others against it, on twice its own score less theirs; the first of equals is a reading",
    ),
    agent(
        "report-mcts",
        &[MCTS],
        report_mcts,
        "UCB1 on its own raw score, rollouts of ten random plies; that all seats want that score and that the best mean is \
         played are readings",
    ),
    agent(
        "repaired-greedy",
        &[],
        |order| order.seated::<ThreeChess>(order.greedy(Kings::default())),
        "one ply with an evaluation that knows which kings can be taken",
    ),
    agent(
        "repaired-paranoid",
        &[REPAIRED_PARANOID],
        repaired_paranoid,
        "the report's evaluation to the right depth: takes moves back, a table, move ordering, captures followed to their end",
    ),
    agent(
        "repaired-mcts",
        &[SIMULATIONS, REPAIRED_MCTS],
        repaired_mcts,
        "rollouts that prefer captures, to the end or a better evaluation, and the win ratio backed up, each seat for itself",
    ),
];

const TIES: Form = Form::OneOf(&[Shape::word("random"), Shape::word("first")]);
const GREEDY: &[Param] = &[param("ties", TIES, "random", "which of equally good moves is made")];

const PARANOID: &[Param] = &[
    param("depth", count(1, 100), "3", "plies to look ahead"),
    param("ties", TIES, "first", "which of equally good moves is made"),
    param("time", Form::Time, "", "time for a move"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
];

const REPAIRED_PARANOID: &[Param] = &[
    param("depth", count(1, 100), "5", "plies to look ahead"),
    param(
        "quiescence",
        count(0, 100),
        "4",
        "plies of captures to follow below the last",
    ),
    param("time", Form::Time, "", "time for a move"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
];

const MCTS: &[Param] = &[
    param("time", Form::Time, "5s", "time for a move"),
    param("sims", count(1, ANY), "", "simulations for a move"),
    param("c", from(0.0), "1.4142135", "exploration constant, on raw scores"),
    param("plies", count(0, 1000), "10", "random plies of a rollout"),
];

const REPAIRED_MCTS: &[Param] = &[
    param(
        "temperature",
        from(0.0),
        "10",
        "how often rollouts prefer quiet moves to captures",
    ),
    param("plies", count(0, 10_000), "40", "plies of a rollout"),
    param("c", from(0.0), "0.5", "exploration constant, on rewards from 0 to 1"),
];

fn random(order: &Order) -> Box<dyn Agent> {
    order.seated::<ThreeChess>(Sample {
        rng: Rng::new(order.seed),
    })
}

fn greedy(order: &Order) -> Box<dyn Agent> {
    order.seated::<ThreeChess>(OwnScore {
        ties: match order.values.shape("ties").0 {
            "first" => Ties::First,
            _ => Ties::Random,
        },
        rng: Rng::new(order.seed),
    })
}

fn paranoid(order: &Order) -> Box<dyn Agent> {
    let config = alphabeta::Config {
        ties: match order.values.shape("ties").0 {
            "first" => alphabeta::Ties::Listed,
            _ => alphabeta::Ties::Shuffled,
        },
        seed: order.seed,
        ..alphabeta::Config::exact()
    };
    order.seated::<ThreeChess>(Look::new(AlphaBeta::with(ByLens, config), |_: &ThreeChess, _| TwiceOwn))
}

fn repaired_paranoid(order: &Order) -> Box<dyn Agent> {
    let config = alphabeta::Config {
        quiescence: order.values.size("quiescence") as u32,
        ..alphabeta::Config::default()
    };
    order.seated::<ThreeChess>(Look::new(AlphaBeta::with(ByLens, config), |_: &ThreeChess, _| TwiceOwn))
}

fn report_mcts(order: &Order) -> Box<dyn Agent> {
    let range = <ScoreOf as truel_search::lens::Lens<ThreeChess>>::BOUNDS;
    let config = Config {
        // The tree works on rewards from 0 to 1.
        explore: Explore::Constant(order.values.number("c") / (range.high - range.low)),
        rollout: Rollout {
            policy: Policy::Uniform,
            length: Length::Plies(order.values.size("plies") as u32),
        },
        answer: Answer::MaxValue,
        reuse: Reuse::Forget,
        seed: order.seed,
        ..Config::default()
    };
    let search = Mcts::with_opinion(config, ByLens);
    order.seated::<ThreeChess>(Look::new(search, |_: &ThreeChess, seat: Seat| ScoreOf(seat)))
}

fn repaired_mcts(order: &Order) -> Box<dyn Agent> {
    let config = Config {
        explore: Explore::Constant(order.values.number("c")),
        rollout: Rollout {
            policy: Policy::Ranked {
                temperature: order.values.number("temperature"),
            },
            length: Length::Plies(order.values.size("plies") as u32),
        },
        solver: Solver::On(mcts::Ties::Standard),
        scale: Scale::WinRatio,
        seed: order.seed,
        ..Config::default()
    };
    order.seated::<ThreeChess>(Mcts::with_opinion(config, Kings::default()))
}
