//! The 146 pairs of neighbouring cells as sets of bits.

use super::board::{CELLS, Cell, NO_CELL, NUMBERS, PLACES};

/// The four ways from the first cell of a pair to the second, as steps in row and column: east,
/// south-west, south, south-east. The other four directions are the same pairs seen from their
/// second cell.
const WAYS: [(usize, i8); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// The second cell of each pair, by way and first cell; a cell itself where it begins no pair that
/// way.
static SECOND: [[Cell; CELLS]; 4] = {
    let (mut second, mut i) = ([[Cell(0); CELLS]; 4], 0);
    while i < 4 * CELLS {
        let (way, cell) = (i / CELLS, i % CELLS);
        let row = PLACES[cell].0 as usize + WAYS[way].0;
        let column = PLACES[cell].1.wrapping_add_signed(WAYS[way].1) as usize;
        let is_cell = row < 9 && column < 9 && NUMBERS[row][column] != NO_CELL;
        second[way][cell] = Cell(if is_cell { NUMBERS[row][column] } else { cell as u8 });
        i += 1;
    }
    second
};

/// A set of pairs of neighbouring cells: one word for each of the four [`WAYS`], in it a bit for
/// the pair's first cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairs([u64; 4]);

impl Pairs {
    /// No pair.
    pub(super) const NONE: Pairs = Pairs([0; 4]);
    /// All 146 pairs.
    pub(super) const ALL: Pairs = {
        let (mut pairs, mut i) = (Pairs::NONE, 0);
        while i < 4 * CELLS {
            let (way, cell) = (i / CELLS, i % CELLS);
            if SECOND[way][cell].index() != cell {
                pairs.0[way] |= 1 << cell;
            }
            i += 1;
        }
        pairs
    };

    /// The pairs to which `cell` belongs.
    #[inline]
    pub(super) fn of(cell: Cell) -> Pairs {
        static OF: [Pairs; CELLS] = {
            let (mut of, mut i) = ([Pairs::NONE; CELLS], 0);
            while i < 4 * CELLS {
                let (way, cell) = (i / CELLS, i % CELLS);
                let pair = Pairs::ALL.0[way] & (1 << cell);
                of[cell].0[way] |= pair;
                of[SECOND[way][cell].index()].0[way] |= pair;
                i += 1;
            }
            of
        };
        OF[cell.index()]
    }

    /// Whether there is no pair in the set.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Whether the two sets have a pair in common.
    #[inline]
    pub(super) fn meets(self, other: Pairs) -> bool {
        !self.zip(other, |a, b| a & b).is_empty()
    }

    /// The cells that are in a pair of the set, one bit for each.
    ///
    /// Rows have different lengths, so a way leads from a cell's number to one some places on, by
    /// how many depends on the row.
    #[inline]
    pub(super) fn cells(self) -> u64 {
        /// The cells whose pair that way leads so many places on.
        static FARTHER: [[u64; 11]; 4] = {
            let (mut farther, mut i) = ([[0; 11]; 4], 0);
            while i < 4 * CELLS {
                let (way, cell) = (i / CELLS, i % CELLS);
                let places = SECOND[way][cell].index() - cell;
                if places > 0 {
                    farther[way][places] |= 1 << cell;
                }
                i += 1;
            }
            farther
        };
        let mut cells = 0;
        for (word, farther) in self.0.iter().zip(&FARTHER) {
            cells |= word;
            for (places, from) in farther.iter().enumerate().skip(1) {
                cells |= (word & from) << places;
            }
        }
        cells
    }

    /// How many pairs there are.
    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Iterates over the pairs, in no particular order.
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

    /// Calls `take` with each pair, in the order of [`iter`](Pairs::iter). Its plain loops make
    /// listing moves fast.
    #[inline]
    pub(super) fn each(self, mut take: impl FnMut(Cell, Cell)) {
        for (word, second) in self.0.iter().zip(&SECOND) {
            let mut left = *word;
            while left != 0 {
                let first = left.trailing_zeros() as u8;
                take(Cell(first), second[usize::from(first)]);
                left &= left - 1;
            }
        }
    }

    /// Pair number `n` of [`iter`](Pairs::iter), which must exist.
    #[inline]
    pub(super) fn nth(self, n: u32) -> (Cell, Cell) {
        let (mut way, mut word, mut before, mut start) = (0, self.0[0], 0, 0);
        for later in 1..4 {
            start += self.0[later - 1].count_ones();
            if n >= start {
                (way, word, before) = (later, self.0[later], start);
            }
        }
        let first = nth_bit(word, n - before);
        (Cell(first as u8), SECOND[way][first as usize])
    }

    /// Each word computed from the words of both sets.
    #[inline]
    pub(super) fn zip(self, other: Pairs, word: impl Fn(u64, u64) -> u64) -> Pairs {
        Pairs(std::array::from_fn(|way| word(self.0[way], other.0[way])))
    }
}

/// The place of the set bit before which there are `n` others.
///
/// Found by halving 48 bits three times, with a table for the last six. A branch would be
/// mispredicted half the time, so the code computes the amounts to subtract and shift instead.
#[inline]
fn nth_bit(mut word: u64, mut n: u32) -> u32 {
    let mut place = 0;
    for half in [24, 12, 6] {
        let lower = (word & ((1 << half) - 1)).count_ones();
        let is_upper = n >= lower;
        n -= if is_upper { lower } else { 0 };
        word >>= if is_upper { half } else { 0 };
        place += if is_upper { half } else { 0 };
    }
    place + u32::from(IN_SIX[n as usize & 7][word as usize & 63])
}

/// The place of each set bit of a word of six bits, by how many are before it.
static IN_SIX: [[u8; 64]; 8] = {
    let (mut table, mut word) = ([[0; 64]; 8], 0);
    while word < 64 {
        let (mut bit, mut before) = (0, 0);
        while bit < 6 {
            if word >> bit & 1 == 1 {
                table[before][word] = bit;
                before += 1;
            }
            bit += 1;
        }
        word += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_146_pairs_and_each_cell_knows_its_own() {
        assert_eq!((Pairs::ALL.len(), Pairs::ALL.iter().count()), (146, 146));
        for cell in Cell::all() {
            let others = Pairs::of(cell).iter().map(|(a, b)| if a == cell { b } else { a });
            let (others, mut expected): (Vec<_>, Vec<_>) = (others.collect(), cell.neighbours().collect());
            assert_eq!(others.len(), expected.len(), "{cell}");
            expected.retain(|other| !others.contains(other));
            assert_eq!(expected, [], "{cell}");
        }
    }

    #[test]
    fn the_nth_pair_is_the_nth_of_the_list() {
        for keep in [u64::MAX, 0x5555_5555_5555, 0x8000_0000_0001, 0x00ff_00f0_1248] {
            let pairs = Pairs::ALL.zip(Pairs([keep, !keep, keep >> 3, keep]), |all, keep| all & keep);
            for (n, pair) in pairs.iter().enumerate() {
                assert_eq!(pairs.nth(n as u32), pair, "pair {n} of {pairs:?}");
            }
            let mut handed = Vec::new();
            pairs.each(|first, second| handed.push((first, second)));
            assert!(pairs.iter().eq(handed));
        }
    }
}
