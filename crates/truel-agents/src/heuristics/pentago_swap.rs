//! Pentago-Swap: lines that are still open.

pub mod anywhere;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::PentagoSwap;
use truel_search::{AlphaBetaOpinion, Opinion};

/// The windows of five that only one seat has pieces in, weighed by how many.
#[derive(Clone, Copy, Default, Debug)]
pub struct OpenLines;

/// What an open window with so many pieces counts.
const WEIGHTS: [f32; 6] = [0.0, 1.0, 3.0, 9.0, 20.0, 40.0];

impl OpenLines {
    fn lines(game: &PentagoSwap, seat: Seat) -> f32 {
        let counts = game.open_windows(seat);
        counts
            .iter()
            .zip(WEIGHTS)
            .map(|(count, weight)| f32::from(*count) * weight)
            .sum()
    }
}

impl Evaluate<PentagoSwap> for OpenLines {
    fn evaluate(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        super::two_seats(Self::lines(game, Seat::new(0)) - Self::lines(game, Seat::new(1)), 40.0)
    }
}

impl Opinion<PentagoSwap> for OpenLines {}

impl AlphaBetaOpinion<PentagoSwap> for OpenLines {
    type LineState = ();
}
