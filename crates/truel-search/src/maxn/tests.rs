//! Trees whose answer is known, each drawn to show one thing.

use truel_core::{Bounds, Seat};
use truel_testkit::tree::Tree;

use super::*;
use crate::Indifferent;

/// Three seats share ten.
const TEN: Promise = Promise::Within {
    bounds: Bounds { low: 0.0, high: 10.0 },
    most: 10.0,
};

fn search(tree: &str, config: Config) -> Choice<Tree<3>> {
    let tree: Tree<3> = tree.parse().expect("a tree");
    MaxN {
        opinion: Indifferent,
        config,
    }
    .search(&tree, Seat::new(0), &Limits::depth(9))
}

/// Value and nodes of a tree in which three seats share ten.
fn pruned(tree: &str, pruning: Pruning) -> ([f32; 3], u64) {
    let choice = search(
        tree,
        Config {
            pruning,
            promise: TEN,
            ..Config::plain()
        },
    );
    (choice.value.0, choice.nodes)
}

#[test]
fn each_seat_takes_what_is_best_for_itself() {
    // The tree of Russell and Norvig's chapter on adversarial search.
    let tree = "1(2(3(<1 2 6> <4 2 3>) 3(<6 1 2> <7 4 1>)) 2(3(<5 1 1> <1 5 2>) 3(<7 7 1> <5 4 5>)))";
    let choice = search(tree, Config::plain());
    assert_eq!((choice.value.0, choice.nodes), ([1.0, 2.0, 6.0], 14));
    let line: Vec<String> = choice.line.iter().map(|[mv]| mv.to_string()).collect();
    assert_eq!(line.join(" "), "a a a");
    assert!(choice.is_proven);
}

#[test]
fn a_seat_with_everything_looks_no_further() {
    let tree = "1(<10 0 0> 2(<1 9 0> <2 8 0>))";
    assert_eq!(pruned(tree, Pruning::None), ([10.0, 0.0, 0.0], 4));
    assert_eq!(pruned(tree, Pruning::Immediate), ([10.0, 0.0, 0.0], 1));
    assert_eq!(pruned("1(2(<1 9 0> <0 10 0> <3 7 0>))", Pruning::Immediate).1, 3);
}

#[test]
fn shallow_pruning_leaves_what_the_seat_above_will_not_take() {
    // The first seat has 5; the second gets at least 6 on the right, so the first gets at most 4
    // there.
    let tree = "1(2(<5 4 1> <6 3 1>) 2(<2 6 2> <0 9 1>))";
    assert_eq!(pruned(tree, Pruning::Immediate), ([5.0, 4.0, 1.0], 6));
    assert_eq!(pruned(tree, Pruning::Shallow), ([5.0, 4.0, 1.0], 5));
}

#[test]
fn last_branch_pruning_adds_up_three_seats() {
    // 5 for the first, 3 for the second and 2 for the third: what is left at the third seat cannot
    // please all of them.
    let tree = "1(<5 3 2> 2(<4 3 3> 3(<6 2 2> <1 5 4>)))";
    assert_eq!(pruned(tree, Pruning::Shallow), ([5.0, 3.0, 2.0], 6));
    assert_eq!(pruned(tree, Pruning::LastBranch), ([5.0, 3.0, 2.0], 5));
}

#[test]
fn speculative_pruning_does_so_on_any_branch() {
    let tree = "1(<5 3 2> 2(<4 3 3> 3(<6 2 2> <3 4 3>) <0 4 6>))";
    assert_eq!(pruned(tree, Pruning::LastBranch), ([5.0, 3.0, 2.0], 7));
    assert_eq!(pruned(tree, Pruning::Speculative), ([5.0, 3.0, 2.0], 6));
}

#[test]
fn a_branch_left_too_early_is_searched_again() {
    // The second seat's last branch would give the first 6: only the pruned branch, worth 5 to the
    // second, prevents it.
    let tree = "1(<5 3 2> 2(<4 3 3> 3(<6 2 2> <1 5 4>) <6 4 0>))";
    assert_eq!(pruned(tree, Pruning::None), ([5.0, 3.0, 2.0], 7));
    assert_eq!(pruned(tree, Pruning::Speculative), ([5.0, 3.0, 2.0], 9));
}

#[test]
fn a_branch_searched_again_wins_the_tie_it_would_have_won() {
    // Both branches are worth nothing to the second seat; the one left first, worth nothing to the
    // first, comes first.
    let tree = "1(2(<0 5 5>) 2(3(<0 0 10> <5 5 0>) <5 0 5>))";
    assert_eq!(pruned(tree, Pruning::None).0, [0.0, 5.0, 5.0]);
    assert_eq!(pruned(tree, Pruning::Speculative).0, [0.0, 5.0, 5.0]);
}

#[test]
fn random_ties_are_drawn_evenly_and_repeatably() {
    let tree = "1(<5 0 1> <4 0 0> <5 0 2> <5 0 3>)";
    let drawn = |ties, seed| {
        let config = Config {
            ties,
            seed,
            ..Config::plain()
        };
        search(tree, config).best().to_string()
    };
    assert_eq!(drawn(TieBreak::First, 1), "a");
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        let best = drawn(TieBreak::RandomAtRoot, seed);
        assert_eq!(best, drawn(TieBreak::RandomAtRoot, seed));
        *counts.entry(best).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().map(String::as_str).collect::<Vec<_>>(), ["a", "c", "d"]);
    assert!(counts.values().all(|&count| (900..1100).contains(&count)), "{counts:?}");
}

#[test]
fn random_ties_everywhere_make_the_others_unforeseeable() {
    let tree = "1(2(<9 5 0> <0 5 0>) <4 0 0>)";
    let values: Vec<f32> = (0..40)
        .map(|seed| {
            let config = Config {
                ties: TieBreak::RandomEverywhere,
                seed,
                ..Config::plain()
            };
            search(tree, config).value[Seat::new(0)]
        })
        .collect();
    assert!(values.contains(&9.0) && values.contains(&4.0) && values.iter().all(|value| [4.0, 9.0].contains(value)));
}

#[test]
fn iterations_are_shown_one_by_one() {
    let tree: Tree<3> = "1(2(3(<1 0 0>)) 2(3(<2 0 0>)))".parse().expect("a tree");
    let mut depths = Vec::new();
    let choice = MaxN::new(Indifferent).search_with(&tree, Seat::new(0), &Limits::default(), &mut |choice| {
        depths.push(choice.depth);
    });
    assert_eq!((depths, choice.depth), (vec![1, 2], 3));
    assert_eq!(choice.candidates.len(), 2);
    assert_eq!((choice.candidates[0].value, choice.candidates[1].value), (2.0, 1.0));
}

#[test]
#[should_panic(expected = "breaks the promise")]
#[cfg(debug_assertions)]
fn an_opinion_that_breaks_its_promise_is_caught() {
    struct Greedy;
    impl truel_core::Evaluate<Tree<3>> for Greedy {
        fn evaluate(&self, _: &Tree<3>) -> truel_core::BySeat<f32, 3> {
            truel_core::BySeat([5.0; 3])
        }
    }
    impl Opinion<Tree<3>> for Greedy {}
    let tree: Tree<3> = "1(2(<1 0 0>) 2(<2 0 0>))".parse().expect("a tree");
    let mut search = MaxN::new(Greedy);
    search.config.promise = TEN;
    search.search(&tree, Seat::new(0), &Limits::depth(1));
}
