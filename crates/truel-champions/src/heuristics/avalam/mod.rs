//! Avalam: towers, and the patterns they stand in.

mod endgame;
mod foresight;
pub mod patterns;
mod regions;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, HIGHEST};
use truel_search::{AlphaBetaOpinion, Opinion};

pub use patterns::Patterns;
pub use regions::Regions;

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

/// Who tops more towers, where those that no move can carry or cover count more: 1.5, and 1.55 with
/// five counters, since fives break ties. The values are those of the agent `fischer`.
#[derive(Clone, Copy, Default, Debug)]
pub struct Settled;

impl Evaluate<Avalam> for Settled {
    #[inline]
    fn evaluate(&self, game: &Avalam) -> BySeat<f32, 2> {
        let movable = game.movable();
        let mut lead = 0.0;
        for cell in game.standing().iter() {
            let tower = game.tower(cell);
            let worth = match tower.height() {
                HIGHEST => 1.55,
                _ if movable.contains(cell) => 1.0,
                _ => 1.5,
            };
            lead += if tower.seat() == Some(Seat::new(0)) {
                worth
            } else {
                -worth
            };
        }
        super::two_seats(lead, 2.0)
    }
}

impl Opinion<Avalam> for Settled {
    #[inline]
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        Towers.rank(game, seat, carry) + if game.isolates(carry) { 5.0 } else { 0.0 }
    }
}

impl AlphaBetaOpinion<Avalam> for Settled {
    type LineState = ();

    #[inline]
    fn decided(&self, game: &Avalam) -> Option<BySeat<f32, 2>> {
        endgame::decided(game)
    }

    #[inline]
    fn key(&self, game: &Avalam) -> u64 {
        endgame::key(game)
    }
}
