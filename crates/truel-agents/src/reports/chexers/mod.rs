//! The agents of the chexers report (University of Melbourne COMP30024, 2019).

mod equations;
mod features;
mod geometry;
mod mozi;
mod phases;
mod view;

use truel_core::Seat;
use truel_games::Chexers;
use truel_search::lens::{ByLens, Look};
use truel_search::maxn::{Deepening, Leaves, Ties};
use truel_search::{AlphaBeta, Limits, MaxN, MaxNConfig, MpMix, Offensive, Reduce, Search, Solo, alphabeta};

use crate::Agent;
use crate::agent::Conditions;
use crate::build::AgainstLeader;
use crate::catalogue::groups::{OFFENSIVE, ON_OFF, count, from, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::chexers::least_moves;
use crate::param::{Form, Param, Shape, Values};
use equations::{Features, Path, TrapTerm};
use features::{Cost, Team};
use mozi::{Fold, Mozi, Options, Repetition};
use view::{Men, Replies, View};

const fn depth(default: &'static str) -> Param {
    param("depth", count(1, 200), default, "plies to look ahead")
}

const fn cost(default: &'static str) -> Param {
    const FORM: Form = Form::OneOf(&[Shape::word("sum"), Shape::word("average"), Shape::word("nearest")]);
    param(
        "cost",
        FORM,
        default,
        "cost to the destination in equation 1: of all men, their mean, the mean of the four nearest",
    )
}

const fn direct(default: &'static str) -> Param {
    param(
        "direct",
        ON_OFF,
        default,
        "direct pruning: one random reply of each opponent, a jump over ours if there is any",
    )
}

const fn fold(default: &'static str) -> Param {
    const FORM: Form = Form::OneOf(&[Shape::word("off"), Shape::word("two"), Shape::word("all")]);
    param(
        "fold",
        FORM,
        default,
        "alpha-beta with two seats left; and the shortest way with one",
    )
}

const PATH: Param = param(
    "path",
    Form::OneOf(&[Shape::word("none"), Shape::word("centre"), Shape::word("side")]),
    "none",
    "the plans that the report rejected: through the centre, along the side",
);

const TRAP: Param = param(
    "trap",
    Form::OneOf(&[Shape::word("inside"), Shape::word("outside")]),
    "inside",
    "the men that T in equations 4 and 5 counts: a reading, and as printed",
);

const TEAM: Param = param(
    "team",
    Form::OneOf(&[Shape::word("none"), Shape::word("neighbours"), Shape::word("partners")]),
    "none",
    "the features that keep men together, dropped by the report",
);

const REPETITION: Param = param(
    "repetition",
    Form::OneOf(&[Shape::word("avoided"), Shape::word("allowed")]),
    "avoided",
    "whether moves into positions already met are dropped while there are others",
);

const REDUCTION: Param = param(
    "reduction",
    ON_OFF,
    "on",
    "piece reduction: while men wander or leave, those on strategy points stay out of the search",
);

const THRESHOLDS: &[Param] = &[
    param(
        "defence",
        from(0.0),
        "1",
        "own lead in pieces from which to defend it (a reading)",
    ),
    param(
        "offence",
        from(0.0),
        "1",
        "another's lead in pieces from which to attack it (a reading)",
    ),
];

const fn agent(
    name: &'static str,
    source: &'static str,
    groups: &'static [&'static [Param]],
    make: fn(&Order) -> Box<dyn Agent>,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        about,
        source,
        needs: Needs::Game("chexers"),
        groups,
        kind: Kind::Own(make),
    }
}

const SEARCHES: &str = "COMP30024 2019 report, searches";
const REPAIRS: &str = "COMP30024 2019 report, techniques not adopted";

