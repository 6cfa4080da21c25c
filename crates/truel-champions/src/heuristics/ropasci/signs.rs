//! What a trained opinion sees of a position: forty numbers for each seat.
//!
//! They count tokens and throws, who hunts whom from how far, what a throw can hit, and what
//! nothing can hit any more. A seat's numbers are about its chances; the other's tell its dangers.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_games::RoPaSci;
use truel_games::ropasci::{Hex, HexSet, Symbol, THROWS};

/// How many numbers a seat has.
pub const SIGNS: usize = 40;

/// What each number says, for people.
pub const NAMES: [&str; SIGNS] = [
    "tokens on the board",
    "throws left",
    "prey at distance 0 or 1",
    "prey at distance 2",
    "prey at distance 3",
    "prey at distance 4 or 5",
    "prey farther away",
    "prey attacked by swings alone",
    "prey attacked beside the first",
    "enemy tokens in the throw zone",
    "whether there is one",
    "enemy tokens that throws can hit beside the one that flees",
    "attacked prey on the edge",
    "attacked prey that can be avenged",
    "symbols on the board",
    "tokens above the first on their hex",
    "steps from the middle of the board, halved",
    "rows forward, by four",
    "tokens that no enemy token defeats",
    "tokens that defeat no enemy token",
    "an invincible token",
    "an invincible token, by enemy tokens left",
    "no throw left",
    "one throw left",
    "two throws left",
    "enemy tokens that no token defeats",
    "the same, with no throw left",
    "one token or throw left at most",
    "two at most",
    "three at most",
    "hexes within reach, by ten",
    "share of all tokens and throws, of ten",
    "enemy tokens in the zone after a throw",
    "enemy tokens in the zone after two throws",
    "enemy tokens in the zone and out of their own",
    "whether only this seat has throws",
    "how many throws only this seat has",
    "attacked prey with one safe hex beside it at most",
    "attacked prey with two at most",
    "tokens by enemy throws, by ten",
];

/// Both seats' numbers, Upper's first.
#[inline]
pub fn signs(game: &RoPaSci) -> [[f32; SIGNS]; 2] {
    let map = &*MAP;
    let [upper, lower] = [0, 1].map(|seat| Side::of(game, Seat::new(seat)));
    [upper.signs(&lower, map), lower.signs(&upper, map)]
}

/// Sets of hexes that do not change.
struct Map {
    /// By steps from the middle.
    rings: [HexSet; 5],
    /// For each seat its throw zone after so many throws, as if there were always one more.
    zones: [[HexSet; THROWS as usize + 2]; 2],
}

static MAP: LazyLock<Map> = LazyLock::new(|| {
    let of = |is_in: &dyn Fn(Hex) -> bool| {
        let hexes = Hex::all().filter(|hex| is_in(*hex));
        hexes.fold(HexSet::EMPTY, |set, hex| set | hex.into())
    };
    let middle = Hex::new(0, 0).expect("the board has a middle");
    Map {
        rings: std::array::from_fn(|steps| of(&|hex| usize::from(hex.distance(middle)) == steps)),
        zones: [0, 1]
            .map(|seat| std::array::from_fn(|used| of(&|hex| rows_forward(hex, Seat::new(seat)) <= used as i32))),
    }
});

/// How many rows a hex lies before a seat's home row.
#[inline]
fn rows_forward(hex: Hex, seat: Seat) -> i32 {
    let (r, _) = hex.coordinates();
    if seat == Seat::new(0) { 4 - r } else { 4 + r }
}

/// What a seat has.
struct Side {
    seat: Seat,
    held: [HexSet; 3],
    /// Where tokens of each symbol can slide or swing to.
    landings: [HexSet; 3],
    all: HexSet,
    zone: HexSet,
    counts: [u8; 3],
    tokens: f32,
    throws: u8,
}

/// A symbol's prey and what defeats it, as places in lists by symbol.
const fn prey_of(symbol: usize) -> usize {
    (symbol + 2) % 3
}

const fn danger_of(symbol: usize) -> usize {
    (symbol + 1) % 3
}

impl Side {
    #[inline]
    fn of(game: &RoPaSci, seat: Seat) -> Self {
        let held = game.held_by_symbol(seat);
        Side {
            seat,
            held,
            landings: held.map(|set| if set.is_empty() { set } else { game.landings(seat, set) }),
            all: game.held(seat),
            zone: game.zone(seat),
            counts: Symbol::ALL.map(|symbol| game.tokens(seat, symbol)),
            tokens: game.token_count(seat).into(),
            throws: game.throws_left(seat),
        }
    }

    #[inline]
    fn signs(&self, other: &Side, map: &Map) -> [f32; SIGNS] {
        let mut signs = [0.0; SIGNS];
        self.count(other, &mut signs);
        self.look_around(map, &mut signs);
        self.hunt(other, map, &mut signs);
        self.aim(other, map, &mut signs);
        signs
    }

    /// Tokens and throws.
    #[inline]
    fn count(&self, other: &Side, signs: &mut [f32; SIGNS]) {
        let (throws, their_throws) = (f32::from(self.throws), f32::from(other.throws));
        let total = self.tokens + throws;
        signs[0] = self.tokens;
        signs[1] = throws;
        for (at, left) in [(22, 0), (23, 1), (24, 2)] {
            signs[at] = f32::from(self.throws == left);
        }
        for (at, most) in [(27, 1.0), (28, 2.0), (29, 3.0)] {
            signs[at] = f32::from(total <= most);
        }
        signs[31] = 10.0 * total / (total + other.tokens + their_throws);
        if other.throws == 0 {
            signs[35] = throws.min(1.0);
            signs[36] = throws;
        }
        signs[39] = self.tokens * their_throws * 0.1;
    }

