//! The report's evaluations: the referee's score, as each agent reads it.

use truel_core::{Bounds, BySeat, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::Move;
use truel_search::lens::Lens;
use truel_search::{AlphaBetaOpinion, Opinion};

use truel_champions::heuristics::threechess::Score;

fn score(game: &ThreeChess, seat: Seat) -> f32 {
    f32::from(game.score(seat))
}

/// Twice one's own score less those of the others. There is no term for winning: taking a king is
/// worth 120, losing one's own -120, and a match between the others decides nothing.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TwiceOwn;

impl Lens<ThreeChess> for TwiceOwn {
    const BOUNDS: Bounds = Bounds {
        low: -1000.0,
        high: 1000.0,
    };

    fn judge(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        BySeat::from_fn(|seat| self.judge_for(game, seat))
    }

    #[inline]
    fn judge_for(&self, game: &ThreeChess, seat: Seat) -> f32 {
        let all: f32 = Seat::all(3).map(|seat| score(game, seat)).sum();
        3.0 * score(game, seat) - all
    }

    #[inline]
    fn rank(&self, game: &ThreeChess, seat: Seat, mv: Move) -> f32 {
        Score.rank(game, seat, mv)
    }

    #[inline]
    fn is_noisy(&self, game: &ThreeChess, seat: Seat, mv: Move) -> bool {
        Score.is_noisy(game, seat, mv)
    }
}

/// The score of the seat that searches, for everybody: all seats go where it is largest.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreOf(pub Seat);

impl Default for ScoreOf {
    fn default() -> Self {
        ScoreOf(Seat::new(0))
    }
}

impl Lens<ThreeChess> for ScoreOf {
    /// From no piece to more than sixteen queens and all that can be taken.
    const BOUNDS: Bounds = Bounds { low: 0.0, high: 500.0 };

    fn judge(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        BySeat([score(game, self.0); 3])
    }
}
