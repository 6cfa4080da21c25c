//! Proof-number search: can a seat force a result, whatever everybody else does?
//!
//! The question is a [`Claim`]: a seat and the [`Goal`] it wants to reach. The seat chooses at its
//! own moves, all others choose together against it, so the tree has nodes at which one child is
//! enough and nodes at which all children are needed. Every open node has two numbers: how many
//! leaves below it must at least be proven to prove it, and how many disproven to disprove it
//! (Allis, van der Meulen and van den Herik 1994). The search always goes to the leaf that counts
//! for both numbers of the root. Here it runs depth first with a limit on both numbers, so that a
//! table of fixed size is its only memory (df-pn: Nagai 2002).
//!
//! - Cost: a node is expanded again when its limit was too low. Limits grow by a quarter (Pawlewicz
//!   and Lew 2007), which keeps that rare.
//! - A fresh node counts the moves that its other side must answer, so narrow lines go first.
//! - Invariant: [`Verdict::Holds`] and [`Verdict::Fails`] follow from the rules, up to collisions
//!   of 64-bit keys. Nodes are told apart by their ply, so no node is proven by itself. Where rules
//!   look back at earlier positions ([`Game::HAS_MEMORY`]), nodes are told apart by the whole path.
//!
//! With two seats, [`solve()`] asks both questions that matter and gives the result of the game.

mod search;
mod solve;
mod table;

use truel_core::{Game, Seat};

use crate::builders::builders;

pub use search::ProofSearch;
pub use solve::{Outcome, Solution, solve};

/// What a seat wants to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// More than a draw pays.
    Win,
    /// At least what a draw pays.
    Draw,
}

/// The claim that a seat can force a result against everybody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The seat.
    pub seat: Seat,
    /// What it wants to reach.
    pub goal: Goal,
}

impl Claim {
    /// Whether these payoffs reach the goal.
    #[inline]
    pub fn is_met<G: Game>(self, payoffs: G::Payoffs) -> bool {
        let payoff = payoffs[self.seat];
        match self.goal {
            Goal::Win => payoff > G::INFO.draw,
            Goal::Draw => payoff >= G::INFO.draw,
        }
    }
}

/// What is known about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The seat can force it.
    Holds,
    /// The others can prevent it.
    Fails,
    /// It could be neither proven nor disproven within the limits.
    Open,
}

/// The answer to a claim.
#[derive(Clone, Debug)]
pub struct Proof<G: Game> {
    /// What is known.
    pub verdict: Verdict,
    /// A bound on the plies until the end: whoever is right can end the match within them. 0 for an
    /// open claim.
    pub plies: u32,
    /// A line to the end in which the losing side holds out as long as the proof knows. Empty for
    /// an open claim.
    pub line: Vec<G::Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Set where a claim fails and lines were cut off: it fails within so many plies.
    pub within: Option<u32>,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is asked.
    pub claim: Claim,
    /// Positions visited.
    pub nodes: u64,
    /// Leaves that would at least have to be proven.
    pub to_prove: u32,
    /// Leaves that would at least have to be disproven.
    pub to_disprove: u32,
}

/// How the search works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Megabytes for the table; at least one.
    pub table_mb: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { table_mb: 256 }
    }
}

impl Config {
    builders! {
        with_table_mb(table_mb: usize),
    }
}
