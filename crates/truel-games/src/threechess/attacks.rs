//! Which cells a seat could capture on if it were to move: the same ways as in `ways.rs`, looked at
//! from their end.
//!
//! Slides, leaps and steps lead back the way they came, so a piece that attacks a cell stands where
//! the same piece on that cell could go. Pawns alone need a table of their own.

use truel_core::Seat;

use super::board::{CELLS, Cell, Content, Facing, Kind, Mask, cells};
use super::ways::{KNIGHT, NEAR, PAWN_CAPTURE, REACH, WAYS};
use super::{Move, SEATS, ThreeChess};

/// The cells a knight leaps to.
static LEAPS: [Mask; CELLS] = {
    let mut leaps = [0; CELLS];
    let mut i = 0;
    while i < CELLS * KNIGHT.len() {
        let (from, word) = (Cell::from_index(i / KNIGHT.len()), KNIGHT[i % KNIGHT.len()]);
        if let Some(to) = from.walk(word, Facing::Straight) {
            leaps[from.index()] |= to.bit();
        }
        i += 1;
    }
    leaps
};

/// For each seat and cell, where a pawn of that seat captures on it from.
static PAWNS: [[Mask; CELLS]; SEATS] = {
    let mut pawns = [[0; CELLS]; SEATS];
    let mut i = 0;
    while i < SEATS * CELLS * PAWN_CAPTURE.len() {
        let (place, word) = (i / PAWN_CAPTURE.len(), PAWN_CAPTURE[i % PAWN_CAPTURE.len()]);
        let (seat, from) = (place / CELLS, Cell::from_index(place % CELLS));
        let facing = if from.section() == seat {
            Facing::Straight
        } else {
            Facing::Flipped
        };
        if let Some(to) = from.walk(word, facing) {
            pawns[seat][to.index()] |= from.bit();
        }
        i += 1;
    }
    pawns
};

const ROOK: usize = 0;
const BISHOP: usize = 1;

/// The cells that a rook and a bishop reach on an empty board.
static LINES: [[Mask; CELLS]; 2] = {
    let codes = [
        Content::piece(Seat::new(0), Kind::Rook).code(),
        Content::piece(Seat::new(0), Kind::Bishop).code(),
    ];
    let mut lines = [[0; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        let (which, cell) = (i / CELLS, i % CELLS);
        let range = REACH[codes[which]][cell].range();
        let mut way = range.start;
        while way < range.end {
            lines[which][cell] |= WAYS[way].target().bit();
            way += 1;
        }
        i += 1;
    }
    lines
};

/// For each seat and cell, where a pawn of that seat captures from it.
static PAWN_TARGETS: [[Mask; CELLS]; SEATS] = {
    let mut targets = [[0; CELLS]; SEATS];
    let mut i = 0;
    while i < SEATS * CELLS * CELLS {
        let (seat, to, from) = (i / CELLS / CELLS, i / CELLS % CELLS, i % CELLS);
        if PAWNS[seat][to] >> from & 1 != 0 {
            targets[seat][from] |= 1 << to;
        }
        i += 1;
    }
    targets
};

/// The cells that the pieces of one seat attack or guard, as sets of bits by [`Cell::index`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cover {
    /// By any piece.
    pub once: u128,
    /// By two pieces or more.
    pub twice: u128,
    /// By pawns.
    pub by_pawns: u128,
    /// By knights and bishops.
    pub by_minors: u128,
    /// By rooks.
    pub by_rooks: u128,
}

