//! Real positions of all games, those of simultaneous moves in turns.

use std::sync::atomic::{AtomicU64, Ordering};

use truel_core::{Bounds, BySeat, Draw, Evaluate, Game, Payoffs, Phase, Seat, Serial, TurnBased, Visit, perft};
use truel_games::{Chexers, ThreeChess};
use truel_search::maxn::{Deepening, Leaves, MoveOrder, Promise, Pruning};
use truel_search::{HashOpinion, Opinion, SoftMaxN, maxn, soft_maxn};

use super::{PRUNINGS, assert_same, by_maxn, look, some_position};

/// Something that holds at any position of any game.
pub(super) trait Check {
    /// Checks it at `game`; a search of `depth` is not too large there.
    fn check<G: TurnBased>(&mut self, game: &G, depth: u32);
}

struct Everywhere<'a, C>(&'a mut C);

impl<C: Check> Visit for Everywhere<'_, C> {
    type Out = ();

    fn visit<G: Draw>(self) {
        for seed in 0..5 {
            let game: Serial<G> = some_position(seed, 4 + 5 * seed as u32);
            self.0.check(&game, fitting_depth(&game, 10_000));
        }
    }
}

/// Runs `check` on positions of every game.
pub(super) fn everywhere(check: &mut impl Check) {
    for info in truel_games::INFOS {
        truel_games::with(info.id, Everywhere(&mut *check)).expect("a listed game");
    }
}

/// The largest depth that stays within so many leaves.
fn fitting_depth<G: TurnBased>(game: &G, leaves: u64) -> u32 {
    let mut walked = game.clone();
    let fits = |depth: &u32| perft(&mut walked, *depth, &mut Vec::new()) <= leaves;
    (2..6).take_while(fits).last().unwrap_or(1)
}

#[test]
fn pruning_changes_nothing_in_any_game() {
    struct Pruned;
    impl Check for Pruned {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            let plain = by_maxn(HashOpinion::default(), maxn::Config::plain(), game, depth);
            for pruning in PRUNINGS {
                let config = maxn::Config::plain().with_pruning(pruning);
                let choice = by_maxn(HashOpinion::default(), config, game, depth);
                assert_same(&plain, &choice, format_args!("{pruning:?} {game}"));
                assert!(choice.nodes <= plain.nodes * 2);
            }
        }
    }
    everywhere(&mut Pruned);
}

#[test]
fn order_and_iterations_change_no_value() {
    struct Ordered;
    impl Check for Ordered {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            let ranked = maxn::Config::plain().with_order(MoveOrder::Ranked);
            let plain = by_maxn(HashOpinion::default(), ranked, game, depth);
            for deepening in [Deepening::Straight, Deepening::Iterative] {
                let config = maxn::Config::default().with_deepening(deepening);
                let choice = by_maxn(HashOpinion::default(), config, game, depth);
                assert_eq!(choice.value, plain.value, "{game}");
            }
        }
    }
    everywhere(&mut Ordered);
}

/// An opinion whose payoffs add up to at most 1.5, as those of chexers do.
struct Modest(HashOpinion);

impl Evaluate<Chexers> for Modest {
    fn evaluate(&self, game: &Chexers) -> BySeat<f32, 3> {
        let BySeat(shares) = self.0.evaluate(game);
        BySeat(shares.map(|share| share / 2.0))
    }
}

impl Opinion<Chexers> for Modest {}

#[test]
fn a_limited_sum_is_enough_for_chexers() {
    let promise = Promise::Within {
        bounds: Bounds::UNIT,
        most: 1.5,
    };
    for seed in 0..12 {
        let game: Chexers = some_position(seed, 6 + 4 * seed as u32);
        let plain = by_maxn(Modest(HashOpinion { seed }), maxn::Config::plain(), &game, 3);
        for pruning in PRUNINGS {
            let config = maxn::Config::plain().with_pruning(pruning).with_promise(promise);
            assert_same(
                &plain,
                &by_maxn(Modest(HashOpinion { seed }), config, &game, 3),
                "chexers",
            );
        }
    }
}

