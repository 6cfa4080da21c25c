//! Listing, counting and drawing moves.
//!
//! Any empty cell goes with any of the six pairs, so move number `i` of the list is pair `i % 6` on empty cell `i / 6`,
//! and a random move needs no list.

use truel_core::Rng;

use super::board::{Cell, Pair};
use super::pieces::Pieces;

/// A piece put on an empty cell, after which two quadrants change places.
///
/// The cell is named as it is before the swap: a piece put into one of the two quadrants travels with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Where the piece is put.
    pub cell: Cell,
    /// The quadrants that change places.
    pub pair: Pair,
}

impl Placement {
    /// The same placement seen through symmetry `s` of the square.
    pub(super) fn image(self, s: usize) -> Self {
        Placement {
            cell: self.cell.image(s),
            pair: self.pair.image(s),
        }
    }
}

/// Appends every placement on the cells outside `occupied`.
pub(super) fn list(occupied: Pieces, out: &mut Vec<Placement>) {
    let empty = occupied.outside();
    out.reserve((Pair::COUNT * empty.len()) as usize);
    for cell in empty.iter() {
        out.extend(Pair::all().map(|pair| Placement { cell, pair }));
    }
}

/// One of the placements on the cells outside `occupied`, of which there are `empty`: the one that picking from the list
/// would give.
#[inline]
pub(super) fn draw(occupied: Pieces, empty: u32, rng: &mut Rng) -> Placement {
    // The whole part of a random number below `empty` is the cell's rank and its fraction, times six, the pair.
    let number = (rng.bits() >> 32) * u64::from(empty);
    let (rank, fraction) = (number >> 32, number & u64::from(u32::MAX));
    Placement {
        cell: occupied.nth_outside(rank as u32),
        pair: Pair(((fraction * u64::from(Pair::COUNT)) >> 32) as u8),
    }
}