/// For a rook and a bishop on each cell, which of [`WAYS`] leads to each cell on its lines.
static WAY_TO: [[[u16; CELLS]; CELLS]; 2] = {
    let codes = [
        Content::piece(Seat::new(0), Kind::Rook).code(),
        Content::piece(Seat::new(0), Kind::Bishop).code(),
    ];
    let mut numbers = [[[0; CELLS]; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        let (which, cell) = (i / CELLS, i % CELLS);
        let range = REACH[codes[which]][cell].range();
        let mut way = range.start;
        while way < range.end {
            numbers[which][cell][WAYS[way].target().index()] = way as u16;
            way += 1;
        }
        i += 1;
    }
    numbers
};

/// Whether nothing stands between two cells on a line.
#[inline]
fn is_open(line: usize, from: Cell, to: Cell, occupied: Mask) -> bool {
    WAYS[usize::from(WAY_TO[line][from.index()][to.index()])].is_clear(occupied)
}

/// The cells on which a piece could ever capture.
struct Lines {
    /// Whatever stands between.
    leaps: Mask,
    /// Along a column or a row.
    straight: Mask,
    diagonal: Mask,
}

impl Lines {
    #[inline]
    fn all(&self) -> Mask {
        self.leaps | self.straight | self.diagonal
    }
}

#[inline]
fn lines(seat: Seat, kind: Kind, from: Cell) -> Lines {
    let at = from.index();
    let (leaps, straight, diagonal) = match kind {
        Kind::Pawn => (PAWN_TARGETS[seat.index()][at], 0, 0),
        Kind::Knight => (LEAPS[at], 0, 0),
        Kind::Bishop => (0, 0, LINES[BISHOP][at]),
        Kind::Rook => (0, LINES[ROOK][at], 0),
        Kind::Queen => (0, LINES[ROOK][at], LINES[BISHOP][at]),
        Kind::King => (NEAR[at], 0, 0),
    };
    Lines {
        leaps,
        straight,
        diagonal,
    }
}

impl ThreeChess {
    /// Whether the piece that makes this move attacks `cell` from where it lands. Costs far less
    /// than making the move.
    #[inline]
    pub fn threatens(&self, mv: Move, cell: Cell) -> bool {
        let piece = self.contents[mv.from.index()];
        let slides = |line: usize| {
            let occupied = self.occupied() & !mv.from.bit();
            LINES[line][mv.to.index()] & cell.bit() != 0 && is_open(line, mv.to, cell, occupied)
        };
        match piece.kind() {
            Some(Kind::Pawn) => PAWNS[piece.seat().index()][cell.index()] & mv.to.bit() != 0,
            Some(Kind::Knight) => LEAPS[mv.to.index()] & cell.bit() != 0,
            Some(Kind::Bishop) => slides(BISHOP),
            Some(Kind::Rook) => slides(ROOK),
            Some(Kind::Queen) => slides(ROOK) || slides(BISHOP),
            Some(Kind::King) => NEAR[mv.to.index()] & cell.bit() != 0,
            None => false,
        }
    }

    /// Whether `seat` could capture a piece of another that stands on this cell, if it were to
    /// move.
    #[inline]
    pub fn attacks(&self, seat: Seat, cell: Cell) -> bool {
        self.attacks_by_leap(seat, cell) || self.attacks_by_slide(seat, cell)
    }

    #[inline]
    fn attacks_by_leap(&self, seat: Seat, cell: Cell) -> bool {
        let at = cell.index();
        let leapers = LEAPS[at] & self.kinds[Kind::Knight as usize]
            | PAWNS[seat.index()][at] & self.kinds[Kind::Pawn as usize]
            | NEAR[at] & self.kinds[Kind::King as usize];
        leapers & self.held[seat] != 0
    }

    #[inline]
    fn attacks_by_slide(&self, seat: Seat, cell: Cell) -> bool {
        let (held, occupied) = (self.held[seat], self.occupied());
        let slides = |kind: Kind, line: usize| {
            let sliders = self.kinds[kind as usize] | self.kinds[Kind::Queen as usize];
            cells(LINES[line][cell.index()] & sliders & held).any(|from| is_open(line, cell, from, occupied))
        };
        slides(Kind::Rook, ROOK) || slides(Kind::Bishop, BISHOP)
    }

    /// Shows every capture of the seat to move, with the kinds of the piece and of its prey.
    #[inline]
    pub fn each_capture(&self, mut show: impl FnMut(Move, Kind, Kind)) {
        if self.end.is_some() {
            return;
        }
        let occupied = self.occupied();
        let others = occupied & !self.held[self.turn];
        for entry in self.piece_lists[self.turn].entries() {
            if entry.is_none() {
                break;
            }
            let from = entry.cell();
            let Some(kind) = self.contents[from.index()].kind() else {
                continue;
            };
            let mut show = |to: Cell| {
                if let Some(prey) = self.contents[to.index()].kind() {
                    show(Move { from, to }, kind, prey);
                }
            };
            let Lines {
                leaps,
                straight,
                diagonal,
            } = lines(self.turn, kind, from);
            cells(leaps & others).for_each(&mut show);
            for (line, mask) in [(ROOK, straight), (BISHOP, diagonal)] {
                cells(mask & others)
                    .filter(|to| is_open(line, from, *to, occupied))
                    .for_each(&mut show);
            }
        }
    }

    /// How many pieces of a seat stand next to this cell.
    #[inline]
    pub fn beside(&self, seat: Seat, cell: Cell) -> u32 {
        (NEAR[cell.index()] & self.held[seat]).count_ones()
    }

    /// The cells that the pieces of a seat attack or guard.
    pub fn cover(&self, seat: Seat) -> Cover {
        let occupied = self.occupied();
        let mut cover = Cover::default();
        for entry in self.piece_lists[seat].entries() {
            if entry.is_none() {
                break;
            }
            let at = entry.cell().index();
            let kind = self.contents[at].kind();
            let cells = match kind {
                Some(Kind::Knight) => LEAPS[at],
                Some(Kind::King) => NEAR[at],
                Some(Kind::Pawn) => PAWN_TARGETS[seat.index()][at],
                _ => WAYS[entry.reach().range()].iter().fold(0, |cells, way| {
                    let bit = if way.is_clear(occupied) { way.target().bit() } else { 0 };
                    cells | bit
                }),
            };
            cover.twice |= cover.once & cells;
            cover.once |= cells;
            match kind {
                Some(Kind::Pawn) => cover.by_pawns |= cells,
                Some(Kind::Knight | Kind::Bishop) => cover.by_minors |= cells,
                Some(Kind::Rook) => cover.by_rooks |= cells,
                _ => {}
            }
        }
        cover
    }

    /// The captures of the seat to move, in the order of its moves.
    pub fn captures(&self, out: &mut Vec<Move>) {
        if self.end.is_some() {
            return;
        }
        let others = self.occupied() & !self.held[self.turn];
        let judge = self.judge();
        for entry in self.piece_lists[self.turn].entries() {
            if entry.is_none() {
                break;
            }
            let from = entry.cell();
            let kind = self.contents[from.index()].kind();
            if kind.is_none_or(|kind| lines(self.turn, kind, from).all() & others == 0) {
                continue;
            }
            for way in &WAYS[entry.reach().range()] {
                let to = way.target();
                if others & to.bit() != 0 && judge.allows(*way) {
                    out.push(Move { from, to });
                }
            }
        }
    }
}
