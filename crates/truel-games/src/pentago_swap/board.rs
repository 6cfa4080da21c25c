//! Cells, quadrants, pairs of quadrants, and sets of pieces as 36 bits.

/// Cells on a side of the board.
pub(super) const SIDE: u8 = 6;
/// Cells on the board.
pub(super) const CELLS: u8 = SIDE * SIDE;
/// Cells of a quadrant, and so the bits of one.
const BLOCK: u32 = 9;
/// The bits of the first quadrant.
const CONTENT: u64 = (1 << BLOCK) - 1;
/// How many contents a quadrant can have.
const CONTENTS: usize = 1 << BLOCK;

/// A cell, counted quadrant by quadrant as the picture in [the game's page](super) shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this row and column, both counted from 0 at the top left.
    pub(super) const fn at(row: u8, column: u8) -> Self {
        Cell(9 * (2 * (row / 3) + column / 3) + 3 * (row % 3) + column % 3)
    }

    /// All cells in the order of their indices.
    pub(super) fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS).map(Cell)
    }

    /// All cells row by row from the top, as people read.
    pub(super) fn in_reading_order() -> impl Iterator<Item = Cell> {
        (0..CELLS).map(|place| Cell::at(place / SIDE, place % SIDE))
    }

    /// Its index, 0 to 35.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, 0 at the top.
    pub const fn row(self) -> u8 {
        3 * (self.0 / 18) + self.0 % 9 / 3
    }

    /// Its column, 0 at the left.
    pub const fn column(self) -> u8 {
        3 * (self.0 / 9 % 2) + self.0 % 3
    }

    /// Where symmetry `s` of the square takes it: mirrored left to right from 4 on, then `s % 4` quarter turns.
    pub(super) fn image(self, s: usize) -> Self {
        let (mut row, mut column) = (self.row(), self.column());
        if s >= 4 {
            column = SIDE - 1 - column;
        }
        for _ in 0..s % 4 {
            (row, column) = (column, SIDE - 1 - row);
        }
        Cell::at(row, column)
    }

    fn bit(self) -> u64 {
        1 << self.0
    }
}

/// One of the four blocks of nine cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quadrant {
    /// `tl`, cells a1 to c3.
    TopLeft,
    /// `tr`, cells d1 to f3.
    TopRight,
    /// `bl`, cells a4 to c6.
    BottomLeft,
    /// `br`, cells d4 to f6.
    BottomRight,
}

use Quadrant::{BottomLeft, BottomRight, TopLeft, TopRight};

impl Quadrant {
    /// All four, in the order of their bits.
    pub const ALL: [Quadrant; 4] = [TopLeft, TopRight, BottomLeft, BottomRight];

    /// The cell in its middle.
    const fn centre(self) -> Cell {
        Cell(9 * self as u8 + 4)
    }

    fn image(self, s: usize) -> Self {
        Self::ALL[self.centre().image(s).index() / 9]
    }
}

/// Two different quadrants, one of six pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair(u8);

/// The quadrants of each pair.
const PAIRS: [(Quadrant, Quadrant); Pair::COUNT as usize] = [
    (TopLeft, TopRight),
    (TopLeft, BottomLeft),
    (TopLeft, BottomRight),
    (TopRight, BottomLeft),
    (TopRight, BottomRight),
    (BottomLeft, BottomRight),
];

impl Pair {
    pub(super) const COUNT: u32 = 6;

    /// The pair of two quadrants, in whichever order; `None` if they are one.
    pub fn of(one: Quadrant, other: Quadrant) -> Option<Self> {
        let pair = (one.min(other), one.max(other));
        PAIRS
            .iter()
            .position(|each| *each == pair)
            .map(|index| Pair(index as u8))
    }

    /// All six pairs.
    pub(super) fn all() -> impl ExactSizeIterator<Item = Pair> {
        (0..Self::COUNT as u8).map(Pair)
    }

    #[inline]
    pub(super) const fn from_index(index: u32) -> Self {
        Pair(index as u8)
    }

    /// Its quadrants, in the order of their bits.
    pub const fn quadrants(self) -> (Quadrant, Quadrant) {
        PAIRS[self.0 as usize]
    }

    pub(super) fn image(self, s: usize) -> Self {
        let (one, other) = self.quadrants();
        Pair::of(one.image(s), other.image(s)).expect("a symmetry keeps different quadrants different")
    }
}

/// A set of cells: the pieces of one seat, or the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Pieces(u64);

