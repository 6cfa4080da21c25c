//! A position as both games keep it: whose pieces are where, and how the match ended.
//!
//! The pieces are kept as the *mover's* and the *waiter's* instead of White's and Black's. A ply
//! then never asks whose turn it is, and both words stay in registers through a whole random match.
//! [`Position::after`] finds once how the match ended and keeps it.

use truel_core::draw::Rgb;
use truel_core::{BySeat, Payoffs, Phase, Rng, Seat, SeatInfo, Seats, zobrist};

use super::{CELLS, Cell, Pieces, Twist};

pub(crate) const WHITE: Seat = Seat::new(0);
pub(crate) const BLACK: Seat = Seat::new(1);

/// The seats of both games.
pub(crate) const SEATS: &[SeatInfo] = &[
    SeatInfo {
        name: "White",
        colour: Rgb::WHITE,
    },
    SeatInfo {
        name: "Black",
        colour: Rgb::BLACK,
    },
];

/// The first ply that can end a match, White's fifth piece.
const EARLIEST_END: u8 = 9;

/// The pieces, whose turn it is, and how the match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Position {
    /// The pieces of the seat whose turn it is.
    pub(crate) mover: Pieces,
    /// The pieces of the seat that moved last.
    pub(crate) waiter: Pieces,
    /// Plies played, and so pieces on the board.
    pub(crate) plies: u8,
    /// How the match ended; `None` while it goes on.
    pub(crate) end: Option<End>,
}

/// How a match ended; *mover* is who made the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The mover alone has a five.
    Five,
    /// The mover's twist gave a five to the other seat alone.
    OpponentFive,
    /// Both have a five, however many.
    BothFive,
    /// Nobody has a five and the board is full.
    FullBoard,
}

impl End {
    /// Lines are looked at once a ply, after the twist: a five that the placement made and the
    /// twist broke is worth nothing.
    #[inline]
    fn of(mover: Pieces, waiter: Pieces, plies: u8) -> Option<Self> {
        match (waiter.has_five(), mover.has_five()) {
            (false, false) => (plies == CELLS).then_some(End::FullBoard),
            (true, false) => Some(End::Five),
            (false, true) => Some(End::OpponentFive),
            (true, true) => Some(End::BothFive),
        }
    }

    /// The reason in one word.
    #[inline]
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            End::Five => "five",
            End::OpponentFive => "opponent_five",
            End::BothFive => "both_five",
            End::FullBoard => "full_board",
        }
    }
}

impl Position {
    /// The position with these pieces. White has as many as Black or one more.
    #[inline]
    pub(crate) fn of(white: Pieces, black: Pieces) -> Self {
        let plies = (white.len() + black.len()) as u8;
        let (mover, waiter) = if plies.is_multiple_of(2) {
            (white, black)
        } else {
            (black, white)
        };
        let end = End::of(mover, waiter, plies);
        Position {
            mover,
            waiter,
            plies,
            end,
        }
    }

    #[inline]
    pub(crate) fn turn(&self) -> Seat {
        if self.plies.is_multiple_of(2) { WHITE } else { BLACK }
    }

    /// The pieces of White and of Black.
    #[inline]
    pub(crate) fn by_seat(&self) -> BySeat<Pieces, 2> {
        BySeat(if self.turn() == WHITE {
            [self.mover, self.waiter]
        } else {
            [self.waiter, self.mover]
        })
    }

