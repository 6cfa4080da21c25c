//! The 61 hexes on a ring: coordinates, steps, throw zones.

use truel_core::Seat;

/// How many hexes the board has.
pub(super) const HEXES: usize = 61;

/// Places along the ring from a hex to the one above it on the right.
const ROW_STEP: i32 = 14;

/// The place of hex `0,-4`, so that row 0 begins the ring.
const RING_START: i32 = 4;

/// A hex, by its place on the ring (drawn at the top of this module's parent).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(pub(super) u8);

impl Hex {
    /// The hex in row `r` and column `q`, if the board has it.
    ///
    /// ```
    /// # use truel_games::ropasci::Hex;
    /// assert_eq!(Hex::new(4, -4).map(|hex| hex.coordinates()), Some((4, -4)));
    /// assert_eq!(Hex::new(4, 1), None);
    /// ```
    #[inline]
    pub const fn new(r: i32, q: i32) -> Option<Self> {
        if is_on_board(r, q) {
            Some(Hex(place(r, q)))
        } else {
            None
        }
    }

    /// All hexes, along the ring.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..HEXES as u8).map(Hex)
    }

    /// Row and column: `r` from -4 below to 4 on top, `q` from left to right along slanted columns.
    #[inline]
    pub const fn coordinates(self) -> (i32, i32) {
        let (r, q) = COORDINATES[self.0 as usize];
        (r as i32, q as i32)
    }

    /// The hex opposite, seen from the middle of the board.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Self {
        // The middle is place RING_START, and opposite hexes lie as far before it as behind it.
        let opposite = 2 * RING_START - self.0 as i32;
        Hex(opposite.rem_euclid(HEXES as i32) as u8)
    }

    /// How many slides lead from one hex to the other.
    ///
    /// ```
    /// # use truel_games::ropasci::Hex;
    /// let corner = |r, q| Hex::new(r, q).unwrap();
    /// assert_eq!(corner(4, -4).distance(corner(-4, 4)), 8);
    /// ```
    #[inline]
    pub fn distance(self, other: Hex) -> u8 {
        DISTANCES[self.index()][other.index()]
    }

    /// The place in lists by hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this hex alone.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

pub(super) const fn is_on_board(r: i32, q: i32) -> bool {
    r.abs() <= 4 && q.abs() <= 4 && (r + q).abs() <= 4
}

const fn place(r: i32, q: i32) -> u8 {
    (q + ROW_STEP * r + RING_START).rem_euclid(HEXES as i32) as u8
}

/// Row and column of each hex.
const COORDINATES: [(i8, i8); HEXES] = {
    let mut table = [(0, 0); HEXES];
    let mut r = -4;
    while r <= 4 {
        let mut q = -4;
        while q <= 4 {
            if is_on_board(r, q) {
                table[place(r, q) as usize] = (r as i8, q as i8);
            }
            q += 1;
        }
        r += 1;
    }
    table
};

/// Slides between each two hexes.
static DISTANCES: [[u8; HEXES]; HEXES] = {
    let mut table = [[0; HEXES]; HEXES];
    let mut from = 0;
    while from < HEXES {
        let mut to = 0;
        while to < HEXES {
            let (a, b) = (COORDINATES[from], COORDINATES[to]);
            let (dr, dq) = (b.0 - a.0, b.1 - a.1);
            // Half the sum is the largest of the three.
            table[from][to] = (dr.unsigned_abs() + dq.unsigned_abs() + (dr + dq).unsigned_abs()) / 2;
            to += 1;
        }
        from += 1;
    }
    table
};

/// A way to go that is the same number of places along the ring from everywhere.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Places along the ring, 1 to 60.
    places: u8,
    /// The hexes from which the step stays on the board.
    pub(super) from: u64,
}

impl Step {
    #[inline]
    const fn new((dr, dq): (i32, i32)) -> Self {
        let mut from = 0;
        let mut hex = 0;
        while hex < HEXES {
            let (r, q) = COORDINATES[hex];
            if is_on_board(r as i32 + dr, q as i32 + dq) {
                from |= 1 << hex;
            }
            hex += 1;
        }
        let places = (dq + ROW_STEP * dr).rem_euclid(HEXES as i32) as u8;
        Step { places, from }
    }

    /// Where the step leads from `hex`, which is one of those it can start from.
    #[inline]
    pub(super) const fn target(self, hex: Hex) -> Hex {
        let place = hex.0 + self.places;
        Hex(if place < HEXES as u8 {
            place
        } else {
            place - HEXES as u8
        })
    }

    /// Where the step leads from those of `sources` that it can start from.
    #[inline]
    pub(super) const fn targets(self, sources: u64) -> u64 {
        let sources = sources & self.from;
        let turned = (sources << self.places) | (sources >> (HEXES as u8 - self.places));
        turned & ((1 << HEXES) - 1)
    }

