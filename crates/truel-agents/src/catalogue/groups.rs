//! Parameters of agents, in groups that agents share.

use crate::param::{Form, Param, Shape};

/// A parameter.
pub const fn param(name: &'static str, form: Form, default: &'static str, about: &'static str) -> Param {
    Param {
        name,
        form,
        default,
        about,
    }
}

/// A number that is at least `low`.
pub const fn from(low: f64) -> Form {
    Form::Number {
        low,
        high: f64::INFINITY,
    }
}

/// A whole number from `low` to `high`.
pub const fn count(low: u64, high: u64) -> Form {
    Form::Count { low, high }
}

/// On or off.
pub const ON_OFF: Form = Form::OneOf(&[Shape::word("on"), Shape::word("off")]);
/// The largest whole number.
pub const ANY: u64 = u64::MAX;

/// How a clock for the whole match is shared out.
pub const CLOCK: Form = Form::OneOf(&[
    Shape::with("adaptive", &[("moves", 30.0)]),
    Shape::with("even", &[("moves", 30.0)]),
    Shape::with("midgame", &[("base", 4.0), ("mid", 12.0)]),
]);

/// Whether known openings are played without thinking.
pub const BOOK: &[Param] = &[param(
    "book",
    ON_OFF,
    "off",
    "whether to play from the game's opening book",
)];

/// The time for a move.
pub const TIME: Param = param(
    "time",
    Form::Time,
    "",
    "time for a move; 1s where nothing else limits it",
);

/// The simulations for a move.
pub const SIMS: Param = param("sims", count(1, ANY), "", "simulations for a move");

