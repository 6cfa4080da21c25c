//! Moves and positions as text.

use std::fmt;
use std::str::FromStr;

use truel_core::{ParseError, Seat};

use super::board::{Cell, Pair, Quadrant, SIDE};
use super::moves::Placement;
use super::pieces::Pieces;
use super::{BLACK, PentagoSwap, WHITE};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["tl", "tr", "bl", "br"][*self as usize])
    }
}

impl Quadrant {
    fn read(text: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|quadrant| quadrant.to_string().as_bytes() == text)
    }
}

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

    /// Reads `a1:tlbr`. The reversed pair `a1:brtl` means the same and is read as such, because the original referee
    /// takes it.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("move", text, why);
        let &[column, row, b':', ref pair @ ..] = text.as_bytes() else {
            return Err(fault("a move is a cell, a colon and two quadrants, such as `b2:tlbr`"));
        };
        if !matches!((column, row), (b'a'..=b'f', b'1'..=b'6')) {
            return Err(fault("a cell is a column a to f and a row 1 to 6"));
        }
        let quadrants = pair
            .split_at_checked(2)
            .and_then(|(one, other)| Quadrant::read(one).zip(Quadrant::read(other)));
        let (one, other) =
            quadrants.ok_or_else(|| fault("after the colon come two of the quadrants tl, tr, bl and br"))?;
        let pair = Pair::of(one, other).ok_or_else(|| fault("a quadrant cannot change places with itself"))?;
        let cell = Cell::at(row - b'1', column - b'a');
        Ok(Placement { cell, pair })
    }
}

/// The letter of a seat's pieces.
pub(super) const fn letter(seat: Seat) -> char {
    ['w', 'b'][seat.index()]
}

impl PentagoSwap {
    /// What stands on the cell: `w`, `b`, or `.` for nothing.
    pub(super) fn sign(&self, cell: Cell) -> char {
        self.owner(cell).map_or('.', letter)
    }
}

impl fmt::Display for PentagoSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..SIDE {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for column in 0..SIDE {
                match self.owner(Cell::at(row, column)) {
                    None => empty += 1,
                    Some(seat) => {
                        write_run(f, empty)?;
                        write!(f, "{}", letter(seat))?;
                        empty = 0;
                    }
                }
            }
            write_run(f, empty)?;
        }
        write!(f, " {}", letter(self.turn()))
    }
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl FromStr for PentagoSwap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text).map_err(|why| ParseError::new("position", text, why))
    }
}

fn read(text: &str) -> Result<PentagoSwap, &'static str> {
    let (rows, turn) = text
        .split_once(' ')
        .ok_or("it is six rows joined by `/`, a blank and who moves")?;
    let rows: Vec<&[u8]> = rows.split('/').map(str::as_bytes).collect();
    if rows.len() != usize::from(SIDE) {
        return Err("it needs six rows, joined by `/`");
    }
    let (mut white, mut black) = (Pieces::default(), Pieces::default());
    for (row, cells) in (0..SIDE).zip(rows) {
        read_row(row, cells, &mut white, &mut black)?;
    }
    if white.len() != black.len() && white.len() != black.len() + 1 {
        return Err("White has as many pieces as Black, or one more");
    }
    let game = PentagoSwap::of(white, black);
    let expected = match turn {
        "w" => WHITE,
        "b" => BLACK,
        _ => return Err("who moves is `w` or `b`"),
    };
    if game.turn() != expected {
        return Err("with these pieces it is the other's turn");
    }
    if !game.has_past() {
        return Err("no last move leads here from a position without a five");
    }
    Ok(game)
}

fn read_row(row: u8, cells: &[u8], white: &mut Pieces, black: &mut Pieces) -> Result<(), &'static str> {
    let mut column = 0;
    let mut after_run = false;
    for sign in cells {
        let is_run = matches!(sign, b'1'..=b'6');
        if is_run && after_run {
            return Err("a run of empty cells is one digit");
        }
        after_run = is_run;
        let width = if is_run { sign - b'0' } else { 1 };
        if column + width > SIDE {
            return Err("a row has six cells, and one of these has more");
        }
        match sign {
            b'w' => *white = white.with(Cell::at(row, column)),
            b'b' => *black = black.with(Cell::at(row, column)),
            _ if is_run => {}
            _ => return Err("a row is made of `w`, `b` and digits 1 to 6 for empty cells"),
        }
        column += width;
    }
    if column == SIDE {
        Ok(())
    } else {
        Err("a row has six cells, and one of these has fewer")
    }
}
