//! Who hunts whom: an opinion that looks at what can be captured soon, by tokens on the board and
//! by throws.
//!
//! Every feature is one seat's minus the other's, so both seats are judged alike. Each has one
//! weight for a match in which all throws are still in hand and one for a match in which none is;
//! between them the throws left decide. The sum becomes an expected payoff by the logistic curve,
//! to which the weights were fitted (`examples/fit_ropasci.rs`).

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::{Hex, HexSet, Symbol, THROWS};
use truel_search::{AlphaBetaOpinion, Opinion};

const UPPER: Seat = Seat::new(0);
const LOWER: Seat = Seat::new(1);

/// How many features there are.
pub const FEATURES: usize = 18;

/// What each feature counts of a seat, for people.
pub const NAMES: [&str; FEATURES] = [
    "tokens on the board",
    "throws left",
    "prey at distance 1",
    "prey at distance 2",
    "prey at distance 3",
    "prey at distance 4 or 5",
    "prey within a swing",
    "prey attacked beside the first",
    "enemy tokens in the throw zone",
    "prey on the board",
    "an invincible token",
    "symbols on the board",
    "tokens above the first on their hex",
    "steps from the middle of the board",
    "tokens nothing on the board defeats, by enemy throws left",
    "prey on the edge",
    "share of all tokens and throws",
    "an invincible token, by enemy tokens left",
];

/// What a seat has on the board and may do with it.
struct Side {
    held: [HexSet; 3],
    landings: [HexSet; 3],
    all: HexSet,
    zone: HexSet,
    tokens: f32,
    throws: f32,
}

impl Side {
    fn of(game: &RoPaSci, seat: Seat) -> Self {
        let held = game.held_by_symbol(seat);
        Side {
            held,
            landings: held.map(|set| if set.is_empty() { set } else { game.landings(seat, set) }),
            all: game.held(seat),
            zone: game.zone(seat),
            tokens: game.token_count(seat).into(),
            throws: game.throws_left(seat).into(),
        }
    }

    /// The features of this side against the other.
    fn features(&self, game: &RoPaSci, seat: Seat, other: &Side) -> [f32; FEATURES] {
        let mut features = [0.0; FEATURES];
        features[0] = self.tokens;
        features[1] = self.throws;
        let mut attacked = 0;
        let edge = edge();
        for prey in Symbol::ALL {
            let (hunters, hunted) = (prey.defeated_by().index(), other.held[prey.index()]);
            let hunter = self.held[hunters];
            if hunter.is_empty() {
                continue;
            }
            for hex in hunted.iter() {
                match hunter.iter().map(|from| from.distance(hex)).min() {
                    Some(0 | 1) => features[2] += 1.0,
                    Some(2) => features[3] += 1.0,
                    Some(3) => features[4] += 1.0,
                    Some(4 | 5) => features[5] += 1.0,
                    _ => {}
                }
            }
            let in_reach = hunted & self.landings[hunters];
            attacked += in_reach.len();
            features[9] += hunted.len() as f32;
            features[15] += (hunted & edge).len() as f32;
        }
        features[6] = attacked as f32 - features[2];
        features[7] = attacked.saturating_sub(1) as f32;
        features[8] = (other.all & self.zone).len() as f32;
        features[11] = self.held.iter().filter(|set| !set.is_empty()).count() as f32;
        features[12] = self.tokens - self.all.len() as f32;
        features[13] = self.all.iter().map(|hex| f32::from(hex.distance(MIDDLE))).sum();
        let is_safe = |symbol: &Symbol| other.held[symbol.defeated_by().index()].is_empty();
        let safe = Symbol::ALL.iter().filter(|symbol| is_safe(symbol));
        let safe: f32 = safe.map(|symbol| f32::from(game.tokens(seat, *symbol))).sum();
        features[14] = safe / (1.0 + other.throws);
        features[16] = 10.0 * (self.tokens + self.throws) / (self.tokens + self.throws + other.tokens + other.throws);
        if game.is_invincible(seat) {
            features[10] = 1.0;
            features[17] = 4.0 / (1.0 + other.tokens);
        }
        features
    }
}

