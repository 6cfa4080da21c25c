//! The agents of the avalam report (Polytechnique Montréal, INF8215, 2022).

mod evaluation;
mod rollout;
#[cfg(test)]
mod tests;

use std::time::Duration;

use evaluation::{Fischer, Groups, Score};
use rollout::{Policy, Simulated};
use truel_agents::Greedy;
use truel_agents::Habits;
use truel_agents::catalogue::groups::{ANY, CLOCK, LIMITS, ON_OFF, SIMS, TIME, count, from, param};
use truel_agents::{Agent, Conditions};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_agents::{Form, Param, Shape, Values};
use truel_core::{Rng, Seat};
use truel_games::Avalam;
use truel_search::clock::{Clock, DepthSchedule};
use truel_search::lens::{LensOpinion, LensSearch};
use truel_search::mcts::{self, Estimate, Expand, Explore, FirstTerm, Mcts, Solver};
use truel_search::{AlphaBeta, Limits, alphabeta};

const NEEDS: Needs = Needs::Game("avalam");

pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "report-greedy",
        plain: "Takes the best score it can get with one move.",
        about: "the best score after one ply; any of equals",
        source: "INF8215 course agent, 2022",
        needs: NEEDS,
        groups: &[],
        maker: Maker::Own(greedy),
    },
    AgentInfo {
        name: "fischer",
        plain: "Looks ahead at the moves that seem best, further the longer the match lasts.",
        about: "alpha-beta without a table to a depth that grows with the match, over the moves that rank best; the \
                breadth is a reading",
        source: "INF8215 2022 report, Fischer",
        needs: NEEDS,
        groups: &[VALUES, &[BREADTH], SCHEDULE],
        maker: Maker::Own(fischer),
    },
    AgentInfo {
        name: "repaired-fischer",
        plain: "Looks ahead at all moves, as far as its time allows.",
        about: "fischer's evaluation and ranking, with a table, over all moves, deeper until the time for the move is \
                over or the end is seen",
        source: "INF8215 2022 report, future work",
        needs: NEEDS,
        groups: &[VALUES, LIMITS, &[WIDTH]],
        maker: Maker::Own(repaired_fischer),
    },
    AgentInfo {
        name: "fischer-mcts",
        plain: "Plays quick matches in its head, and dares more while it is behind.",
        about: "tree search on scores from -10 to 10 that keeps its tree and explores more while behind; the sizes of \
                the quick score's penalties are readings",
        source: "INF8215 2022 report, Monte Carlo tree search",
        needs: NEEDS,
        groups: &[SIMULATIONS, TREE],
        maker: Maker::Own(fischer_mcts),
    },
];

const VALUES: &[Param] = &[
    param("full", from(0.0), "1.55", "worth of a tower of five"),
    param(
        "isolated",
        from(0.0),
        "1.5",
        "worth of a lower tower that no move can carry or cover",
    ),
    param(
        "groups",
        ON_OFF,
        "on",
        "whether groups that will end as one tower are valued as that",
    ),
];

/// The report names no breadth. At about 10,000 positions a second, what the course's Python makes
/// (its referee plays 9,600 plies a second), the 15 minutes of a match are 9 million positions. On
/// its schedule breadth 20 visits about 3 million a match and 30 about 10 million, so 30 is the
/// round number that comes nearest; when time is scarce it looks less deep.
const BREADTH: Param = param(
    "breadth",
    count(1, ANY),
    "30",
    "moves to look at in a position, the best by rank; 30 comes nearest to 15 minutes a match in Python",
);
const WIDTH: Param = param(
    "breadth",
    count(1, ANY),
    "",
    "moves to look at in a position, the best by rank; all if not given",
);

const SCHEDULE: &[Param] = &[
    param("first", count(1, 100), "5", "plies to look ahead in the first steps"),
    param("every", count(1, 100), "9", "steps until it is one ply more"),
    param("most", count(1, 100), "8", "plies to look ahead at most"),
    param(
        "short",
        count(1, 100),
        "6",
        "plies to look ahead at most while time is scarce",
    ),
    param("scarce", Form::Time, "135s", "time left below which it is scarce"),
];

const SIMULATIONS: &[Param] = &[
    TIME,
    SIMS,
    param(
        "clock",
        CLOCK,
        "midgame(4,12)",
        "how a clock for the whole match is shared out, by plies",
    ),
];

const TREE: &[Param] = &[
    param("c", from(0.0), "1.4142135", "exploration constant"),
    param(
        "explore",
        Form::OneOf(&[Shape::with("growing", &[("weak", 0.25)]), Shape::word("constant")]),
        "growing(0.25)",
        "whether c grows while the seat stands badly",
    ),
    param(
        "scores",
        Form::OneOf(&[Shape::word("raw"), Shape::word("normalised")]),
        "raw",
        "whether c stands beside scores from -10 to 10 or from 0 to 1",
    ),
    param(
        "expand",
        Form::OneOf(&[Shape::word("evaluated"), Shape::word("bare"), Shape::word("plain")]),
        "evaluated",
        "new nodes: evaluated as one visit, the same without an exploration term, or not evaluated",
    ),
    param(
        "rollout",
        Form::OneOf(&[
            Shape::with("towers", &[("share", 0.4), ("draws", 5.0)]),
            Shape::word("uniform"),
        ]),
        "towers(0.4,5)",
        "moves of a rollout: this often the best of some towers, else any tower's; or every move alike",
    ),
    param(
        "covering",
        from(0.0),
        "1",
        "what covering an own tower costs in the quick score",
    ),
    param(
        "exposing",
        from(0.0),
        "0.5",
        "what leaving a tower that can be taken costs in the quick score",
    ),
    param("reuse", ON_OFF, "on", "whether the tree below the played moves is kept"),
    param("memory", count(1, 1 << 20), "1024", "megabytes of the tree at most"),
];

