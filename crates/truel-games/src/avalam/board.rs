//! The 48 cells: where they lie, what they are called, whose counter starts there.

use std::fmt;

use truel_core::ParseError;

/// How many cells there are.
pub(super) const CELLS: usize = 48;

/// The shape of the board and the start position in one picture: `y` and `r` are the seats'
/// counters, `.` is no cell.
const SHAPE: [&[u8; 9]; 9] = [
    b"..yr.....",
    b".yryr....",
    b".ryryry..",
    b".yryryryr",
    b"yryr.ryry",
    b"ryryryry.",
    b"..yryryr.",
    b"....ryry.",
    b".....ry..",
];

/// One of the 48 cells, numbered row by row from the top.
///
/// Row by row makes the half turn, the board's only symmetry, a matter of counting from the other
/// end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub(super) u8);

/// The number of the cell in each row and column of the square around the board; [`NO_CELL`] where
/// there is none.
pub(super) static NUMBERS: [[u8; 9]; 9] = {
    let (mut numbers, mut next, mut at) = ([[NO_CELL; 9]; 9], 0, 0);
    while at < 81 {
        if SHAPE[at / 9][at % 9] != b'.' {
            numbers[at / 9][at % 9] = next;
            next += 1;
        }
        at += 1;
    }
    numbers
};

pub(super) const NO_CELL: u8 = u8::MAX;

/// Row and column of each cell.
pub(super) static PLACES: [(u8, u8); CELLS] = {
    let (mut places, mut at) = ([(0, 0); CELLS], 0);
    while at < 81 {
        let number = NUMBERS[at / 9][at % 9];
        if number != NO_CELL {
            places[number as usize] = ((at / 9) as u8, (at % 9) as u8);
        }
        at += 1;
    }
    places
};

/// Whether the counter that starts on the cell with this number is Yellow's: the colours of a
/// chessboard.
pub(super) const fn starts_yellow(number: usize) -> bool {
    let (row, column) = PLACES[number];
    SHAPE[row as usize][column as usize] == b'y'
}

impl Cell {
    /// All cells, row by row from the top.
    pub fn all() -> impl ExactSizeIterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// The cell in this row and column, both counted from 0 at the upper left, if there is one.
    pub fn at(row: usize, column: usize) -> Option<Cell> {
        let number = *NUMBERS.get(row)?.get(column)?;
        (number != NO_CELL).then_some(Cell(number))
    }

    /// Its place among the cells, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, counted from 0 at the top.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(PLACES[self.index()].0)
    }

    /// Its column, counted from 0 at the left.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(PLACES[self.index()].1)
    }

    /// The cell that takes its place when the board is turned by half.
    #[must_use]
    #[inline]
    pub const fn half_turn(self) -> Cell {
        Cell(CELLS as u8 - 1 - self.0)
    }

    /// The cells a king's step away.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        let (row, column) = (self.row(), self.column());
        let rows = row.saturating_sub(1)..=row + 1;
        let places = rows.flat_map(move |r| (column.saturating_sub(1)..=column + 1).map(move |c| (r, c)));
        places
            .filter_map(|(r, c)| Cell::at(r, c))
            .filter(move |other| *other != self)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

impl std::str::FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why| ParseError::new("cell", text, why);
        match text.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Cell::at(usize::from(row - b'1'), usize::from(column - b'a'))
                .ok_or_else(|| fault("the board has no such cell")),
            _ => Err(fault("a cell is a column a to i and a row 1 to 9, such as `c1`")),
        }
    }
}
