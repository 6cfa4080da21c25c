//! The configuration of the alpha-beta family.

use crate::builders::builders;
use crate::ordering::OrderPriority;

/// How the alpha-beta family searches: [`AlphaBeta`](super::AlphaBeta),
/// [`Paranoid`](crate::Paranoid) and [`BestReply`](crate::BestReply).
///
/// The default plays well within any limits. [`Config::exact`] is plain minimax with pruning.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Megabytes of the transposition table; 0 is no table.
    pub table_mb: usize,
    /// Which entries of the table may end the search of a position.
    pub trust: Trust,
    /// Half the width of the first window around the last iteration's value, as a share of the
    /// payoffs' range; `None` is an open window.
    pub aspiration: Option<f32>,
    /// Whether moves late in the order are searched less deep first.
    pub reductions: Reductions,
    /// Which moves are not searched in the last plies; `None` is that all are.
    pub futility: Option<Futility>,
    /// Plies of noisy moves to follow below the last full ply; 0 is none.
    pub quiescence: u32,
    /// How many moves to look at in every position, the best by the opinion's rank; `None` is all.
    pub breadth: Option<usize>,
    /// What orders moves first.
    pub order: OrderPriority,
    /// How root moves of equal rank are ordered, and so which of equally good moves is chosen.
    pub ties: RootTies,
    /// Threads that search together through the table. Only one thread repeats itself exactly.
    pub threads: usize,
    /// Random seed for [`RootTies::Shuffled`] and for the order of moves in further threads.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            table_mb: 16,
            trust: Trust::Deeper,
            aspiration: Some(0.05),
            reductions: Reductions::LOGARITHMIC,
            futility: Some(Futility::NARROW),
            quiescence: 0,
            breadth: None,
            order: OrderPriority::default(),
            ties: RootTies::Listed,
            threads: 1,
            seed: 0,
        }
    }
}

impl Config {
    /// Nothing that changes the value of a fixed depth: no table, no reductions, no futility, no
    /// quiescence, no limit on breadth.
    pub fn exact() -> Self {
        Config {
            table_mb: 0,
            trust: Trust::SameDepth,
            aspiration: None,
            reductions: Reductions::Off,
            futility: None,
            ..Config::default()
        }
    }

    builders! {
        with_table_mb(table_mb: usize),
        with_trust(trust: Trust),
        with_aspiration(aspiration: Option<f32>),
        with_reductions(reductions: Reductions),
        with_futility(futility: Option<Futility>),
        with_quiescence(quiescence: u32),
        with_breadth(breadth: Option<usize>),
        with_order(order: OrderPriority),
        with_ties(ties: RootTies),
        with_threads(threads: usize),
        with_seed(seed: u64),
    }
}

/// Which entries of the table may end the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Those searched exactly as deep: the value of a fixed depth is then the same as without a
    /// table.
    SameDepth,
    /// Those searched at least as deep, or proven.
    Deeper,
}

/// Late-move reductions: moves late in a good order are probably bad. A shallower search with an
/// empty window asks whether such a move is better than thought. Only then is it searched in full.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reductions {
    /// Every move is searched to full depth.
    Off,
    /// By `base + ln(depth) * ln(number of the move) / divisor` plies, rounded down.
    Logarithmic {
        /// Plies that every late move loses.
        base: f32,
        /// Larger is more careful.
        divisor: f32,
    },
}

impl Reductions {
    /// As chess engines have it, a little more careful.
    pub const LOGARITHMIC: Reductions = Reductions::Logarithmic {
        base: 0.5,
        divisor: 2.5,
    };

    /// Plies to take off.
    pub(super) fn plies(self, depth: usize, number: usize) -> f32 {
        match self {
            Reductions::Off => 0.0,
            Reductions::Logarithmic { base, divisor } => base + (depth as f32).ln() * (number as f32).ln() / divisor,
        }
    }
}

/// Futility pruning (Schaeffer 1986): near the leaves a move that the opinion foresees to fall far
/// short will not make up for it, so it is left out. Only where the opinion has an
/// [outlook](crate::Outlook).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Futility {
    /// From so many plies above the leaves on.
    pub plies: u32,
    /// What a move may fall short by for each ply that follows it, as a share of the payoffs'
    /// range.
    pub margin: f32,
}

impl Futility {
    /// Found by matches in avalam, where 0.1 lost to 0.05 and more plies made no difference.
    pub const NARROW: Futility = Futility { plies: 5, margin: 0.04 };
}

/// Which of equally good moves is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootTies {
    /// The first in the order of search.
    Listed,
    /// Any, by the seed.
    Shuffled,
}