    /// The hexes from which the step leads into `targets`.
    #[inline]
    pub(super) const fn sources(self, targets: u64) -> u64 {
        let turned = (targets >> self.places) | (targets << (HEXES as u8 - self.places));
        turned & self.from
    }
}

/// The steps to the six neighbours, turning clockwise from the upper left.
const TURNING: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// Slides: one step in each of the six directions.
pub(super) const SLIDES: [Step; 6] = pairs_of_steps(None);

/// Straight swings: two steps in one direction, over the hex between.
pub(super) const STRAIGHTS: [Step; 6] = pairs_of_steps(Some(0));

/// Bent swings: a step in direction `i` and one in direction `i + 1`, in either order, over either
/// of two hexes.
pub(super) const BENDS: [Step; 6] = pairs_of_steps(Some(1));

/// A step in each direction, followed by one in the direction so many turns on.
const fn pairs_of_steps(turn: Option<usize>) -> [Step; 6] {
    let mut steps = [Step { places: 0, from: 0 }; 6];
    let mut i = 0;
    while i < 6 {
        let (mut dr, mut dq) = TURNING[i];
        if let Some(turn) = turn {
            let (r, q) = TURNING[(i + turn) % 6];
            (dr, dq) = (dr + r, dq + q);
        }
        steps[i] = Step::new((dr, dq));
        i += 1;
    }
    steps
}

/// How many hexes the throw zone has when so many throws have been used: one row more with each
/// throw, none after nine.
pub(super) const ZONE_SIZES: [u8; 10] = [5, 11, 18, 26, 35, 43, 50, 56, 61, 0];

/// For each seat all hexes from its own home row to the other's, so that a throw zone is the
/// beginning of the list.
static ZONES: [[Hex; HEXES]; 2] = {
    let mut zones = [[Hex(0); HEXES]; 2];
    let mut length = 0;
    let mut r = 4;
    while r >= -4 {
        let mut q = -4;
        while q <= 4 {
            if let Some(hex) = Hex::new(r, q) {
                zones[0][length] = hex;
                zones[1][length] = hex.mirrored();
                length += 1;
            }
            q += 1;
        }
        r -= 1;
    }
    zones
};

/// For each seat and number of throws used, the throw zone as a set.
static ZONE_SETS: [[u64; 10]; 2] = {
    let mut sets = [[0; 10]; 2];
    let mut seat = 0;
    while seat < 2 {
        let mut used = 0;
        while used < 10 {
            let mut at = 0;
            while at < ZONE_SIZES[used] as usize {
                sets[seat][used] |= ZONES[seat][at].bit();
                at += 1;
            }
            used += 1;
        }
        seat += 1;
    }
    sets
};

/// The same as [`throw_zone`], as a set.
#[inline]
pub(super) fn throw_zone_set(seat: Seat, throws_used: u8) -> u64 {
    ZONE_SETS[seat.index()][usize::from(throws_used)]
}

/// The hexes that `seat` may throw onto after so many throws.
#[inline]
pub(super) fn throw_zone(seat: Seat, throws_used: u8) -> &'static [Hex] {
    &ZONES[seat.index()][..usize::from(ZONE_SIZES[usize::from(throws_used)])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_has_a_place_for_each_hex() {
        assert_eq!(Hex::all().fold(0, |set, hex| set | hex.bit()), (1 << HEXES) - 1);
        for hex in Hex::all() {
            let (r, q) = hex.coordinates();
            assert_eq!(Hex::new(r, q), Some(hex));
            assert_eq!(hex.mirrored().coordinates(), (-r, -q));
        }
    }

    #[test]
    fn steps_lead_where_coordinates_do() {
        for (step, (dr, dq)) in SLIDES.iter().zip(TURNING) {
            for hex in Hex::all() {
                let (r, q) = hex.coordinates();
                let there = Hex::new(r + dr, q + dq);
                assert_eq!(step.from & hex.bit() != 0, there.is_some());
                if let Some(there) = there {
                    assert_eq!(step.target(hex), there);
                    assert_eq!(step.sources(there.bit()), hex.bit());
                    assert_eq!(step.targets(hex.bit()), there.bit());
                    assert_eq!(hex.distance(there), 1);
                }
            }
        }
        let degrees: u32 = SLIDES.iter().map(|step| step.from.count_ones()).sum();
        assert_eq!(degrees, 37 * 6 + 18 * 4 + 6 * 3);
    }

    #[test]
    fn zones_grow_row_by_row() {
        for used in 0..9 {
            let limit = 4 - i32::from(used);
            let upper = throw_zone(Seat::new(0), used).iter().map(|hex| hex.coordinates().0);
            let lower = throw_zone(Seat::new(1), used).iter().map(|hex| -hex.coordinates().0);
            assert_eq!(upper.min(), Some(limit));
            assert_eq!(lower.min(), Some(limit));
        }
    }
}
