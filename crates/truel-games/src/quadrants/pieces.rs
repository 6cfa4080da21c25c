//! Sets of cells as 36 bits: fives, open windows, the k-th empty cell.

use super::board::{CELLS, Cell, SIDE};

/// Cells of a quadrant, and so the bits of one.
pub(crate) const BLOCK: u32 = 9;
/// The bits of the first quadrant.
pub(crate) const CONTENT: u64 = (1 << BLOCK) - 1;
/// The bits of all four.
const BOARD: u64 = (1 << CELLS) - 1;
/// How many contents a quadrant can have.
pub(crate) const CONTENTS: usize = 1 << BLOCK;

/// A set of cells: the pieces of one seat, or the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Pieces(pub(crate) u64);

impl Pieces {
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(crate) fn contains(self, cell: Cell) -> bool {
        self.0 & (1 << cell.0) != 0
    }

    #[inline]
    #[must_use]
    pub(crate) fn with(self, cell: Cell) -> Self {
        Pieces(self.0 | (1 << cell.0))
    }

    #[must_use]
    #[inline]
    pub(crate) fn without(self, cell: Cell) -> Self {
        Pieces(self.0 & !(1 << cell.0))
    }

    /// The cells of both sets.
    #[inline]
    #[must_use]
    pub(crate) const fn with_all(self, other: Pieces) -> Self {
        Pieces(self.0 | other.0)
    }

    /// The cells outside the set.
    #[must_use]
    #[inline]
    pub(crate) const fn outside(self) -> Self {
        Pieces(BOARD & !self.0)
    }

    /// The content of each quadrant.
    #[inline]
    pub(crate) const fn contents(self) -> [usize; 4] {
        [
            (self.0 & CONTENT) as usize,
            (self.0 >> BLOCK & CONTENT) as usize,
            (self.0 >> (2 * BLOCK) & CONTENT) as usize,
            (self.0 >> (3 * BLOCK) & CONTENT) as usize,
        ]
    }

    /// Iterates over the cells in order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| Cell(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(cell)
        })
    }

    /// Whether five of these pieces stand in a row, column or diagonal next to each other.
    #[inline]
    pub(crate) fn has_five(self) -> bool {
        let covered = |quadrant: usize| COVERED[quadrant][((self.0 >> (9 * quadrant)) & CONTENT) as usize];
        covered(0) & covered(1) & covered(2) & covered(3) != 0
    }

    /// How many windows of five hold 0, 1, … 5 of these pieces and none of the others.
    #[inline]
    pub(crate) fn open_windows(self, others: Pieces) -> [u8; 6] {
        let mut counts = [0; 6];
        for window in WINDOWS.iter().filter(|window| *window & others.0 == 0) {
            counts[(window & self.0).count_ones() as usize] += 1;
        }
        counts
    }

    /// The most pieces next to each other in a row, column or diagonal.
    #[inline]
    pub(crate) fn longest_line(self) -> u32 {
        // Row by row, with an empty column on the right so that no line runs over the edge.
        const STRIDE: u32 = SIDE as u32 + 1;
        let place = |cell: Cell| 1u64 << (STRIDE * u32::from(cell.row()) + u32::from(cell.column()));
        let board = self.iter().fold(0, |board, cell| board | place(cell));
        let directions = [1, STRIDE, STRIDE + 1, STRIDE - 1];
        let longest = |step: u32| std::iter::successors(Some(board), move |run| Some(run & run >> step));
        let length = |step: u32| longest(step).take_while(|run| *run != 0).count() as u32;
        directions.into_iter().map(length).max().unwrap_or(0)
    }

    /// The cell with this rank among those outside the set; there must be one.
    #[inline]
    pub(crate) fn nth_outside(self, rank: u32) -> Cell {
        let mut at = RankSearch {
            first: 0,
            // The bits beyond the board are set as well, and never looked at.
            outside: !self.0,
            rank,
        };
        at.pass(2 * BLOCK);
        at.pass(BLOCK);
        Cell(at.first + NTH[(at.outside & CONTENT) as usize][at.rank as usize % 16])
    }
}

/// A search for the cell with a given rank by halving: first the half of the board, then the
/// quadrant.
struct RankSearch {
    /// The cell that bit 0 of `outside` stands for.
    first: u8,
    outside: u64,
    rank: u32,
}

impl RankSearch {
    /// Skips the next `cells` cells unless the wanted one is among them.
    #[inline]
    fn pass(&mut self, cells: u32) {
        let count = (self.outside & ((1 << cells) - 1)).count_ones();
        if self.rank >= count {
            self.first += cells as u8;
            self.outside >>= cells;
            self.rank -= count;
        }
    }
}

/// The 32 windows of five cells in a line: two in each row and column, two on each long diagonal,
/// one on each short one.
pub(crate) const WINDOWS: [u64; 32] = {
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

/// For each place of a quadrant and each content, the windows that need nothing more from that
/// quadrant, a bit each.
///
/// A window with no cell in the quadrant is always among them, so a five stands exactly if a bit is
/// set for all four.
pub(crate) static COVERED: [[u32; CONTENTS]; 4] = windows_lacking(0);

/// The windows that need one more piece from the quadrant.
pub(crate) static ONE_SHORT: [[u32; CONTENTS]; 4] = windows_lacking(1);

/// The windows that need two more pieces from the quadrant.
pub(crate) static TWO_SHORT: [[u32; CONTENTS]; 4] = windows_lacking(2);

/// For each place of a quadrant and each content, the windows that no piece of the content is in.
pub(crate) static UNTOUCHED: [[u32; CONTENTS]; 4] = {
    let mut windows = [[0; CONTENTS]; 4];
    let mut i = 0;
    while i < 4 * CONTENTS {
        let (quadrant, content) = (i / CONTENTS, i % CONTENTS);
        let mut w = 0;
        while w < WINDOWS.len() {
            if (WINDOWS[w] >> (9 * quadrant)) & content as u64 == 0 {
                windows[quadrant][content] |= 1 << w;
            }
            w += 1;
        }
        i += 1;
    }
    windows
};

/// For each place of a quadrant and each content, the windows that need so many more pieces from
/// that quadrant.
#[inline]
const fn windows_lacking(lacking: u32) -> [[u32; CONTENTS]; 4] {
    let mut windows = [[0; CONTENTS]; 4];
    let mut i = 0;
    while i < 4 * CONTENTS {
        let (quadrant, content) = (i / CONTENTS, i % CONTENTS);
        let mut w = 0;
        while w < WINDOWS.len() {
            let needed = (WINDOWS[w] >> (9 * quadrant)) & CONTENT;
            if (needed & !(content as u64)).count_ones() == lacking {
                windows[quadrant][content] |= 1 << w;
            }
            w += 1;
        }
        i += 1;
    }
    windows
}

/// For each content of a quadrant, its cells in order; rows are 16 wide so that an index needs no
/// check.
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
