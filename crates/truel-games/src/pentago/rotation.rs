//! Rotations: which quadrant, which way, and what they do to the bits.

use super::Quadrant;
use crate::quadrants::pieces::{BLOCK, CONTENT, CONTENTS, Pieces};
use crate::quadrants::{Cell, Twist};

/// Which way a quadrant is turned by 90 degrees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// `cw`: the top row becomes the right column.
    Clockwise,
    /// `ccw`: the top row becomes the left column.
    CounterClockwise,
}

use Direction::{Clockwise, CounterClockwise};

impl Direction {
    /// Both, in the order of the moves.
    pub const ALL: [Direction; 2] = [Clockwise, CounterClockwise];

    #[inline]
    const fn reversed(self) -> Self {
        match self {
            Clockwise => CounterClockwise,
            CounterClockwise => Clockwise,
        }
    }
}

/// One quadrant turned by 90 degrees, one of eight rotations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rotation(u8);

impl Rotation {
    /// This quadrant turned this way.
    #[inline]
    pub const fn of(quadrant: Quadrant, direction: Direction) -> Self {
        Rotation(2 * quadrant as u8 + direction as u8)
    }

    /// The quadrant that is turned.
    #[inline]
    pub const fn quadrant(self) -> Quadrant {
        Quadrant::ALL[self.0 as usize / 2]
    }

    /// Which way it is turned.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.0 as usize % 2]
    }

    /// The rotation seen through symmetry `s` of the square. A mirror, from 4 on, reverses the
    /// direction.
    #[inline]
    pub(super) fn image(self, s: usize) -> Self {
        let direction = if s < 4 {
            self.direction()
        } else {
            self.direction().reversed()
        };
        Rotation::of(self.quadrant().image(s), direction)
    }
}

impl Twist for Rotation {
    const COUNT: u32 = 8;

    #[inline]
    fn nth(index: u8) -> Self {
        Rotation(index)
    }

    #[inline]
    fn twist(self, pieces: Pieces) -> Pieces {
        let shift = BLOCK * u32::from(self.0 / 2);
        let content = (pieces.0 >> shift & CONTENT) as usize;
        let changed = u64::from(CHANGED[usize::from(self.0 % 2)][content]);
        Pieces(pieces.0 ^ changed << shift)
    }
}

/// For each direction and each content of a quadrant, the bits that the rotation changes.
static CHANGED: [[u16; CONTENTS]; 2] = {
    let mut changed = [[0; CONTENTS]; 2];
    let mut content = 0;
    while content < CONTENTS {
        let (mut right, mut left) = (0, 0);
        let mut bit = 0;
        while bit < BLOCK as u8 {
            if content >> bit & 1 == 1 {
                // The first quadrant's cells are the bits of a content.
                let (row, column) = (bit / 3, bit % 3);
                right |= 1 << Cell::at(column, 2 - row).0;
                left |= 1 << Cell::at(2 - column, row).0;
            }
            bit += 1;
        }
        changed[Clockwise as usize][content] = content as u16 ^ right;
        changed[CounterClockwise as usize][content] = content as u16 ^ left;
        content += 1;
    }
    changed
};
