//! Pentago-Swap: five in a row on a board whose quadrants change places.
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
//! A position is one word of 36 bits for each seat's pieces. Because the bits of a quadrant lie together,
//!
//! - a swap exchanges two fields of nine bits, six operations a seat;
//! - a five is found by four table look-ups: a quadrant's content says which of the 32 windows of five it leaves
//!   possible, and the four answers are and-ed (8 KiB of tables for all of it);
//! - the k-th empty cell, all that a random move needs, is two population counts and one look-up.
//!
//! The words are kept as *mover's* and *waiter's* rather than White's and Black's: a ply then never asks whose turn it is,
//! and the two words stay in registers through a whole random match. How the match ended is found once, in
//! [`play`](Game::play), and kept.
//!
//! A move is a cell and a pair of quadrants, `b2:tlbr`. Position text: six rows from the top, `w`, `b` and digits for runs of
//! empty cells, joined by `/`, a blank, who moves: `6/1w4/6/3b2/6/6 w`.

mod board;
mod draw;
mod moves;
mod notation;
mod pieces;
mod threats;

use serde_json::Value;
use truel_core::draw::Rgb;
use truel_core::{Bounds, BySeat, Game, Info, Payoffs, Phase, Rng, Seat, SeatInfo, Seats, Symmetric, Timing, zobrist};

pub use board::{Cell, Pair, Quadrant};
pub use moves::Placement;

use board::CELLS;
use pieces::Pieces;

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

/// The first ply that can end a match, White's fifth piece.
const EARLIEST_END: u8 = 9;

/// What each seat's word is mixed with to become its share of the key.
const KEYS: BySeat<u64, 2> = BySeat(zobrist::words(0x7065_6e74));

/// A position of Pentago-Swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PentagoSwap {
    /// The pieces of the seat whose turn it is.
    mover: Pieces,
    /// The pieces of the seat that moved last.
    waiter: Pieces,
    /// Plies played, and so pieces on the board.
    plies: u8,
    end: Option<End>,
}

/// How a match ended; *mover* is who made the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The mover alone has a five.
    Five,
    /// The mover's swap gave a five to the other seat alone.
    OpponentFive,
    /// Both have a five, however many.
    BothFive,
    /// Nobody has a five and the board is full.
    FullBoard,
}

