//! Sets of hexes: one word of 61 bits.

use std::ops::{BitAnd, BitOr, Sub};

use super::board::{Hex, SLIDES};

/// A set of hexes.
///
/// ```
/// use truel_games::ropasci::{Hex, HexSet};
/// let corner = HexSet::from(Hex::new(4, -4).unwrap());
/// assert_eq!((corner.len(), corner.neighbours().len()), (1, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct HexSet(pub(super) u64);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet(0);

    /// Whether it has no hex.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many hexes it has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has this one.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        self.0 & hex.bit() != 0
    }

    /// Its hexes, along the ring.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        hexes(self.0)
    }

    /// The hexes next to any of these.
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> Self {
        HexSet(SLIDES.iter().fold(0, |set, step| set | step.targets(self.0)))
    }
}

impl From<Hex> for HexSet {
    #[inline]
    fn from(hex: Hex) -> Self {
        HexSet(hex.bit())
    }
}

impl BitOr for HexSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        HexSet(self.0 | other.0)
    }
}

impl BitAnd for HexSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        HexSet(self.0 & other.0)
    }
}

/// The hexes of the first set that the second does not have.
impl Sub for HexSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        HexSet(self.0 & !other.0)
    }
}

/// The hexes of a set, along the ring.
#[inline]
pub(super) fn hexes(mut set: u64) -> impl Iterator<Item = Hex> {
    std::iter::from_fn(move || {
        let hex = (set != 0).then(|| Hex(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(hex)
    })
}
