//! Chexers: three seats race their pieces across a hexagon; who gets four off the far edge wins.
//!
//! ```text
//!          0  1  2  3  4  5  6  7      bit = 8 * (r + 3) + (q + 3); the two corners without cells and column 7 stay 0
//! r = -3   .  .  .  G  G  G  G  .
//! r = -2   .  .  x  x  x  x  x  .      the six neighbours of a cell are its bit -8, -7, -1, +1, +7 and +8:
//! r = -1   .  x  x  x  x  x  x  .
//! r =  0   R  x  x  x  x  x  B  .               -8  -7
//! r =  1   R  x  x  x  x  B  .  .             -1   x   +1
//! r =  2   R  x  x  x  B  .  .  .               +7  +8
//! r =  3   R  x  x  B  .  .  .  .
//! ```
//!
//! A seat's pieces are one such mask, so all moves in one direction are a few shifts. A piece can
//! go that way if the cell before it is empty, or holds a piece with an empty cell behind. The
//! masks' population counts give the number of moves, and a random move needs no list.
//!
//! The fourth occurrence of a position is a draw, so a position carries the keys of those before it
//! ([`History`]). The board itself is a small copyable struct beside it.
//!
//! A move is `q,r>q,r`, `q,r>off` or `pass`. Position text: the seven rows from the top, the seat
//! to move, exits, ply number, history: `GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 -`.

mod board;
mod draw;
mod moves;
mod notation;

use serde_json::{Value, json};
use truel_core::draw::Rgb;
use truel_core::{
    Bounds, BySeat, Game, History, HistoryMark, Info, Payoffs, Phase, Rng, Seat, SeatInfo, Seats, Skip, Symmetric,
    Timing,
};

pub use board::{BLUE, Cell, GREEN, RED};
pub use moves::{Kind, Move};

use board::{Board, cells};

/// The exits that win.
const TO_WIN: u8 = 4;
/// The ply after which a match is a draw: 256 turns for each seat.
const LONGEST: u16 = 768;
/// The occurrence of a position that is a draw.
const OCCURRENCES: usize = 4;

/// A position of chexers.
#[derive(Debug)]
pub struct Chexers {
    board: Board,
    /// Plies played. Not tied to the seat to move, so that a turned board is a position too.
    ply: u16,
    end: Option<End>,
    history: History,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Exits(Seat),
    Turns,
    Repetition,
}

/// What [`Chexers::undo`](Game::undo) needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    board: Board,
    mark: HistoryMark,
}

impl Chexers {
    /// A position that is not judged yet.
    fn with(board: Board, ply: u16, history: History) -> Self {
        Chexers {
            board,
            ply,
            end: None,
            history,
        }
    }

    /// The seat to move, or who would move if the match had not ended.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.board.turn
    }

    /// How many plies have been played.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply.into()
    }

    /// How many pieces `seat` has brought off the board.
    #[inline]
    pub fn exits(&self, seat: Seat) -> u8 {
        self.board.exits[seat]
    }

    /// How many pieces `seat` has on the board.
    #[inline]
    pub fn piece_count(&self, seat: Seat) -> u32 {
        self.board.pieces[seat].count_ones()
    }

    /// Where the pieces of `seat` stand, row by row from the top.
    #[inline]
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = Cell> + use<> {
        cells(self.board.pieces[seat])
    }

    /// The pieces of `seat` as bits, laid out as the module's picture shows.
    #[inline]
    pub fn piece_bits(&self, seat: Seat) -> u64 {
        self.board.pieces[seat]
    }

    /// The pieces of others that `by` could jump over if it were to move, as bits.
    #[inline]
    pub fn exposed_bits(&self, by: Seat) -> u64 {
        self.board.exposed(by)
    }

    /// How many pieces of `seat` stand 0, 1, 2, ... 6 steps from its exit edge.
    #[inline]
    pub fn pieces_by_steps(&self, seat: Seat) -> [u8; 7] {
        let pieces = self.board.pieces[seat];
        board::RINGS[seat].map(|ring| (pieces & ring).count_ones() as u8)
    }

    /// Whose piece stands on `cell`, if anybody's.
    #[inline]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        self.board.owner(cell)
    }

    /// How often the present position has been on the board, this time included.
    #[inline]
    pub fn occurrences(&self) -> usize {
        self.history.live().iter().filter(|&&key| key == self.board.key).count()
    }

    /// How many plies ago a piece last left the board or a seat lost its last one; since the start
    /// where that has not happened.
    #[inline]
    pub fn plies_since_exit(&self) -> u32 {
        self.history.live().len() as u32 - 1
    }

    /// Whether `by`, if it were to move, could jump over the piece of another seat on `cell`.
    #[inline]
    pub fn is_exposed(&self, cell: Cell, by: Seat) -> bool {
        self.board.exposed(by) & cell.bit() != 0
    }

    /// How many pieces of `seat` others could jump over if they were to move.
    #[inline]
    pub fn exposed_count(&self, seat: Seat) -> u32 {
        let others = Seat::all(3).filter(|&other| other != seat);
        let exposed = others.fold(0, |mask, other| mask | self.board.exposed(other));
        (exposed & self.board.pieces[seat]).count_ones()
    }

    /// How many pieces of each seat others could jump over if they were to move.
    #[inline]
    pub fn exposed_counts(&self) -> BySeat<u32, 3> {
        // Nobody jumps over its own pieces, so all jumps together say it for every seat.
        let exposed = Seat::all(3).fold(0, |mask, by| mask | self.board.exposed(by));
        BySeat::from_fn(|seat| (exposed & self.board.pieces[seat]).count_ones())
    }

    /// Whether the ply that `seat` has just played ends the match. The order is the original
    /// referee's: first the fourth occurrence of a position, then the last turn, then a fourth
    /// exit. So a fourth exit on ply 768 wins nothing.
    #[inline]
    fn judge(&self, seat: Seat) -> Option<End> {
        if self.history.has_occurred(OCCURRENCES) {
            Some(End::Repetition)
        } else if self.ply >= LONGEST {
            Some(End::Turns)
        } else {
            (self.board.exits[seat] >= TO_WIN).then_some(End::Exits(seat))
        }
    }
}

