//! The configuration of max^n, shared by the searches built on it.

use truel_core::Bounds;

use crate::builders::builders;

/// How a max^n search works. The default is the fastest choice that is exact in games of constant
/// sum.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Which branches are left out because they cannot matter.
    pub pruning: Pruning,
    /// What pruning may rely on.
    pub promise: Promise,
    /// How leaves are evaluated.
    pub leaves: Leaves,
    /// Who wins among moves of equal value.
    pub ties: TieBreak,
    /// Random seed for ties. It is mixed with the position's key, so a search is a function of
    /// position and seed.
    pub seed: u64,
    /// In which order moves are searched.
    pub order: MoveOrder,
    /// Whether shallower searches come first.
    pub deepening: Deepening,
    /// Whether the passes of seats that are out count as plies.
    pub passes: Passes,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            pruning: Pruning::Speculative,
            promise: Promise::Game,
            leaves: Leaves::MoverFirst,
            ties: TieBreak::First,
            seed: 0,
            order: MoveOrder::Ranked,
            deepening: Deepening::Iterative,
            passes: Passes::Counted,
        }
    }
}

impl Config {
    /// The plainest max^n: no pruning, whole evaluations, the game's own order of moves, one
    /// iteration. It is the textbook's, and the reference for the others.
    pub fn plain() -> Self {
        Config {
            pruning: Pruning::None,
            leaves: Leaves::Whole,
            order: MoveOrder::Listed,
            deepening: Deepening::Straight,
            ..Config::default()
        }
    }

    builders! {
        with_pruning(pruning: Pruning),
        with_promise(promise: Promise),
        with_leaves(leaves: Leaves),
        with_ties(ties: TieBreak),
        with_seed(seed: u64),
        with_order(order: MoveOrder),
        with_deepening(deepening: Deepening),
        with_passes(passes: Passes),
    }
}

/// Which branches are left out. Each step includes those before it.
///
/// All but [`None`](Pruning::None) rely on the [`Promise`]; where it gives no sum, the steps from
/// [`Shallow`](Pruning::Shallow) on prune like [`Immediate`](Pruning::Immediate).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pruning {
    /// Every branch is searched.
    None,
    /// A seat that has the largest payoff looks no further (Korf 1991). Needs bounds.
    Immediate,
    /// A node is left when what its seat has got leaves too little for the seat above (Luckhardt
    /// and Irani 1986, Korf 1991). Needs bounds and a sum.
    Shallow,
    /// The same with two seats above, where the one between them is on its last branch (Sturtevant
    /// 2003).
    LastBranch,
    /// The same on any branch; a branch that was left too early is searched again (Sturtevant
    /// 2003).
    Speculative,
}

/// What is known about every payoff and every evaluation. Checked in debug builds at each leaf.
///
/// Sums are compared exactly. An evaluation that keeps its promise only up to rounding gives the
/// choosing seats their value only up to rounding, too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Promise {
    /// The bounds and the constant sum that the game states about itself, which the evaluation
    /// respects.
    Game,
    /// Bounds that the caller promises, such as for an evaluation on its own scale, or for a game
    /// whose sum is limited but not constant.
    Within {
        /// No seat ever gets less or more.
        bounds: Bounds,
        /// The seats that are not out where the search begins never get more together.
        most: f32,
    },
}

/// How leaves are evaluated. Changes no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// For all seats at once.
    Whole,
    /// First for the seat that chose the leaf, by
    /// [`Opinion::value_for`](crate::Opinion::value_for), and for the others only if it will have
    /// it. About ln b in b leaves are evaluated whole. `value_for` must agree with `evaluate`.
    MoverFirst,
}

/// Who wins among moves of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// The first in search order.
    First,
    /// At the root each as likely as the other, elsewhere the first.
    RandomAtRoot,
    /// Each as likely as the other, for every seat at every node.
    RandomEverywhere,
}

/// In which order moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveOrder {
    /// As the game lists them.
    Listed,
    /// The line of the iteration before first, then by [`Opinion::rank`](crate::Opinion::rank);
    /// next to the leaves as listed.
    Ranked,
}

/// Whether shallower searches come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deepening {
    /// One ply more each time, so that there is an answer at any moment.
    Iterative,
    /// At once to the depth of the limits; iterative where they set none.
    Straight,
}

/// Whether the passes of seats that are out ([`Game::is_out`](truel_core::Game::is_out)) count as
/// plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// As any move.
    Counted,
    /// They are played, but cost no depth.
    Free,
}