/// Limits of searches that count positions.
pub const LIMITS: &[Param] = &[
    TIME,
    param("depth", count(1, 200), "", "plies to look ahead"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
    param(
        "clock",
        CLOCK,
        "adaptive(30)",
        "how a clock for the whole match is shared out",
    ),
];

/// Limits of searches that count simulations.
pub const SIMULATIONS: &[Param] = &[
    TIME,
    SIMS,
    param(
        "clock",
        CLOCK,
        "adaptive(30)",
        "how a clock for the whole match is shared out",
    ),
];

/// Which of equally good moves is made.
pub const TIES: Param = param(
    "ties",
    Form::OneOf(&[Shape::word("first"), Shape::word("random")]),
    "first",
    "which of equally good moves is made",
);

/// Parameters of the alpha-beta family.
pub const ALPHA_BETA: &[Param] = &[
    param("table", count(0, 65536), "16", "megabytes of the transposition table"),
    param(
        "breadth",
        count(1, ANY),
        "",
        "moves to look at in a position, the best by rank",
    ),
    param(
        "quiescence",
        count(0, 100),
        "0",
        "plies of noisy moves to follow below the last ply",
    ),
    param(
        "reductions",
        ON_OFF,
        "on",
        "whether late moves are searched less deep first",
    ),
    param(
        "futility",
        ON_OFF,
        "on",
        "whether moves that are foreseen to fall far short are left out near the leaves",
    ),
    TIES,
    param("threads", count(1, 256), "1", "threads that search together"),
];

/// Parameters of max^n and its relatives.
pub const MAX_N: &[Param] = &[
    param(
        "pruning",
        Form::OneOf(&[
            Shape::word("none"),
            Shape::word("shallow"),
            Shape::word("last-branch"),
            Shape::word("speculative"),
        ]),
        "speculative",
        "which branches are left out",
    ),
    TIES,
];

/// Whether simpler searches take over when a seat is out.
pub const REDUCE: &[Param] = &[param(
    "reduce",
    ON_OFF,
    "on",
    "whether simpler searches take over when a seat is out",
)];

/// Parameters of MP-Mix.
pub const MP_MIX: &[Param] = &[
    param(
        "defence",
        from(0.0),
        "0.1",
        "own lead from which to defend it, as a payoff",
    ),
    param(
        "offence",
        from(0.0),
        "0.2",
        "another's lead from which to attack it, as a payoff",
    ),
];

/// Parameters of offensive search.
pub const OFFENSIVE: &[Param] = &[param(
    "target",
    Form::OneOf(&[Shape::word("leader"), Shape::with("seat", &[("number", 1.0)])]),
    "leader",
    "the seat to hold down",
)];

/// Parameters of soft max^n.
pub const SOFT: &[Param] = &[param(
    "temperature",
    from(0.0),
    "0.1",
    "how often others err, as a payoff",
)];

/// How far a rollout goes.
pub const LENGTH: Param = param(
    "length",
    Form::OneOf(&[
        Shape::word("end"),
        Shape::with("plies", &[("number", 10.0)]),
        Shape::word("none"),
    ]),
    "end",
    "how far a rollout goes before the position is evaluated",
);
/// Memory of a search tree.
pub const MEMORY: Param = param("memory", count(1, 1 << 20), "256", "megabytes of the tree at most");

/// Parameters of Monte Carlo tree search.
pub const MCTS: &[Param] = &[
    param(
        "c",
        from(0.0),
        "1.4142135",
        "exploration constant, on rewards from 0 to 1",
    ),
    param(
        "select",
        Form::OneOf(&[
            Shape::word("ucb1"),
            Shape::word("tuned"),
            Shape::with("puct", &[("temperature", 1.0)]),
        ]),
        "ucb1",
        "which child a simulation goes to",
    ),
    param(
        "explore",
        Form::OneOf(&[
            Shape::word("constant"),
            Shape::with("adaptive", &[("weak", 0.25), ("gain", 10.0), ("most", 1e9)]),
        ]),
        "constant",
        "whether c grows while the seat stands badly",
    ),
    param(
        "rollout",
        Form::OneOf(&[
            Shape::word("uniform"),
            Shape::with("egreedy", &[("share", 0.4), ("draws", 5.0)]),
            Shape::with("evaluated", &[("share", 0.4), ("draws", 5.0)]),
            Shape::with("ranked", &[("temperature", 1.0)]),
            Shape::with("mast", &[("temperature", 0.1)]),
            Shape::with("mast-greedy", &[("epsilon", 0.4)]),
        ]),
        "uniform",
        "which moves a rollout plays: any, the best by rank or evaluation of a few drawn, by rank, by record",
    ),
    LENGTH,
    param(
        "backup",
        Form::OneOf(&[
            Shape::word("maxn"),
            Shape::word("paranoid"),
            Shape::with("offensive", &[("seat", 1.0)]),
        ]),
        "maxn",
        "what each seat wants",
    ),
    param(
        "solver",
        Form::OneOf(&[
            Shape::word("on"),
            Shape::word("paranoid"),
            Shape::word("first"),
            Shape::word("off"),
        ]),
        "on",
        "whether proven results are backed up, and how ties between others are taken",
    ),
    param(
        "fpu",
        Form::OneOf(&[
            Shape::word("every"),
            Shape::with("reward", &[("reward", 0.5)]),
            Shape::with("parent", &[("less", 0.1)]),
        ]),
        "every",
        "what a move is worth that was never tried",
    ),
    param(
        "bias",
        Form::OneOf(&[
            Shape::word("none"),
            Shape::with("rank", &[("weight", 1.0), ("temperature", 1.0)]),
        ]),
        "none",
        "progressive bias by the opinion's ranking",
    ),
    param(
        "history",
        Form::OneOf(&[Shape::word("none"), Shape::with("progressive", &[("weight", 1.0)])]),
        "none",
        "progressive history",
    ),
    param(
        "amaf",
        Form::OneOf(&[
            Shape::word("none"),
            Shape::with("rave", &[("equivalence", 1000.0)]),
            Shape::with("grave", &[("reference", 100.0), ("bias", 1e-5)]),
        ]),
        "none",
        "all moves as first",
    ),
    param(
        "implicit",
        Form::OneOf(&[Shape::word("none"), Shape::with("minimax", &[("share", 0.3)])]),
        "none",
        "implicit minimax back-ups of evaluations",
    ),
    param(
        "scale",
        Form::OneOf(&[Shape::word("score"), Shape::word("wins")]),
        "score",
        "how payoffs become rewards",
    ),
    param(
        "answer",
        Form::OneOf(&[
            Shape::word("visits"),
            Shape::word("value"),
            Shape::with("secure", &[("a", 1.0)]),
            Shape::with("proportional", &[("temperature", 1.0)]),
        ]),
        "visits",
        "which move is made in the end",
    ),
    param("reuse", ON_OFF, "on", "whether the tree below the played moves is kept"),
    param(
        "open",
        count(1, 1 << 30),
        "1",
        "visits after which a node gets children",
    ),
    param("loss", count(0, 1000), "1", "virtual losses lent by each thread"),
    param("threads", count(1, 256), "1", "threads that grow the tree together"),
    MEMORY,
];

/// Parameters of trees of joint moves.
pub const JOINT_TREE: &[Param] = &[
    LENGTH,
    param(
        "answer",
        Form::OneOf(&[Shape::word("mixed"), Shape::word("pure")]),
        "mixed",
        "whether the averaged strategy is played or the most visited move",
    ),
    MEMORY,
];

/// Parameters of decoupled UCT.
pub const DUCT: &[Param] = &[
    param(
        "select",
        Form::OneOf(&[Shape::word("tuned"), Shape::word("ucb1")]),
        "tuned",
        "the confidence bound",
    ),
    param("c", from(0.0), "1", "exploration constant, on rewards from 0 to 1"),
];

/// How often a move is drawn uniformly.
pub const EXPLORE_SHARE: &[Param] = &[param(
    "explore",
    Form::Number { low: 0.0, high: 1.0 },
    "0.4",
    "share of uniform choices",
)];