pub(crate) const AGENTS: &[AgentInfo] = &[
    agent(
        "report-greedy",
        SEARCHES,
        &[&[cost("sum"), PATH]],
        greedy,
        "the best position after one own ply by equation 1 (a reading), the first of equals",
    ),
    agent(
        "report-maxn",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("on")]],
        maxn,
        "max^n by equation 1, the first of equals",
    ),
    agent(
        "report-random-maxn",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("on")]],
        random_maxn,
        "max^n by equation 1, any of equals at the root",
    ),
    agent(
        "report-paranoid",
        SEARCHES,
        &[&[depth("4"), cost("sum")]],
        paranoid,
        "negamax with alpha-beta on its own value by equation 1, both others against it",
    ),
    agent(
        "report-offensive",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("off")], OFFENSIVE],
        offensive,
        "max^n by equation 1, but its own choice lowers the leader's value",
    ),
    agent(
        "report-mpmix",
        SEARCHES,
        &[&[depth("3"), cost("sum")], THRESHOLDS],
        mpmix,
        "paranoid with a lead, offensive against a leader, else max^n; the report gives no thresholds",
    ),
    agent(
        "mozi",
        "COMP30024 2019 report, the agent submitted",
        &[&[
            depth("3"),
            cost("nearest"),
            direct("on"),
            REDUCTION,
            REPETITION,
            TRAP,
            TEAM,
            fold("two"),
        ]],
        mozi,
        "men on both ends of the others' exits capture whoever steps between; leaves with eight; equation 3 is a reading",
    ),
    agent(
        "repaired-maxn",
        REPAIRS,
        &[&[depth("3"), cost("nearest")]],
        repaired_maxn,
        "max^n by equation 1 without direct pruning; alpha-beta with two seats left, the shortest way with one",
    ),
    agent(
        "repaired-paranoid",
        REPAIRS,
        &[&[depth("4"), cost("nearest")]],
        repaired_paranoid,
        "paranoid search by equation 1; alpha-beta with two seats left, the shortest way with one",
    ),
    agent(
        "repaired-mozi",
        REPAIRS,
        &[&[
            depth("3"),
            cost("nearest"),
            direct("off"),
            REDUCTION,
            REPETITION,
            TRAP,
            TEAM,
            fold("all"),
        ]],
        mozi,
        "mozi with all replies; alpha-beta with two seats left, the shortest way with one",
    ),
];

/// Max^n as the report has it: in the game's order, without pruning, one seat's value where only that is asked for.
fn plain_maxn() -> MaxNConfig {
    MaxNConfig {
        leaves: Leaves::MoverFirst,
        deepening: Deepening::Straight,
        ..MaxNConfig::plain()
    }
}

fn read_cost(values: &Values) -> Cost {
    match values.shape("cost").0 {
        "sum" => Cost::Sum,
        "average" => Cost::Average,
        _ => Cost::Nearest,
    }
}

fn read_replies(order: &Order) -> Replies {
    match order.values.shape("direct").0 {
        "on" => Replies::Direct { seed: order.seed },
        _ => Replies::All,
    }
}

/// A search by equation 1 as one on the game.
fn by_equation_1<S: Search<truel_search::lens::Through<Chexers, View>>>(
    cost: Cost,
    path: Path,
    replies: Replies,
    search: S,
) -> impl Search<Chexers> + use<S> {
    Look::new(search, move |_: &Chexers, us: Seat| View {
        replies,
        ..View::plain(Features {
            cost,
            path,
            ..Features::new(us)
        })
    })
}

fn maxn_with(order: &Order, ties: Ties) -> Box<dyn Agent> {
    let config = MaxNConfig {
        ties,
        seed: order.seed,
        ..plain_maxn()
    };
    let search = MaxN {
        opinion: ByLens,
        config,
    };
    order.seated(by_equation_1(
        read_cost(&order.values),
        Path::Any,
        read_replies(order),
        search,
    ))
}

