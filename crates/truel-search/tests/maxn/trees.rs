//! Random trees: pruned equals unpruned.

use std::fmt::Write as _;

use truel_core::{Bounds, Rng};
use truel_search::maxn::{Promise, Pruning, TieBreak};
use truel_search::{Indifferent, maxn};
use truel_testkit::tree::Tree;

use super::{PRUNINGS, assert_same, by_maxn};

/// Three seats share ten.
const TEN: Promise = Promise::Within {
    bounds: Bounds { low: 0.0, high: 10.0 },
    most: 10.0,
};

/// How a random tree is drawn.
#[derive(Clone, Copy)]
struct Shape {
    plies: u32,
    most_branches: u32,
    turns: Turns,
    growth: Growth,
    /// What lies between two payoffs: large steps make ties.
    step: f32,
    /// How much of the ten may be lost at a leaf.
    waste: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Turns {
    Regular,
    Random,
}

#[derive(Clone, Copy, PartialEq)]
enum Growth {
    Full,
    Ragged,
}

impl Shape {
    const FULL: Shape = Shape {
        plies: 5,
        most_branches: 3,
        turns: Turns::Regular,
        growth: Growth::Full,
        step: 1.0 / 64.0,
        waste: 0,
    };

    fn tree(self, rng: &mut Rng) -> Tree<3> {
        let mut text = String::new();
        self.draw(rng, 0, &mut text);
        text.parse().expect("a tree")
    }

    fn draw(self, rng: &mut Rng, ply: u32, out: &mut String) {
        let is_ragged = self.growth == Growth::Ragged;
        if ply == self.plies || (ply > 0 && is_ragged && rng.below(8) == 0) {
            let [x, y, z] = self.leaf(rng);
            write!(out, "<{x} {y} {z}>").expect("a string takes anything");
            return;
        }
        let mover = if self.turns == Turns::Regular {
            ply % 3
        } else {
            rng.below(3)
        };
        let branches = if is_ragged {
            1 + rng.below(self.most_branches)
        } else {
            self.most_branches
        };
        write!(out, "{}(", mover + 1).expect("a string takes anything");
        (0..branches).for_each(|_| self.draw(rng, ply + 1, out));
        out.push(')');
    }

    /// Ten, or a little less, cut at two places.
    fn leaf(self, rng: &mut Rng) -> [f32; 3] {
        let steps = (10.0 / self.step) as u32;
        let total = steps - rng.below(self.waste * steps / 10 + 1);
        let (a, b) = (rng.below(total + 1), rng.below(total + 1));
        [a.min(b), a.abs_diff(b), total - a.max(b)].map(|share| share as f32 * self.step)
    }
}

#[test]
fn pruning_changes_nothing_on_thousands_of_random_trees() {
    let mut rng = Rng::new(1986);
    let mut nodes = [0u64; 5];
    for case in 0..4000u32 {
        let shape = Shape {
            plies: 3 + case % 4,
            most_branches: 4,
            turns: if case % 7 < 5 { Turns::Regular } else { Turns::Random },
            growth: if case % 4 == 1 { Growth::Full } else { Growth::Ragged },
            step: [1.0, 2.5, 1.0 / 64.0][case as usize % 3],
            waste: if case % 5 < 3 { 0 } else { 3 },
        };
        let tree = shape.tree(&mut rng);
        let plain = by_maxn(Indifferent, maxn::Config::plain(), &tree, 9);
        nodes[0] += plain.nodes;
        for pruning in PRUNINGS {
            let config = maxn::Config::plain().with_pruning(pruning).with_promise(TEN);
            let choice = by_maxn(Indifferent, config, &tree, 9);
            assert_same(&plain, &choice, format_args!("{pruning:?} on {tree}"));
            nodes[pruning as usize] += choice.nodes;
        }
    }
    assert!(nodes.is_sorted_by(|more, fewer| more > fewer), "{nodes:?}");
}

/// The more branches, the more there is to leave: with twelve, four plies and regular turns.
#[test]
fn speculative_pruning_leaves_out_much_of_a_wide_tree() {
    let mut rng = Rng::new(2003);
    let shape = Shape {
        plies: 4,
        most_branches: 12,
        ..Shape::FULL
    };
    let mut nodes = [0u64; 5];
    for _ in 0..5 {
        let tree = shape.tree(&mut rng);
        for pruning in [Pruning::None].into_iter().chain(PRUNINGS) {
            let config = maxn::Config::plain().with_pruning(pruning).with_promise(TEN);
            nodes[pruning as usize] += by_maxn(Indifferent, config, &tree, 9).nodes;
        }
    }
    let [plain, _, shallow, last, speculative] = nodes;
    assert!(
        speculative * 5 < plain * 3 && speculative < last && last < shallow,
        "{nodes:?}"
    );
}

#[test]
fn pruning_leaves_the_draw_among_equal_moves_at_the_root_as_it_was() {
    let mut rng = Rng::new(3);
    let shape = Shape {
        plies: 3,
        step: 5.0,
        ..Shape::FULL
    };
    for _ in 0..200 {
        let tree = shape.tree(&mut rng);
        for seed in 0..5 {
            let drawn = |pruning| {
                let config = maxn::Config::plain()
                    .with_pruning(pruning)
                    .with_promise(TEN)
                    .with_ties(TieBreak::RandomAtRoot)
                    .with_seed(seed);
                by_maxn(Indifferent, config, &tree, 9)
            };
            let plain = drawn(Pruning::None);
            for pruning in PRUNINGS {
                assert_same(&plain, &drawn(pruning), "the same draw");
            }
        }
    }
}

#[test]
fn random_ties_everywhere_change_nothing_where_there_are_none() {
    let mut rng = Rng::new(4);
    let shape = Shape {
        step: 1.0 / 8192.0,
        ..Shape::FULL
    };
    for _ in 0..300 {
        let tree = shape.tree(&mut rng);
        let plain = by_maxn(Indifferent, maxn::Config::plain(), &tree, 9);
        let config = maxn::Config::default()
            .with_ties(TieBreak::RandomEverywhere)
            .with_promise(TEN);
        assert_same(&plain, &by_maxn(Indifferent, config, &tree, 9), "no ties");
    }
}
