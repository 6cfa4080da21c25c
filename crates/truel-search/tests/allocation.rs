//! Searches allocate nothing per node. Ten times the nodes cost a few allocations more, for lists
//! and tables that grow and for progress reports, but the number does not grow with the nodes.

use std::num::NonZeroUsize;

use truel_core::{Evaluate, Game, Seat};
use truel_games::{Chexers, ConnectFour, Goofspiel, RoPaSci};
use truel_search::joint::{
    CellBounds, DoubleOracle, Duct, Exp3, Induction, RegretMatching, SmAlphaBeta, Transpositions, induction,
    sm_alphabeta,
};
use truel_search::{
    AlphaBeta, BestReply, HashOpinion, Indifferent, Limits, MaxN, Mcts, MpMix, Opinion, Search, SoftMaxN, alphabeta,
};

const FEW: u64 = 10_000;
const MANY: u64 = 10 * FEW;

/// Allocations of lists and tables that have to grow further.
const GROWTH: u64 = 60;
/// Allocations for each report, whose lists the listener may keep. A tree search reports by the
/// clock, so reports are counted.
const REPORT: u64 = 30;

/// What a search spent.
#[derive(Debug)]
struct Spent {
    allocations: u64,
    nodes: u64,
    reports: u64,
}

fn spent<G: Game>(mut search: impl Search<G>, nodes: u64, candidates: NonZeroUsize) -> Spent {
    let game = G::default();
    let limits = Limits::nodes(nodes).with_candidates(candidates);
    let seat = game.phase().acting().first();
    let (mut nodes, mut reports) = (0, 0);
    let counted = allocation_counter::measure(|| {
        nodes = search.search_with(&game, seat, &limits, &mut |_| reports += 1).nodes;
    });
    Spent {
        allocations: counted.count_total,
        nodes,
        reports,
    }
}

/// A search of few nodes and one of many.
fn few_and_many<G: Game, S: Search<G>>(make: impl Fn() -> S, candidates: NonZeroUsize) -> (Spent, Spent) {
    let (few, many) = (spent(make(), FEW, candidates), spent(make(), MANY, candidates));
    assert!(
        few.nodes >= FEW && many.nodes >= MANY,
        "it ended early: {few:?} {many:?}"
    );
    (few, many)
}

#[track_caller]
fn allocates_nothing_per_node<G: Game, S: Search<G>>(name: &str, make: impl Fn() -> S) {
    let (few, many) = few_and_many(make, NonZeroUsize::MIN);
    let allowed = few.allocations + GROWTH + REPORT * many.reports;
    assert!(
        many.allocations <= allowed,
        "{name} of {}: {few:?} {many:?}",
        G::INFO.id
    );
}

#[test]
fn searches_of_turns() {
    let config = alphabeta::Config::default;
    allocates_nothing_per_node::<ConnectFour, _>("alpha-beta", || {
        AlphaBeta::with_config(HashOpinion::default(), config())
    });
    allocates_nothing_per_node::<Chexers, _>("paranoid", || AlphaBeta::with_config(HashOpinion::default(), config()));
    allocates_nothing_per_node::<Chexers, _>("max^n", || MaxN::new(HashOpinion::default()));
    allocates_nothing_per_node::<Chexers, _>("soft max^n", || SoftMaxN::new(HashOpinion::default()));
    allocates_nothing_per_node::<Chexers, _>("MP-Mix", || MpMix::new(HashOpinion::default()));
    allocates_nothing_per_node::<Chexers, _>("best reply", || {
        BestReply::with_config(HashOpinion::default(), config())
    });
}

/// Lines of the moves that are compared are kept from one iteration to the next.
#[test]
fn comparisons_of_moves() {
    let several = NonZeroUsize::new(4).expect("not 0");
    #[track_caller]
    fn check(name: &str, (few, many): (Spent, Spent), several: NonZeroUsize) {
        let allowed = few.allocations + GROWTH + (REPORT + 10 * several.get() as u64) * many.reports;
        assert!(many.allocations <= allowed, "{name}: {few:?} {many:?}");
    }
    let config = alphabeta::Config::default;
    let alphabeta = || AlphaBeta::with_config(HashOpinion::default(), config());
    check(
        "alpha-beta",
        few_and_many::<ConnectFour, _>(alphabeta, several),
        several,
    );
    check("paranoid", few_and_many::<Chexers, _>(alphabeta, several), several);
    check(
        "max^n",
        few_and_many::<Chexers, _>(|| MaxN::new(HashOpinion::default()), several),
        several,
    );
}

#[test]
fn tree_searches() {
    allocates_nothing_per_node::<ConnectFour, _>("MCTS", || Mcts::<ConnectFour>::new(Indifferent));
    allocates_nothing_per_node::<Goofspiel, _>("decoupled UCT", Duct::<Goofspiel>::default);
    allocates_nothing_per_node::<Goofspiel, _>("Exp3", Exp3::<Goofspiel>::default);
    allocates_nothing_per_node::<Goofspiel, _>("regret matching", RegretMatching::<Goofspiel>::default);
}

/// The exact searches with an opinion at the horizon, which makes matrices that only a simplex
/// solves.
fn exact<G: Game>(transpositions: Transpositions) {
    let opinion = HashOpinion::default();
    let config = induction::Config::default().with_transpositions(transpositions);
    allocates_nothing_per_node::<G, _>("induction", || Induction::with_config(opinion, config));
    for bounds in [CellBounds::Payoffs, CellBounds::Serialised] {
        let config = sm_alphabeta::Config::default()
            .with_transpositions(transpositions)
            .with_bounds(bounds);
        allocates_nothing_per_node::<G, _>("alpha-beta", || SmAlphaBeta::with_config(opinion, config));
    }
    allocates_nothing_per_node::<G, _>("double oracle", || DoubleOracle::with_config(opinion, config));
}

#[test]
fn exact_searches_of_simultaneous_moves() {
    for transpositions in [Transpositions::Off, Transpositions::ByKey] {
        exact::<Goofspiel>(transpositions);
        exact::<RoPaSci>(transpositions);
    }
}

/// An opinion that allocates once each time it is asked.
#[derive(Clone, Copy, Default, Debug)]
struct Wasteful;

impl<G: Game> Evaluate<G> for Wasteful {
    fn evaluate(&self, game: &G) -> G::Payoffs {
        std::hint::black_box(Box::new(HashOpinion::default())).evaluate(game)
    }
}

impl<G: Game> Opinion<G> for Wasteful {
    fn value_for(&self, game: &G, seat: Seat) -> f32 {
        truel_core::Payoffs::as_slice(&self.evaluate(game))[seat.index()]
    }
}

#[test]
fn an_allocation_per_node_would_be_seen() {
    let induction = || Induction::new(Wasteful);
    let (few, many) = few_and_many::<RoPaSci, _>(induction, NonZeroUsize::MIN);
    assert!(
        many.allocations > few.allocations + (MANY - FEW) / 2,
        "{few:?} {many:?}"
    );
}
