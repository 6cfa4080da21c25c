//! Pentago: five in a row on a board whose quadrants turn.
//!
//! ```text
//!        a  b  c    d  e  f
//!    1   0  1  2 |  9 10 11
//!    2   3  4  5 | 12 13 14      a cell's index is its bit: nine bits a quadrant,
//!    3   6  7  8 | 15 16 17      in the order tl, tr, bl, br
//!       ---------+---------
//!    4  18 19 20 | 27 28 29
//!    5  21 22 23 | 30 31 32
//!    6  24 25 26 | 33 34 35
//! ```
//!
//! A position is one word of 36 bits for each seat's pieces. Because the bits of a quadrant lie
//! together,
//!
//! - a rotation replaces one field of nine bits by its entry in a table of 512, five operations a
//!   seat;
//! - four look-ups find a five: each quadrant's content rules out some of the 32 windows of five;
//! - the k-th empty cell, all that a random move needs, is two population counts and one look-up.
//!
//! The board, the fives and the position text are those of [Pentago-Swap](crate::pentago_swap).
//!
//! A move is a cell, a quadrant and a direction, `b2:tlcw`. Position text: six rows from the top,
//! `w`, `b` and digits for runs of empty cells, joined by `/`; a blank; who moves:
//! `6/1w4/6/3b2/6/6 w`.

mod draw;
mod moves;
mod notation;
mod rotation;

use truel_core::{Bounds, BySeat, Game, Info, Phase, Rng, Seat, Symmetric, Timing, zobrist};

pub use crate::quadrants::{Cell, Quadrant};
pub use moves::Placement;
pub use rotation::{Direction, Rotation};

use crate::quadrants::{CELLS, Position, SEATS};

/// The random word that each seat's pieces are mixed with for the key.
const KEYS: BySeat<u64, 2> = BySeat(zobrist::words(0x7065_6e72));

/// A position of Pentago.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentago {
    position: Position,
}

impl Pentago {
    /// How many of the 32 windows of five hold 0, 1, … 5 pieces of `seat` and none of the other's.
    #[inline]
    pub fn open_windows(&self, seat: Seat) -> [u8; 6] {
        self.position.open_windows(seat)
    }
}

impl Game for Pentago {
    const INFO: Info = Info {
        id: "pentago",
        title: "Pentago",
        about: "Five in a row on four quadrants, one of which is turned after every piece.",
        origin: "Tomas Flodén, 2005; the rules of OpenSpiel's pentago",
        seats: SEATS,
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(CELLS as u32),
        position: "ROW/ROW/ROW/ROW/ROW/ROW TURN: rows from the top of `w`, `b` and digits for runs of empty cells; \
                   `w` or `b` to move",
        notation: "a1:tlcw b2:brccw f6:trcw",
    };
    const HAS_MEMORY: bool = false;
    type Move = Placement;
    type Joint = [Placement; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        self.position.phase()
    }

    #[inline]
    fn reason(&self) -> Option<&'static str> {
        Some(self.position.end?.reason())
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Placement>) {
        let of = |cell, rotation| Placement { cell, rotation };
        self.position.list(seat, out, of);
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Placement>) -> usize {
        self.position.count::<Rotation>(seat)
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Placement>) -> Placement {
        let (cell, rotation) = self.position.draw(rng);
        Placement { cell, rotation }
    }

    #[inline]
    fn play(&mut self, [Placement { cell, rotation }]: [Placement; 1]) -> Self {
        let before = *self;
        self.position = before.position.after(cell, rotation);
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key(KEYS)
    }
}

impl Symmetric for Pentago {
    const SYMMETRIES: usize = 8;

    #[inline]
    fn image(&self, s: usize) -> Self {
        Pentago {
            position: self.position.image(s),
        }
    }

    #[inline]
    fn image_move(placement: Placement, s: usize) -> Placement {
        placement.image(s)
    }

    #[inline]
    fn image_seat(seat: Seat, _: usize) -> Seat {
        seat
    }
}
