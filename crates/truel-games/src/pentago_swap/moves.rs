//! A move: a cell and a pair of quadrants.

use super::{Cell, Pair};

/// A piece put on an empty cell, after which two quadrants change places.
///
/// The cell is named as it is before the swap: a piece put into one of the two quadrants travels
/// with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Where the piece is put.
    pub cell: Cell,
    /// The quadrants that change places.
    pub pair: Pair,
}

impl Placement {
    /// The same placement seen through symmetry `s` of the square.
    #[inline]
    pub(super) fn image(self, s: usize) -> Self {
        Placement {
            cell: self.cell.image(s),
            pair: self.pair.image(s),
        }
    }
}
