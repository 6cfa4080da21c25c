//! Pairs of quadrants, and how they change places.

use crate::quadrants::pieces::{BLOCK, CONTENT, Pieces};
use crate::quadrants::{Quadrant, Twist};

use Quadrant::{BottomLeft, BottomRight, TopLeft, TopRight};

/// Two different quadrants, one of six pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair(pub(super) u8);

/// The quadrants of each pair.
pub(super) const PAIRS: [(Quadrant, Quadrant); Pair::COUNT as usize] = [
    (TopLeft, TopRight),
    (TopLeft, BottomLeft),
    (TopLeft, BottomRight),
    (TopRight, BottomLeft),
    (TopRight, BottomRight),
    (BottomLeft, BottomRight),
];

impl Pair {
    const COUNT: u32 = 6;

    /// The pair of two quadrants, in whichever order; `None` if they are one.
    #[inline]
    pub fn of(one: Quadrant, other: Quadrant) -> Option<Self> {
        let pair = (one.min(other), one.max(other));
        PAIRS
            .iter()
            .position(|each| *each == pair)
            .map(|index| Pair(index as u8))
    }

    /// All six pairs.
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Pair> {
        (0..Self::COUNT as u8).map(Pair)
    }

    /// Its index in [`all`](Self::all), 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its quadrants, in the order of their bits.
    #[inline]
    pub const fn quadrants(self) -> (Quadrant, Quadrant) {
        PAIRS[self.0 as usize]
    }

    #[inline]
    pub(super) fn image(self, s: usize) -> Self {
        let (one, other) = self.quadrants();
        Pair::of(one.image(s), other.image(s)).expect("a symmetry keeps different quadrants different")
    }
}

impl Twist for Pair {
    const COUNT: u32 = Pair::COUNT;

    #[inline]
    fn nth(index: u8) -> Self {
        Pair(index)
    }

    /// The two quadrants change places: an exchange of two fields of nine bits.
    #[inline]
    fn twist(self, pieces: Pieces) -> Pieces {
        let Exchange { field, distance } = EXCHANGES[usize::from(self.0)];
        let difference = (pieces.0 ^ (pieces.0 >> distance)) & field;
        Pieces(pieces.0 ^ difference ^ (difference << distance))
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
