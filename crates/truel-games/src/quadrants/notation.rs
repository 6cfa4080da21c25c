//! Cells, quadrants and positions as text.

use std::fmt;

use truel_core::{ParseError, Seat};

use super::{BLACK, Cell, Pieces, Position, Quadrant, SIDE, Twist, WHITE};

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
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|quadrant| quadrant.to_string().as_bytes() == text)
    }
}

/// Reads a cell and what stands behind the colon of a move.
///
/// `pattern` says what a move is. Both games write the cell as it is before the twist.
pub(crate) fn read_move<'a>(text: &'a str, pattern: &str) -> Result<(Cell, &'a [u8]), ParseError> {
    let &[column, row, b':', ref twist @ ..] = text.as_bytes() else {
        return Err(ParseError::new("move", text, pattern));
    };
    if !matches!((column, row), (b'a'..=b'f', b'1'..=b'6')) {
        return Err(ParseError::new(
            "move",
            text,
            "a cell is a column a to f and a row 1 to 6",
        ));
    }
    Ok((Cell::at(row - b'1', column - b'a'), twist))
}

/// The letter of a seat's pieces.
pub(crate) const fn letter(seat: Seat) -> char {
    ['w', 'b'][seat.index()]
}

impl Position {
    /// What stands on the cell: `w`, `b`, or `.` for nothing.
    pub(crate) fn sign(&self, cell: Cell) -> char {
        self.owner(cell).map_or('.', letter)
    }
}

impl fmt::Display for Position {
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

impl Position {
    /// Reads a position of the game with these twists.
    pub(crate) fn read<T: Twist>(text: &str) -> Result<Self, ParseError> {
        read::<T>(text).map_err(|why| ParseError::new("position", text, why))
    }
}

fn read<T: Twist>(text: &str) -> Result<Position, &'static str> {
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
    let position = Position::of(white, black);
    let expected = match turn {
        "w" => WHITE,
        "b" => BLACK,
        _ => return Err("who moves is `w` or `b`"),
    };
    if position.turn() != expected {
        return Err("with these pieces it is the other's turn");
    }
    if !position.has_past::<T>() {
        return Err("no last move leads here from a position without a five");
    }
    Ok(position)
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
