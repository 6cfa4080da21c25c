//! The configuration.

use crate::builders::builders;

/// How [`SharpMaxN`](super::SharpMaxN) searches. The default is meant for any game;
/// [`Config::exact`] is plain max^n.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Megabytes of the table of positions; 0 is no table.
    pub table_mb: usize,
    /// Whether moves late in the order are searched less deep first.
    pub reductions: Option<Reductions>,
    /// How many moves are looked at one ply above the leaves, and twice as many two plies above;
    /// noisy moves count, but are never left out. `None` is all.
    pub breadth: Option<usize>,
    /// Plies of noisy moves to follow below the last full ply; 0 is none.
    pub quiescence: u32,
    /// How many noisy moves are followed in each of those positions, the best by rank; `None` is
    /// all.
    pub noisy_breadth: Option<usize>,
    /// How many urgent leaves on a path are searched a ply deeper. 0 also lets urgent positions be
    /// searched as any other.
    pub extensions: u32,
    /// What every other seat gives of its own value to make the searching seat's smaller by one.
    pub spite: f32,
    /// What an end that is neither the best nor the worst is worth to the searching seat; `None` is
    /// what the game says.
    pub between: Option<f32>,
    /// What is left of a value one ply earlier: below 1 a seat wins soon and loses late.
    pub patience: f32,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            table_mb: 8,
            reductions: Some(Reductions::USUAL),
            breadth: None,
            quiescence: 4,
            noisy_breadth: Some(2),
            extensions: 2,
            spite: 0.0,
            between: None,
            patience: 0.999,
        }
    }
}

impl Config {
    /// Nothing that changes the value of a fixed depth.
    pub fn exact() -> Self {
        Config {
            table_mb: 0,
            reductions: None,
            breadth: None,
            quiescence: 0,
            noisy_breadth: None,
            extensions: 0,
            spite: 0.0,
            between: None,
            patience: 1.0,
        }
    }

    builders! {
        with_table_mb(table_mb: usize),
        with_reductions(reductions: Option<Reductions>),
        with_breadth(breadth: Option<usize>),
        with_quiescence(quiescence: u32),
        with_noisy_breadth(noisy_breadth: Option<usize>),
        with_extensions(extensions: u32),
        with_spite(spite: f32),
        with_between(between: Option<f32>),
        with_patience(patience: f32),
    }
}

/// How much less deep a late move is searched first: `base + ln(depth) * ln(number of the move) /
/// divisor` plies, rounded down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reductions {
    /// Plies that every late move loses.
    pub base: f32,
    /// Larger is more careful.
    pub divisor: f32,
}

impl Reductions {
    /// As chess engines have it.
    pub const USUAL: Reductions = Reductions {
        base: 0.5,
        divisor: 2.0,
    };

    pub(super) fn plies(self, depth: usize, number: usize) -> u8 {
        (self.base + (depth as f32).ln() * (number as f32).ln() / self.divisor) as u8
    }
}
