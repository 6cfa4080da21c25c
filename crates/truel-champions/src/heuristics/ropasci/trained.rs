//! An opinion that was trained on matches of its own: a small network on the [`signs`] of a
//! position.
//!
//! Sixteen units look at both seats' signs, once as Upper and once as Lower, so both seats are
//! judged alike. Their weighted difference is the logarithm of the odds that Upper wins.
//!
//! Trained on depth-1 equilibrium play with itself, in four rounds of 3,000 matches, the first one
//! with [`Pursuit`](super::pursuit::Pursuit). The target of a position is not the result of its
//! match, most of which is luck: it is its value plus all later surprises of the search, that is,
//! what the mixed strategies were worth less what the position was said to be worth.
//! `examples/train_ropasci.rs` does it again.

use std::sync::LazyLock;

use truel_core::{BySeat, Evaluate};
use truel_games::RoPaSci;
use truel_search::{AlphaBetaOpinion, Opinion};

use super::signs::{SIGNS, signs};

/// How many units there are.
pub const UNITS: usize = 16;

/// How many numbers a network has.
pub const NUMBERS: usize = (2 * SIGNS + 2) * UNITS;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// For each sign of the seat that a unit looks from.
    pub own: [[f32; UNITS]; SIGNS],
    /// For each sign of the other seat.
    pub other: [[f32; UNITS]; SIGNS],
    /// What is added in each unit.
    pub bias: [f32; UNITS],
    /// What each unit counts.
    pub out: [f32; UNITS],
}

impl Network {
    /// From its numbers, in the order of the fields.
    pub fn read(numbers: &[f32; NUMBERS]) -> Self {
        let (rows, _) = numbers.as_chunks::<UNITS>();
        Network {
            own: std::array::from_fn(|sign| rows[sign]),
            other: std::array::from_fn(|sign| rows[SIGNS + sign]),
            bias: rows[2 * SIGNS],
            out: rows[2 * SIGNS + 1],
        }
    }

    /// Its numbers, in the order of the fields.
    pub fn numbers(&self) -> [f32; NUMBERS] {
        let rows = self.own.iter().chain(&self.other).chain([&self.bias, &self.out]);
        let mut numbers = rows.flatten().copied();
        std::array::from_fn(|_| numbers.next().expect("a number for each place"))
    }

    /// What the units see as Upper, and as Lower.
    #[inline]
    pub fn units(&self, [upper, lower]: &[[f32; SIGNS]; 2]) -> [[f32; UNITS]; 2] {
        let (mut high, mut low) = (self.bias, self.bias);
        for sign in 0..SIGNS {
            let (a, b) = (upper[sign], lower[sign]);
            // Most signs are seldom seen.
            if a == 0.0 && b == 0.0 {
                continue;
            }
            let (own, other) = (&self.own[sign], &self.other[sign]);
            for unit in 0..UNITS {
                high[unit] += a * own[unit] + b * other[unit];
                low[unit] += b * own[unit] + a * other[unit];
            }
        }
        [high, low]
    }

    /// The logarithm of the odds that Upper wins.
    #[inline]
    pub fn log_odds(&self, signs: &[[f32; SIGNS]; 2]) -> f32 {
        let [high, low] = self.units(signs);
        let unit = |at: usize| self.out[at] * (high[at].max(0.0) - low[at].max(0.0));
        (0..UNITS).map(unit).sum()
    }
}

/// No weight in the file is nearly but not quite 0: with such numbers a search took four times as
/// long.
static TRAINED: LazyLock<Network> = LazyLock::new(|| {
    let (bytes, _) = include_bytes!("../../../data/networks/ropasci.f32").as_chunks::<4>();
    let mut numbers = [0.0; NUMBERS];
    for (number, bytes) in numbers.iter_mut().zip(bytes) {
        *number = f32::from_le_bytes(*bytes);
    }
    Network::read(&numbers)
});

/// The opinion.
#[derive(Clone, Copy, Debug)]
pub struct Trained {
    network: &'static Network,
}

impl Trained {
    /// The opinion of another network.
    pub fn new(network: &'static Network) -> Self {
        Trained { network }
    }

    /// Its network.
    pub fn network(&self) -> &'static Network {
        self.network
    }
}

impl Default for Trained {
    fn default() -> Self {
        Trained { network: &TRAINED }
    }
}

impl Evaluate<RoPaSci> for Trained {
    #[inline]
    fn evaluate(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        let upper = 1.0 / (1.0 + (-self.network.log_odds(&signs(game))).exp());
        BySeat([upper, 1.0 - upper])
    }
}

impl Opinion<RoPaSci> for Trained {}

impl AlphaBetaOpinion<RoPaSci> for Trained {
    type LineState = ();
}

#[cfg(test)]
mod tests {
    use truel_core::{Game, Rng, Seat, Symmetric, random_joint};

    use super::*;

    #[test]
    fn the_file_has_a_number_for_each_weight() {
        assert_eq!(include_bytes!("../../../data/networks/ropasci.f32").len(), 4 * NUMBERS);
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        let network = Trained::default().network();
        assert_eq!(&Network::read(&network.numbers()), network);
        assert!(
            network
                .numbers()
                .iter()
                .all(|number| *number == 0.0 || number.abs() >= 1e-6)
        );
    }

    #[test]
    fn both_seats_are_judged_alike() {
        let (mut game, mut rng) = (RoPaSci::default(), Rng::new(3));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let [here, there] = [&game, &game.image(1)].map(|game| Trained::default().evaluate(game)[Seat::new(0)]);
            assert!((here + there - 1.0).abs() < 1e-4, "{game}");
            game.play(joint);
        }
    }

    #[test]
    fn throws_in_hand_and_tokens_are_good() {
        let upper = |text: &str| {
            let game: RoPaSci = text.parse().expect("a position");
            Trained::default().evaluate(&game)[Seat::new(0)]
        };
        let even = "2R2/6/3P3/8/9/8/3p3/6/2r2 6,6 12 -";
        assert!((upper(even) - 0.5).abs() < 1e-4);
        assert!(upper(&even.replace("6,6", "5,6")) > 0.55, "a throw more");
        assert!(upper(&even.replace("2R2", "2R1S")) > 0.55, "a token more");
    }
}
