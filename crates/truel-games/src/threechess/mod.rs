//! Threechess: chess for three on a board of 96 cells, won by whoever takes the first king.
//!
//! ```text
//!           Blue                  cell = 32 * section + 4 * column + row
//!        H1 ---- A1
//!       /  \    /  \
//!     H4    row 4   A4
//!    A4 \     |     / H4
//!   Red  \  D4|E4  /  Green
//!        H4   |   A4
//! ```
//!
//! A section has columns A to H, as its owner sees them from left to right. Its rows go from 1 (the
//! back rank, at the edge) to 4 (the border). Row 4 of columns A to D touches the next section,
//! that of E to H the one before: BA4 meets GH4, BD4 meets GE4, BE4 meets RD4. A position holds the
//! content of each cell, and for each seat a mask of 96 bits and a list of its pieces.
//!
//! One table, built at compile time (`ways.rs`), makes it fast. Every way in which any piece can
//! ever move is a target with its conditions, packed into 128 bits. One test without branches says
//! whether it is legal. Listing is that test for each way of each own piece; the list of pieces
//! (`piece_list.rs`) knows where those ways are. A random move is drawn without listing: take any
//! way of any own piece, each as likely as the other, until one is legal. Since no two ways are the
//! same move, the draw is exactly uniform.
//!
//! A move is from-cell and to-cell, `BE2BE4`. Position text: twelve rows (Blue's 1 to 4, Green's,
//! Red's; columns A to H) joined by `/`, who moves, and what each seat has captured in points;
//! `docs/games/threechess.md` has the details.

mod attacks;
mod board;
mod draw;
#[cfg(test)]
mod geometry;
mod moves;
mod notation;
mod piece_list;
mod sample;
mod ways;

use std::fmt;

use serde_json::{Value, json};
use truel_core::draw::Rgb;
use truel_core::{
    Bounds, BySeat, Game, Info, Payoffs, Phase, Rng, Seat, SeatInfo, Seats, Skip, Symmetric, Timing, zobrist,
};

use board::{CELLS, Content, Mask, cells};
use piece_list::PieceList;

pub use attacks::Cover;
pub use board::{Cell, Kind};
pub use moves::Move;

const SEATS: usize = 3;
/// A power of two, so that the low bits of a content's code need no test.
const KINDS: usize = 8;

static PIECES: [[u64; CELLS]; Content::CODES] = zobrist::rows(0x0074_6872_6565);
static TURNS: [u64; SEATS] = zobrist::words(0x7475_726e);

/// The kinds on a back rank from A to H.
const BACK_RANK: [Kind; 8] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Queen,
    Kind::King,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
];

/// A position of threechess.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ThreeChess {
    contents: [Content; CELLS],
    /// The cells on which each seat has a piece.
    held: BySeat<Mask, SEATS>,
    /// The cells on which each kind of piece stands, whoever owns it, by [`Kind`] as a number.
    kinds: [Mask; KINDS],
    piece_lists: BySeat<PieceList, SEATS>,
    /// Where each king is, or was taken.
    kings: BySeat<Cell, SEATS>,
    /// The values of all pieces each seat has on the board.
    standing: BySeat<u16, SEATS>,
    /// The values of all pieces each seat has captured.
    captured: BySeat<u16, SEATS>,
    turn: Seat,
    end: Option<End>,
    key: u64,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The seat before the one to move took the king of `loser`.
    KingTaken { loser: Seat },
    /// The seat to move cannot.
    NoMoves,
}

/// The position text, which says more than a screen full of cells.
impl fmt::Debug for ThreeChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ThreeChess({self})")
    }
}

impl Default for ThreeChess {
    fn default() -> Self {
        let mut game = ThreeChess::empty(Seat::new(0));
        for seat in Seat::all(SEATS) {
            for (column, kind) in BACK_RANK.into_iter().enumerate() {
                game.set(Cell::new(seat.index(), column, 0), Content::piece(seat, kind));
                game.set(Cell::new(seat.index(), column, 1), Content::piece(seat, Kind::Pawn));
            }
        }
        game
    }
}