const MIDDLE: Hex = match Hex::new(0, 0) {
    Some(hex) => hex,
    None => panic!("the board has a middle"),
};

/// The hexes with fewer than six neighbours.
fn edge() -> HexSet {
    static EDGE: std::sync::LazyLock<HexSet> = std::sync::LazyLock::new(|| {
        let edge = Hex::all().filter(|hex| hex.distance(MIDDLE) == 4);
        edge.fold(HexSet::EMPTY, |set, hex| set | hex.into())
    });
    *EDGE
}

/// The features of a position, Upper's minus Lower's.
pub fn features(game: &RoPaSci) -> [f32; FEATURES] {
    let (upper, lower) = (Side::of(game, UPPER), Side::of(game, LOWER));
    let ours = upper.features(game, UPPER, &lower);
    let theirs = lower.features(game, LOWER, &upper);
    std::array::from_fn(|at| ours[at] - theirs[at])
}

/// The share of all throws that are still in hand.
pub fn opening(game: &RoPaSci) -> f32 {
    f32::from(game.throws_left(UPPER) + game.throws_left(LOWER)) / f32::from(2 * THROWS)
}

/// The opinion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pursuit {
    /// Weights with all throws in hand, and with none.
    pub weights: [[f32; FEATURES]; 2],
}

impl Default for Pursuit {
    fn default() -> Self {
        Pursuit { weights: WEIGHTS }
    }
}

/// Two rounds of `fit_ropasci 400 1200` from weights set by hand. With these the champion gets 0.96
/// of the points against `report-duct`, with those 0.77 (12 and 13 matches, 3000 simulations
/// against 400).
const WEIGHTS: [[f32; FEATURES]; 2] = [
    [
        0.01, 0.40, 0.15, 0.07, 0.06, -0.14, -0.04, -0.47, 0.42, -0.34, -0.05, 0.32, -0.88, 0.01, 0.84, -0.11, -0.31,
        -0.04,
    ],
    [
        1.63, 1.96, 0.25, 0.10, 0.03, 0.05, 0.27, -0.03, -0.11, 0.33, 3.56, -0.02, -0.43, -0.02, -0.99, 0.10, -0.39,
        0.59,
    ],
];

impl Pursuit {
    /// The sum of weighted features: the logarithm of the odds that Upper wins.
    pub fn log_odds(&self, game: &RoPaSci) -> f32 {
        let (features, opening) = (features(game), opening(game));
        let [early, late] = &self.weights;
        let weighted = |at: usize| features[at] * (late[at] + (early[at] - late[at]) * opening);
        (0..FEATURES).map(weighted).sum()
    }
}

impl Evaluate<RoPaSci> for Pursuit {
    fn evaluate(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        let upper = 1.0 / (1.0 + (-self.log_odds(game)).exp());
        BySeat([upper, 1.0 - upper])
    }
}

impl Opinion<RoPaSci> for Pursuit {}

impl AlphaBetaOpinion<RoPaSci> for Pursuit {
    type LineState = ();
}

#[cfg(test)]
mod tests {
    use truel_core::{Game, Rng, Symmetric, random_joint};

    use super::*;

    #[test]
    fn both_seats_are_judged_alike() {
        let (mut game, mut rng) = (RoPaSci::default(), Rng::new(7));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let image = game.image(1);
            let (there, here) = (features(&image), features(&game));
            assert!(there.iter().zip(here).all(|(a, b)| (a + b).abs() < 1e-4), "{game}");
            game.play(joint);
        }
    }

    #[test]
    fn prey_is_counted_by_distance_and_by_reach() {
        // Upper's rock on 0,0 beside its scissors on 0,1 can swing onto lower's scissors on -1,2,
        // two steps away; the other scissors on 1,-1 stand beside the rock.
        let game: RoPaSci = "5/6/7/3s4/4RS3/5s2/7/6/5 5,5 12 -".parse().expect("a position");
        let features = features(&game);
        assert_eq!(
            (features[2], features[3], features[6], features[7]),
            (1.0, 1.0, 1.0, 1.0)
        );
        assert_eq!((features[0], features[9], features[11]), (0.0, 2.0, 1.0));
    }
}