    /// Where the own tokens stand.
    #[inline]
    fn look_around(&self, map: &Map, signs: &mut [f32; SIGNS]) {
        signs[15] = self.tokens - self.all.len() as f32;
        let steps = map.rings.iter().enumerate();
        let steps: u32 = steps.map(|(far, ring)| far as u32 * (self.all & *ring).len()).sum();
        signs[16] = 0.5 * steps as f32;
        let rows: i32 = self.all.iter().map(|hex| rows_forward(hex, self.seat)).sum();
        signs[17] = 0.25 * rows as f32;
        signs[30] = 0.1 * self.landings.iter().map(|set| set.len()).sum::<u32>() as f32;
    }

    /// What the tokens defeat, and from how far.
    #[inline]
    fn hunt(&self, other: &Side, map: &Map, signs: &mut [f32; SIGNS]) {
        let (mut attacked, mut near, mut avenged) = (HexSet::EMPTY, 0, 0);
        for symbol in 0..3 {
            let (prey, danger) = (other.held[prey_of(symbol)], other.held[danger_of(symbol)]);
            let count = f32::from(self.counts[symbol]);
            if count == 0.0 {
                let unhunted = f32::from(other.counts[prey_of(symbol)]);
                signs[25] += unhunted;
                signs[26] += if self.throws == 0 { unhunted } else { 0.0 };
                continue;
            }
            signs[14] += 1.0;
            if danger.is_empty() {
                signs[18] += count;
                signs[20] = signs[20].max(f32::from(other.throws == 0));
            }
            if prey.is_empty() {
                signs[19] += count;
                continue;
            }
            near += self.stalk(symbol, prey, signs);
            attacked = attacked | (prey & (self.landings[symbol] | self.held[symbol]));
            let hit = prey & self.landings[symbol];
            avenged += ((hit | (prey & self.held[symbol])) & other.landings[danger_of(symbol)]).len();
            for hex in hit.iter() {
                let free = HexSet::from(hex).neighbours() - self.landings[symbol] - other.all;
                signs[37] += f32::from(free.len() <= 1);
                signs[38] += f32::from(free.len() <= 2);
            }
        }
        signs[7] = attacked.len() as f32 - near as f32;
        signs[8] = attacked.len().saturating_sub(1) as f32;
        signs[12] = (attacked & map.rings[4]).len() as f32;
        signs[13] = avenged as f32;
        if signs[20] > 0.0 {
            signs[21] = 4.0 / (1.0 + other.tokens);
        }
    }

    /// Prey by distance; returns how much is beside a hunter.
    #[inline]
    fn stalk(&self, symbol: usize, prey: HexSet, signs: &mut [f32; SIGNS]) -> u32 {
        let grown = |set: HexSet| set | set.neighbours();
        let one = grown(self.held[symbol]);
        let two = grown(one);
        let three = grown(two);
        let five = grown(grown(three));
        let [one, two, three, five] = [one, two, three, five].map(|set| (prey & set).len());
        for (at, count) in [one, two - one, three - two, five - three, prey.len() - five]
            .into_iter()
            .enumerate()
        {
            signs[2 + at] += count as f32;
        }
        one
    }

    /// What throws can hit, now and later.
    #[inline]
    fn aim(&self, other: &Side, map: &Map, signs: &mut [f32; SIGNS]) {
        let in_zone = (other.all & self.zone).len() as f32;
        signs[9] = in_zone;
        signs[10] = in_zone.min(1.0);
        signs[11] = f32::from(self.throws).min((in_zone - 1.0).max(0.0));
        let used = usize::from(THROWS - self.throws);
        let zones = &map.zones[self.seat.index()];
        if self.throws >= 2 {
            signs[32] = (other.all & zones[used + 1]).len() as f32;
        }
        if self.throws >= 3 {
            signs[33] = (other.all & zones[used + 2]).len() as f32;
        }
        signs[34] = ((other.all & self.zone) - other.zone).len() as f32;
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Game, Rng, Symmetric, random_joint};

    use super::*;

    #[test]
    fn both_seats_are_seen_alike() {
        let (mut game, mut rng) = (RoPaSci::default(), Rng::new(7));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let ([upper, lower], [there, here]) = (signs(&game), signs(&game.image(1)));
            assert!(upper == here && lower == there, "{game}");
            game.play(joint);
        }
    }

    #[test]
    fn prey_and_targets_are_counted() {
        // Upper's rock on 0,0 beside its scissors on 0,1 can swing onto lower's scissors on -1,2,
        // two steps away; the other scissors on 1,-1 stand beside the rock.
        let game: RoPaSci = "5/6/7/3s4/4RS3/5s2/7/6/5 5,5 12 -".parse().expect("a position");
        let [upper, lower] = signs(&game);
        assert_eq!((upper[2], upper[3], upper[7], upper[8]), (1.0, 1.0, 1.0, 1.0));
        // Five throws reach from row 4 to row -1.
        assert_eq!((upper[9], upper[11], lower[9]), (2.0, 1.0, 2.0));
        assert_eq!((lower[19], lower[25]), (2.0, 2.0));
    }
}
