//! The report's linear evaluation: six differences, Upper's minus Lower's (digest, section 3.4).

use truel_core::{Bounds, BySeat, Evaluate, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::{HexSet, Symbol};
use truel_search::{AlphaBetaOpinion, Opinion};

const UPPER: Seat = Seat::new(0);
const LOWER: Seat = Seat::new(1);

/// What `least_distance` says when no token defeats another: one more than the board is wide.
const NOBODY_NEAR: u8 = 9;

/// The six features, each Upper's minus Lower's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// Tokens remaining; reading: on the board and in hand.
    pub tokens: f32,
    /// Thrown tokens; reading: on the board now.
    pub thrown: f32,
    /// Throws left.
    pub unthrown: f32,
    /// Own tokens of a symbol over enemy tokens that defeat it; reading: summed over the symbols,
    /// denominators at least 1.
    pub dominance: f32,
    /// The mean distance from the seat's central token; reading: the one with the least total
    /// distance.
    pub spread: f32,
    /// The least distance from a token to one it defeats; reading: 9 when there is none.
    pub least_distance: f32,
}

impl Features {
    /// Those of a position.
    pub fn of(game: &RoPaSci) -> Self {
        let difference = |feature: fn(&RoPaSci, Seat) -> f32| feature(game, UPPER) - feature(game, LOWER);
        let thrown = difference(|game, seat| game.token_count(seat).into());
        let unthrown = difference(|game, seat| game.throws_left(seat).into());
        Features {
            tokens: thrown + unthrown,
            thrown,
            unthrown,
            dominance: difference(dominance),
            spread: difference(spread),
            least_distance: difference(least_distance),
        }
    }
}

fn dominance(game: &RoPaSci, seat: Seat) -> f32 {
    let share = |symbol: Symbol| {
        let danger = game.tokens(seat.next(2), symbol.defeated_by()).max(1);
        f32::from(game.tokens(seat, symbol)) / f32::from(danger)
    };
    Symbol::ALL.into_iter().map(share).sum()
}

fn spread(game: &RoPaSci, seat: Seat) -> f32 {
    let held = game.held(seat);
    let total = |centre| {
        let distances = held
            .iter()
            .map(|hex| u32::from(game.stack(hex).tokens[seat]) * u32::from(hex.distance(centre)));
        distances.sum::<u32>()
    };
    let least = held.iter().map(total).min().unwrap_or(0);
    least as f32 / f32::from(game.token_count(seat).max(1))
}

fn least_distance(game: &RoPaSci, seat: Seat) -> f32 {
    let (own, other) = (game.held_by_symbol(seat), game.held_by_symbol(seat.next(2)));
    let from_symbol = |prey: Symbol| nearest(own[prey.defeated_by().index()], other[prey.index()]);
    let least = Symbol::ALL.into_iter().filter_map(from_symbol).min();
    least.unwrap_or(NOBODY_NEAR).into()
}

/// The least distance from a hex of one set to a hex of the other.
fn nearest(from: HexSet, to: HexSet) -> Option<u8> {
    let distances = from
        .iter()
        .flat_map(|hex| to.iter().map(move |other| hex.distance(other)));
    distances.min()
}

/// The evaluation, `U = w0 + w1 tokens + ...`, for a win of 1, a tie of 0 and a loss of -1.
///
/// The report has no weights: its author could not compute true values to fit them to. The defaults
/// are ours, fitted to the results of matches (`examples/fit_ropasci.rs`).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Linear {
    /// `w0` to `w6`.
    pub weights: [f32; 7],
}

impl Default for Linear {
    fn default() -> Self {
        Linear {
            weights: [0.0, 0.21, 0.04, 0.17, -0.02, -0.03, -0.07],
        }
    }
}

