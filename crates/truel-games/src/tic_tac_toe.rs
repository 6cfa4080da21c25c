//! Tic-tac-toe, the smallest game here and the one to read first.
//!
//! ```text
//!      a b c        cell = 3 * row + column; a position is one mask of nine bits per seat
//!   1  0 1 2
//!   2  3 4 5
//!   3  6 7 8
//! ```
//!
//! A move is a cell by column and row, `b2`. Position text: three rows of `x`, `o` and `.` joined
//! by `/`, a blank, who moves: `x../.o./... x`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use truel_core::draw::{Board, Cell, Draw, Fill, Gesture, Kit, Label, Look, Names, Piece, Rgb, Thing, Touch};
use truel_core::{
    Bounds, BySeat, Game, Info, ParseError, Payoffs, Phase, Seat, SeatInfo, Seats, Symmetric, Timing, zobrist,
};

const CROSS: Seat = Seat::new(0);
const NOUGHT: Seat = Seat::new(1);
const FULL: u16 = 0o777;

/// The eight lines of three.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

static STONES: [[u64; 9]; 2] = zobrist::rows(0x7469_6374);
const NOUGHT_TO_MOVE: u64 = zobrist::splitmix(0x7475_726e);

/// A position of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    stones: BySeat<u16, 2>,
    key: u64,
}

/// The cell to mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(u8);

impl TicTacToe {
    #[inline]
    fn turn(&self) -> Seat {
        let crosses_lead = self.stones[CROSS].count_ones() > self.stones[NOUGHT].count_ones();
        if crosses_lead { NOUGHT } else { CROSS }
    }

    #[inline]
    fn has_line(&self, seat: Seat) -> bool {
        LINES.iter().any(|line| self.stones[seat] & line == *line)
    }

    #[inline]
    fn occupied(&self) -> u16 {
        self.stones[CROSS] | self.stones[NOUGHT]
    }
}

impl Game for TicTacToe {
    const INFO: Info = Info {
        id: "tic-tac-toe",
        title: "Tic-tac-toe",
        about: "Three in a row on nine cells.",
        origin: "folklore; a teaching game",
        seats: &[
            SeatInfo {
                name: "Cross",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Nought",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(9),
        position: "ROW/ROW/ROW TURN: rows of `x`, `o`, `.`; `x` or `o` to move",
        notation: "a1 b2 c3",
    };
    const HAS_MEMORY: bool = false;
    type Move = Mark;
    type Joint = [Mark; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        // Only the seat that just moved can have made a line.
        let last = self.turn().next(2);
        if self.has_line(last) {
            Phase::Over(Payoffs::one_against(last, 1.0, 0.0))
        } else if self.occupied() == FULL {
            Phase::Over(Payoffs::all(0.5))
        } else {
            Phase::Act(Seats::one(self.turn()))
        }
    }

    fn reason(&self) -> Option<&'static str> {
        if self.has_line(CROSS) || self.has_line(NOUGHT) {
            Some("line")
        } else {
            (self.occupied() == FULL).then_some("full-board")
        }
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Mark>) {
        if self.phase().acting().contains(seat) {
            let occupied = self.occupied();
            out.extend((0..9).filter(|cell| occupied & (1 << cell) == 0).map(Mark));
        }
    }

    #[inline]
    fn play(&mut self, [Mark(cell)]: [Mark; 1]) -> Self {
        let before = *self;
        let seat = self.turn();
        self.stones[seat] |= 1 << cell;
        self.key ^= STONES[seat.index()][usize::from(cell)] ^ NOUGHT_TO_MOVE;
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
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl FromStr for Mark {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Ok(Mark(3 * (row - b'1') + (column - b'a'))),
            _ => Err(ParseError::new(
                "move",
                text,
                "a move is a column a to c and a row 1 to 3, such as `b2`",
            )),
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            let bit = 1 << cell;
            let stone = if self.stones[CROSS] & bit != 0 {
                'x'
            } else if self.stones[NOUGHT] & bit != 0 {
                'o'
            } else {
                '.'
            };
            write!(f, "{}{stone}", if cell > 0 && cell % 3 == 0 { "/" } else { "" })?;
        }
        f.write_str(if self.turn() == CROSS { " x" } else { " o" })
    }
}

impl FromStr for TicTacToe {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("position", text, why);
        let (rows, turn) = text
            .split_once(' ')
            .ok_or_else(|| fault("it is three rows, a blank and who moves"))?;
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err(fault("it needs three rows of three cells, joined by `/`"));
        }
        let mut game = TicTacToe::default();
        for (cell, stone) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            let seat = match stone {
                '.' => continue,
                'x' => CROSS,
                'o' => NOUGHT,
                _ => return Err(fault("a cell is `x`, `o` or `.`")),
            };
            game.stones[seat] |= 1 << cell;
            game.key ^= STONES[seat.index()][cell];
        }
        let (crosses, noughts) = (game.stones[CROSS].count_ones(), game.stones[NOUGHT].count_ones());
        if crosses != noughts && crosses != noughts + 1 {
            return Err(fault("crosses are as many as noughts, or one more"));
        }
        if turn != if game.turn() == CROSS { "x" } else { "o" } {
            return Err(fault("with these stones it is the other's turn"));
        }
        if game.has_line(game.turn()) {
            return Err(fault("the side to move already has a line"));
        }
        if game.turn() == NOUGHT {
            game.key ^= NOUGHT_TO_MOVE;
        }
        Ok(game)
    }
}

