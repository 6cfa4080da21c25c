//! Nim, a small complete game for the examples and tests of this crate.
//!
//! There are 21 stones; a turn takes one to three of them; whoever takes the last one wins. It is
//! the shortest example of what a game must provide. Real games are in `truel-games`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::draw::{Board, Cell, Draw, Fill, Gesture, Look, Names, Piece, Rgb, Touch};
use crate::{Bounds, BySeat, Game, Info, ParseError, Payoffs, Phase, Seat, SeatInfo, Seats, Skip, Timing, zobrist};

const STONES: u8 = 21;
static KEYS: [[u64; STONES as usize + 1]; 2] = zobrist::rows(0x6e69_6d21);

/// A position of Nim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    left: u8,
    turn: Seat,
}

/// How many stones to take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(u8);

impl Default for Nim {
    fn default() -> Self {
        Nim {
            left: STONES,
            turn: Seat::new(0),
        }
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = text
            .parse()
            .map_err(|_| ParseError::new("move", text, "a move is the number of stones to take"))?;
        Ok(Take(number))
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, self.turn.index() + 1)
    }
}

impl FromStr for Nim {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = || ParseError::new("position", text, "a position is the stones left, a blank and 1 or 2");
        let (left, turn) = text.split_once(' ').ok_or_else(fault)?;
        let left = left.parse().ok().filter(|&left| left <= STONES).ok_or_else(fault)?;
        let turn = match turn {
            "1" => Seat::new(0),
            "2" => Seat::new(1),
            _ => return Err(fault()),
        };
        Ok(Nim { left, turn })
    }
}

impl Game for Nim {
    const INFO: Info = Info {
        id: "nim",
        title: "Nim",
        about: "Take one to three stones; who takes the last one wins.",
        origin: "folklore",
        seats: &[
            SeatInfo {
                name: "First",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Second",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(STONES as u32),
        position: "STONES TURN",
        notation: "1 2 3",
    };
    const HAS_MEMORY: bool = false;
    type Move = Take;
    type Joint = [Take; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    fn phase(&self) -> Phase<Self::Payoffs> {
        match self.left {
            0 => Phase::Over(Payoffs::one_against(self.turn, 0.0, 1.0)),
            _ => Phase::Act(Seats::one(self.turn)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        (self.left == 0).then_some("last-stone")
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Take>) {
        if seat == self.turn {
            out.extend((1..=self.left.min(3)).map(Take));
        }
    }

    fn play(&mut self, [Take(stones)]: [Take; 1]) -> Self {
        let before = *self;
        self.left -= stones;
        self.turn = self.turn.next(2);
        before
    }

    fn undo(&mut self, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        KEYS[self.turn.index()][usize::from(self.left)]
    }
}

impl Skip for Nim {
    fn skip(&mut self) -> Self {
        let before = *self;
        self.turn = self.turn.next(2);
        before
    }
}

impl Draw for Nim {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = (1..=STONES).map(|i| Cell::square(i.to_string(), f32::from(i), 0.0, Fill::Light));
            Board::new(cells.collect(), Names::Inside, 4.0)
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        out.extend((0..usize::from(self.left)).map(|cell| Piece {
            cell,
            seat: None,
            look: Look::Disc,
            text: String::new(),
            plain: "o".into(),
        }));
    }

    fn gesture(mv: Take) -> Gesture {
        vec![Touch::Choice(mv.to_string())]
    }

    fn status(&self, _: Seat) -> String {
        format!("{} stones left", self.left)
    }
}
