//! Text of hexes and moves.

use std::fmt;
use std::str::FromStr;

use truel_core::ParseError;

use super::board::Hex;
use super::moves::Move;
use super::tokens::Symbol;

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (r, q) = self.coordinates();
        write!(f, "{r},{q}")
    }
}

impl FromStr for Hex {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why| ParseError::new("hex", text, why);
        let (r, q) = text
            .split_once(',')
            .and_then(|(r, q)| Some((coordinate(r)?, coordinate(q)?)))
            .ok_or_else(|| fault("a hex is row and column, each -4 to 4, such as `2,-1`"))?;
        Hex::new(r, q).ok_or_else(|| fault("it is off the board, where row and column add up to -4 to 4"))
    }
}

fn coordinate(text: &str) -> Option<i32> {
    match text.as_bytes() {
        [digit @ b'0'..=b'4'] => Some(i32::from(digit - b'0')),
        [b'-', digit @ b'1'..=b'4'] => Some(-i32::from(digit - b'0')),
        _ => None,
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Throw { symbol, to } => write!(f, "{}@{to}", symbol.letter()),
            Move::Go { from, to } => write!(f, "{from}>{to}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("move", text, why);
        let hex = |word: &str| word.parse::<Hex>().map_err(|error| fault(error.why()));
        if let Some((from, to)) = text.split_once('>') {
            let (from, to) = (hex(from)?, hex(to)?);
            return Ok(Move::Go { from, to });
        }
        let (symbol, to) = text
            .split_once('@')
            .ok_or_else(|| fault("a move is a throw such as `r@4,-2` or two hexes such as `4,-2>3,-2`"))?;
        let mut letters = symbol.chars();
        match (letters.next().and_then(Symbol::from_letter), letters.next()) {
            (Some(symbol), None) => Ok(Move::Throw { symbol, to: hex(to)? }),
            _ => Err(fault("a throw begins with `r`, `p` or `s`")),
        }
    }
}
