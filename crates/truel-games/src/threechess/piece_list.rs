//! The pieces of one seat as a list that is always in the order of cells.

use super::board::{Cell, Content};
use super::ways::{REACH, Reach, WAYS, Way};

/// The most pieces a seat can have.
pub(super) const MOST: usize = 16;

/// A piece's cell and where its ways are, packed so that the order of numbers is that of cells. The
/// cell is in the top byte, the first way in the middle, the number of ways in the low byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry(u32);

impl Entry {
    /// Behind all pieces, and without ways.
    const NONE: Entry = Entry(0x7f00_0000);

    #[inline]
    fn new(cell: Cell, piece: Content) -> Self {
        let Reach { start, count } = REACH[piece.code()][cell.index()];
        Entry((cell.index() as u32) << 24 | u32::from(start) << 8 | u32::from(count))
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == Entry::NONE
    }

    #[inline]
    pub(super) fn cell(self) -> Cell {
        Cell::from_low_bits((self.0 >> 24) as usize)
    }

    #[inline]
    pub(super) fn reach(self) -> Reach {
        Reach {
            start: (self.0 >> 8) as u16,
            count: (self.0 & 0xff) as u16,
        }
    }
}

/// The pieces of one seat in the order of their cells, so that equal positions have equal lists.
///
/// Both changes look at all places and never branch: sixteen numbers are a few vectors to the
/// machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceList([Entry; MOST]);

impl PieceList {
    pub(super) const EMPTY: PieceList = PieceList([Entry::NONE; MOST]);

    #[inline]
    pub(super) fn entries(&self) -> &[Entry; MOST] {
        &self.0
    }

    /// Adds a piece; there must be a free place.
    #[inline]
    pub(super) fn add(&mut self, cell: Cell, piece: Content) {
        let (old, new) = (self.0, Entry::new(cell, piece));
        self.0[0] = old[0].min(new);
        for i in 1..MOST {
            self.0[i] = old[i - 1].max(old[i].min(new));
        }
    }

    /// Takes off the piece on a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        let (old, first) = (self.0, Entry((cell.index() as u32) << 24));
        for i in 0..MOST - 1 {
            self.0[i] = if old[i] < first { old[i] } else { old[i + 1] };
        }
        self.0[MOST - 1] = Entry::NONE;
    }

    /// How many ways the pieces up to each place have together.
    #[inline]
    pub(super) fn ends(&self) -> [u16; MOST] {
        // Doubling the stride sums in four steps instead of sixteen.
        let counts = self.0.map(|entry| entry.reach().count);
        add_earlier::<8>(add_earlier::<4>(add_earlier::<2>(add_earlier::<1>(counts))))
    }

    /// The way with this number among those of all pieces, and the cell it starts from; `ends` are
    /// [`PieceList::ends`].
    #[inline]
    pub(super) fn pick(&self, ends: &[u16; MOST], number: u16) -> (Cell, Way) {
        let place = ends.iter().map(|end| usize::from(*end <= number)).sum::<usize>() % MOST;
        let Reach { start, count } = self.0[place].reach();
        let way = (start + count + number).wrapping_sub(ends[place]);
        (self.0[place].cell(), WAYS[usize::from(way)])
    }
}

/// Each number with the one `STRIDE` places before it added.
#[inline]
fn add_earlier<const STRIDE: usize>(numbers: [u16; MOST]) -> [u16; MOST] {
    let mut sums = numbers;
    for i in STRIDE..MOST {
        sums[i] += numbers[i - STRIDE];
    }
    sums
}
