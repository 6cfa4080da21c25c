//! The agents there are: their names, what they need of a game, and what can be set about them.

use thiserror::Error;
use truel_core::{Info, Timing, nearest};

use crate::param::{Form, Param, Shape, WrongParam};
use crate::{Malformed, Spec};

/// One agent of the list.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// One line on how it thinks.
    pub about: &'static str,
    /// What a game must be like.
    pub needs: Needs,
    /// What can be set, in groups that agents share.
    pub groups: &'static [&'static [Param]],
    pub(crate) kind: Kind,
}

impl AgentInfo {
    /// All that can be set, in order.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// Whether it can play this game.
    pub fn plays(&self, game: &Info) -> bool {
        self.needs.are_met(game)
    }
}

/// The name of a person among agents. It stands for whoever sits at the terminal, so [`find`] refuses it: only a command
/// that can ask a person may take it.
pub const HUMAN: &str = "human";

/// What an agent needs of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Seats that take turns.
    Turns,
    /// Two seats, in turns or at once.
    TwoSeats,
    /// Three seats or more that take turns.
    ManySeats,
    /// Two seats that move at once.
    AtOnce,
}

impl Needs {
    fn are_met(self, game: &Info) -> bool {
        let (turns, two) = (game.timing == Timing::Turns, game.seats.len() == 2);
        match self {
            Needs::Nothing => true,
            Needs::Turns => turns,
            Needs::TwoSeats => two,
            Needs::ManySeats => turns && !two,
            Needs::AtOnce => !turns && two,
        }
    }

    /// The kind of games, in a few words for a table.
    pub fn kind(self) -> &'static str {
        match self {
            Needs::Nothing => "every game",
            Needs::Turns => "turns",
            Needs::TwoSeats => "two seats",
            Needs::ManySeats => "three seats, turns",
            Needs::AtOnce => "two seats, at once",
        }
    }

    /// As a clause that goes on from the agent's name.
    pub fn told(self) -> &'static str {
        match self {
            Needs::Nothing => "plays every game",
            Needs::Turns => "needs seats that take turns",
            Needs::TwoSeats => "needs two seats",
            Needs::ManySeats => "needs three seats or more that take turns",
            Needs::AtOnce => "needs two seats that move at once",
        }
    }
}

/// Which search it is; the only link between names and code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Random,
    Greedy,
    AlphaBeta,
    Paranoid,
    MaxN,
    Offensive,
    MpMix,
    BestReply,
    SoftMaxN,
    Mcts,
    Duct,
    Exp3,
    Regret,
    SmAlphaBeta,
    DoubleOracle,
    Induction,
}

/// Why a spec names no agent for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// The text has not the shape of a spec.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// No agent has this name.
    #[error("there is no agent called `{name}`; {advice}")]
    Unknown {
        /// What was given.
        name: String,
        /// The nearest right one, or all of them.
        advice: String,
    },
    /// A person, where nobody can be asked.
    #[error("`{HUMAN}` needs somebody at a terminal: only `truel play` can seat it")]
    Human,
    /// The agent cannot play this game.
    #[error("agent `{name}` cannot play {game}: it {needs}; {game} is played by {others}")]
    Unfit {
        /// The agent.
        name: &'static str,
        /// The game's id.
        game: &'static str,
        /// What it needs.
        needs: &'static str,
        /// Who can.
        others: String,
    },
    /// A parameter is wrong.
    #[error(transparent)]
    Param(#[from] WrongParam),
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] truel_games::UnknownGame),
}

