//! The board as the solver sees it: two words of 36 bits, and all ways in which quadrants may lie.
//!
//! Bits are those of [`PentagoSwap`]: nine a quadrant. A swap only changes which quadrant lies
//! where, so every question about fives is asked for *arrangements*: twelve that an even number of
//! swaps leads to, twelve for an odd number. Cells keep their present names throughout.

use truel_core::Seat;
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Pair, Placement};

/// Cells on the board.
pub const CELLS: u32 = 36;
/// All cells.
pub const ALL: u64 = (1 << CELLS) - 1;
/// Pairs of quadrants that may change places.
pub const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
/// Arrangements of one parity.
pub const HALF: usize = 12;
const BLOCK: u32 = 9;
const CONTENT: u64 = (1 << BLOCK) - 1;
const CONTENTS: usize = 1 << BLOCK;

/// White's pieces and Black's. Whose turn it is follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Board {
    /// White's pieces.
    pub white: u64,
    /// Black's pieces.
    pub black: u64,
}

/// A move: a cell, 0 to 35, and a pair, 0 to 5, by the indices of [`Cell`] and [`Pair`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The cell.
    pub cell: u8,
    /// The pair.
    pub pair: u8,
}

impl Move {
    /// All moves there are, numbered below 216.
    #[inline]
    pub const fn number(self) -> u8 {
        6 * self.cell + self.pair
    }

    /// The move with this number.
    #[inline]
    pub const fn numbered(number: u8) -> Self {
        Move {
            cell: number / 6,
            pair: number % 6,
        }
    }

    /// The move as the rules know it.
    pub fn placement(self) -> Placement {
        let cell = Cell::all().nth(usize::from(self.cell)).expect("a cell is below 36");
        let pair = Pair::all().nth(usize::from(self.pair)).expect("a pair is below 6");
        Placement { cell, pair }
    }
}

impl From<Placement> for Move {
    fn from(Placement { cell, pair }: Placement) -> Self {
        Move {
            cell: cell.index() as u8,
            pair: pair.index() as u8,
        }
    }
}

impl From<&PentagoSwap> for Board {
    fn from(game: &PentagoSwap) -> Self {
        Board {
            white: game.bits(Seat::new(0)),
            black: game.bits(Seat::new(1)),
        }
    }
}

#[inline]
const fn swapped(pieces: u64, pair: usize) -> u64 {
    let (low, high) = PAIRS[pair];
    let (low, distance) = (BLOCK * low as u32, BLOCK * (high - low) as u32);
    let difference = (pieces ^ (pieces >> distance)) & (CONTENT << low);
    pieces ^ difference ^ (difference << distance)
}

impl Board {
    /// How many pieces there are.
    #[inline]
    pub const fn plies(self) -> u32 {
        (self.white | self.black).count_ones()
    }

    /// The empty cells.
    #[inline]
    pub const fn empty(self) -> u64 {
        ALL & !(self.white | self.black)
    }

    /// The board after White's move.
    #[inline]
    #[must_use]
    pub const fn after_white(self, mv: Move) -> Self {
        Board {
            white: swapped(self.white | 1 << mv.cell, mv.pair as usize),
            black: swapped(self.black, mv.pair as usize),
        }
    }

    /// The board after Black's move.
    #[inline]
    #[must_use]
    pub const fn after_black(self, mv: Move) -> Self {
        Board {
            white: swapped(self.white, mv.pair as usize),
            black: swapped(self.black | 1 << mv.cell, mv.pair as usize),
        }
    }

    /// The board seen through a symmetry.
    #[inline]
    #[must_use]
    pub fn image(self, symmetry: usize) -> Self {
        Board {
            white: image(self.white, symmetry),
            black: image(self.black, symmetry),
        }
    }

    /// The least of the eight images, and the symmetry that leads to it.
    #[inline]
    pub fn canonical(self) -> (Self, usize) {
        let (mut least, mut by) = (self, 0);
        for symmetry in 1..8 {
            let white = image(self.white, symmetry);
            if white > least.white {
                continue;
            }
            let image = Board {
                white,
                black: image(self.black, symmetry),
            };
            if image < least {
                (least, by) = (image, symmetry);
            }
        }
        (least, by)
    }

