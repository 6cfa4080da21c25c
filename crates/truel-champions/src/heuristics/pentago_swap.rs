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
    /// What each seat may expect if it has so many open windows with 0, 1, … 5 pieces.
    pub(super) fn payoffs(open_windows: impl Fn(Seat) -> [u8; 6]) -> BySeat<f32, 2> {
        let lines = |seat| {
            let counts = open_windows(seat).map(f32::from);
            counts
                .iter()
                .zip(WEIGHTS)
                .map(|(count, weight)| count * weight)
                .sum::<f32>()
        };
        super::two_seats(lines(Seat::new(0)) - lines(Seat::new(1)), 40.0)
    }
}

impl Evaluate<PentagoSwap> for OpenLines {
    fn evaluate(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        Self::payoffs(|seat| game.open_windows(seat))
    }
}

impl Opinion<PentagoSwap> for OpenLines {}

impl AlphaBetaOpinion<PentagoSwap> for OpenLines {
    type LineState = ();
}
