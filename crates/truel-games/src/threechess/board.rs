//! Cells, how one leads to the next, and what may stand on them.

use truel_core::Seat;

/// How many cells the board has.
pub(super) const CELLS: usize = 96;

/// Cells as bits of one word.
pub(super) type Mask = u128;

/// A cell: `32 * section + 4 * column + row`, which is also the order of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this section (0 to 2), column (0 to 7 for A to H) and row (0 to 3).
    #[inline]
    pub(super) const fn new(section: usize, column: usize, row: usize) -> Self {
        assert!(section < 3 && column < 8 && row < 4, "a place on the board");
        Cell((32 * section + 4 * column + row) as u8)
    }

    #[inline]
    pub(super) const fn from_index(index: usize) -> Self {
        assert!(index < CELLS, "a cell's index");
        Cell(index as u8)
    }

    /// The cell whose index is in the low seven bits of a packed word.
    #[inline]
    pub(super) const fn from_low_bits(word: usize) -> Self {
        Cell((word & 0x7f) as u8)
    }

    /// Its place in the order of names.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The section it belongs to, named like its owner.
    #[inline]
    pub const fn section(self) -> usize {
        self.index() / 32
    }

    /// 0 for A to 7 for H.
    #[inline]
    pub const fn column(self) -> usize {
        self.index() / 4 % 8
    }

    /// 0 for the back rank to 3 for the row at the border.
    #[inline]
    pub const fn row(self) -> usize {
        self.index() % 4
    }

    #[inline]
    pub(super) const fn bit(self) -> Mask {
        1 << self.0
    }

    /// Whether its ground is dark; a bishop never leaves its shade.
    pub(super) const fn is_dark(self) -> bool {
        (self.column() + self.row()).is_multiple_of(2)
    }

    /// The neighbour in a direction, which belongs to the cell's section: forward is away from that
    /// section's back rank.
    ///
    /// Only forward from row 4 leaves a section, to the next one from columns A to D and to the one
    /// before from E to H.
    pub(super) const fn step(self, direction: Direction) -> Option<Cell> {
        let (section, column, row) = (self.section(), self.column(), self.row());
        match direction {
            Direction::Forward if row < 3 => Some(Cell::new(section, column, row + 1)),
            Direction::Forward if column < 4 => Some(Cell::new((section + 1) % 3, 7 - column, 3)),
            Direction::Forward => Some(Cell::new((section + 2) % 3, 7 - column, 3)),
            Direction::Back if row > 0 => Some(Cell::new(section, column, row - 1)),
            Direction::Left if column > 0 => Some(Cell::new(section, column - 1, row)),
            Direction::Right if column < 7 => Some(Cell::new(section, column + 1, row)),
            Direction::Back | Direction::Left | Direction::Right => None,
        }
    }

    /// Where a word of steps leads; the cells on the way must exist.
    ///
    /// Two sections face each other, so that every direction turns into its opposite once a border
    /// is crossed.
    pub(super) const fn walk(self, word: &[Direction], mut facing: Facing) -> Option<Cell> {
        let mut here = self;
        let mut i = 0;
        while i < word.len() {
            let Some(next) = here.step(facing.turn(word[i])) else {
                return None;
            };
            if next.section() != here.section() {
                facing = Facing::Flipped;
            }
            here = next;
            i += 1;
        }
        Some(here)
    }

    /// The cell that a third of a turn of the board, `turns` times, brings here's content to.
    pub(super) const fn turned(self, turns: usize) -> Cell {
        Cell::from_index((self.index() + 32 * turns) % CELLS)
    }
}

/// A step's direction as the cell's section sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Forward,
    Back,
    Left,
    Right,
}

/// Whether words are walked as they are written or with each direction replaced by its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facing {
    Straight,
    Flipped,
}

impl Facing {
    const fn turn(self, direction: Direction) -> Direction {
        match (self, direction) {
            (Facing::Straight, direction) => direction,
            (Facing::Flipped, Direction::Forward) => Direction::Back,
            (Facing::Flipped, Direction::Back) => Direction::Forward,
            (Facing::Flipped, Direction::Left) => Direction::Right,
            (Facing::Flipped, Direction::Right) => Direction::Left,
        }
    }
}

/// The cells of a mask in order.
#[inline]
pub(super) fn cells(mask: Mask) -> impl Iterator<Item = Cell> {
    // Two words are quicker to walk than one of 128 bits.
    let (mut low, mut high) = (mask as u64, (mask >> 64) as u64);
    std::iter::from_fn(move || {
        if low != 0 {
            let cell = Cell(low.trailing_zeros() as u8);
            low &= low - 1;
            Some(cell)
        } else if high != 0 {
            let cell = Cell(64 + high.trailing_zeros() as u8);
            high &= high - 1;
            Some(cell)
        } else {
            None
        }
    })
}

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Goes forward, becomes a queen on a foreign back rank.
    Pawn = 1,
    /// Leaps two steps one way and one across.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along columns and rows.
    Rook,
    /// Slides like bishop and rook.
    Queen,
    /// Steps once in any direction, or castles; its loss ends the match.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// What it counts in a score.
    #[inline]
    pub const fn value(self) -> u16 {
        match self {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 40,
        }
    }
}

/// What stands on a cell: nothing, or `8 * seat + kind`. Below 32, so that a set of contents is one
/// word of 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Content(u8);

impl Content {
    pub(super) const NONE: Content = Content(0);
    /// How many codes there are.
    pub(super) const CODES: usize = 24;

    #[inline]
    pub(super) const fn piece(seat: Seat, kind: Kind) -> Self {
        Content((8 * seat.index() + kind as usize) as u8)
    }

    #[inline]
    pub(super) const fn code(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The owner of a piece; no content has none.
    #[inline]
    pub(super) const fn seat(self) -> Seat {
        Seat::new((self.0 / 8) as usize)
    }

    /// The kind of a piece; `None` where there is none.
    #[inline]
    pub(super) const fn kind(self) -> Option<Kind> {
        match self.0 % 8 {
            0 => None,
            code => Some(Kind::ALL[code as usize - 1]),
        }
    }

    /// Whether it is a piece of this kind.
    #[inline]
    pub(super) const fn is(self, kind: Kind) -> bool {
        self.0 % 8 == kind as u8
    }

    /// The same piece in the hands of the seat `turns` further.
    pub(super) const fn turned(self, turns: usize) -> Content {
        if self.is_empty() {
            self
        } else {
            Content(((self.code() + 8 * turns) % Content::CODES) as u8)
        }
    }
}