/// Minimax for the first seat, as plainly as it can be written.
fn minimax<G: TurnBased>(game: &mut G, opinion: &impl Opinion<G>, depth: u32) -> f32 {
    let first = Seat::new(0);
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[first],
        Phase::Act(_) if depth == 0 => return opinion.evaluate(game)[first],
        Phase::Act(seats) => seats.first(),
    };
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play([mv]);
        let value = minimax(game, opinion, depth - 1);
        game.undo(undo);
        value
    });
    if seat == first {
        values.fold(f32::NEG_INFINITY, f32::max)
    } else {
        values.fold(f32::INFINITY, f32::min)
    }
}

#[test]
fn with_two_seats_max_n_is_minimax() {
    struct Minimax;
    impl Check for Minimax {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            if G::Payoffs::SEATS == 2 {
                let choice = by_maxn(HashOpinion::default(), maxn::Config::default(), game, depth);
                let value = minimax(&mut game.clone(), &HashOpinion::default(), depth);
                // One seat's payoff is the sum less the other's up to rounding.
                assert!((choice.value[Seat::new(0)] - value).abs() < 1e-5, "{game}");
            }
        }
    }
    everywhere(&mut Minimax);
}

/// A hash opinion that counts how often it is asked.
#[derive(Default)]
struct Counted {
    whole: AtomicU64,
    one: AtomicU64,
}

impl<G: Game> Evaluate<G> for &Counted {
    fn evaluate(&self, game: &G) -> G::Payoffs {
        self.whole.fetch_add(1, Ordering::Relaxed);
        HashOpinion::default().evaluate(game)
    }
}

impl<G: Game> Opinion<G> for &Counted {
    fn value_for(&self, game: &G, seat: Seat) -> f32 {
        self.one.fetch_add(1, Ordering::Relaxed);
        HashOpinion::default().value_for(game, seat)
    }
}

/// How often the opinion is asked for all seats, with whole leaves and with the mover's first.
fn whole_evaluations<G: TurnBased>(pruning: Pruning, game: &G, depth: u32) -> (u64, u64) {
    let (whole, lazy) = (Counted::default(), Counted::default());
    let mut config = maxn::Config::plain().with_pruning(pruning);
    let one = by_maxn(&whole, config, game, depth);
    config.leaves = Leaves::MoverFirst;
    let other = by_maxn(&lazy, config, game, depth);
    assert_same(&one, &other, "lazy");
    assert_eq!(one.nodes, other.nodes);
    assert_eq!(whole.one.into_inner(), 0);
    (whole.whole.into_inner(), lazy.whole.into_inner())
}

#[test]
fn asking_for_one_seat_first_saves_evaluations_and_changes_nothing_else() {
    struct Lazy;
    impl Check for Lazy {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            for pruning in [Pruning::None, Pruning::Speculative] {
                let (whole, lazy) = whole_evaluations(pruning, game, depth);
                assert!(lazy <= whole);
            }
        }
    }
    everywhere(&mut Lazy);
    let (whole, lazy) = whole_evaluations(Pruning::None, &ThreeChess::default(), 3);
    assert!(lazy * 4 < whole, "{lazy} of {whole}");
}

#[test]
fn a_cold_softmax_is_max_n() {
    for seed in 0..5 {
        let game: ThreeChess = some_position(seed, 10);
        let config = soft_maxn::Config::default()
            .with_temperature(1e-7)
            .with_maxn(maxn::Config::plain());
        let search = SoftMaxN::with_config(HashOpinion { seed }, config);
        let plain = by_maxn(HashOpinion { seed }, maxn::Config::plain(), &game, 3);
        let soft = look(search, &game, &truel_search::Limits::depth(3));
        assert_eq!(plain.best(), soft.best());
        let seats = Seat::all(3);
        seats.for_each(|seat| assert!((plain.value[seat] - soft.value[seat]).abs() < 1e-3));
    }
}