impl PentagoSwap {
    /// The position with these pieces, of which White's are as many as Black's or one more.
    fn of(white: Pieces, black: Pieces) -> Self {
        let plies = (white.len() + black.len()) as u8;
        let (mover, waiter) = if plies.is_multiple_of(2) {
            (white, black)
        } else {
            (black, white)
        };
        let end = end(mover, waiter, plies);
        PentagoSwap {
            mover,
            waiter,
            plies,
            end,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        if self.plies.is_multiple_of(2) { WHITE } else { BLACK }
    }

    /// The pieces of White and of Black.
    #[inline]
    fn pieces_by_seat(&self) -> BySeat<Pieces, 2> {
        BySeat(if self.turn() == WHITE {
            [self.mover, self.waiter]
        } else {
            [self.waiter, self.mover]
        })
    }

    /// The cells that hold a piece of `seat`, a bit each by [`Cell::index`]: nine bits a quadrant.
    #[inline]
    pub fn bits(&self, seat: Seat) -> u64 {
        self.pieces_by_seat()[seat].bits()
    }

    /// How many pieces are on the board.
    #[inline]
    pub fn plies(&self) -> u32 {
        u32::from(self.plies)
    }

    #[inline]
    fn owner(&self, cell: Cell) -> Option<Seat> {
        let pieces = self.pieces_by_seat();
        [WHITE, BLACK].into_iter().find(|seat| pieces[*seat].contains(cell))
    }

    /// How many of the 32 windows of five hold 0, 1, … 5 pieces of `seat` and none of the other's.
    #[inline]
    pub fn open_windows(&self, seat: Seat) -> [u8; 6] {
        let pieces = self.pieces_by_seat();
        pieces[seat].open_windows(pieces[seat.next(2)])
    }

    /// The most pieces of `seat` that stand next to each other in a row, column or diagonal.
    #[inline]
    pub fn longest_line(&self, seat: Seat) -> u32 {
        self.pieces_by_seat()[seat].longest_line()
    }

    #[inline]
    fn occupied(&self) -> Pieces {
        self.mover.with_all(self.waiter)
    }

    #[inline]
    fn empty_count(&self) -> u32 {
        u32::from(CELLS - self.plies)
    }

    /// Whether some move could have led here: undo one of the swaps, take one of the last mover's pieces off, and nobody
    /// has a five yet. With fewer than nine pieces nobody can have had one.
    fn has_past(&self) -> bool {
        self.plies < EARLIEST_END
            || Pair::all().any(|pair| {
                let (last, other) = (self.waiter.swapped(pair), self.mover.swapped(pair));
                !other.has_five() && last.iter().any(|cell| !last.without(cell).has_five())
            })
    }
}

/// Lines are looked at once a ply, after the swap: a five that the placement made and the swap broke is worth nothing.
#[inline]
fn end(mover: Pieces, waiter: Pieces, plies: u8) -> Option<End> {
    match (waiter.has_five(), mover.has_five()) {
        (false, false) => (plies == CELLS).then_some(End::FullBoard),
        (true, false) => Some(End::Five),
        (false, true) => Some(End::OpponentFive),
        (true, true) => Some(End::BothFive),
    }
}

impl Game for PentagoSwap {
    const INFO: Info = Info {
        id: "pentago-swap",
        title: "Pentago-Swap",
        about: "Five in a row on four quadrants, two of which change places after every piece.",
        origin: "McGill University, COMP 424 Artificial Intelligence, Winter 2019 (packages pentago_swap and boardgame)",
        seats: &[
            SeatInfo {
                name: "White",
                colour: Rgb::WHITE,
            },
            SeatInfo {
                name: "Black",
                colour: Rgb::BLACK,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(CELLS as u32),
        position: "ROW/ROW/ROW/ROW/ROW/ROW TURN: rows from the top of `w`, `b` and digits for runs of empty cells; \
                   `w` or `b` to move",
        notation: "a1:tltr b2:tlbr f6:blbr",
    };
    type Move = Placement;
    type Joint = [Placement; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        let mover = self.turn().next(2);
        match self.end {
            None => Phase::Act(Seats::one(self.turn())),
            Some(End::Five) => Phase::Over(Payoffs::one_against(mover, 1.0, 0.0)),
            Some(End::OpponentFive) => Phase::Over(Payoffs::one_against(mover, 0.0, 1.0)),
            Some(End::BothFive | End::FullBoard) => Phase::Over(Payoffs::all(0.5)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end.map(|end| match end {
            End::Five => "five",
            End::OpponentFive => "opponent_five",
            End::BothFive => "both_five",
            End::FullBoard => "full_board",
        })
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Placement>) {
        if self.phase().acting().contains(seat) {
            moves::list(self.occupied(), out);
        }
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Placement>) -> usize {
        if self.phase().acting().contains(seat) {
            (Pair::COUNT * self.empty_count()) as usize
        } else {
            0
        }
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Placement>) -> Placement {
        moves::draw(self.occupied(), self.empty_count(), rng)
    }

    #[inline]
    fn play(&mut self, [Placement { cell, pair }]: [Placement; 1]) -> Self {
        let before = *self;
        self.waiter = before.mover.with(cell).swapped(pair);
        self.mover = before.waiter.swapped(pair);
        self.plies += 1;
        self.end = end(self.mover, self.waiter, self.plies);
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    /// One random word per seat, mixed from all its pieces at once, instead of one per piece: a swap moves up to eighteen
    /// pieces, and mixing two words when the key is asked for costs a third of keeping it up to date at every ply (the
    /// measurement is in `docs/games/pentago-swap.md`). Who must move follows from the number of pieces.
    #[inline]
    fn key(&self) -> u64 {
        let pieces = self.pieces_by_seat();
        zobrist::splitmix(KEYS[WHITE] ^ pieces[WHITE].bits()) ^ zobrist::splitmix(KEYS[BLACK] ^ pieces[BLACK].bits())
    }

    /// `final`: the board row by row from the top, 36 characters.
    fn facts(&self) -> Vec<(&'static str, Value)> {
        let board: String = Cell::in_reading_order().map(|cell| self.sign(cell)).collect();
        vec![("final", board.into())]
    }
}

impl Symmetric for PentagoSwap {
    const SYMMETRIES: usize = 8;

    fn image(&self, s: usize) -> Self {
        let turned = |pieces: Pieces| {
            let images = pieces.iter().map(|cell| cell.image(s));
            images.fold(Pieces::default(), Pieces::with)
        };
        PentagoSwap {
            mover: turned(self.mover),
            waiter: turned(self.waiter),
            ..*self
        }
    }

    fn image_move(placement: Placement, s: usize) -> Placement {
        placement.image(s)
    }

    fn image_seat(seat: Seat, _: usize) -> Seat {
        seat
    }
}
