//! The 146 pairs of neighbouring cells as sets of bits.

use super::board::{CELLS, Cell, NO_CELL, numbers, places};

/// The four ways from the first cell of a pair to the second, as steps in row and column: east, south-west, south,
/// south-east. The other four directions are the same pairs seen from their second cell.
const WAYS: [(usize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// The second cell of each pair, by way and first cell; a cell itself where it begins no pair that way.
static SECOND: [[Cell; CELLS]; 4] = second_cells();

const fn second_cells() -> [[Cell; CELLS]; 4] {
    let (numbers, places, mut second) = (numbers(), places(), [[Cell(0); CELLS]; 4]);
    let mut i = 0;
    while i < 4 * CELLS {
        let (way, cell) = (i / CELLS, i % CELLS);
        let (row, column) = (
            places[cell].0 as usize + WAYS[way].0,
            places[cell].1 as isize + WAYS[way].1,
        );
        let on_square = row < 9 && 0 <= column && column < 9;
        let number = if on_square {
            numbers[row][column as usize]
        } else {
            NO_CELL
        };
        second[way][cell] = Cell(if number == NO_CELL { cell as u8 } else { number });
        i += 1;
    }
    second
}

/// A set of pairs of neighbouring cells: one word for each of the four [`WAYS`], in it a bit for the pair's first cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairs([u64; 4]);

impl Pairs {
    /// No pair.
    pub(super) const NONE: Pairs = Pairs([0; 4]);
    /// All 146 pairs.
    pub(super) const ALL: Pairs = Pairs::all();

    const fn all() -> Pairs {
        let (second, mut pairs, mut i) = (second_cells(), Pairs::NONE, 0);
        while i < 4 * CELLS {
            let (way, cell) = (i / CELLS, i % CELLS);
            if second[way][cell].index() != cell {
                pairs.0[way] |= 1 << cell;
            }
            i += 1;
        }
        pairs
    }

    /// The pairs to which `cell` belongs.
    #[inline]
    pub(super) fn of(cell: Cell) -> Pairs {
        static OF: [Pairs; CELLS] = Pairs::of_each_cell();
        OF[cell.index()]
    }

    const fn of_each_cell() -> [Pairs; CELLS] {
        let (second, all, mut of, mut i) = (second_cells(), Pairs::all(), [Pairs::NONE; CELLS], 0);
        while i < 4 * CELLS {
            let (way, cell) = (i / CELLS, i % CELLS);
            let pair = all.0[way] & (1 << cell);
            of[cell].0[way] |= pair;
            of[second[way][cell].index()].0[way] |= pair;
            i += 1;
        }
        of
    }

    /// Whether there is no pair in the set.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// How many pairs there are.
    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The pairs one by one, in an order of no meaning.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (Cell, Cell)> {
        (0..4).flat_map(move |way| {
            let mut left = self.0[way];
            std::iter::from_fn(move || {
                let first = (left != 0).then(|| left.trailing_zeros() as u8)?;
                left &= left - 1;
                Some((Cell(first), SECOND[way][usize::from(first)]))
            })
        })
    }

    /// Pair number `n` of [`iter`](Pairs::iter), which must exist.
    #[inline]
    pub(super) fn nth(self, n: u32) -> (Cell, Cell) {
        let mut start = 0;
        let (mut way, mut before) = (0, 0);
        for w in 0..3 {
            start += self.0[w].count_ones();
            if n >= start {
                (way, before) = (w + 1, start);
            }
        }
        let first = nth_bit(self.0[way], n - before);
        (Cell(first as u8), SECOND[way][first as usize])
    }

    /// Each word computed from the words of both sets.
    #[inline]
    pub(super) fn zip(self, other: Pairs, word: impl Fn(u64, u64) -> u64) -> Pairs {
        Pairs(std::array::from_fn(|way| word(self.0[way], other.0[way])))
    }
}

/// The place of the set bit before which there are `n` others.
#[inline]
fn nth_bit(mut word: u64, n: u32) -> u32 {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros()
}
