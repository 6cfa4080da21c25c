//! Which cells a seat could capture on if it were to move: the same ways as in `ways.rs`, looked at
//! from their end.
//!
//! Slides, leaps and steps lead back the way they came, so a piece that attacks a cell stands where
//! the same piece on that cell could go. Pawns alone need a table of their own.

use truel_core::Seat;

use super::board::{CELLS, Cell, Content, Facing, Kind, Mask, cells};
use super::ways::{KNIGHT, NEAR, PAWN_CAPTURE, REACH, WAYS};
use super::{SEATS, ThreeChess};

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

impl ThreeChess {
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
        let occupied = self.occupied();
        let set = |kind: Kind| 1u32 << Content::piece(seat, kind).code();
        let slides = |kind: Kind| {
            let set = set(kind) | set(Kind::Queen);
            let reach = REACH[Content::piece(seat, kind).code()][cell.index()];
            WAYS[reach.range()].iter().any(|way| {
                let content = self.contents[way.target().index()];
                set >> content.code() & 1 != 0 && way.is_clear(occupied)
            })
        };
        slides(Kind::Rook) || slides(Kind::Bishop)
    }
}
