//! Pentago-Swap: five in a row on a board whose quadrants change places.
//!
//! A position is one word of 36 bits for each seat's pieces, nine bits a quadrant in the order
//! `tl`, `tr`, `bl`, `br`. Because the bits of a quadrant lie together,
//!
//! - a swap exchanges two fields of nine bits, six operations a seat;
//! - four look-ups find a five: each quadrant's content rules out some of the 32 windows of five
//!   (8 KiB of tables);
//! - the k-th empty cell, all that a random move needs, is two population counts and one look-up.
//!
//! A move is a cell and a pair of quadrants, `b2:tlbr`. Position text: six rows from the top, `w`,
//! `b` and digits for runs of empty cells, joined by `/`, a blank, who moves: `6/1w4/6/3b2/6/6 w`.

mod draw;
mod forcing;
mod moves;
mod notation;
mod pair;
mod threats;

use serde_json::Value;
use truel_core::{Bounds, BySeat, Game, Info, Phase, Rng, Seat, Symmetric, Timing, zobrist};

pub use crate::quadrants::{Cell, Quadrant};
pub use forcing::Forcing;
pub use moves::Placement;
pub use pair::Pair;

use crate::quadrants::{CELLS, Position, SEATS};

/// The random word that each seat's pieces are mixed with for the key.
const KEYS: BySeat<u64, 2> = BySeat(zobrist::words(0x7065_6e74));

/// A position of Pentago-Swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PentagoSwap {
    position: Position,
}

impl PentagoSwap {
    /// The cells that hold a piece of `seat`, a bit each by [`Cell::index`]: nine bits a quadrant.
    #[inline]
    pub fn bits(&self, seat: Seat) -> u64 {
        self.position.by_seat()[seat].bits()
    }

    /// How many pieces are on the board.
    #[inline]
    pub fn plies(&self) -> u32 {
        u32::from(self.position.plies)
    }

    /// How many of the 32 windows of five hold 0, 1, … 5 pieces of `seat` and none of the other's.
    #[inline]
    pub fn open_windows(&self, seat: Seat) -> [u8; 6] {
        self.position.open_windows(seat)
    }

    /// The most pieces of `seat` that stand next to each other in a row, column or diagonal.
    #[inline]
    pub fn longest_line(&self, seat: Seat) -> u32 {
        self.position.by_seat()[seat].longest_line()
    }
}

impl Game for PentagoSwap {
    const INFO: Info = Info {
        id: "pentago-swap",
        title: "Pentago-Swap",
        about: "Five in a row on four quadrants, two of which change places after every piece.",
        origin: "McGill University, COMP 424 Artificial Intelligence, Winter 2019 (packages pentago_swap and \
                 boardgame)",
        seats: SEATS,
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(CELLS as u32),
        position: "ROW/ROW/ROW/ROW/ROW/ROW TURN: rows from the top of `w`, `b` and digits for runs of empty cells; \
                   `w` or `b` to move",
        notation: "a1:tltr b2:tlbr f6:blbr",
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
        self.position.list(seat, out, |cell, pair| Placement { cell, pair });
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Placement>) -> usize {
        self.position.count::<Pair>(seat)
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Placement>) -> Placement {
        let (cell, pair) = self.position.draw(rng);
        Placement { cell, pair }
    }

    /// Always inlined: whoever does not undo then copies no position.
    #[inline(always)]
    fn play(&mut self, [Placement { cell, pair }]: [Placement; 1]) -> Self {
        let before = *self;
        self.position = before.position.after(cell, pair);
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

    /// `final`: the board row by row from the top, 36 characters.
    #[inline]
    fn facts(&self) -> Vec<(&'static str, Value)> {
        let board: String = Cell::in_reading_order().map(|cell| self.position.sign(cell)).collect();
        vec![("final", board.into())]
    }
}

impl Symmetric for PentagoSwap {
    const SYMMETRIES: usize = 8;

    #[inline]
    fn image(&self, s: usize) -> Self {
        PentagoSwap {
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
