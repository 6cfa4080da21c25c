//! Throws, slides and swings: listed, counted, or drawn at random.

use truel_core::{Rng, Seat};

use super::RoPaSci;
use super::board::{BENDS, Hex, SLIDES, STRAIGHTS, Step, ZONE_SIZES, throw_zone};
use super::hexes::{HexSet, hexes};
use super::tokens::Symbol;

/// One seat's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A new token comes onto the board.
    Throw {
        /// What it shows.
        symbol: Symbol,
        /// Where it lands.
        to: Hex,
    },
    /// A token slides to a neighbour or swings over one: one hex away or two.
    Go {
        /// Where it stood.
        from: Hex,
        /// Where it lands.
        to: Hex,
    },
}

impl Move {
    /// Where the token stood; a thrown one counts as standing where it lands.
    #[inline]
    pub(super) fn from(self) -> Hex {
        match self {
            Move::Throw { to, .. } => to,
            Move::Go { from, .. } => from,
        }
    }

    /// Where the token lands.
    #[inline]
    pub fn to(self) -> Hex {
        match self {
            Move::Throw { to, .. } | Move::Go { to, .. } => to,
        }
    }
}

/// All slides and swings of a seat: for each of 18 ways to go, the hexes from which a token of the
/// seat can.
///
/// A swing along a bend may have two pivots; as bits in one set they are one move, as the rules
/// want it.
struct Reach([u64; 18]);

/// The 18 ways to go, in the order of [`Reach`].
const WAYS: [Step; 18] = {
    let mut ways = [SLIDES[0]; 18];
    let mut i = 0;
    while i < 6 {
        (ways[i], ways[6 + i], ways[12 + i]) = (SLIDES[i], STRAIGHTS[i], BENDS[i]);
        i += 1;
    }
    ways
};

impl Reach {
    /// Every token may slide; one with a neighbour of its own side may swing over it to the three
    /// hexes behind.
    #[inline]
    fn of(own: u64) -> Self {
        let mut reach = [0; 18];
        let pivots: [u64; 6] = std::array::from_fn(|i| own & SLIDES[i].sources(own));
        for i in 0..6 {
            reach[i] = own & SLIDES[i].from;
            reach[6 + i] = pivots[i] & STRAIGHTS[i].from;
            reach[12 + i] = (pivots[i] | pivots[(i + 1) % 6]) & BENDS[i].from;
        }
        Reach(reach)
    }

    #[inline]
    fn len(&self) -> u32 {
        self.0.iter().map(|sources| sources.count_ones()).sum()
    }

    /// The move with this number, below [`Reach::len`].
    #[inline]
    fn nth(&self, mut number: u32) -> Move {
        for (way, &sources) in WAYS.iter().zip(&self.0) {
            let count = sources.count_ones();
            if number < count {
                let from = nth_hex(sources, number);
                return Move::Go {
                    from,
                    to: way.target(from),
                };
            }
            number -= count;
        }
        unreachable!("the number is below the length")
    }
}

#[inline]
fn nth_hex(mut set: u64, number: u32) -> Hex {
    for _ in 0..number {
        set &= set - 1;
    }
    Hex(set.trailing_zeros() as u8)
}

impl RoPaSci {
    pub(super) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        let throws = throw_zone(seat, self.material.throws_used[seat])
            .iter()
            .flat_map(|&to| Symbol::ALL.map(|symbol| Move::Throw { symbol, to }));
        out.extend(throws);
        self.slides_and_swings(seat, out);
    }

    /// Appends the moves of `seat` that are no throws, at most a few dozen where throws can be 183.
    pub fn slides_and_swings(&self, seat: Seat, out: &mut Vec<Move>) {
        for (way, &sources) in WAYS.iter().zip(&Reach::of(self.own[seat]).0) {
            out.extend(hexes(sources).map(|from| Move::Go {
                from,
                to: way.target(from),
            }));
        }
    }

    /// Where a token of `seat` can slide or swing to from the hexes in `from`.
    #[inline]
    pub fn landings(&self, seat: Seat, from: HexSet) -> HexSet {
        let reach = Reach::of(self.own[seat]).0;
        let ways = WAYS.iter().zip(reach);
        HexSet(ways.fold(0, |set, (way, sources)| set | way.targets(sources & from.0)))
    }

    #[inline]
    pub(super) fn count_moves(&self, seat: Seat) -> u32 {
        self.throw_count(seat) + Reach::of(self.own[seat]).len()
    }

    #[inline]
    pub(super) fn draw_move(&self, seat: Seat, rng: &mut Rng) -> Move {
        let (throws, reach) = (self.throw_count(seat), Reach::of(self.own[seat]));
        let number = rng.below(throws + reach.len());
        if number >= throws {
            return reach.nth(number - throws);
        }
        let zone = throw_zone(seat, self.material.throws_used[seat]);
        Move::Throw {
            symbol: Symbol::ALL[number as usize % 3],
            to: zone[number as usize / 3],
        }
    }

    #[inline]
    fn throw_count(&self, seat: Seat) -> u32 {
        3 * u32::from(ZONE_SIZES[usize::from(self.material.throws_used[seat])])
    }
}
