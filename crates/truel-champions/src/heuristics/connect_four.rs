//! Connect four: stones in the middle take part in more lines.

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::ConnectFour;
use truel_games::connect_four::Column;
use truel_search::{AlphaBetaOpinion, Opinion};

/// Stones weighed by how near the middle column they are.
#[derive(Clone, Copy, Default, Debug)]
pub struct Centre;

impl Evaluate<ConnectFour> for Centre {
    #[inline]
    fn evaluate(&self, game: &ConnectFour) -> BySeat<f32, 2> {
        let weight = |seat| {
            game.stones_by_column(seat)
                .iter()
                .zip(0u8..)
                .map(|(&stones, c)| stones * (3 - c.abs_diff(3)))
                .sum::<u8>()
        };
        super::two_seats(f32::from(weight(Seat::new(0))) - f32::from(weight(Seat::new(1))), 12.0)
    }
}

impl Opinion<ConnectFour> for Centre {
    #[inline]
    fn rank(&self, _: &ConnectFour, _: Seat, column: Column) -> f32 {
        3.0 - f32::from(column.index().abs_diff(3))
    }
}

impl AlphaBetaOpinion<ConnectFour> for Centre {
    type LineState = ();
}
