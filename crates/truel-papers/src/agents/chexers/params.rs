//! What can be set about the report's agents, and how it is read.

use truel_agents::BuildContext;
use truel_agents::catalogue::groups::{ON_OFF, count, from, param};
use truel_agents::{Form, Param, Shape, Values};

use super::equations::{Path, TrapTerm};
use super::features::{Cost, Team};
use super::mozi::{Fold, Repetition};
use super::view::{Men, Replies};

pub(super) const fn depth(default: &'static str) -> Param {
    param("depth", count(1, 200), default, "plies to look ahead")
}

pub(super) const fn cost(default: &'static str) -> Param {
    const FORM: Form = Form::OneOf(&[Shape::word("sum"), Shape::word("average"), Shape::word("nearest")]);
    const ABOUT: &str = "cost to the destination in equation 1: of all men, their mean, the mean of the four nearest";
    param("cost", FORM, default, ABOUT)
}

pub(super) fn read_cost(values: &Values) -> Cost {
    match values.shape("cost").0 {
        "sum" => Cost::Sum,
        "average" => Cost::Average,
        _ => Cost::Nearest,
    }
}

pub(super) const fn direct(default: &'static str) -> Param {
    const ABOUT: &str = "direct pruning: one random reply of each opponent, a jump over ours if there is any";
    param("direct", ON_OFF, default, ABOUT)
}

pub(super) fn read_replies(context: &BuildContext) -> Replies {
    match context.values.shape("direct").0 {
        "on" => Replies::Direct { seed: context.seed },
        _ => Replies::All,
    }
}

pub(super) const fn fold(default: &'static str) -> Param {
    const FORM: Form = Form::OneOf(&[Shape::word("off"), Shape::word("two"), Shape::word("all")]);
    const ABOUT: &str = "alpha-beta with two seats left; and the shortest way with one";
    param("fold", FORM, default, ABOUT)
}

pub(super) fn read_fold(values: &Values) -> Fold {
    match values.shape("fold").0 {
        "two" => Fold::Two,
        "all" => Fold::All,
        _ => Fold::Never,
    }
}

/// The opening book, which the report only thought of.
pub(super) const WITH_BOOK: &[Param] = &[param(
    "book",
    ON_OFF,
    "on",
    "whether to play from the game's opening book",
)];

pub(super) const PATH: Param = param(
    "path",
    Form::OneOf(&[Shape::word("none"), Shape::word("centre"), Shape::word("side")]),
    "none",
    "the plans that the report rejected: through the centre, along the side",
);

pub(super) fn read_path(values: &Values) -> Path {
    match values.shape("path").0 {
        "centre" => Path::Centre,
        "side" => Path::Side,
        _ => Path::Any,
    }
}

pub(super) const TRAP: Param = param(
    "trap",
    Form::OneOf(&[Shape::word("inside"), Shape::word("outside")]),
    "inside",
    "the men that T in equations 4 and 5 counts: a reading, and as printed",
);

pub(super) fn read_trap(values: &Values) -> TrapTerm {
    match values.shape("trap").0 {
        "outside" => TrapTerm::Outside,
        _ => TrapTerm::Inside,
    }
}

pub(super) const TEAM: Param = param(
    "team",
    Form::OneOf(&[Shape::word("none"), Shape::word("neighbours"), Shape::word("partners")]),
    "none",
    "the features that keep men together, dropped by the report",
);

pub(super) fn read_team(values: &Values) -> Team {
    match values.shape("team").0 {
        "neighbours" => Team::Neighbours,
        "partners" => Team::Partners,
        _ => Team::Free,
    }
}

pub(super) const REPETITION: Param = param(
    "repetition",
    Form::OneOf(&[Shape::word("avoided"), Shape::word("allowed")]),
    "avoided",
    "whether moves into positions already met are dropped while there are others (a reading)",
);

pub(super) fn read_repetition(values: &Values) -> Repetition {
    match values.shape("repetition").0 {
        "allowed" => Repetition::Allowed,
        _ => Repetition::Avoided,
    }
}

pub(super) const REDUCTION: Param = param(
    "reduction",
    ON_OFF,
    "on",
    "piece reduction: while men wander or leave, those on strategy points stay out of the search",
);

pub(super) fn read_reduction(values: &Values) -> Men {
    match values.shape("reduction").0 {
        "on" => Men::Extra,
        _ => Men::All,
    }
}

pub(super) const THRESHOLDS: &[Param] = &[
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
