//! Pentago: lines that are still open, weighed as in Pentago-Swap.

use truel_core::{BySeat, Evaluate};
use truel_games::Pentago;
use truel_search::{AlphaBetaOpinion, Opinion};

use super::pentago_swap::OpenLines;

impl Evaluate<Pentago> for OpenLines {
    fn evaluate(&self, game: &Pentago) -> BySeat<f32, 2> {
        Self::payoffs(|seat| game.open_windows(seat))
    }
}

impl Opinion<Pentago> for OpenLines {}

impl AlphaBetaOpinion<Pentago> for OpenLines {
    type LineState = ();
}
