//! Connect four: drop stones into seven columns of six, four in a row wins.
//!
//! ```text
//!   6   5 12 19 26 33 40 47      bit = 7 * column + row from the bottom; the seventh bit of a column (6, 13, …) stays
//!   5   4 11 18 25 32 39 46      empty, so that a shift never carries a line from one column into the next
//!   …   …
//!   1   0  7 14 21 28 35 42
//!       a  b  c  d  e  f  g
//! ```
//!
//! A move is a column, `d`. Position text: six rows from the top, digits for runs of empty cells,
//! `y` and `r` for stones, joined by `/`; a blank; who moves: `7/7/7/7/7/3y3 r`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use truel_core::draw::{Board, Cell, Draw, Fill, Gesture, Kit, Label, Look, Names, Piece, Rgb, Thing, Touch};
use truel_core::{
    Bounds, BySeat, Game, Info, ParseError, Payoffs, Phase, Rng, Seat, SeatInfo, Seats, Symmetric, Timing, zobrist,
};

const YELLOW: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);
const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bits from one column to the next.
const STRIDE: u32 = ROWS + 1;
/// The lowest cell of each column.
const FLOOR: u64 = 0x0408_1020_4081;
const CELLS: u64 = FLOOR * ((1 << ROWS) - 1);

static STONES: [[u64; 49]; 2] = zobrist::rows(0x636f_6e34);
const RED_TO_MOVE: u64 = zobrist::splitmix(0x6334_7472);

/// A position of connect four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour {
    stones: BySeat<u64, 2>,
    key: u64,
}

/// The column to drop a stone into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// Its place from the left, 0 to 6.
    #[inline]
    pub fn index(self) -> u8 {
        self.0
    }
}

impl ConnectFour {
    #[inline]
    fn occupied(&self) -> u64 {
        self.stones[YELLOW] | self.stones[RED]
    }

    #[inline]
    fn turn(&self) -> Seat {
        if self.occupied().count_ones().is_multiple_of(2) {
            YELLOW
        } else {
            RED
        }
    }

    /// How many stones a seat has in each column.
    #[inline]
    pub fn stones_by_column(&self, seat: Seat) -> [u8; COLUMNS as usize] {
        std::array::from_fn(|column| (self.stones[seat] & column_mask(column as u32)).count_ones() as u8)
    }

    /// The lowest empty cell of every column that is not full.
    #[inline]
    fn landings(&self) -> u64 {
        (self.occupied() + FLOOR) & CELLS
    }

    #[inline]
    fn is_over(&self) -> bool {
        has_four(self.stones[self.turn().next(2)]) || self.occupied() == CELLS
    }

    #[inline]
    fn put(&mut self, seat: Seat, cell: u32) {
        self.stones[seat] |= 1 << cell;
        self.key ^= STONES[seat.index()][cell as usize];
    }
}

/// Four in a row: pairs of pairs, along columns, rows and both diagonals.
#[inline]
fn has_four(stones: u64) -> bool {
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

#[inline]
fn column_mask(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (STRIDE * column)
}

impl Game for ConnectFour {
    const INFO: Info = Info {
        id: "connect-four",
        title: "Connect four",
        about: "Drop stones into seven columns; four in a row wins.",
        origin: "Howard Wexler and Ned Strongin, 1974; a teaching game",
        seats: &[
            SeatInfo {
                name: "Yellow",
                colour: Rgb::YELLOW,
            },
            SeatInfo {
                name: "Red",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(COLUMNS * ROWS),
        position: "ROW/ROW/ROW/ROW/ROW/ROW TURN: rows from the top, digits for empty cells, `y` and `r`",
        notation: "a d g",
    };
    const HAS_MEMORY: bool = false;
    type Move = Column;
    type Joint = [Column; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        let last = self.turn().next(2);
        if has_four(self.stones[last]) {
            Phase::Over(Payoffs::one_against(last, 1.0, 0.0))
        } else if self.occupied() == CELLS {
            Phase::Over(Payoffs::all(0.5))
        } else {
            Phase::Act(Seats::one(self.turn()))
        }
    }

    fn reason(&self) -> Option<&'static str> {
        if has_four(self.stones[YELLOW]) || has_four(self.stones[RED]) {
            Some("four")
        } else {
            (self.occupied() == CELLS).then_some("full-board")
        }
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Column>) {
        if seat == self.turn() && !self.is_over() {
            let mut landings = self.landings();
            while landings != 0 {
                out.push(Column((landings.trailing_zeros() / STRIDE) as u8));
                landings &= landings - 1;
            }
        }
    }

    #[inline]
    fn play(&mut self, [Column(column)]: [Column; 1]) -> Self {
        let before = *self;
        let cell = (self.landings() & column_mask(u32::from(column))).trailing_zeros();
        self.put(self.turn(), cell);
        self.key ^= RED_TO_MOVE;
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Column>) -> usize {
        if seat == self.turn() && !self.is_over() {
            self.landings().count_ones() as usize
        } else {
            0
        }
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Column>) -> Column {
        let mut landings = self.landings();
        for _ in 0..rng.below(landings.count_ones()) {
            landings &= landings - 1;
        }
        Column((landings.trailing_zeros() / STRIDE) as u8)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [letter @ b'a'..=b'g'] => Ok(Column(letter - b'a')),
            _ => Err(ParseError::new("move", text, "a move is a column from a to g")),
        }
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            let mut empty = 0;
            for column in 0..COLUMNS {
                let bit = 1 << (STRIDE * column + row);
                if self.occupied() & bit == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_str(if self.stones[YELLOW] & bit != 0 { "y" } else { "r" })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.turn() == YELLOW { "y" } else { "r" })
    }
}

impl FromStr for ConnectFour {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("position", text, why);
        let (rows, turn) = text
            .split_once(' ')
            .ok_or_else(|| fault("it is six rows, a blank and who moves"))?;
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != ROWS as usize {
            return Err(fault("it needs six rows, joined by `/`"));
        }
        let mut game = ConnectFour::default();
        for (row, line) in (0..ROWS).rev().zip(rows) {
            let mut column = 0;
            for symbol in line.chars() {
                let seat = match symbol {
                    '1'..='7' => {
                        column += symbol as u32 - '0' as u32;
                        continue;
                    }
                    'y' => YELLOW,
                    'r' => RED,
                    _ => return Err(fault("a row holds `y`, `r` and digits from 1 to 7")),
                };
                if column >= COLUMNS {
                    return Err(fault("a row is longer than seven cells"));
                }
                game.put(seat, STRIDE * column + row);
                column += 1;
            }
            if column != COLUMNS {
                return Err(fault("a row has seven cells"));
            }
        }
        game.check().map_err(fault)?;
        if turn != if game.turn() == YELLOW { "y" } else { "r" } {
            return Err(fault("with these stones it is the other's turn"));
        }
        if game.turn() == RED {
            game.key ^= RED_TO_MOVE;
        }
        if game.to_string() != text {
            return Err(fault("a run of empty cells is one digit"));
        }
        Ok(game)
    }
}

