//! Several moves, each with its own value and line: each equals a search of that move alone,
//! without pruning.

use std::num::NonZeroUsize;

use truel_core::{Draw, Game, Phase, Seat, Serial, Skip, TurnBased, Visit};
use truel_games::{Avalam, Chexers, ThreeChess};
use truel_search::best_reply::{FirstByRank, Skipping};
use truel_search::{AlphaBeta, BestReply, Bound, Candidate, Choice, HashOpinion, Limits, Opinion, Search};

use super::common::assert_best;
use super::{below, best_reply, check, exact, faithful, minimax, on_every_game, positions, random_trees};
use truel_search::alphabeta::Config;

const WANTED: [usize; 4] = [1, 2, 5, usize::MAX];

fn wanting(candidates: usize, limits: Limits) -> Limits {
    limits.with_candidates(NonZeroUsize::new(candidates).expect("not 0"))
}

/// Every move with what it is worth, as `value` finds it at the position after it.
fn worths<G: TurnBased>(game: &G, mut value: impl FnMut(&mut G) -> f32) -> Vec<(G::Move, f32)> {
    let (mut copy, mut moves) = (game.clone(), Vec::new());
    game.moves(game.phase().acting().first(), &mut moves);
    let moves = moves.into_iter();
    moves.map(|mv| (mv, below(&mut copy, mv, &mut value))).collect()
}

fn plain_worths<G: TurnBased>(game: &G, hashed: &HashOpinion, depth: u32) -> Vec<(G::Move, f32)> {
    let own = game.phase().acting().first();
    let left = depth - u32::from(!game.is_out(own));
    worths(game, |game| minimax(game, hashed, own, left, usize::MAX))
}

/// Best first: exact values from the largest to the smallest, then bounds that are no larger.
#[track_caller]
fn assert_sorted<G: TurnBased>(game: &G, choice: &Choice<G>) {
    check(game, choice);
    let is_exact = |candidate: &Candidate<G>| candidate.bound == Bound::Exact;
    assert!(
        choice.candidates.is_sorted_by_key(|candidate| !is_exact(candidate)),
        "{game}"
    );
    let exact: Vec<f32> = choice
        .candidates
        .iter()
        .filter(|c| is_exact(c))
        .map(|c| c.value)
        .collect();
    assert!(exact.is_sorted_by(|a, b| a >= b), "{exact:?} in {game}");
    assert_eq!(exact.first(), Some(&choice.value[choice.seat]), "{game}");
    for candidate in &choice.candidates {
        assert_eq!(
            candidate.values[choice.seat], candidate.value,
            "{} in {game}",
            candidate.mv
        );
    }
}

/// The `wanted` best moves are exact, and every value and bound is true.
#[track_caller]
fn assert_true<G: TurnBased>(game: &G, choice: &Choice<G>, worths: &[(G::Move, f32)], wanted: usize) {
    assert_sorted(game, choice);
    assert_eq!(choice.candidates.len(), worths.len(), "{game}: every move once");
    for candidate in &choice.candidates {
        let (mv, value) = (candidate.mv, candidate.value);
        let (_, worth) = worths.iter().find(|(other, _)| *other == mv).expect("a move");
        match candidate.bound {
            Bound::Exact => assert_eq!(value, *worth, "{mv} of {wanted} in {game}"),
            Bound::AtMost => assert!(*worth <= value, "{mv} of {wanted} in {game}: {worth} <= {value}"),
        }
    }
    assert_best(game, choice, worths.iter().map(|(_, worth)| *worth).collect(), wanted);
}

/// The line begins with the move and can be played; returns where it ends.
#[track_caller]
fn replayed<G: TurnBased>(game: &G, candidate: &Candidate<G>) -> G {
    let (mut end, mut moves) = (game.clone(), Vec::new());
    assert_eq!(candidate.line[0][0], candidate.mv);
    for [mv] in &candidate.line {
        moves.clear();
        end.moves(end.phase().acting().first(), &mut moves);
        assert!(moves.contains(mv), "{mv} in {end}");
        end.play([*mv]);
    }
    end
}

