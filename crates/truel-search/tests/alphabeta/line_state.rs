//! State that an opinion keeps along a line: it belongs to the position at every leaf, and the
//! search is the same as without it.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use truel_core::{BySeat, Evaluate, Game, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Cell, Kind, Move};
use truel_search::alphabeta::{AlphaBetaOpinion, Config, LineStep};
use truel_search::best_reply::Skipping;
use truel_search::{AlphaBeta, BestReply, Limits, Opinion, Search};

use super::positions;

/// How much the pieces of each seat weigh together.
type Weights = BySeat<i32, 3>;

/// A different weight for each cell and seat.
fn weight(cell: Cell, seat: Seat) -> i32 {
    let (q, r) = (i32::from(cell.q()), i32::from(cell.r()));
    31 * q + 17 * r + 7 * q * r + 3 * seat.index() as i32
}

/// The weights, computed from the position alone.
fn from_scratch(game: &Chexers) -> Weights {
    BySeat::from_fn(|seat| game.pieces_of(seat).map(|cell| weight(cell, seat)).sum())
}

fn value(weights: Weights, seat: Seat) -> f32 {
    0.5 + weights[seat] as f32 / 4096.0
}

fn is_capture(game: &Chexers, seat: Seat, mv: Move) -> bool {
    matches!(mv.kind(), Kind::Jump { over, .. } if game.owner(over) != Some(seat))
}

/// Evaluates each position from scratch.
struct Scratch;

impl Evaluate<Chexers> for Scratch {
    fn evaluate(&self, game: &Chexers) -> BySeat<f32, 3> {
        let weights = from_scratch(game);
        BySeat::from_fn(|seat| value(weights, seat))
    }
}

impl Opinion<Chexers> for Scratch {}

impl AlphaBetaOpinion<Chexers> for Scratch {
    type LineState = ();

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}

/// Keeps the weights up to date, and compares them with scratch at every leaf.
#[derive(Default)]
struct Incremental {
    leaves: AtomicU64,
    skips: AtomicU64,
}

/// The weights now, and those before each step.
#[derive(Default)]
struct Sums {
    now: Weights,
    before: Vec<Weights>,
}

impl Evaluate<Chexers> for Incremental {
    fn evaluate(&self, game: &Chexers) -> BySeat<f32, 3> {
        Scratch.evaluate(game)
    }
}

impl Opinion<Chexers> for Incremental {}

impl AlphaBetaOpinion<Chexers> for Incremental {
    type LineState = Sums;

    fn start(&self, game: &Chexers) -> Sums {
        Sums {
            now: from_scratch(game),
            before: Vec::new(),
        }
    }

    fn push(&self, sums: &mut Sums, before: &Chexers, step: LineStep<Move>) {
        sums.before.push(sums.now);
        let LineStep::Move(mv) = step else {
            self.skips.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let (seat, now) = (before.turn(), &mut sums.now);
        match mv.kind() {
            Kind::Step { from, to } => now[seat] += weight(to, seat) - weight(from, seat),
            Kind::Jump { from, over, to } => {
                let owner = before.owner(over).expect("a piece to jump over");
                now[owner] -= weight(over, owner);
                now[seat] += weight(over, seat) + weight(to, seat) - weight(from, seat);
            }
            Kind::Exit { from } => now[seat] -= weight(from, seat),
            Kind::Pass => {}
        }
    }

    fn pop(&self, sums: &mut Sums) {
        sums.now = sums.before.pop().expect("a step that was pushed");
    }

    fn line_value(&self, sums: &mut Sums, game: &Chexers, seat: Seat) -> f32 {
        assert_eq!(sums.now, from_scratch(game), "{game}");
        self.leaves.fetch_add(1, Ordering::Relaxed);
        value(sums.now, seat)
    }

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}

/// Searches positions with both opinions and compares what they find, node for node. Returns leaves
/// and skipped turns.
fn compare<S: Search<Chexers>, T: Search<Chexers>>(
    config: &Config,
    scratch: impl Fn(Scratch, Config) -> S,
    incremental: impl Fn(Incremental, Config) -> T,
    counts: impl Fn(&T) -> &Incremental,
) -> (u64, u64) {
    let (mut leaves, mut skips) = (0, 0);
    for (game, depth) in positions::<Chexers>(6, 3_000) {
        let seat = game.phase().acting().first();
        for candidates in [1, 3] {
            let limits = Limits::depth(depth).with_candidates(NonZeroUsize::new(candidates).expect("not 0"));
            let mut kept = incremental(Incremental::default(), config.clone());
            let (plain, found) = (
                scratch(Scratch, config.clone()).search(&game, seat, &limits),
                kept.search(&game, seat, &limits),
            );
            assert_eq!((plain.value, plain.nodes), (found.value, found.nodes), "{game}");
            assert_eq!(plain.candidates, found.candidates, "{game}");
            leaves += counts(&kept).leaves.load(Ordering::Relaxed);
            skips += counts(&kept).skips.load(Ordering::Relaxed);
        }
    }
    (leaves, skips)
}

fn configs() -> [Config; 3] {
    let small = Config::default().with_table_mb(1);
    [Config::exact(), small.clone(), small.with_quiescence(4)]
}

#[test]
fn paranoid_search_pushes_and_pops_every_move() {
    for config in configs() {
        let (leaves, _) = compare(&config, AlphaBeta::with_config, AlphaBeta::with_config, |search| {
            &search.opinion
        });
        assert!(leaves > 1_000, "only {leaves} leaves");
    }
}

#[test]
fn best_reply_search_pushes_and_pops_every_move() {
    for config in configs() {
        let (leaves, _) = compare(&config, BestReply::with_config, BestReply::with_config, |search| {
            &search.search.opinion
        });
        assert!(leaves > 1_000, "only {leaves} leaves");
    }
}

#[test]
fn a_skipped_turn_is_pushed_too() {
    fn brs<O>(opinion: O, config: Config) -> BestReply<O, Skipping> {
        BestReply::with_config(opinion, config).with_stand_by(Skipping)
    }
    for config in configs() {
        let (leaves, skips) = compare(&config, brs, brs, |search| &search.search.opinion);
        assert!(leaves > 1_000 && skips > 100, "only {leaves} leaves and {skips} skips");
    }
}

#[test]
fn each_thread_has_a_state_of_its_own() {
    let config = Config::default().with_table_mb(1).with_threads(2);
    let mut search = AlphaBeta::with_config(Incremental::default(), config);
    let game = Chexers::default();
    let choice = search.search(&game, game.turn(), &Limits::depth(5));
    assert_eq!(choice.depth, 5);
    let leaves = search.opinion.leaves.load(Ordering::Relaxed);
    assert!(leaves > 100, "only {leaves} leaves");
}
