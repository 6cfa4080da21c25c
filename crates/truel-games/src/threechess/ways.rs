//! Every way in which any piece can ever move, worked out at compile time.
//!
//! A [`Way`] is a target with its conditions: cells that must be empty, and one cell that must hold
//! one of certain contents. That covers the whole game, so that a single test without branches
//! decides any move:
//!
//! | move | must be empty | cell looked at | must hold |
//! | --- | --- | --- | --- |
//! | slide, knight, king | the cells between | target | nothing or an enemy |
//! | pawn push | target (and the cell between) | target | nothing |
//! | pawn capture | | target | an enemy |
//! | castling | all cells between king and rook | the corner | an own rook |
//!
//! The ways of one piece lie side by side in [`WAYS`]; [`REACH`] says where. No two of them have
//! the same target: words that lead to the same cell are the same move. The two halves of a split
//! diagonal share their first cells in this way.

use truel_core::Seat;

use super::board::{CELLS, Cell, Content, Direction, Facing, Kind, Mask};
use Direction::{Back as B, Forward as F, Left as L, Right as R};

/// Rook 1344, bishop 936, knight 528, king 636 and two castlings each, pawns 222 and eight double
/// pushes each.
const TOTAL: usize = 1344 + 936 + 528 + 636 + 3 * 2 + 3 * (222 + 8);

pub(super) const ORTHOGONAL: [&[Direction]; 4] = [&[F], &[B], &[L], &[R]];
pub(super) const DIAGONAL: [&[Direction]; 8] = [&[F, L], &[L, F], &[F, R], &[R, F], &[B, L], &[L, B], &[B, R], &[R, B]];
pub(super) const KNIGHT: [&[Direction]; 16] = [
    &[F, F, L],
    &[F, F, R],
    &[B, B, L],
    &[B, B, R],
    &[L, L, F],
    &[L, L, B],
    &[R, R, F],
    &[R, R, B],
    &[L, F, F],
    &[R, F, F],
    &[L, B, B],
    &[R, B, B],
    &[F, L, L],
    &[F, R, R],
    &[B, L, L],
    &[B, R, R],
];
pub(super) const PAWN_CAPTURE: [&[Direction]; 4] = [&[F, L], &[L, F], &[F, R], &[R, F]];

/// What the cell looked at must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    EmptyOrEnemy,
    Enemy,
    OwnRook,
}

impl Need {
    /// The contents that satisfy each need of `seat`, as sets of codes.
    #[inline]
    pub(super) const fn sets(seat: Seat) -> [u32; 4] {
        let own = 0xff << (8 * seat.index());
        let enemy = 0x00ff_ffff & !own & !1;
        [enemy | 1, enemy, 1 << Content::piece(seat, Kind::Rook).code(), 0]
    }
}

/// A target and its conditions. Bits 0 to 95: the cells that must be empty; from 96: the target;
/// from 104: the cell looked at; from 112: the [`Need`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way(u128);

impl Way {
    const NEVER: Way = Way(3 << 112);

    const fn new(target: Cell, empty: Mask, look: Cell, need: Need) -> Self {
        let fields = target.index() as u128 | (look.index() as u128) << 8 | (need as u128) << 16;
        Way(empty | fields << 96)
    }

    #[inline]
    pub(super) const fn target(self) -> Cell {
        Cell::from_low_bits((self.0 >> 96) as usize)
    }

    /// The cell whose content is asked for.
    #[inline]
    pub(super) const fn look(self) -> Cell {
        Cell::from_low_bits((self.0 >> 104) as usize)
    }

    /// The index of its [`Need`] in [`Need::sets`].
    #[inline]
    pub(super) const fn need(self) -> usize {
        (self.0 >> 112) as usize & 3
    }

    /// The cells that must be empty.
    #[cfg(test)]
    #[inline]
    pub(super) const fn empty(self) -> Mask {
        self.0 & ((1 << CELLS) - 1)
    }

    /// Whether all cells that must be empty are.
    #[inline]
    pub(super) const fn is_clear(self, occupied: Mask) -> bool {
        self.0 & occupied == 0
    }
}

/// Where the ways of a piece on a cell lie in [`WAYS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) start: u16,
    pub(super) count: u16,
}

impl Reach {
    #[inline]
    pub(super) const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// All ways of all pieces on all cells.
pub(super) static WAYS: [Way; TOTAL] = TABLES.ways;

/// For each content and cell, where its ways are. A queen's are a rook's followed by a bishop's.
pub(super) static REACH: [[Reach; CELLS]; Content::CODES] = TABLES.reach;

/// The cells a king can step to.
pub(super) static NEAR: [Mask; CELLS] = TABLES.near;

const TABLES: Tables = Tables::build();

struct Tables {
    ways: [Way; TOTAL],
    len: usize,
    /// Where the ways of the piece now being written begin.
    start: usize,
    reach: [[Reach; CELLS]; Content::CODES],
    near: [Mask; CELLS],
}

impl Tables {
    const fn build() -> Self {
        let mut tables = Tables {
            ways: [Way::NEVER; TOTAL],
            len: 0,
            start: 0,
            reach: [[Reach { start: 0, count: 0 }; CELLS]; Content::CODES],
            near: [0; CELLS],
        };
        let mut index = 0;
        while index < CELLS {
            let cell = Cell::from_index(index);
            tables.sliders(cell);
            tables.knight(cell);
            tables.king(cell);
            tables.pawn(cell, Seat::new(0));
            tables.pawn(cell, Seat::new(1));
            tables.pawn(cell, Seat::new(2));
            index += 1;
        }
        assert!(tables.len == TOTAL, "the counts of the rules");
        tables
    }