impl ThreeChess {
    /// A board without pieces: no position yet, but the ground to make one on.
    fn empty(turn: Seat) -> Self {
        ThreeChess {
            contents: [Content::NONE; CELLS],
            held: BySeat([0; SEATS]),
            kinds: [0; KINDS],
            piece_lists: BySeat([PieceList::EMPTY; SEATS]),
            kings: BySeat::from_fn(|seat| Cell::new(seat.index(), 4, 0)),
            standing: BySeat([0; SEATS]),
            captured: BySeat([0; SEATS]),
            turn,
            end: None,
            key: TURNS[turn.index()],
        }
    }

    /// Adds a piece while a position is set up.
    fn set(&mut self, cell: Cell, piece: Content) {
        self.put(cell, piece);
        self.standing[piece.seat()] += piece.kind().map_or(0, Kind::value);
    }

    /// Puts a piece on an empty cell. What its seat's pieces are worth changes with captures and
    /// promotions only, which see to it themselves.
    #[inline(always)]
    fn put(&mut self, cell: Cell, piece: Content) {
        self.contents[cell.index()] = piece;
        self.held[piece.seat()] |= cell.bit();
        self.kinds[piece.code() % KINDS] |= cell.bit();
        self.piece_lists[piece.seat()].add(cell, piece);
        self.key ^= PIECES[piece.code()][cell.index()];
        if piece.is(Kind::King) {
            self.kings[piece.seat()] = cell;
        }
    }

    /// Takes the piece off a cell.
    #[inline(always)]
    fn lift(&mut self, cell: Cell) -> Content {
        let piece = std::mem::replace(&mut self.contents[cell.index()], Content::NONE);
        self.held[piece.seat()] &= !cell.bit();
        self.kinds[piece.code() % KINDS] &= !cell.bit();
        self.piece_lists[piece.seat()].remove(cell);
        self.key ^= PIECES[piece.code()][cell.index()];
        piece
    }

    #[inline]
    fn occupied(&self) -> Mask {
        self.held.0[0] | self.held.0[1] | self.held.0[2]
    }

    /// The pieces of a seat and where they stand, in the order of cells.
    #[inline]
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Cell, Kind)> {
        cells(self.held[seat]).filter_map(|cell| Some((cell, self.contents[cell.index()].kind()?)))
    }

    /// What kind of piece stands on a cell, if any.
    #[inline]
    pub fn kind_on(&self, cell: Cell) -> Option<Kind> {
        self.contents[cell.index()].kind()
    }

    /// The values of a seat's pieces on the board and of all it has captured.
    #[inline]
    pub fn score(&self, seat: Seat) -> u16 {
        self.standing[seat] + self.captured[seat]
    }

    /// The values of a seat's pieces on the board.
    #[inline]
    pub fn standing(&self, seat: Seat) -> u16 {
        self.standing[seat]
    }

    /// Where a seat's king is, or was taken.
    #[inline]
    pub fn king_of(&self, seat: Seat) -> Cell {
        self.kings[seat]
    }

    /// Whose piece stands on a cell, if any.
    #[inline]
    pub fn owner_of(&self, cell: Cell) -> Option<Seat> {
        let content = self.contents[cell.index()];
        (!content.is_empty()).then(|| content.seat())
    }

    /// The seat that moved last.
    #[inline]
    fn last(&self) -> Seat {
        self.turn.next(SEATS).next(SEATS)
    }
}

/// +1 for who wins, -1 for who loses and 0 for the third.
#[inline]
fn decided(winner: Seat, loser: Seat) -> BySeat<f32, SEATS> {
    let mut payoffs = BySeat([0.0; SEATS]);
    payoffs[winner] = 1.0;
    payoffs[loser] = -1.0;
    payoffs
}