impl Default for Chexers {
    fn default() -> Self {
        let board = Board::start();
        Chexers::with(board, 0, History::new(board.key))
    }
}

impl Clone for Chexers {
    #[inline]
    fn clone(&self) -> Self {
        Chexers {
            history: self.history.clone(),
            ..*self
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        let Chexers {
            board,
            ply,
            end,
            history,
        } = self;
        (*board, *ply, *end) = (source.board, source.ply, source.end);
        history.clone_from(&source.history);
    }
}

impl Game for Chexers {
    const INFO: Info = Info {
        id: "chexers",
        title: "Chexers",
        about: "Three seats race across a hexagon, turning pieces by jumping; the first with four off the far edge \
                wins.",
        origin: "University of Melbourne COMP30024, 2019; game and referee by Matthew Farrugia-Roberts",
        seats: &[
            SeatInfo {
                name: "Red",
                colour: Rgb::RED,
            },
            SeatInfo {
                name: "Green",
                colour: Rgb::GREEN,
            },
            SeatInfo {
                name: "Blue",
                colour: Rgb::BLUE,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: None,
        draw: 0.5,
        longest: Some(LONGEST as u32),
        position: "ROWS TURN EXITS PLY HISTORY: seven rows from the top of `R`, `G`, `B` and digits for empty cells; \
                   `R`, `G` \
                   or `B` to move; exits `0,0,0`; plies played; `-` or the keys of earlier positions",
        notation: "-3,0>-2,0 1,-3>1,-1 3,-2>off pass",
    };
    type Move = Move;
    type Joint = [Move; 1];
    type Payoffs = BySeat<f32, 3>;
    type Undo = Undo;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        match self.end {
            None => Phase::Act(Seats::one(self.board.turn)),
            Some(End::Exits(winner)) => Phase::Over(Payoffs::one_against(winner, 1.0, 0.0)),
            Some(End::Turns | End::Repetition) => Phase::Over(Payoffs::all(Self::INFO.draw)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end.map(|end| match end {
            End::Exits(_) => "exit4",
            End::Turns => "maxturns",
            End::Repetition => "repetition",
        })
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.end.is_none() && seat == self.board.turn {
            self.board.list(out);
        }
    }

    #[inline]
    fn play(&mut self, [mv]: [Move; 1]) -> Undo {
        let board = self.board;
        let is_new_ground = self.board.play(mv);
        self.ply += 1;
        let mark = if is_new_ground {
            self.history.reset(self.board.key)
        } else {
            self.history.push(self.board.key)
        };
        self.end = self.judge(board.turn);
        Undo { board, mark }
    }

    #[inline]
    fn undo(&mut self, Undo { board, mark }: Undo) {
        self.board = board;
        self.ply -= 1;
        self.end = None;
        self.history.pop(mark);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key
    }

    /// Only an own piece can turn others, so a seat without pieces never gets one again.
    #[inline]
    fn is_out(&self, seat: Seat) -> bool {
        self.board.pieces[seat] == 0
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Move>) -> usize {
        if self.end.is_none() && seat == self.board.turn {
            self.board.count()
        } else {
            0
        }
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        self.board.random(rng)
    }

    /// A draw is a third of the point that a win is.
    fn points(payoffs: Self::Payoffs) -> Self::Payoffs {
        if payoffs == Payoffs::all(Self::INFO.draw) {
            Payoffs::all(1.0 / 3.0)
        } else {
            payoffs
        }
    }

    /// The two others share the point.
    fn forfeit(&self, offender: Seat) -> Self::Payoffs {
        Payoffs::one_against(offender, 0.0, 0.5)
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        let BySeat(pieces) = BySeat::<_, 3>::from_fn(|seat| self.piece_count(seat));
        vec![("exits", json!(self.board.exits.0)), ("pieces", json!(pieces))]
    }
}

/// The pass that the rules keep for a seat without any other move.
impl Skip for Chexers {
    #[inline]
    fn skip(&mut self) -> Undo {
        self.play([Move::PASS])
    }
}

impl Symmetric for Chexers {
    /// Thirds of a turn, each renaming Red to Green, Green to Blue and Blue to Red.
    const SYMMETRIES: usize = 3;

    fn image(&self, s: usize) -> Self {
        let board = (0..s).fold(self.board, |board, _| board.turned());
        // Of the history only the reason for a draw, so that the image's text tells it as well.
        let times = if self.end == Some(End::Repetition) {
            OCCURRENCES
        } else {
            1
        };
        let mut image = Chexers::with(board, self.ply, History::repeated(board.key, times));
        image.end = self.end.map(|end| match end {
            End::Exits(winner) => End::Exits(Self::image_seat(winner, s)),
            draw => draw,
        });
        image
    }

    fn image_move(mv: Move, s: usize) -> Move {
        (0..s).fold(mv, |mv, _| mv.turned())
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        (0..s).fold(seat, |seat, _| seat.next(3))
    }
}