fn greedy(order: &Order) -> Box<dyn Agent> {
    let path = match order.values.shape("path").0 {
        "centre" => Path::Centre,
        "side" => Path::Side,
        _ => Path::Any,
    };
    let search = MaxN {
        opinion: ByLens,
        config: plain_maxn(),
    };
    let search = by_equation_1(read_cost(&order.values), path, Replies::All, search);
    order.planned(search, |_, _, _: &Conditions, limits| Limits {
        depth: Some(1),
        ..limits
    })
}

fn maxn(order: &Order) -> Box<dyn Agent> {
    maxn_with(order, Ties::First)
}

fn random_maxn(order: &Order) -> Box<dyn Agent> {
    maxn_with(order, Ties::RandomAtRoot)
}

fn paranoid(order: &Order) -> Box<dyn Agent> {
    let search = AlphaBeta::with(ByLens, alphabeta::Config::exact());
    order.seated(by_equation_1(read_cost(&order.values), Path::Any, Replies::All, search))
}

fn offensive(order: &Order) -> Box<dyn Agent> {
    let target = match order.values.shape("target") {
        ("seat", n) => Some(Seat::new((n[0] as usize).clamp(1, 3) - 1)),
        _ => None,
    };
    let search = Offensive {
        opinion: ByLens,
        leader: Seat::new(0),
        config: plain_maxn(),
    };
    let search = AgainstLeader { search, target };
    order.seated(by_equation_1(
        read_cost(&order.values),
        Path::Any,
        read_replies(order),
        search,
    ))
}

fn mpmix(order: &Order) -> Box<dyn Agent> {
    let search = MpMix {
        defence: order.values.number("defence"),
        offence: order.values.number("offence"),
        ..MpMix::with(ByLens, plain_maxn(), alphabeta::Config::exact())
    };
    order.seated(by_equation_1(read_cost(&order.values), Path::Any, Replies::All, search))
}

fn mozi(order: &Order) -> Box<dyn Agent> {
    let Order { values, .. } = order;
    let features = Features {
        cost: read_cost(values),
        trap: match values.shape("trap").0 {
            "outside" => TrapTerm::Outside,
            _ => TrapTerm::Inside,
        },
        team: match values.shape("team").0 {
            "neighbours" => Team::Neighbours,
            "partners" => Team::Partners,
            _ => Team::Free,
        },
        ..Features::new(Seat::new(0))
    };
    order.seated(Mozi::new(Options {
        features,
        replies: read_replies(order),
        men: match values.shape("reduction").0 {
            "on" => Men::Extra,
            _ => Men::All,
        },
        repetition: match values.shape("repetition").0 {
            "avoided" => Repetition::Avoided,
            _ => Repetition::Allowed,
        },
        fold: match values.shape("fold").0 {
            "two" => Fold::Two,
            "all" => Fold::All,
            _ => Fold::Never,
        },
        depth: values.size("depth") as u32,
    }))
}

/// `many`, with alpha-beta for two seats and the shortest way for one.
fn repaired<S: Search<truel_search::lens::Through<Chexers, View>> + 'static>(order: &Order, many: S) -> Box<dyn Agent> {
    let search = Reduce {
        many,
        two: AlphaBeta::with(ByLens, alphabeta::Config::exact()),
        solo: Solo::new(|view: &truel_search::lens::Through<Chexers, View>, seat: Seat| {
            least_moves(view.inner(), seat)
        }),
    };
    order.seated(by_equation_1(read_cost(&order.values), Path::Any, Replies::All, search))
}

fn repaired_maxn(order: &Order) -> Box<dyn Agent> {
    let config = MaxNConfig {
        ties: Ties::RandomAtRoot,
        seed: order.seed,
        ..plain_maxn()
    };
    repaired(
        order,
        MaxN {
            opinion: ByLens,
            config,
        },
    )
}

fn repaired_paranoid(order: &Order) -> Box<dyn Agent> {
    repaired(order, AlphaBeta::with(ByLens, alphabeta::Config::exact()))
}