impl Linear {
    /// What the position is worth to Upper, from -1 to 1; not beyond what invincible tokens leave
    /// open.
    pub fn utility(&self, game: &RoPaSci) -> f32 {
        let features = Features::of(game);
        let [w0, w1, w2, w3, w4, w5, w6] = self.weights;
        let sum = w0
            + w1 * features.tokens
            + w2 * features.thrown
            + w3 * features.unthrown
            + w4 * features.dominance
            + w5 * features.spread
            + w6 * features.least_distance;
        let Bounds { low, high } = open_utilities(game);
        sum.clamp(low, high)
    }
}

/// Between what Upper's result can still lie: a seat with an invincible token cannot lose any more.
pub fn open_utilities(game: &RoPaSci) -> Bounds {
    let open = |seat: Seat| if game.is_invincible(seat.next(2)) { 0.0 } else { 1.0 };
    Bounds {
        low: -open(LOWER),
        high: open(UPPER),
    }
}

impl Evaluate<RoPaSci> for Linear {
    fn evaluate(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        let upper = self.utility(game).midpoint(1.0);
        BySeat([upper, 1.0 - upper])
    }
}

impl Opinion<RoPaSci> for Linear {}

impl AlphaBetaOpinion<RoPaSci> for Linear {
    type LineState = ();

    fn bounds(&self, game: &RoPaSci, seat: Seat) -> Bounds {
        let Bounds { low, high } = open_utilities(game);
        let (low, high) = (low.midpoint(1.0), high.midpoint(1.0));
        match seat {
            UPPER => Bounds { low, high },
            _ => Bounds {
                low: 1.0 - high,
                high: 1.0 - low,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> RoPaSci {
        text.parse().expect("a position")
    }

    /// Upper: rocks on 4,-4 and 4,-2, scissors on 2,-2. Lower: a paper on 2,0 and a scissors on
    /// -4,4.
    #[test]
    fn six_features_by_hand() {
        let game = position("R1R2/6/2S1p2/8/9/8/7/6/4s 3,4 8 -");
        let features = Features::of(&game);
        assert_eq!((features.thrown, features.unthrown, features.tokens), (1.0, 1.0, 2.0));
        // Upper: two rocks over one paper, one scissors over no rock. Lower: a paper over one
        // scissors, scissors over two rocks.
        assert_eq!(features.dominance, (2.0 + 1.0) - (1.0 + 0.5));
        // Upper's central token is 4,-2: the others are 2 away. Lower's two tokens are 6 apart.
        assert!((features.spread - (4.0 / 3.0 - 6.0 / 2.0)).abs() < 1e-6);
        // Upper's scissors stand 2 from the paper, which stands 2 from the rock on 4,-2.
        assert_eq!(features.least_distance, 0.0);
    }

    #[test]
    fn a_seat_that_threatens_nothing_is_nine_away() {
        let game = position("R4/6/7/8/9/8/7/6/s4 1,1 4 -");
        assert_eq!(Features::of(&game).least_distance, 8.0 - 9.0);
    }

    #[test]
    fn an_invincible_token_closes_half_of_the_scale() {
        let open = position("R4/6/7/8/9/8/7/6/s4 1,1 4 -");
        assert_eq!(open_utilities(&open), Bounds { low: -1.0, high: 1.0 });
        // Lower has no throws left and no paper; Upper has throws left, so nothing of Lower's is
        // invincible.
        let upper = position("R4/6/7/8/9/8/7/6/s3s 8,9 20 -");
        assert_eq!(open_utilities(&upper), Bounds { low: 0.0, high: 1.0 });
        let lower = position("S3S/6/7/8/9/8/7/6/r4 9,8 20 -");
        assert_eq!(open_utilities(&lower), Bounds { low: -1.0, high: 0.0 });
        let linear = Linear {
            weights: [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        };
        assert_eq!((linear.utility(&open), linear.utility(&upper)), (-1.0, 0.0));
        assert_eq!(linear.bounds(&upper, UPPER), Bounds { low: 0.5, high: 1.0 });
        assert_eq!(linear.bounds(&upper, LOWER), Bounds { low: 0.0, high: 0.5 });
    }
}