/// Where the line of an exact candidate ends, the opinion or the rules say its value.
#[track_caller]
fn assert_lines<G: TurnBased>(game: &G, choice: &Choice<G>, hashed: &HashOpinion) {
    for candidate in choice
        .candidates
        .iter()
        .filter(|candidate| candidate.bound == Bound::Exact)
    {
        let end = replayed(game, candidate);
        let value = match end.phase() {
            Phase::Over(payoffs) => payoffs[choice.seat],
            Phase::Act(_) => hashed.value_for(&end, choice.seat),
        };
        assert_eq!(value, candidate.value, "the line of {} in {game}", candidate.mv);
    }
}

#[track_caller]
fn assert_comparison<G: TurnBased>(game: &G, hashed: HashOpinion, depth: u32, config: &Config) {
    let own = game.phase().acting().first();
    for wanted in WANTED {
        let limits = wanting(wanted, Limits::depth(depth));
        let mut search = AlphaBeta::with_config(hashed, config.clone());
        let choice = search.search_with(game, own, &limits, &mut |choice| assert_sorted(game, choice));
        // A proof ends a search before its depth.
        let worths = plain_worths(game, &hashed, choice.depth);
        assert_true(game, &choice, &worths, wanted);
        assert_lines(game, &choice, &hashed);
    }
}

#[test]
fn the_best_moves_are_worth_what_a_search_of_each_says_on_random_trees() {
    for config in faithful() {
        for (tree, depth, hashed) in random_trees::<2>(300) {
            assert_comparison(&tree, hashed, depth, &config);
        }
        for (tree, depth, hashed) in random_trees::<3>(300) {
            assert_comparison(&tree, hashed, depth, &config);
        }
    }
}

#[test]
fn the_best_moves_are_worth_what_a_search_of_each_says_in_every_game() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visit for Check {
        type Out = ();
        fn visit<G: Draw>(self) {
            for (game, depth) in positions::<Serial<G>>(5, 4_000) {
                for config in faithful() {
                    assert_comparison(&game, HashOpinion { seed: 5 }, depth, &config);
                }
            }
        }
    }
    on_every_game(Check);
}

fn best_replies_agree<G: TurnBased, S: Search<G>>(
    make: impl Fn(HashOpinion) -> S,
    reference: impl Fn(&mut G, &HashOpinion, Seat, u32) -> f32,
) {
    let hashed = HashOpinion { seed: 6 };
    for (game, depth) in positions::<G>(5, 2_000) {
        let own = game.phase().acting().first();
        let left = depth - u32::from(!game.is_out(own));
        let worths = worths(&game, |game| reference(game, &hashed, own, left));
        for wanted in WANTED {
            let limits = wanting(wanted, Limits::depth(depth));
            let choice = make(hashed).search(&game, own, &limits);
            assert_true(&game, &choice, &worths, wanted);
            let exact = choice
                .candidates
                .iter()
                .filter(|candidate| candidate.bound == Bound::Exact);
            exact.for_each(|candidate| _ = replayed(&game, candidate));
        }
    }
}

fn skipping_agrees<G: Skip>() {
    best_replies_agree::<G, _>(
        |hashed| BestReply::with_config(hashed, exact()).with_stand_by(Skipping),
        |game, hashed, own, depth| best_reply(game, (hashed, Skipping), own, depth, None),
    );
}

#[test]
fn best_replies_to_each_of_the_best_moves_equal_their_definition() {
    best_replies_agree::<Chexers, _>(
        |hashed| BestReply::with_config(hashed, exact()),
        |game, hashed, own, depth| best_reply(game, (hashed, FirstByRank), own, depth, None),
    );
    skipping_agrees::<Chexers>();
    skipping_agrees::<ThreeChess>();
}

