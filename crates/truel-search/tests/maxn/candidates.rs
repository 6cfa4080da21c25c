//! Several moves, each with what every seat may expect and its own line: each equals a search of
//! that move alone.

use std::num::NonZeroUsize;

use truel_core::{Payoffs, Phase, Seat, TurnBased};
use truel_search::maxn::MoveOrder;
use truel_search::{
    Bound, Candidate, Choice, HashOpinion, Indifferent, Limits, MaxN, MpMix, Offensive, Opinion, Search, SoftMaxN,
    maxn, offensive,
};
use truel_testkit::tree::Tree;

use super::common::assert_best;
use super::games::{Check, everywhere};
use super::{PRUNINGS, by_maxn, look};

const WANTED: [usize; 4] = [1, 2, 4, usize::MAX];

fn wanting(candidates: usize, limits: Limits) -> Limits {
    limits.with_candidates(NonZeroUsize::new(candidates).expect("not 0"))
}

/// Every move with what everybody gets after it, by max^n without pruning.
fn worths<G: TurnBased>(game: &G, opinion: &(impl Opinion<G> + Copy), depth: u32) -> Vec<(G::Move, G::Payoffs)> {
    let (mut copy, mut moves) = (game.clone(), Vec::new());
    game.moves(game.phase().acting().first(), &mut moves);
    let worth = |mv| {
        let undo = copy.play([mv]);
        let value = match copy.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) if depth == 1 => opinion.evaluate(&copy),
            Phase::Act(_) => by_maxn(*opinion, maxn::Config::plain(), &copy, depth - 1).value,
        };
        copy.undo(undo);
        (mv, value)
    };
    moves.into_iter().map(worth).collect()
}

/// The line begins with the move, can be played, and ends where everybody gets what the candidate
/// says.
#[track_caller]
fn assert_line<G: TurnBased>(game: &G, candidate: &Candidate<G>, opinion: &impl Opinion<G>) {
    let (mut end, mut moves) = (game.clone(), Vec::new());
    assert_eq!(candidate.line[0][0], candidate.mv);
    for [mv] in &candidate.line {
        moves.clear();
        end.moves(end.phase().acting().first(), &mut moves);
        assert!(moves.contains(mv), "{mv} in {end}");
        end.play([*mv]);
    }
    let value = match end.phase() {
        Phase::Over(payoffs) => payoffs,
        Phase::Act(_) => opinion.evaluate(&end),
    };
    assert_eq!(value, candidate.values, "the line of {} in {game}", candidate.mv);
}

/// The chosen move, then exact values from the largest to the smallest, then bounds.
#[track_caller]
fn assert_sorted<G: TurnBased>(game: &G, choice: &Choice<G>) {
    assert_eq!(choice.candidates[0].mv, choice.best(), "{game}");
    let is_exact = |candidate: &&Candidate<G>| candidate.bound == Bound::Exact;
    let exact: Vec<f32> = choice.candidates.iter().filter(is_exact).map(|c| c.value).collect();
    assert!(exact.is_sorted_by(|a, b| a >= b), "{exact:?} in {game}");
    assert!(
        choice.candidates.is_sorted_by_key(|c| c.bound == Bound::AtMost),
        "{game}"
    );
}

#[track_caller]
fn assert_true<G: TurnBased>(game: &G, choice: &Choice<G>, worths: &[(G::Move, G::Payoffs)], wanted: usize) {
    assert_sorted(game, choice);
    assert_eq!(choice.candidates.len(), worths.len());
    for candidate in &choice.candidates {
        let (_, worth) = worths.iter().find(|(mv, _)| *mv == candidate.mv).expect("a move");
        match candidate.bound {
            Bound::Exact => assert_eq!(candidate.values, *worth, "{} of {wanted} in {game}", candidate.mv),
            Bound::AtMost => assert!(worth[choice.seat] <= candidate.value, "{} in {game}", candidate.mv),
        }
        assert_eq!(candidate.values[choice.seat], candidate.value);
    }
    let worths = worths.iter().map(|(_, worth)| worth[choice.seat]).collect();
    assert_best(game, choice, worths, wanted);
}

#[test]
fn everybody_may_expect_after_each_of_the_best_moves_what_a_search_of_it_says() {
    struct Several;
    impl Check for Several {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            let hashed = HashOpinion { seed: 3 };
            let plain = |pruning| maxn::Config::plain().with_pruning(pruning);
            let configs = PRUNINGS.map(plain).into_iter().chain([maxn::Config::default()]);
            let worths = worths(game, &hashed, depth);
            for config in configs {
                for wanted in WANTED {
                    let search = MaxN::with_config(hashed, config);
                    let choice = look(search, game, &wanting(wanted, Limits::depth(depth)));
                    // A proof ends a search before its depth.
                    if choice.depth == depth {
                        assert_true(game, &choice, &worths, wanted);
                    }
                    let exact = choice.candidates.iter().filter(|c| c.bound == Bound::Exact);
                    exact.for_each(|candidate| assert_line(game, candidate, &hashed));
                }
            }
        }
    }
    everywhere(&mut Several);
}