impl Symmetric for TicTacToe {
    const SYMMETRIES: usize = 8;

    fn image(&self, s: usize) -> Self {
        let mut image = TicTacToe {
            stones: BySeat([0, 0]),
            key: self.key,
        };
        for seat in [CROSS, NOUGHT] {
            for cell in (0..9u8).filter(|cell| self.stones[seat] & (1 << cell) != 0) {
                let Mark(there) = Self::image_move(Mark(cell), s);
                image.stones[seat] |= 1 << there;
                image.key ^= STONES[seat.index()][usize::from(cell)] ^ STONES[seat.index()][usize::from(there)];
            }
        }
        image
    }

    fn image_move(Mark(cell): Mark, s: usize) -> Mark {
        let (mut row, mut column) = (cell / 3, cell % 3);
        if s >= 4 {
            column = 2 - column;
        }
        for _ in 0..s % 4 {
            (row, column) = (column, 2 - row);
        }
        Mark(3 * row + column)
    }

    fn image_seat(seat: Seat, _: usize) -> Seat {
        seat
    }
}

/// Each seat's sign, on the board and in plain letters.
const SIGNS: [(Seat, &str, &str); 2] = [(CROSS, "✕", "x"), (NOUGHT, "◯", "o")];

fn drawn(seat: Seat, sign: &str, plain: &str, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Sign,
        text: sign.into(),
        plain: plain.into(),
    }
}

impl Draw for TicTacToe {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = (0..9u8).map(|cell| {
                let (row, column) = (f32::from(cell / 3), f32::from(cell % 3));
                let fill = if cell % 2 == 0 { Fill::Light } else { Fill::Dark };
                Cell::square(Mark(cell).to_string(), column, row, fill)
            });
            let columns = ["a", "b", "c"]
                .iter()
                .zip([0.5, 1.5, 2.5])
                .map(|(name, x)| Label::new(*name, x, -0.3));
            let rows = ["1", "2", "3"]
                .iter()
                .zip([0.5, 1.5, 2.5])
                .map(|(name, y)| Label::new(*name, -0.4, y));
            Board::new(cells.collect(), Names::Edge, 6.0).with_labels(columns.chain(rows))
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        for (seat, sign, plain) in SIGNS {
            out.extend(
                (0..9)
                    .filter(|cell| self.stones[seat] & (1 << cell) != 0)
                    .map(|cell| drawn(seat, sign, plain, cell)),
            );
        }
    }

    fn gesture(Mark(cell): Mark) -> Gesture {
        vec![Touch::Cell(usize::from(cell))]
    }

    fn status(&self, seat: Seat) -> String {
        format!("{} stones", self.stones[seat].count_ones())
    }

    fn kit() -> Option<Kit> {
        let things = SIGNS.map(|(seat, sign, plain)| Thing {
            word: plain.into(),
            piece: drawn(seat, sign, plain, 0),
        });
        let rows = (0..3).map(|row| (3 * row..3 * row + 3).collect()).collect();
        Some(Kit::new(rows, things.into()).with_empty('.').with_turn(["x", "o"]))
    }
}
