//! Moves and positions as text.

use std::fmt;
use std::str::FromStr;

use truel_core::ParseError;

use super::{Direction, Pentago, Placement, Rotation};
use crate::quadrants::notation::read_move;
use crate::quadrants::{Position, Quadrant};

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["cw", "ccw"][*self as usize])
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.quadrant(), self.direction())
    }
}

impl Rotation {
    fn read(text: &[u8]) -> Option<Self> {
        let (quadrant, direction) = text.split_at_checked(2)?;
        let direction = match direction {
            b"cw" => Direction::Clockwise,
            b"ccw" => Direction::CounterClockwise,
            _ => return None,
        };
        Some(Rotation::of(Quadrant::read(quadrant)?, direction))
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.rotation)
    }
}

impl FromStr for Placement {
    type Err = ParseError;

    /// Reads `b2:tlcw`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let pattern = "a move is a cell, a colon, a quadrant and a direction, such as `b2:tlcw`";
        let (cell, rotation) = read_move(text, pattern)?;
        let why = "after the colon come a quadrant (tl, tr, bl or br) and a direction (cw or ccw)";
        let rotation = Rotation::read(rotation).ok_or_else(|| ParseError::new("move", text, why))?;
        Ok(Placement { cell, rotation })
    }
}

impl fmt::Display for Pentago {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl FromStr for Pentago {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Position::read::<Rotation>(text).map(|position| Pentago { position })
    }
}