    /// Whether two quadrants hold the same, so that different swaps may lead to one position.
    #[inline]
    pub const fn has_twins(self) -> bool {
        let mut i = 0;
        while i < PAIRS.len() {
            if swapped(self.white, i) == self.white && swapped(self.black, i) == self.black {
                return true;
            }
            i += 1;
        }
        false
    }
}

#[inline]
fn image(pieces: u64, symmetry: usize) -> u64 {
    let (turn, places) = &SYMMETRIES[symmetry];
    let mut all = 0;
    for (quadrant, place) in places.iter().enumerate() {
        let content = (pieces >> (BLOCK * quadrant as u32)) & CONTENT;
        all |= u64::from(turn[content as usize]) << (BLOCK * u32::from(*place));
    }
    all
}

/// For each symmetry of the square, what becomes of a quadrant's content, and where it goes.
static SYMMETRIES: [([u16; CONTENTS], [u8; 4]); 8] = {
    let mut symmetries = [([0; CONTENTS], [0; 4]); 8];
    let mut s = 0;
    while s < 8 {
        let mut cell = 0;
        let mut to = [0; 9];
        while cell < 9 {
            let (row, column) = moved(s, 3, cell / 3, cell % 3);
            to[cell] = 3 * row + column;
            cell += 1;
        }
        let mut content = 0;
        while content < CONTENTS {
            let mut cell = 0;
            while cell < 9 {
                if content & (1 << cell) != 0 {
                    symmetries[s].0[content] |= 1 << to[cell];
                }
                cell += 1;
            }
            content += 1;
        }
        let mut place = 0;
        while place < 4 {
            let (row, column) = moved(s, 2, place / 2, place % 2);
            symmetries[s].1[place] = (2 * row + column) as u8;
            place += 1;
        }
        s += 1;
    }
    symmetries
};

/// Mirrored left to right from 4 on, then `s % 4` quarter turns.
const fn moved(s: usize, side: usize, mut row: usize, mut column: usize) -> (usize, usize) {
    if s >= 4 {
        column = side - 1 - column;
    }
    let mut turn = 0;
    while turn < s % 4 {
        (row, column) = (column, side - 1 - row);
        turn += 1;
    }
    (row, column)
}

/// Which quadrant lies in each place.
pub type Arrangement = [usize; 4];

/// All arrangements that an even (0) or odd (1) number of swaps leads to.
pub const ARRANGEMENTS: [[Arrangement; HALF]; 2] = {
    let mut arrangements = [[[0; 4]; HALF]; 2];
    let mut found = [0; 2];
    let mut i = 0;
    while i < 256 {
        let arrangement = [i / 64, i / 16 % 4, i / 4 % 4, i % 4];
        let (mut seen, mut inversions, mut j) = (0, 0, 0);
        while j < 16 {
            let (a, b) = (j / 4, j % 4);
            seen |= 1 << arrangement[a];
            if a < b && arrangement[a] > arrangement[b] {
                inversions += 1;
            }
            j += 1;
        }
        if seen == 15 {
            let parity = inversions % 2;
            arrangements[parity][found[parity]] = arrangement;
            found[parity] += 1;
        }
        i += 1;
    }
    arrangements
};
/// The parity of the board as it lies.
pub const EVEN: usize = 0;
/// The other parity.
pub const ODD: usize = 1;

/// Where a swap leads from each arrangement: the number of the one of the other parity.
pub const SWAPPED: [[[usize; PAIRS.len()]; HALF]; 2] = {
    let mut swapped = [[[0; PAIRS.len()]; HALF]; 2];
    let mut i = 0;
    while i < 2 * HALF * PAIRS.len() {
        let (parity, from, pair) = (i % 2, i / 2 % HALF, i / 2 / HALF);
        let mut arrangement = ARRANGEMENTS[parity][from];
        arrangement.swap(PAIRS[pair].0, PAIRS[pair].1);
        swapped[parity][from][pair] = number_of(arrangement, 1 - parity);
        i += 1;
    }
    swapped
};

