//! What Pentago and Pentago-Swap share: a board of four quadrants, pieces that stay, five in a row.
//!
//! ```text
//!        a  b  c    d  e  f
//!    1   0  1  2 |  9 10 11
//!    2   3  4  5 | 12 13 14      a cell's index is its bit: nine bits a quadrant,
//!    3   6  7  8 | 15 16 17      in the order tl, tr, bl, br
//!       ---------+---------
//!    4  18 19 20 | 27 28 29
//!    5  21 22 23 | 30 31 32
//!    6  24 25 26 | 33 34 35
//! ```
//!
//! A move puts a piece on an empty cell and then *twists* the quadrants. The two games differ in
//! the [`Twist`] alone: one exchanges two quadrants, the other turns one of them.

pub(crate) mod board;
pub(crate) mod draw;
pub(crate) mod notation;
pub(crate) mod pieces;
pub(crate) mod position;

pub(crate) use board::{CELLS, SIDE};
pub use board::{Cell, Quadrant};
pub(crate) use pieces::Pieces;
pub(crate) use position::{BLACK, Position, SEATS, WHITE};

/// What a move does to the quadrants once its piece is placed. The inverse of each twist is a
/// twist.
pub(crate) trait Twist: Copy {
    /// How many there are.
    const COUNT: u32;

    /// The twist with this index below [`COUNT`](Self::COUNT).
    fn nth(index: u8) -> Self;

    /// Where the twist takes these pieces.
    fn twist(self, pieces: Pieces) -> Pieces;

    /// All twists in the order of their indices.
    #[inline]
    fn every() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self::nth)
    }
}