impl ConnectFour {
    /// Refuses stones that float, wrong counts, and play after a four.
    fn check(&self) -> Result<(), &'static str> {
        let (yellow, red) = (self.stones[YELLOW].count_ones(), self.stones[RED].count_ones());
        if yellow != red && yellow != red + 1 {
            return Err("yellow stones are as many as red ones, or one more");
        }
        let floating = self.occupied() & !FLOOR & !(self.occupied() << 1);
        if floating != 0 {
            return Err("a stone floats above an empty cell");
        }
        if has_four(self.stones[self.turn()]) {
            return Err("the side to move already has four in a row");
        }
        Ok(())
    }
}

impl Symmetric for ConnectFour {
    const SYMMETRIES: usize = 2;

    fn image(&self, s: usize) -> Self {
        if s == 0 {
            return *self;
        }
        let mut image = ConnectFour {
            key: if self.turn() == RED { RED_TO_MOVE } else { 0 },
            ..Self::default()
        };
        for seat in [YELLOW, RED] {
            for cell in (0..STRIDE * COLUMNS).filter(|cell| self.stones[seat] & (1 << cell) != 0) {
                let (column, row) = (cell / STRIDE, cell % STRIDE);
                image.put(seat, STRIDE * (COLUMNS - 1 - column) + row);
            }
        }
        image
    }

    fn image_move(Column(column): Column, s: usize) -> Column {
        Column(if s == 0 { column } else { COLUMNS as u8 - 1 - column })
    }

    fn image_seat(seat: Seat, _: usize) -> Seat {
        seat
    }
}

/// The index of a cell in the drawing: row by row from the top.
fn drawn(column: u32, row: u32) -> usize {
    ((ROWS - 1 - row) * COLUMNS + column) as usize
}

/// The letter of each seat's stones.
const LETTERS: [(Seat, &str); 2] = [(YELLOW, "y"), (RED, "r")];

fn stone(seat: Seat, plain: &str, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Disc,
        text: String::new(),
        plain: plain.into(),
    }
}

impl Draw for ConnectFour {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = (0..ROWS).rev().flat_map(|row| {
                (0..COLUMNS).map(move |column| {
                    let name = format!("{}{}", Column(column as u8), row + 1);
                    let fill = if (column + row).is_multiple_of(2) {
                        Fill::Light
                    } else {
                        Fill::Dark
                    };
                    Cell::square(name, column as f32, (ROWS - 1 - row) as f32, fill)
                })
            });
            let labels =
                (0..COLUMNS).map(|c| Label::new(Column(c as u8).to_string(), c as f32 + 0.5, ROWS as f32 + 0.3));
            Board::new(cells.collect(), Names::Edge, 4.0).with_labels(labels)
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        for (seat, plain) in LETTERS {
            for cell in (0..STRIDE * COLUMNS).filter(|cell| self.stones[seat] & (1 << cell) != 0) {
                out.push(stone(seat, plain, drawn(cell / STRIDE, cell % STRIDE)));
            }
        }
    }

    /// A stone is dropped in at the top.
    fn gesture(Column(column): Column) -> Gesture {
        vec![Touch::Cell(drawn(u32::from(column), ROWS - 1))]
    }

    fn status(&self, seat: Seat) -> String {
        format!("{} stones", self.stones[seat].count_ones())
    }

    fn kit() -> Option<Kit> {
        let row = |row| (0..COLUMNS).map(|column| drawn(column, row)).collect();
        let things = LETTERS.map(|(seat, plain)| Thing {
            word: plain.into(),
            piece: stone(seat, plain, 0),
        });
        Some(Kit::new((0..ROWS).rev().map(row).collect(), things.into()).with_turn(["y", "r"]))
    }
}