/// The arrangements that one swap leads to, by pair.
pub const NEXT: [usize; PAIRS.len()] = SWAPPED[EVEN][number_of([0, 1, 2, 3], EVEN)];

const fn number_of(arrangement: Arrangement, parity: usize) -> usize {
    let mut at = 0;
    loop {
        let [a, b, c, d] = ARRANGEMENTS[parity][at];
        if a == arrangement[0] && b == arrangement[1] && c == arrangement[2] && d == arrangement[3] {
            return at;
        }
        at += 1;
    }
}

/// The 32 windows of five cells in a line.
const WINDOWS: [u64; 32] = {
    const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut windows = [0; 32];
    let (mut found, mut i) = (0, 0);
    while i < 4 * CELLS as usize {
        let (down, right) = DIRECTIONS[i / CELLS as usize];
        let (row, column) = ((i % 36 / 6) as i8, (i % 6) as i8);
        let (last_row, last_column) = (row + 4 * down, column + 4 * right);
        if last_row < 6 && 0 <= last_column && last_column < 6 {
            let mut step = 0;
            while step < 5 {
                let (row, column) = (row + step * down, column + step * right);
                windows[found] |= 1 << (9 * (2 * (row / 3) + column / 3) + 3 * (row % 3) + column % 3);
                step += 1;
            }
            found += 1;
        }
        i += 1;
    }
    assert!(found == 32, "a board of 6 x 6 has 32 windows of five");
    windows
};

/// The cells of each window in each arrangement, named as they lie now.
static ARRANGED: [[[u64; 32]; HALF]; 2] = {
    let mut arranged = [[[0; 32]; HALF]; 2];
    let mut i = 0;
    while i < 2 * HALF * 32 {
        let (parity, number, window) = (i % 2, i / 2 % HALF, i / 2 / HALF);
        let mut place = 0;
        while place < 4 {
            let part = (WINDOWS[window] >> (9 * place)) & CONTENT;
            arranged[parity][number][window] |= part << (9 * ARRANGEMENTS[parity][number][place]);
            place += 1;
        }
        i += 1;
    }
    arranged
};

/// For each place of a quadrant and each content, the windows that need so many more pieces there.
const fn windows_lacking(lacking: u32) -> [[u32; CONTENTS]; 4] {
    let mut windows = [[0; CONTENTS]; 4];
    let mut i = 0;
    while i < 4 * CONTENTS {
        let (place, content) = (i / CONTENTS, i % CONTENTS);
        let mut w = 0;
        while w < WINDOWS.len() {
            let needed = (WINDOWS[w] >> (9 * place)) & CONTENT;
            if (needed & !(content as u64)).count_ones() == lacking {
                windows[place][content] |= 1 << w;
            }
            w += 1;
        }
        i += 1;
    }
    windows
}

static LACKING: [[[u32; CONTENTS]; 4]; 3] = [windows_lacking(0), windows_lacking(1), windows_lacking(2)];

/// For each place and content, the windows that no piece of the content is in.
static UNTOUCHED: [[u32; CONTENTS]; 4] = {
    let mut windows = [[0; CONTENTS]; 4];
    let mut i = 0;
    while i < 4 * CONTENTS {
        let (place, content) = (i / CONTENTS, i % CONTENTS);
        let mut w = 0;
        while w < WINDOWS.len() {
            if (WINDOWS[w] >> (9 * place)) & content as u64 == 0 {
                windows[place][content] |= 1 << w;
            }
            w += 1;
        }
        i += 1;
    }
    windows
};

/// Part of a set of cells that complete a five: one stands already.
pub const STANDS: u64 = 3 << 62;

/// The windows that the other seat is not in, by place, quadrant and what they lack there.
#[derive(Debug)]
pub struct Lines {
    own: u64,
    lacking: [[[u32; 4]; 4]; 3],
}

