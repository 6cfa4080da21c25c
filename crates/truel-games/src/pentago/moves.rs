//! A move: a cell and a rotation.

use super::{Cell, Rotation};

/// A piece put on an empty cell, after which one quadrant is turned.
///
/// The cell is named as it is before the rotation: a piece put into the quadrant turns with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Where the piece is put.
    pub cell: Cell,
    /// Which quadrant is turned, and which way.
    pub rotation: Rotation,
}

impl Placement {
    /// The same placement seen through symmetry `s` of the square.
    #[inline]
    pub(super) fn image(self, s: usize) -> Self {
        Placement {
            cell: self.cell.image(s),
            rotation: self.rotation.image(s),
        }
    }
}
