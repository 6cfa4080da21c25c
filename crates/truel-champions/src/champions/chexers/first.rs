//! The first champion of chexers, as it was in release 0.1: what later ones are measured against.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{BOOK, LIMITS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Form, Maker, Needs, Param, Shape, Values};
use truel_core::Seat;
use truel_games::Chexers;
use truel_search::best_reply::Skipping;
use truel_search::lens::{LensOpinion, LensSearch, Through};
use truel_search::{AlphaBeta, BestReply, MaxN, Reduce, Search, Solo, alphabeta};

use crate::heuristics::chexers::{Contest, least_moves};

const SEARCH: &[Param] = &[
    param(
        "search",
        Form::OneOf(&[
            Shape::word("brs"),
            Shape::word("skip"),
            Shape::word("paranoid"),
            Shape::word("maxn"),
        ]),
        "brs",
        "what looks ahead with three seats left",
    ),
    param(
        "quiescence",
        count(0, 100),
        "0",
        "plies of captures to follow below the last ply",
    ),
];

const WEIGHTS: &[Param] = &[
    param("exit", from(0.0), "1.5", "a piece that has left"),
    param("piece", from(0.0), "2", "one of the four pieces that a seat needs"),
    param("spare", from(0.0), "1", "a piece beyond them"),
    param("step", from(0.0), "0.2", "a step that a needed man has still to go"),
    param("exposed", from(0.0), "0.3", "a man that others could jump over"),
    param(
        "rival",
        from(0.0),
        "0.6",
        "how much the stronger opponent counts against the own standing",
    ),
    param("third", from(0.0), "0.4", "the same of the weaker one"),
    param(
        "scale",
        from(0.0),
        "6",
        "the lead that is worth three quarters of a win",
    ),
    param(
        "draw",
        Form::Number { low: 0.0, high: 1.0 },
        "0.1",
        "what a draw is worth",
    ),
];

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion-0.1",
    plain: "The first champion: looks ahead with best replies, and races home when that is enough.",
    about: "best-reply search by a tuned evaluation to which a draw is worth little; alpha-beta with two seats left, \
            the \
            shortest way with one",
    source: "truel",
    needs: Needs::Game("chexers"),
    groups: &[LIMITS, SEARCH, WEIGHTS, BOOK],
    maker: Maker::Own(champion),
};

fn weights(values: &Values) -> Contest {
    let number = |name| values.number(name);
    Contest {
        exit: number("exit"),
        piece: number("piece"),
        spare: number("spare"),
        step: number("step"),
        exposed: number("exposed"),
        rival: number("rival"),
        third: number("third"),
        scale: number("scale"),
        draw: number("draw"),
    }
}

type View = Through<Chexers, Contest>;

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_quiescence(context.values.size("quiescence") as u32);
    match context.values.shape("search").0 {
        "skip" => seated(
            context,
            BestReply::with_config(LensOpinion, config).with_stand_by(Skipping),
        ),
        "paranoid" => seated(context, AlphaBeta::with_config(LensOpinion, config)),
        "maxn" => seated(context, MaxN::new(LensOpinion)),
        _ => seated(context, BestReply::with_config(LensOpinion, config)),
    }
}

fn seated(context: &BuildContext, many: impl Search<View> + 'static) -> Box<dyn Agent> {
    let solo = Solo::new(|view: &View, seat: Seat| least_moves(view.inner(), seat));
    let search = Reduce::new(many, AlphaBeta::new(LensOpinion)).with_solo(solo);
    let weights = weights(&context.values);
    context.seated(LensSearch::new(search, move |_: &Chexers, _| weights))
}
