//! The report's agents, put together.

use truel_core::Seat;
use truel_games::Chexers;
use truel_search::lens::{LensOpinion, LensSearch, Through};
use truel_search::maxn::{Deepening, Leaves, TieBreak};
use truel_search::{
    AlphaBeta, Limits, MaxN, MpMix, Offensive, Reduce, Search, Solo, alphabeta, maxn, mpmix, offensive,
};

use truel_agents::Agent;
use truel_agents::BuildContext;
use truel_agents::Conditions;
use truel_champions::heuristics::chexers::least_moves;

use super::equations::{Features, Path};
use super::mozi::{Mozi, Options};
use super::params::{
    read_cost, read_fold, read_path, read_reduction, read_repetition, read_replies, read_team, read_trap,
};
use super::view::{Replies, View};

/// Chexers as the report's searches see it.
pub(super) type Seen = Through<Chexers, View>;

/// Max^n as the report has it: in the game's order, without pruning, one seat's value where only
/// that is asked for.
pub(super) fn plain_maxn() -> maxn::Config {
    maxn::Config::plain()
        .with_leaves(Leaves::MoverFirst)
        .with_deepening(Deepening::Straight)
}

/// A search by equation 1 as one on the game.
pub(super) fn by_equation_1<S: Search<Seen>>(
    features: Features,
    replies: Replies,
    search: S,
) -> impl Search<Chexers> + use<S> {
    LensSearch::new(search, move |_: &Chexers, us: Seat| View {
        replies,
        ..View::plain(Features { us, ..features })
    })
}

/// The features of equation 1 that an agent asks for.
fn features(context: &BuildContext) -> Features {
    Features {
        cost: read_cost(&context.values),
        ..Features::new(Seat::new(0))
    }
}

pub(super) fn greedy(context: &BuildContext) -> Box<dyn Agent> {
    let features = Features {
        path: read_path(&context.values),
        ..features(context)
    };
    let search = MaxN::with_config(LensOpinion, plain_maxn());
    let one_ply = |_: &Chexers, _: Seat, _: &Conditions, limits: Limits| limits.with_depth(1);
    context.planned(by_equation_1(features, Replies::All, search), one_ply)
}

/// Max^n with random ties at the root, or with the first of equals.
pub(super) fn maxn_search(seed: u64, ties: TieBreak) -> MaxN<LensOpinion> {
    let config = plain_maxn().with_ties(ties).with_seed(seed);
    MaxN::with_config(LensOpinion, config)
}

pub(super) fn maxn(context: &BuildContext) -> Box<dyn Agent> {
    let search = maxn_search(context.seed, TieBreak::First);
    context.seated(by_equation_1(features(context), read_replies(context), search))
}

pub(super) fn random_maxn(context: &BuildContext) -> Box<dyn Agent> {
    let search = maxn_search(context.seed, TieBreak::RandomAtRoot);
    context.seated(by_equation_1(features(context), read_replies(context), search))
}

/// Alpha-beta that changes nothing about the value of its depth.
pub(super) fn negamax() -> AlphaBeta<LensOpinion> {
    AlphaBeta::with_config(LensOpinion, alphabeta::Config::exact())
}

pub(super) fn paranoid(context: &BuildContext) -> Box<dyn Agent> {
    context.seated(by_equation_1(features(context), Replies::All, negamax()))
}

/// Offensive search against `target`, or against whoever leads now.
pub(super) fn offensive_search(target: Option<Seat>) -> Offensive<LensOpinion> {
    let config = offensive::Config::default().with_leader(target).with_maxn(plain_maxn());
    Offensive::with_config(LensOpinion, config)
}

pub(super) fn offensive(context: &BuildContext) -> Box<dyn Agent> {
    let target = match context.values.shape("target") {
        ("seat", n) => Some(Seat::new((n[0] as usize).clamp(1, 3) - 1)),
        _ => None,
    };
    let search = offensive_search(target);
    context.seated(by_equation_1(features(context), read_replies(context), search))
}

pub(super) fn mpmix_search(defence: f32, offence: f32) -> MpMix<LensOpinion> {
    let config = mpmix::Config::default()
        .with_defence(defence)
        .with_offence(offence)
        .with_maxn(plain_maxn())
        .with_paranoid(alphabeta::Config::exact());
    MpMix::with_config(LensOpinion, config)
}

pub(super) fn mpmix(context: &BuildContext) -> Box<dyn Agent> {
    let number = |name| context.values.number(name);
    let search = mpmix_search(number("defence"), number("offence"));
    context.seated(by_equation_1(features(context), Replies::All, search))
}

pub(super) fn mozi(context: &BuildContext) -> Box<dyn Agent> {
    let values = &context.values;
    let features = Features {
        trap: read_trap(values),
        team: read_team(values),
        path: Path::Any,
        ..features(context)
    };
    context.seated(Mozi::new(Options {
        features,
        replies: read_replies(context),
        men: read_reduction(values),
        repetition: read_repetition(values),
        fold: read_fold(values),
        depth: values.size("depth") as u32,
    }))
}

/// `many`, with alpha-beta for two seats and the shortest way for one.
pub(super) fn folded<S: Search<Seen>>(many: S) -> impl Search<Seen> + use<S> {
    let solo = Solo::new(|seen: &Seen, seat: Seat| least_moves(seen.inner(), seat));
    Reduce::new(many, negamax()).with_solo(solo)
}

pub(super) fn repaired_maxn(context: &BuildContext) -> Box<dyn Agent> {
    let search = folded(maxn_search(context.seed, TieBreak::RandomAtRoot));
    context.seated(by_equation_1(features(context), Replies::All, search))
}

pub(super) fn repaired_paranoid(context: &BuildContext) -> Box<dyn Agent> {
    context.seated(by_equation_1(features(context), Replies::All, folded(negamax())))
}