impl Game for ThreeChess {
    const INFO: Info = Info {
        id: "threechess",
        title: "Threechess",
        about: "Chess for three on a hexagon of 96 cells: who takes the first king wins, its owner loses.",
        origin: "University of Western Australia, CITS3001 project 2020 (drtnf/threeChess)",
        seats: &[
            SeatInfo {
                name: "Blue",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Green",
                colour: Rgb::GREEN,
            },
            SeatInfo {
                name: "Red",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds { low: -1.0, high: 1.0 },
        sum: Some(0.0),
        draw: 0.0,
        longest: None,
        position: "ROW/…/ROW TURN CAPTURED: Blue's rows 1 to 4, Green's, Red's, each from A to H in pieces such as \
                   `bK` and \
                   runs of empty cells; `b`, `g` or `r` to move; points captured by each, `0,0,0`",
        notation: "BE2BE4 BA4GH4 BE1BG1",
    };
    const HAS_MEMORY: bool = false;
    type Move = Move;
    type Joint = [Move; 1];
    type Payoffs = BySeat<f32, SEATS>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        match self.end {
            None => Phase::Act(Seats::one(self.turn)),
            Some(End::KingTaken { loser }) => Phase::Over(decided(self.last(), loser)),
            Some(End::NoMoves) => Phase::Over(Payoffs::all(0.0)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end.map(|end| match end {
            End::KingTaken { .. } => "king_capture",
            End::NoMoves => "no_moves",
        })
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.phase().acting().contains(seat) {
            self.list_moves(out);
        }
    }

    #[inline]
    fn play(&mut self, [mv]: [Move; 1]) -> Self {
        let before = *self;
        self.make(mv);
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
    fn move_count(&self, seat: Seat, _: &mut Vec<Move>) -> usize {
        if self.phase().acting().contains(seat) {
            self.count_moves()
        } else {
            0
        }
    }

    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        self.draw_move(rng)
    }

    /// A win is worth 1, a loss or a forfeit 0, and being the third ½.
    fn points(payoffs: Self::Payoffs) -> Self::Payoffs {
        BySeat::from_fn(|seat| ((payoffs[seat] + 1.0) / 2.0).clamp(0.0, 1.0))
    }

    /// An illegal move counts as two losses, and both others win.
    fn forfeit(&self, offender: Seat) -> Self::Payoffs {
        Payoffs::one_against(offender, -2.0, 1.0)
    }

    /// Who is late loses to the other with the higher score, to the earlier in seat order if they
    /// are equal.
    fn time_out(&self, late: Seat) -> Self::Payoffs {
        let others = Seat::all(SEATS).filter(|seat| *seat != late);
        let winner = others.rev().max_by_key(|seat| self.score(*seat));
        decided(winner.expect("two others sit at the table"), late)
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        let scores: Vec<u16> = Seat::all(SEATS).map(|seat| self.score(seat)).collect();
        vec![("score", json!(scores))]
    }
}

/// There is no check to leave a king in: kings are taken, and the next seat may take one.
impl Skip for ThreeChess {
    #[inline]
    fn skip(&mut self) -> Self {
        let before = *self;
        self.pass_turn();
        before
    }
}

/// A third of a turn of the board, once or twice: sections and seats move on together, and turns go
/// round as before.
impl Symmetric for ThreeChess {
    const SYMMETRIES: usize = 3;

    fn image(&self, s: usize) -> Self {
        let mut image = ThreeChess::empty(Self::image_seat(self.turn, s));
        for cell in cells(self.occupied()) {
            image.set(cell.turned(s), self.contents[cell.index()].turned(s));
        }
        for seat in Seat::all(SEATS) {
            image.captured[Self::image_seat(seat, s)] = self.captured[seat];
            image.kings[Self::image_seat(seat, s)] = self.kings[seat].turned(s);
        }
        image.end = self.end.map(|end| match end {
            End::KingTaken { loser } => End::KingTaken {
                loser: Self::image_seat(loser, s),
            },
            End::NoMoves => End::NoMoves,
        });
        image
    }

    fn image_move(mv: Move, s: usize) -> Move {
        Move {
            from: mv.from.turned(s),
            to: mv.to.turned(s),
        }
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        Seat::new((seat.index() + s) % SEATS)
    }
}
