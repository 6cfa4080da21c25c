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

impl ThreeChess {
    /// Whether the piece that makes this move attacks `cell` from where it lands. Costs far less
    /// than making the move.
    #[inline]
    pub fn threatens(&self, mv: Move, cell: Cell) -> bool {
        let piece = self.contents[mv.from.index()];
        let slides = |kind: Kind, line: usize| {
            LINES[line][mv.to.index()] & cell.bit() != 0 && {
                let occupied = self.occupied() & !mv.from.bit();
                let reach = REACH[Content::piece(piece.seat(), kind).code()][mv.to.index()];
                let mut ways = WAYS[reach.range()].iter();
                ways.any(|way| way.target() == cell && way.is_clear(occupied))
            }
        };
        match piece.kind() {
            Some(Kind::Pawn) => PAWNS[piece.seat().index()][cell.index()] & mv.to.bit() != 0,
            Some(Kind::Knight) => LEAPS[mv.to.index()] & cell.bit() != 0,
            Some(Kind::Bishop) => slides(Kind::Bishop, BISHOP),
            Some(Kind::Rook) => slides(Kind::Rook, ROOK),
            Some(Kind::Queen) => slides(Kind::Rook, ROOK) || slides(Kind::Bishop, BISHOP),
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
        let held = self.held[seat];
        let stands = |mask: Mask, kind: Kind| {
            let mut near = cells(mask & held);
            near.any(|from| self.contents[from.index()].is(kind))
        };
        stands(LEAPS[cell.index()], Kind::Knight)
            || stands(PAWNS[seat.index()][cell.index()], Kind::Pawn)
            || NEAR[cell.index()] & self.kings[seat].bit() & held != 0
    }

    #[inline]
    fn attacks_by_slide(&self, seat: Seat, cell: Cell) -> bool {
        let set = |kind: Kind| 1u32 << Content::piece(seat, kind).code();
        let slides = |kind: Kind, line: usize| {
            let set = set(kind) | set(Kind::Queen);
            // Few pieces of a seat stand on the lines of a cell, and fewer of them slide there.
            cells(LINES[line][cell.index()] & self.held[seat])
                .any(|from| set >> self.contents[from.index()].code() & 1 != 0 && self.is_open(kind, cell, from))
        };
        slides(Kind::Rook, ROOK) || slides(Kind::Bishop, BISHOP)
    }

    /// Whether nothing stands between two cells on a line of this kind of piece.
    fn is_open(&self, kind: Kind, cell: Cell, from: Cell) -> bool {
        let occupied = self.occupied();
        let reach = REACH[Content::piece(Seat::new(0), kind).code()][cell.index()];
        let mut ways = WAYS[reach.range()].iter();
        ways.any(|way| way.target() == from && way.is_clear(occupied))
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
            if self.lines_from(from) & others == 0 {
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

    /// The cells on which the piece on this cell could ever capture.
    #[inline]
    fn lines_from(&self, from: Cell) -> Mask {
        let at = from.index();
        match self.contents[at].kind() {
            Some(Kind::Rook) => LINES[ROOK][at],
            Some(Kind::Bishop) => LINES[BISHOP][at],
            Some(Kind::Queen) => LINES[ROOK][at] | LINES[BISHOP][at],
            Some(Kind::Knight) => LEAPS[at],
            // A pawn captures where a king steps.
            _ => NEAR[at],
        }
    }
}