    /// Rook, bishop and queen repeat one word as far as the cells where a repetition ends are
    /// empty.
    const fn sliders(&mut self, from: Cell) {
        self.start = self.len;
        let mut i = 0;
        while i < ORTHOGONAL.len() {
            self.slide(from, ORTHOGONAL[i]);
            i += 1;
        }
        let middle = self.len;
        i = 0;
        while i < DIAGONAL.len() {
            self.slide(from, DIAGONAL[i]);
            i += 1;
        }
        self.assign(Kind::Rook, from, self.start, middle);
        self.assign(Kind::Bishop, from, middle, self.len);
        self.assign(Kind::Queen, from, self.start, self.len);
    }

    const fn slide(&mut self, from: Cell, word: &[Direction]) {
        let (mut here, mut between) = (from, 0);
        loop {
            let abroad = here.section() != from.section();
            let facing = if abroad { Facing::Flipped } else { Facing::Straight };
            let Some(next) = here.walk(word, facing) else {
                return;
            };
            self.add(Way::new(next, between, next, Need::EmptyOrEnemy));
            between |= next.bit();
            here = next;
        }
    }

    const fn knight(&mut self, from: Cell) {
        self.start = self.len;
        self.leaps(from, &KNIGHT, Facing::Straight, Need::EmptyOrEnemy);
        self.assign(Kind::Knight, from, self.start, self.len);
    }

    /// One step in any direction of a queen. On the E1 cell of its own section a king can also
    /// castle: two columns towards a corner that holds an own rook, over empty cells. Nothing else
    /// matters, neither check nor earlier moves.
    const fn king(&mut self, from: Cell) {
        self.start = self.len;
        self.leaps(from, &ORTHOGONAL, Facing::Straight, Need::EmptyOrEnemy);
        self.leaps(from, &DIAGONAL, Facing::Straight, Need::EmptyOrEnemy);
        let mut i = self.start;
        while i < self.len {
            self.near[from.index()] |= self.ways[i].target().bit();
            i += 1;
        }
        self.assign(Kind::King, from, self.start, self.len);
        if from.column() == 4 && from.row() == 0 {
            let home = from.section();
            self.castle(home, 6, 7, &[5, 6]);
            self.castle(home, 2, 0, &[1, 2, 3]);
            let own = Content::piece(Seat::new(home), Kind::King).code();
            self.reach[own][from.index()] = self.range(self.start, self.len);
        }
    }

    const fn castle(&mut self, home: usize, target: usize, corner: usize, columns: &[usize]) {
        let (mut empty, mut i) = (0, 0);
        while i < columns.len() {
            empty |= Cell::new(home, columns[i], 0).bit();
            i += 1;
        }
        let (target, corner) = (Cell::new(home, target, 0), Cell::new(home, corner, 0));
        self.add(Way::new(target, empty, corner, Need::OwnRook));
    }

    /// A pawn goes forward in its own section and on towards the back rank in a foreign one. It
    /// pushes onto empty cells, from row 2 of its own section also twice, and captures diagonally
    /// forward.
    const fn pawn(&mut self, from: Cell, seat: Seat) {
        self.start = self.len;
        let at_home = from.section() == seat.index();
        let facing = if at_home { Facing::Straight } else { Facing::Flipped };
        if let Some(push) = from.walk(&[F], facing) {
            self.add(Way::new(push, push.bit(), push, Need::EmptyOrEnemy));
            if at_home && from.row() == 1 {
                let double = Cell::new(seat.index(), from.column(), 3);
                self.add(Way::new(double, push.bit() | double.bit(), double, Need::EmptyOrEnemy));
            }
        }
        self.leaps(from, &PAWN_CAPTURE, facing, Need::Enemy);
        let code = Content::piece(seat, Kind::Pawn).code();
        self.reach[code][from.index()] = self.range(self.start, self.len);
    }

    /// One walk of any of these words.
    const fn leaps(&mut self, from: Cell, words: &[&[Direction]], facing: Facing, need: Need) {
        let mut i = 0;
        while i < words.len() {
            if let Some(target) = from.walk(words[i], facing) {
                self.add(Way::new(target, 0, target, need));
            }
            i += 1;
        }
    }

    /// Adds a way unless the piece has it already.
    const fn add(&mut self, way: Way) {
        let mut i = self.start;
        while i < self.len {
            if self.ways[i].target().index() == way.target().index() {
                assert!(self.ways[i].0 == way.0, "two words that meet went over the same cells");
                return;
            }
            i += 1;
        }
        self.ways[self.len] = way;
        self.len += 1;
    }

    const fn range(&self, start: usize, end: usize) -> Reach {
        Reach {
            start: start as u16,
            count: (end - start) as u16,
        }
    }

    /// The ways between two places belong to pieces of this kind, whoever owns them.
    const fn assign(&mut self, kind: Kind, from: Cell, start: usize, end: usize) {
        let mut seat = 0;
        while seat < 3 {
            let code = Content::piece(Seat::new(seat), kind).code();
            self.reach[code][from.index()] = self.range(start, end);
            seat += 1;
        }
    }
}
