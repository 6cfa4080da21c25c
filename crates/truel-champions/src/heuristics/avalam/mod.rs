//! Avalam: towers, and the patterns they stand in.

mod endgame;
mod foresight;
pub mod patterns;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, HIGHEST};
use truel_search::{AlphaBetaOpinion, Opinion};

pub use patterns::Patterns;

/// Who tops more towers now.
#[derive(Clone, Copy, Default, Debug)]
pub struct Towers;

impl Evaluate<Avalam> for Towers {
    #[inline]
    fn evaluate(&self, game: &Avalam) -> BySeat<f32, 2> {
        let BySeat([yellow, red]) = game.towers();
        super::two_seats(yellow as f32 - red as f32, 4.0)
    }
}

impl Opinion<Avalam> for Towers {
    /// High towers first, for a tower of five is safe; covering an own tower last.
    #[inline]
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        let (from, to) = (game.tower(carry.from), game.tower(carry.to));
        let height = from.height() + to.height();
        let covers_own = to.seat() == Some(seat) && from.seat() == Some(seat);
        let gives_away = from.seat() != Some(seat);
        f32::from(height) + if height == HIGHEST { 3.0 } else { 0.0 }
            - if covers_own { 2.5 } else { 0.0 }
            - if gives_away { 4.0 } else { 0.0 }
    }
}

impl AlphaBetaOpinion<Avalam> for Towers {
    type LineState = ();
}
