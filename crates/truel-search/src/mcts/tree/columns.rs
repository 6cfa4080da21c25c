//! Numbers that only some configurations keep in a node, and proofs.
//!
//! Each is a column of one list of 32-bit words, so that a plain search pays for none of them.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use truel_core::{Game, Payoffs, Seat};

use super::{NodeId, Tree};

/// Which numbers a node carries beyond visits and rewards, each with its place in the row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Columns {
    /// How good the opinion thinks the move is.
    pub(crate) prior: Option<usize>,
    /// The hash of the move, for tables of moves.
    pub(crate) hash: Option<usize>,
    /// The mean square of the reward that the seat before looks at.
    pub(crate) square: Option<usize>,
    /// The node's table of all moves as first, its number plus 1.
    pub(crate) table: Option<usize>,
    /// Evaluations backed up by maximising, one per seat.
    pub(crate) implicit: Option<usize>,
    /// Proven payoffs, one per seat.
    pub(crate) proof: Option<usize>,
    /// Numbers in a row.
    pub(super) width: usize,
}

impl Columns {
    /// Adds `count` numbers to the row.
    pub(crate) fn add(&mut self, count: usize) -> Option<usize> {
        self.width += count;
        Some(self.width - count)
    }
}

/// The stages of a proof.
pub(super) const OPEN: u8 = 0;
const IN_WRITING: u8 = 1;
const PROVEN: u8 = 2;

impl<G: Game> Tree<G> {
    #[inline]
    fn extra(&self, node: NodeId, column: usize) -> &AtomicU32 {
        &self.extras[node.row() * self.columns.width + column]
    }

    /// A whole number in a column.
    #[inline]
    pub(crate) fn number(&self, node: NodeId, column: usize) -> u32 {
        self.extra(node, column).load(Relaxed)
    }

    /// Writes a whole number that nobody has written yet. Returns whether it was the first.
    pub(crate) fn claim_number(&self, node: NodeId, column: usize, number: u32) -> bool {
        let word = self.extra(node, column);
        word.compare_exchange(0, number, Relaxed, Relaxed).is_ok()
    }

    /// Writes a whole number.
    pub(crate) fn set_number(&self, node: NodeId, column: usize, number: u32) {
        self.extra(node, column).store(number, Relaxed);
    }

    /// A value in a column.
    #[inline]
    pub(crate) fn value(&self, node: NodeId, column: usize) -> f32 {
        f32::from_bits(self.number(node, column))
    }

    /// Writes a value.
    #[inline]
    pub(crate) fn set_value(&self, node: NodeId, column: usize, value: f32) {
        self.extra(node, column).store(value.to_bits(), Relaxed);
    }

    /// A value per seat.
    #[inline]
    pub(crate) fn values(&self, node: NodeId, column: usize) -> G::Payoffs {
        G::Payoffs::from_fn(|seat| self.value(node, column + seat.index()))
    }

    /// Writes a value per seat.
    #[inline]
    pub(crate) fn set_values(&self, node: NodeId, column: usize, values: G::Payoffs) {
        for seat in Seat::all(Self::SEATS) {
            self.set_value(node, column + seat.index(), values[seat]);
        }
    }

    /// What a node is proven to be worth.
    #[inline]
    pub(crate) fn proof(&self, node: NodeId) -> Option<G::Payoffs> {
        let column = self.columns.proof?;
        let is_proven = self.nodes[node.row()].proof.load(Acquire) == PROVEN;
        is_proven.then(|| self.values(node, column))
    }

    /// Writes a proof down, unless another thread was first.
    pub(crate) fn prove(&self, node: NodeId, payoffs: G::Payoffs) {
        let Some(column) = self.columns.proof else { return };
        let stage = &self.nodes[node.row()].proof;
        if stage.compare_exchange(OPEN, IN_WRITING, AcqRel, Relaxed).is_ok() {
            self.set_values(node, column, payoffs);
            stage.store(PROVEN, Release);
        }
    }
}