fn greedy(context: &BuildContext) -> Box<dyn Agent> {
    let search = Greedy {
        opinion: LensOpinion,
        rng: Rng::new(context.seed),
    };
    context.seated::<Avalam>(LensSearch::new(search, |_: &Avalam, _: Seat| Score))
}

fn lens(values: &Values) -> Fischer {
    Fischer {
        full: values.number("full"),
        isolated: values.number("isolated"),
        groups: match values.shape("groups").0 {
            "off" => Groups::Ignored,
            _ => Groups::Foreseen,
        },
    }
}

fn breadth(values: &Values) -> Option<usize> {
    values.count("breadth").map(|breadth| breadth as usize)
}

fn fischer(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::exact().with_breadth(breadth(&context.values));
    let lens = lens(&context.values);
    let schedule = schedule(&context.values);
    let search = LensSearch::new(
        AlphaBeta::with_config(LensOpinion, config),
        move |_: &Avalam, _: Seat| lens,
    );
    context.planned(search, move |game: &Avalam, _, conditions, limits| {
        scheduled(schedule, game, conditions, limits)
    })
}

fn schedule(values: &Values) -> DepthSchedule {
    let plies = |name: &str| values.count(name).expect("it has a default") as u32;
    DepthSchedule {
        start: plies("first"),
        every: plies("every"),
        most: plies("most"),
        short: plies("short"),
        scarce: values.time("scarce").expect("it has a default"),
    }
}

/// The step that the report counts by: the ply about to be played, from 1.
fn step(game: &Avalam) -> u32 {
    game.plies() + 1
}

/// The depth of the schedule. Time limits nothing but a clock or the conditions say so.
fn scheduled(schedule: DepthSchedule, game: &Avalam, conditions: &Conditions, limits: Limits) -> Limits {
    let clock = conditions.clock.unwrap_or(Clock::match_time(Duration::MAX));
    let depth = schedule.depth(clock, step(game));
    let is_timed = conditions.clock.is_some() || conditions.per_move.is_some();
    let depth = limits.depth.map_or(depth, |most| most.min(depth));
    let time = limits.time.filter(|_| is_timed);
    limits.with_depth(depth).with_time(time)
}

fn repaired_fischer(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_breadth(breadth(&context.values));
    let lens = lens(&context.values);
    context.seated::<Avalam>(LensSearch::new(
        AlphaBeta::with_config(LensOpinion, config),
        move |_: &Avalam, _: Seat| lens,
    ))
}

fn fischer_mcts(context: &BuildContext) -> Box<dyn Agent> {
    let lens = simulated(&context.values);
    let search = Mcts::with_config(LensOpinion, tree(&context.values, context.seed));
    let habits = context.habits;
    context.planned(
        LensSearch::new(search, move |_: &Avalam, _: Seat| lens),
        move |game: &Avalam, _, conditions, _| by_plies(&habits, game, conditions),
    )
}

/// The limits of a move by a time formula that counts plies, not own moves.
fn by_plies(habits: &Habits, game: &Avalam, conditions: &Conditions) -> Limits {
    let conditions = Conditions {
        step: step(game),
        ..conditions.clone()
    };
    habits.limits(&conditions).0
}

fn simulated(values: &Values) -> Simulated {
    Simulated {
        policy: match values.shape("rollout") {
            ("towers", n) => Policy::ByTowers {
                share: n[0] as f32,
                draws: n[1].max(1.0) as u32,
            },
            _ => Policy::Uniform,
        },
        covering: values.number("covering"),
        exposing: values.number("exposing"),
    }
}

fn tree(values: &Values, seed: u64) -> mcts::Config {
    let range = Score::BOUNDS.high - Score::BOUNDS.low;
    // The search scales rewards to 0..1, so a constant beside raw scores shrinks with them.
    let (c, gain) = match values.shape("scores").0 {
        "normalised" => (values.number("c"), 1.0),
        _ => (values.number("c") / range, Score::BOUNDS.high),
    };
    let expand = match values.shape("expand").0 {
        "evaluated" => Expand::Evaluated(FirstTerm::Explored),
        "bare" => Expand::Evaluated(FirstTerm::Bare),
        _ => Expand::AsTried,
    };
    mcts::Config::default()
        .with_seed(seed)
        .with_memory(values.size("memory"))
        .with_explore(match values.shape("explore") {
            ("growing", n) => Explore::Adaptive {
                c,
                weak: n[0] as f32,
                gain,
                most: f32::MAX,
                estimate: Estimate::LastMove,
            },
            _ => Explore::Constant(c),
        })
        .with_expand(expand)
        // The evaluation counts as the first visit.
        .with_open_after(if expand == Expand::AsTried { 1 } else { 2 })
        .with_solver(Solver::Off)
        .with_reuse(match values.shape("reuse").0 {
            "off" => mcts::Reuse::Forget,
            _ => mcts::Reuse::Keep,
        })
}
