//! Cells and quadrants.

/// Cells on a side of the board.
pub(crate) const SIDE: u8 = 6;
/// Cells on the board.
pub(crate) const CELLS: u8 = SIDE * SIDE;

/// A cell, numbered quadrant by quadrant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// The cell in this row and column, both counted from 0 at the top left.
    #[inline]
    pub const fn at(row: u8, column: u8) -> Self {
        Cell(9 * (2 * (row / 3) + column / 3) + 3 * (row % 3) + column % 3)
    }

    /// All cells in the order of their indices, quadrant by quadrant.
    #[inline]
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS).map(Cell)
    }

    /// All cells row by row from the top, as people read.
    #[inline]
    pub(crate) fn in_reading_order() -> impl Iterator<Item = Cell> {
        (0..CELLS).map(|place| Cell::at(place / SIDE, place % SIDE))
    }

    /// Its index, 0 to 35.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        3 * (self.0 / 18) + self.0 % 9 / 3
    }

    /// Its column, 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        3 * (self.0 / 9 % 2) + self.0 % 3
    }

    /// Where symmetry `s` of the square takes it: mirrored left to right from 4 on, then `s % 4`
    /// quarter turns.
    #[inline]
    pub(crate) fn image(self, s: usize) -> Self {
        let (mut row, mut column) = (self.row(), self.column());
        if s >= 4 {
            column = SIDE - 1 - column;
        }
        for _ in 0..s % 4 {
            (row, column) = (column, SIDE - 1 - row);
        }
        Cell::at(row, column)
    }
}

/// One of the four blocks of nine cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quadrant {
    /// `tl`, cells a1 to c3.
    TopLeft,
    /// `tr`, cells d1 to f3.
    TopRight,
    /// `bl`, cells a4 to c6.
    BottomLeft,
    /// `br`, cells d4 to f6.
    BottomRight,
}

use Quadrant::{BottomLeft, BottomRight, TopLeft, TopRight};

impl Quadrant {
    /// All four, in the order of their bits.
    pub const ALL: [Quadrant; 4] = [TopLeft, TopRight, BottomLeft, BottomRight];

    /// The cell in its middle.
    #[inline]
    pub const fn centre(self) -> Cell {
        Cell(9 * self as u8 + 4)
    }

    /// Where symmetry `s` of the square takes it.
    #[inline]
    pub(crate) fn image(self, s: usize) -> Self {
        Self::ALL[self.centre().image(s).index() / 9]
    }
}
