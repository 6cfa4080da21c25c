//! Threechess: the referee's score.

pub mod chances;
pub mod kings;
pub mod threats;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::Move;
use truel_search::{AlphaBetaOpinion, Opinion};

/// What each seat has on the board and has captured, against the mean of all.
#[derive(Clone, Copy, Default, Debug)]
pub struct Score;

/// A lead in points that is worth half a win.
const HALF_A_WIN: f32 = 40.0;

impl Evaluate<ThreeChess> for Score {
    fn evaluate(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        let scores: BySeat<f32, 3> = BySeat::from_fn(|seat| f32::from(game.score(seat)));
        let mean = scores.0.iter().sum::<f32>() / 3.0;
        let leads = BySeat::<f32, 3>::from_fn(|seat| scores[seat] - mean);
        // One factor for all keeps the sum at nought; it shrinks as leads grow, so that no seat
        // reaches a whole win.
        let largest = leads.0.iter().fold(0.0f32, |most, lead| most.max(lead.abs()));
        BySeat::from_fn(|seat| leads[seat] / (largest + HALF_A_WIN))
    }
}

impl Opinion<ThreeChess> for Score {
    /// The most valuable victim by the least valuable piece.
    fn rank(&self, game: &ThreeChess, _: Seat, mv: Move) -> f32 {
        let value = |cell| game.kind_on(cell).map_or(0.0, |kind| f32::from(kind.value()));
        let (victim, piece) = (value(mv.to), value(mv.from));
        if victim > 0.0 { 10.0 * victim - 0.1 * piece } else { 0.0 }
    }
}

impl AlphaBetaOpinion<ThreeChess> for Score {
    type LineState = ();

    fn is_noisy(&self, game: &ThreeChess, _: Seat, mv: Move) -> bool {
        game.kind_on(mv.to).is_some()
    }
}