/// However soon a limit ends the search, the moves that are compared were searched equally deep.
#[test]
fn a_table_that_was_cut_short_compares_values_of_one_depth() {
    let hashed = HashOpinion { seed: 8 };
    let mut cut_short = 0;
    for seed in 0..3 {
        let game: truel_games::Chexers = super::some_position(seed, 9 + 7 * seed as u32);
        let plain: Vec<_> = (1..=3).map(|depth| worths(&game, &hashed, depth)).collect();
        for (wanted, order) in [(2, MoveOrder::Ranked), (4, MoveOrder::Ranked), (3, MoveOrder::Listed)] {
            for nodes in (1..300).chain((300..4_000).step_by(41)) {
                let config = maxn::Config::default().with_order(order);
                let limits = wanting(wanted, Limits::nodes(nodes).with_depth(3));
                let choice = look(MaxN::with_config(hashed, config), &game, &limits);
                assert_sorted(&game, &choice);
                let exact = || choice.candidates.iter().filter(|c| c.bound == Bound::Exact);
                let is_of_depth = |depth: u32| {
                    let plain = plain.get((depth as usize).wrapping_sub(1));
                    exact().all(|c| plain.is_some_and(|plain| plain.contains(&(c.mv, c.values))))
                };
                assert!(
                    is_of_depth(choice.depth) || is_of_depth(choice.depth + 1),
                    "{nodes} nodes in {game}"
                );
                cut_short += u32::from(choice.depth > 0 && !is_of_depth(choice.depth));
                assert!(
                    choice.depth == 0 || exact().count() >= wanted,
                    "{nodes} nodes in {game}"
                );
            }
        }
    }
    assert!(
        cut_short > 20,
        "only {cut_short} tables of an iteration that was not completed"
    );
}

#[test]
fn against_a_leader_the_best_moves_leave_it_least() {
    struct Held;
    impl Check for Held {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            let leader = game.phase().acting().first().next(G::Payoffs::SEATS);
            let config = offensive::Config::default().with_leader(leader);
            let search = Offensive::with_config(HashOpinion::default(), config);
            let choice = look(search, game, &wanting(4, Limits::depth(depth)));
            let exact = choice.candidates.iter().filter(|c| c.bound == Bound::Exact);
            let left: Vec<f32> = exact.map(|candidate| candidate.values[leader]).collect();
            assert!(
                left.is_sorted() && left.len() >= choice.candidates.len().min(4),
                "{left:?} in {game}"
            );
        }
    }
    everywhere(&mut Held);
}

#[test]
fn what_wraps_max_n_compares_as_many_moves() {
    struct Wrapped;
    impl Check for Wrapped {
        fn check<G: TurnBased>(&mut self, game: &G, depth: u32) {
            let limits = wanting(3, Limits::depth(depth));
            let exact = |choice: &Choice<G>| {
                let wanted = choice.candidates.iter().take(3);
                wanted.clone().all(|c| c.bound == Bound::Exact && !c.line.is_empty())
            };
            let mixed = look(MpMix::new(HashOpinion::default()), game, &limits);
            let soft = look(SoftMaxN::new(HashOpinion::default()), game, &limits);
            assert!(exact(&mixed) && exact(&soft), "{game}");
            assert!(
                soft.candidates.iter().all(|candidate| !candidate.is_proven),
                "it rests on a guess"
            );
        }
    }
    everywhere(&mut Wrapped);
}

#[test]
fn what_is_left_out_is_worth_no_more_than_a_win() {
    let tree: Tree<3> = "1(<10 0 0> 2(<4 6 0> <5 5 0>) <3 3 4>)".parse().expect("a tree");
    let config = maxn::Config::default().with_promise(truel_search::maxn::Promise::Within {
        bounds: truel_core::Bounds { low: 0.0, high: 10.0 },
        most: 10.0,
    });
    let search = || MaxN::with_config(Indifferent, config);
    let one = search().search(&tree, Seat::new(0), &Limits::depth(3));
    assert!(
        one.candidates[1..]
            .iter()
            .all(|c| c.bound == Bound::AtMost && c.visits == 0)
    );
    let two = search().search(&tree, Seat::new(0), &wanting(2, Limits::depth(3)));
    let told: Vec<_> = two.candidates.iter().map(|c| (c.value, c.bound, c.is_proven)).collect();
    assert_eq!(told[..2], [(10.0, Bound::Exact, true), (4.0, Bound::Exact, true)]);
    assert_eq!(
        told[2],
        (3.0, Bound::Exact, true),
        "an end of the match needs no search"
    );
}