/// The agent that `spec` names, if it can play `game`.
pub fn find(spec: &Spec, game: &'static Info) -> Result<&'static AgentInfo, SpecError> {
    let fit = || AGENTS.iter().filter(|agent| agent.plays(game)).map(|agent| agent.name);
    if spec.name() == HUMAN {
        return Err(SpecError::Human);
    }
    let Some(agent) = AGENTS.iter().find(|agent| agent.name == spec.name()) else {
        let advice = match nearest(&spec.name().to_lowercase(), fit()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{} is played by {}", game.id, fit().collect::<Vec<_>>().join(", ")),
        };
        return Err(SpecError::Unknown {
            name: spec.name().to_owned(),
            advice,
        });
    };
    if !agent.plays(game) {
        return Err(SpecError::Unfit {
            name: agent.name,
            game: game.id,
            needs: agent.needs.told(),
            others: fit().collect::<Vec<_>>().join(", "),
        });
    }
    Ok(agent)
}

const fn param(name: &'static str, form: Form, default: &'static str, about: &'static str) -> Param {
    Param {
        name,
        form,
        default,
        about,
    }
}

const fn from(low: f64) -> Form {
    Form::Number {
        low,
        high: f64::INFINITY,
    }
}

const fn count(low: u64, high: u64) -> Form {
    Form::Count { low, high }
}

const ON_OFF: Form = Form::OneOf(&[Shape::word("on"), Shape::word("off")]);
const ANY: u64 = u64::MAX;

const CLOCK: Form = Form::OneOf(&[
    Shape::with("adaptive", &[("moves", 30.0)]),
    Shape::with("even", &[("moves", 30.0)]),
    Shape::with("midgame", &[("base", 4.0), ("mid", 12.0)]),
]);

/// Limits of searches that count positions.
const LIMITS: &[Param] = &[
    param(
        "time",
        Form::Time,
        "",
        "time for a move; 1s where nothing else limits it",
    ),
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
const SIMULATIONS: &[Param] = &[
    param(
        "time",
        Form::Time,
        "",
        "time for a move; 1s where nothing else limits it",
    ),
    param("sims", count(1, ANY), "", "simulations for a move"),
    param(
        "clock",
        CLOCK,
        "adaptive(30)",
        "how a clock for the whole match is shared out",
    ),
];

const TIES: Param = param(
    "ties",
    Form::OneOf(&[Shape::word("first"), Shape::word("random")]),
    "first",
    "which of equally good moves is made",
);

const ALPHA_BETA: &[Param] = &[
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
    TIES,
    param("threads", count(1, 256), "1", "threads that search together"),
];

const MAX_N: &[Param] = &[
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

const REDUCE: &[Param] = &[param(
    "reduce",
    ON_OFF,
    "on",
    "whether simpler searches take over when a seat is out",
)];

const MP_MIX: &[Param] = &[
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

const OFFENSIVE: &[Param] = &[param(
    "target",
    Form::OneOf(&[Shape::word("leader"), Shape::with("seat", &[("number", 1.0)])]),
    "leader",
    "the seat to hold down",
)];

const SOFT: &[Param] = &[param(
    "temperature",
    from(0.0),
    "0.1",
    "how often others err, as a payoff",
)];

const LENGTH: Param = param(
    "length",
    Form::OneOf(&[
        Shape::word("end"),
        Shape::with("plies", &[("number", 10.0)]),
        Shape::word("none"),
    ]),
    "end",
    "how far a rollout goes before the position is evaluated",
);
const MEMORY: Param = param("memory", count(1, 1 << 20), "256", "megabytes of the tree at most");

const MCTS: &[Param] = &[
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

const JOINT_TREE: &[Param] = &[
    LENGTH,
    param(
        "answer",
        Form::OneOf(&[Shape::word("mixed"), Shape::word("pure")]),
        "mixed",
        "whether the averaged strategy is played or the most visited move",
    ),
    MEMORY,
];

const DUCT: &[Param] = &[
    param(
        "select",
        Form::OneOf(&[Shape::word("tuned"), Shape::word("ucb1")]),
        "tuned",
        "the confidence bound",
    ),
    param("c", from(0.0), "1", "exploration constant, on rewards from 0 to 1"),
];

const EXPLORE_SHARE: &[Param] = &[param(
    "explore",
    Form::Number { low: 0.0, high: 1.0 },
    "0.4",
    "share of uniform choices",
)];

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
        needs,
        groups,
        kind,
    }
}

/// Every agent, in the order in which people should meet them.
pub const AGENTS: &[AgentInfo] = &[
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
        &[LIMITS, ALPHA_BETA],
        "principal-variation search with a table; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        Kind::Paranoid,
        "paranoid",
        Needs::Turns,
        &[LIMITS, ALPHA_BETA, REDUCE],
        "alpha-beta that takes all others for one opponent",
    ),
    agent(
        Kind::MaxN,
        "maxn",
        Needs::Turns,
        &[LIMITS, MAX_N, REDUCE],
        "everybody takes what is best for itself",
    ),
    agent(
        Kind::BestReply,
        "brs",
        Needs::ManySeats,
        &[LIMITS, ALPHA_BETA, REDUCE],
        "best-reply search (BRS+): only the most hurtful opponent replies",
    ),
    agent(
        Kind::MpMix,
        "mpmix",
        Needs::ManySeats,
        &[LIMITS, MP_MIX, MAX_N, REDUCE],
        "defends a lead, attacks another's, and is max^n otherwise",
    ),
    agent(
        Kind::Offensive,
        "offensive",
        Needs::ManySeats,
        &[LIMITS, OFFENSIVE, MAX_N, REDUCE],
        "spends everything on holding one seat down",
    ),
    agent(
        Kind::SoftMaxN,
        "soft-maxn",
        Needs::Turns,
        &[LIMITS, SOFT, MAX_N, REDUCE],
        "max^n whose opponents err now and then",
    ),
    agent(
        Kind::Mcts,
        "mcts",
        Needs::Nothing,
        &[SIMULATIONS, MCTS],
        "Monte Carlo tree search; where seats move at once, as if it chose first and were seen",
    ),
    agent(
        Kind::Duct,
        "duct",
        Needs::AtOnce,
        &[SIMULATIONS, DUCT, JOINT_TREE],
        "decoupled UCT: each seat learns on its own",
    ),
    agent(
        Kind::Exp3,
        "exp3",
        Needs::AtOnce,
        &[SIMULATIONS, EXPLORE_SHARE, JOINT_TREE],
        "a tree of exponential weights, for mixed strategies",
    ),
    agent(
        Kind::Regret,
        "regret",
        Needs::AtOnce,
        &[SIMULATIONS, EXPLORE_SHARE, JOINT_TREE],
        "a tree of regret matching, for mixed strategies",
    ),
    agent(
        Kind::SmAlphaBeta,
        "sm-alphabeta",
        Needs::AtOnce,
        &[LIMITS],
        "exact mixed strategies to a depth, with dominance tests",
    ),
    agent(
        Kind::DoubleOracle,
        "double-oracle",
        Needs::AtOnce,
        &[LIMITS],
        "exact mixed strategies to a depth, by growing small matrices",
    ),
    agent(
        Kind::Induction,
        "induction",
        Needs::AtOnce,
        &[LIMITS],
        "a whole matrix game at every node, to a depth",
    ),
];