/// However soon a limit ends the search, the moves that are compared were searched equally deep.
#[test]
fn a_table_that_was_cut_short_compares_values_of_one_depth() {
    let hashed = HashOpinion { seed: 8 };
    let mut cut_short = 0;
    for (game, depth) in positions::<Chexers>(4, 4_000) {
        let own = game.phase().acting().first();
        let plain: Vec<_> = (1..=depth + 1)
            .map(|depth| plain_worths(&game, &hashed, depth))
            .collect();
        for wanted in [2, 3, 5] {
            for nodes in (1..400).chain((400..6_000).step_by(37)) {
                let limits = wanting(wanted, Limits::nodes(nodes).with_depth(depth));
                let choice = AlphaBeta::with_config(hashed, exact()).search(&game, own, &limits);
                if choice.candidates[0].bound == Bound::AtMost || choice.candidates[0].line.is_empty() {
                    assert_eq!(
                        choice.depth, 0,
                        "only before the first move is searched is nothing known"
                    );
                    continue;
                }
                assert_sorted(&game, &choice);
                let exact = || {
                    choice
                        .candidates
                        .iter()
                        .filter(|candidate| candidate.bound == Bound::Exact)
                };
                let is_of_depth = |depth: u32| {
                    let plain = plain.get((depth as usize).wrapping_sub(1));
                    let is_true = |candidate: &Candidate<Chexers>| {
                        plain.is_some_and(|plain| plain.contains(&(candidate.mv, candidate.value)))
                    };
                    exact().all(is_true)
                };
                assert!(
                    is_of_depth(choice.depth) || is_of_depth(choice.depth + 1),
                    "{nodes} nodes in {game}"
                );
                cut_short += u32::from(!is_of_depth(choice.depth));
                assert!(
                    choice.depth == 0 || exact().count() >= wanted,
                    "{nodes} nodes in {game}"
                );
                exact().for_each(|candidate| _ = replayed(&game, candidate));
            }
        }
    }
    assert!(
        cut_short > 50,
        "only {cut_short} tables of an iteration that was not completed"
    );
}

#[test]
fn two_threads_compare_moves_as_one_does() {
    for (game, depth) in positions::<Avalam>(3, 4_000) {
        let hashed = HashOpinion { seed: 2 };
        let config = exact().with_table_mb(1).with_threads(2);
        let own = game.phase().acting().first();
        let limits = wanting(4, Limits::depth(depth));
        let choice = AlphaBeta::with_config(hashed, config).search(&game, own, &limits);
        assert_true(&game, &choice, &plain_worths(&game, &hashed, choice.depth), 4);
        assert_lines(&game, &choice, &hashed);
    }
}

/// With everything on that changes values: still so many exact ones, in order, with lines that can
/// be played.
#[test]
fn reductions_and_tables_leave_the_comparison_in_order() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visit for Check {
        type Out = ();
        fn visit<G: Draw>(self) {
            for (game, depth) in positions::<Serial<G>>(3, 20_000) {
                let (own, limits) = (game.phase().acting().first(), wanting(3, Limits::depth(depth + 1)));
                let choice = AlphaBeta::new(HashOpinion { seed: 7 }).search_with(&game, own, &limits, &mut |choice| {
                    assert_sorted(&game, choice);
                });
                assert_sorted(&game, &choice);
                let wanted = choice.candidates.iter().take(3);
                wanted.clone().for_each(|candidate| _ = replayed(&game, candidate));
                assert!(
                    wanted.into_iter().all(|candidate| candidate.bound == Bound::Exact),
                    "{game}"
                );
            }
        }
    }
    on_every_game(Check);
}

/// A win is found at once; a comparison goes on until the second move is proven, too.
#[test]
fn a_proven_win_does_not_hide_the_second_best() {
    let tree: super::Tree<2> = "1(2(<10 -10> <10 -10>) 2(<3 -3> 1(<4 -4> <5 -5>)) 2(<2 -2> <9 -9>))"
        .parse()
        .expect("a tree");
    let own = tree.phase().acting().first();
    let mut search = AlphaBeta::with_config(truel_search::Indifferent, exact());
    let choice = search.search(&tree, own, &wanting(2, Limits::depth(9)));
    let told: Vec<(f32, Bound, bool)> = choice
        .candidates
        .iter()
        .map(|c| (c.value, c.bound, c.is_proven))
        .collect();
    assert_eq!(told[..2], [(10.0, Bound::Exact, true), (3.0, Bound::Exact, true)]);
    let (value, bound, _) = told[2];
    assert!(value == 2.0 || (bound == Bound::AtMost && value <= 3.0), "{told:?}");
}
