//! Listing, counting and drawing moves.
//!
//! Any empty cell goes with any of the six pairs, so move number `i` of the list is pair `i % 6` on empty cell `i / 6`,
//! and a random move needs no list.

use truel_core::Rng;

use super::board::{Cell, Pair, Pieces};

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

/// Appends every placement on these empty cells.
pub(super) fn list(empty: Pieces, out: &mut Vec<Placement>) {
    out.reserve((Pair::COUNT * empty.len()) as usize);
    for cell in empty.iter() {
        out.extend(Pair::all().map(|pair| Placement { cell, pair }));
    }
}

/// One of the placements on these empty cells, `count` in number; the one that picking from the list would give.
#[inline]
pub(super) fn draw(empty: Pieces, count: u32, rng: &mut Rng) -> Placement {
    let index = rng.below(count);
    Placement {
        cell: empty.nth(index / Pair::COUNT),
        pair: Pair::from_index(index % Pair::COUNT),
    }
}