    #[inline]
    pub(crate) fn owner(&self, cell: Cell) -> Option<Seat> {
        let pieces = self.by_seat();
        [WHITE, BLACK].into_iter().find(|seat| pieces[*seat].contains(cell))
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Pieces {
        self.mover.with_all(self.waiter)
    }

    #[inline]
    fn empty_count(&self) -> u32 {
        u32::from(CELLS - self.plies)
    }

    /// How many windows of five hold 0, 1, … 5 pieces of `seat` and none of the other's.
    #[inline]
    pub(crate) fn open_windows(&self, seat: Seat) -> [u8; 6] {
        let pieces = self.by_seat();
        pieces[seat].open_windows(pieces[seat.next(2)])
    }

    /// Whether some move could have led here: undo one of the twists, take one of the last mover's
    /// pieces off, and nobody has a five yet. With fewer than nine pieces nobody can have had one.
    #[inline]
    pub(crate) fn has_past<T: Twist>(&self) -> bool {
        self.plies < EARLIEST_END
            || T::every().any(|twist| {
                let (last, other) = (twist.twist(self.waiter), twist.twist(self.mover));
                !other.has_five() && last.iter().any(|cell| !last.without(cell).has_five())
            })
    }

    #[inline]
    pub(crate) fn phase(&self) -> Phase<BySeat<f32, 2>> {
        let mover = self.turn().next(2);
        match self.end {
            None => Phase::Act(Seats::one(self.turn())),
            Some(End::Five) => Phase::Over(Payoffs::one_against(mover, 1.0, 0.0)),
            Some(End::OpponentFive) => Phase::Over(Payoffs::one_against(mover, 0.0, 1.0)),
            Some(End::BothFive | End::FullBoard) => Phase::Over(Payoffs::all(0.5)),
        }
    }

    /// Appends every move of `seat`: each twist on each empty cell, made into a move by `of`.
    #[inline]
    pub(crate) fn list<T: Twist, M>(&self, seat: Seat, out: &mut Vec<M>, of: impl Fn(Cell, T) -> M) {
        if !self.phase().acting().contains(seat) {
            return;
        }
        let empty = self.occupied().outside();
        out.reserve((T::COUNT * empty.len()) as usize);
        for cell in empty.iter() {
            out.extend(T::every().map(|twist| of(cell, twist)));
        }
    }

    /// The length of that list.
    #[inline]
    pub(crate) fn count<T: Twist>(&self, seat: Seat) -> usize {
        if self.phase().acting().contains(seat) {
            (T::COUNT * self.empty_count()) as usize
        } else {
            0
        }
    }

    /// A random move, the one that picking from the list would give. It needs no list: any empty
    /// cell goes with any twist, so move number `i` is twist `i % COUNT` on empty cell `i / COUNT`.
    #[inline]
    pub(crate) fn draw<T: Twist>(&self, rng: &mut Rng) -> (Cell, T) {
        // The whole part of a random number below the number of empty cells is the cell's rank. Its
        // fraction, times the number of twists, is the twist.
        let number = (rng.bits() >> 32) * u64::from(self.empty_count());
        let (rank, fraction) = (number >> 32, number & u64::from(u32::MAX));
        let cell = self.occupied().nth_outside(rank as u32);
        (cell, T::nth(((fraction * u64::from(T::COUNT)) >> 32) as u8))
    }

    /// The position after the mover's piece is placed and the quadrants are twisted.
    #[inline]
    #[must_use]
    pub(crate) fn after(self, cell: Cell, twist: impl Twist) -> Self {
        let waiter = twist.twist(self.mover.with(cell));
        let mover = twist.twist(self.waiter);
        let plies = self.plies + 1;
        Position {
            mover,
            waiter,
            plies,
            end: End::of(mover, waiter, plies),
        }
    }

    /// One random word per seat, mixed from all its pieces at once. A twist moves up to eighteen
    /// pieces, and mixing two words when the key is asked for costs a third of updating it at every
    /// ply; `docs/games/pentago-swap.md` has the measurement. Who must move follows from the number
    /// of pieces.
    #[inline]
    pub(crate) fn key(&self, seeds: BySeat<u64, 2>) -> u64 {
        let pieces = self.by_seat();
        zobrist::splitmix(seeds[WHITE] ^ pieces[WHITE].bits()) ^ zobrist::splitmix(seeds[BLACK] ^ pieces[BLACK].bits())
    }

    /// The position seen through symmetry `s` of the square.
    #[inline]
    pub(crate) fn image(&self, s: usize) -> Self {
        let image = |pieces: Pieces| {
            pieces
                .iter()
                .map(|cell| cell.image(s))
                .fold(Pieces::default(), Pieces::with)
        };
        Position {
            mover: image(self.mover),
            waiter: image(self.waiter),
            ..*self
        }
    }
}