impl Pieces {
    pub(super) const ALL: Pieces = Pieces((1 << CELLS) - 1);

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) fn contains(self, cell: Cell) -> bool {
        self.0 & cell.bit() != 0
    }

    #[inline]
    #[must_use]
    pub(super) fn with(self, cell: Cell) -> Self {
        Pieces(self.0 | cell.bit())
    }

    #[must_use]
    pub(super) fn without(self, cell: Cell) -> Self {
        Pieces(self.0 & !cell.bit())
    }

    /// The cells that are in neither set.
    #[inline]
    #[must_use]
    pub(super) const fn neither(self, other: Pieces) -> Self {
        Pieces(Self::ALL.0 & !(self.0 | other.0))
    }

    /// The cells one by one.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| Cell(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(cell)
        })
    }

    /// The set after the two quadrants have changed places: an exchange of two fields of nine bits.
    #[inline]
    #[must_use]
    pub(super) fn swapped(self, pair: Pair) -> Self {
        let Exchange { field, distance } = EXCHANGES[usize::from(pair.0)];
        let difference = (self.0 ^ (self.0 >> distance)) & field;
        Pieces(self.0 ^ difference ^ (difference << distance))
    }

    /// Whether five of these pieces stand in a row, column or diagonal next to each other.
    #[inline]
    pub(super) fn has_five(self) -> bool {
        let covered = |quadrant: usize| COVERED[quadrant][((self.0 >> (9 * quadrant)) & CONTENT) as usize];
        covered(0) & covered(1) & covered(2) & covered(3) != 0
    }

    /// The cell with so many others of the set before it; `rank` must be below the set's size.
    #[inline]
    pub(super) fn nth(self, rank: u32) -> Cell {
        // How many stand in the first quadrant, the first two, the first three. Counted at once rather than one after the
        // other, because each ply of a random match waits for this answer.
        let within = |quadrants: u32| (self.0 & ((1 << (BLOCK * quadrants)) - 1)).count_ones();
        let (one, two, three) = (within(1), within(2), within(3));
        let quadrant = u32::from(rank >= one) + u32::from(rank >= two) + u32::from(rank >= three);
        let before = [0, one, two, three][quadrant as usize];
        let content = (self.0 >> (BLOCK * quadrant)) & CONTENT;
        Cell((BLOCK * quadrant) as u8 + NTH[content as usize][(rank - before) as usize % 16])
    }
}

/// How the bits of a pair of quadrants change places.
#[derive(Clone, Copy)]
struct Exchange {
    /// The bits of the lower quadrant.
    field: u64,
    /// How far up the other's bits are.
    distance: u32,
}

const EXCHANGES: [Exchange; PAIRS.len()] = {
    let mut exchanges = [Exchange { field: 0, distance: 0 }; PAIRS.len()];
    let mut i = 0;
    while i < PAIRS.len() {
        let (low, high) = (PAIRS[i].0 as u32, PAIRS[i].1 as u32);
        exchanges[i] = Exchange {
            field: CONTENT << (BLOCK * low),
            distance: BLOCK * (high - low),
        };
        i += 1;
    }
    exchanges
};

/// The 32 windows of five cells in a line: two in each row and column, two on each long diagonal, one on each short one.
const WINDOWS: [u64; 32] = {
    const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    const LAST: i8 = SIDE as i8 - 1;
    let mut windows = [0; 32];
    let mut found = 0;
    let mut i = 0;
    while i < 4 * CELLS as usize {
        let (down, right) = DIRECTIONS[i / CELLS as usize];
        let (row, column) = ((i % 36 / 6) as i8, (i % 6) as i8);
        let (last_row, last_column) = (row + 4 * down, column + 4 * right);
        if last_row <= LAST && 0 <= last_column && last_column <= LAST {
            let mut step = 0;
            while step < 5 {
                let cell = Cell::at((row + step * down) as u8, (column + step * right) as u8);
                windows[found] |= 1 << cell.0;
                step += 1;
            }
            found += 1;
        }
        i += 1;
    }
    assert!(found == 32, "a board of 6 x 6 has 32 windows of five");
    windows
};

/// For each place of a quadrant and each content, the windows that need nothing more from that quadrant, a bit each.
///
/// A window with no cell in the quadrant is always among them, so a five stands exactly if a bit is set for all four.
static COVERED: [[u32; CONTENTS]; 4] = {
    let mut covered = [[0; CONTENTS]; 4];
    let mut i = 0;
    while i < 4 * CONTENTS {
        let (quadrant, content) = (i / CONTENTS, i % CONTENTS);
        let mut w = 0;
        while w < WINDOWS.len() {
            let needed = (WINDOWS[w] >> (9 * quadrant)) & CONTENT;
            if needed & !(content as u64) == 0 {
                covered[quadrant][content] |= 1 << w;
            }
            w += 1;
        }
        i += 1;
    }
    covered
};

/// For each content of a quadrant, its cells in order; rows are 16 wide so that an index needs no check.
static NTH: [[u8; 16]; CONTENTS] = {
    let mut nth = [[0; 16]; CONTENTS];
    let mut content = 0;
    while content < CONTENTS {
        let (mut left, mut rank) = (content, 0);
        while left != 0 {
            nth[content][rank] = left.trailing_zeros() as u8;
            left &= left - 1;
            rank += 1;
        }
        content += 1;
    }
    nth
};
