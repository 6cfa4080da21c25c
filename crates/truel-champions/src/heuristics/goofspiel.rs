//! Goofspiel: the lead.

use truel_core::{BySeat, Evaluate};
use truel_games::Goofspiel;
use truel_games::goofspiel::Scoring;
use truel_search::{AlphaBetaOpinion, Opinion};

/// The points won so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Lead;

impl<S: Scoring> Evaluate<Goofspiel<S>> for Lead {
    fn evaluate(&self, game: &Goofspiel<S>) -> BySeat<f32, 2> {
        let BySeat([first, second]) = game.points_won();
        let lead = f32::from(first) - f32::from(second);
        let value = S::BOUNDS.high * lead / (lead.abs() + 10.0);
        BySeat([value, -value])
    }
}

impl<S: Scoring> Opinion<Goofspiel<S>> for Lead {}

impl<S: Scoring> AlphaBetaOpinion<Goofspiel<S>> for Lead {
    type LineState = ();
}