impl Lines {
    /// The lines of one seat against the other.
    #[inline]
    pub fn of(own: u64, other: u64) -> Self {
        let content = |pieces: u64, quadrant: usize| ((pieces >> (9 * quadrant)) & CONTENT) as usize;
        let lacking = std::array::from_fn(|count| {
            std::array::from_fn(|place| {
                std::array::from_fn(|quadrant| {
                    LACKING[count][place][content(own, quadrant)] & UNTOUCHED[place][content(other, quadrant)]
                })
            })
        });
        Lines { own, lacking }
    }

    #[inline]
    fn at(&self, count: usize, [a, b, c, d]: Arrangement) -> [u32; 4] {
        let by = &self.lacking[count];
        [by[0][a], by[1][b], by[2][c], by[3][d]]
    }

    /// Whether a five stands in this arrangement.
    #[inline]
    pub fn stands(&self, parity: usize, number: usize) -> bool {
        let [c0, c1, c2, c3] = self.at(0, ARRANGEMENTS[parity][number]);
        c0 & c1 & c2 & c3 != 0
    }

    /// The cells that complete a five in this arrangement, and [`STANDS`] where one stands.
    #[inline]
    pub fn completing(&self, parity: usize, number: usize) -> u64 {
        let arrangement = ARRANGEMENTS[parity][number];
        let [c0, c1, c2, c3] = self.at(0, arrangement);
        let [s0, s1, s2, s3] = self.at(1, arrangement);
        let (top, bottom) = (c0 & c1, c2 & c3);
        let mut windows = ((s0 & c1) | (c0 & s1)) & bottom | top & ((s2 & c3) | (c2 & s3));
        let mut cells = if top & bottom == 0 { 0 } else { STANDS };
        while windows != 0 {
            cells |= ARRANGED[parity][number][windows.trailing_zeros() as usize] & !self.own;
            windows &= windows - 1;
        }
        cells
    }

    /// Passes the two cells of each window that lacks two in this arrangement.
    #[inline]
    pub fn each_two_short(&self, parity: usize, number: usize, mut tell: impl FnMut(u64)) {
        let arrangement = ARRANGEMENTS[parity][number];
        let [c0, c1, c2, c3] = self.at(0, arrangement);
        let [s0, s1, s2, s3] = self.at(1, arrangement);
        let [t0, t1, t2, t3] = self.at(2, arrangement);
        let (top, bottom) = (c0 & c1, c2 & c3);
        let (top_one, bottom_one) = ((s0 & c1) | (c0 & s1), (s2 & c3) | (c2 & s3));
        let (top_two, bottom_two) = ((t0 & c1) | (c0 & t1) | (s0 & s1), (t2 & c3) | (c2 & t3) | (s2 & s3));
        let mut windows = top & bottom_two | top_one & bottom_one | top_two & bottom;
        while windows != 0 {
            tell(ARRANGED[parity][number][windows.trailing_zeros() as usize] & !self.own);
            windows &= windows - 1;
        }
    }
}

/// What an open window is worth to White with 0, 1, … of its pieces in it, and with Black's.
const OWN: [u32; 5] = [1, 4, 16, 40, 0];
const OTHER: [u32; 5] = [0, 1, 3, 8, 0];

/// What a piece on each cell is worth to White, who is to move. White's fives come in odd
/// arrangements, Black's in even ones.
#[inline]
pub fn gains(board: Board) -> [u32; 36] {
    let mut gains = [0; 36];
    let mut add = |windows: &[[u64; 32]; HALF], white: u64, black: u64, weights: [u32; 5]| {
        for window in windows.as_flattened() {
            if window & black == 0 {
                let weight = weights[(window & white).count_ones() as usize % 5];
                let mut left = window & !white;
                while weight > 0 && left != 0 {
                    gains[left.trailing_zeros() as usize] += weight;
                    left &= left - 1;
                }
            }
        }
    };
    add(&ARRANGED[ODD], board.white, board.black, OWN);
    add(&ARRANGED[EVEN], board.black, board.white, OTHER);
    gains
}
