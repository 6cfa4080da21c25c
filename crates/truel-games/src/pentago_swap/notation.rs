//! Moves and positions as text.

use std::fmt;
use std::str::FromStr;

use truel_core::ParseError;

use super::{Pair, PentagoSwap, Placement};
use crate::quadrants::notation::read_move;
use crate::quadrants::{Position, Quadrant};

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.quadrants();
        write!(f, "{one}{other}")
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.pair)
    }
}

impl FromStr for Placement {
    type Err = ParseError;

    /// Reads `a1:tlbr`. The original referee also takes the reversed pair `a1:brtl`, which means
    /// the same.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("move", text, why);
        let pattern = "a move is a cell, a colon and two quadrants, such as `b2:tlbr`";
        let (cell, pair) = read_move(text, pattern)?;
        let quadrants = pair
            .split_at_checked(2)
            .and_then(|(one, other)| Quadrant::read(one).zip(Quadrant::read(other)));
        let (one, other) =
            quadrants.ok_or_else(|| fault("after the colon come two of the quadrants tl, tr, bl and br"))?;
        let pair = Pair::of(one, other).ok_or_else(|| fault("a quadrant cannot change places with itself"))?;
        Ok(Placement { cell, pair })
    }
}

impl fmt::Display for PentagoSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl FromStr for PentagoSwap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Position::read::<Pair>(text).map(|position| PentagoSwap { position })
    }
}
