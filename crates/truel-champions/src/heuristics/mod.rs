//! A first opinion for each game: cheap, sensible, on the scale of payoffs. Stronger ones stand
//! beside them.

pub mod avalam;
pub mod chexers;
pub mod connect_four;
pub mod goofspiel;
mod pentago;
pub mod pentago_swap;
pub mod ropasci;
pub mod threechess;

use truel_core::BySeat;

/// An advantage of the first of two seats as payoffs from 0 to 1: 0 is a draw, `scale` is three
/// quarters of a win.
#[inline]
pub(crate) fn two_seats(advantage: f32, scale: f32) -> BySeat<f32, 2> {
    let share = 0.5 + 0.5 * advantage / (advantage.abs() + scale);
    BySeat([share, 1.0 - share])
}

#[cfg(test)]
mod tests {
    use truel_core::{Draw, Payoffs, Rng, Seat, random_joint};
    use truel_search::Opinion;

    use crate::Listed;

    /// Opinions stay inside the payoffs' bounds, keep their constant sum, and answer for one seat
    /// as for all.
    fn keeps_the_scale<G: Draw>(opinion: &impl Opinion<G>) {
        for seed in 0..20 {
            let (mut game, mut rng) = (G::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let value = opinion.evaluate(&game);
                for seat in Seat::all(G::INFO.seats.len()) {
                    assert!(G::INFO.bounds.contains(value[seat]), "{game}: {value:?}");
                    let alone = opinion.value_for(&game, seat);
                    assert!(
                        (alone - value[seat]).abs() < 1e-6,
                        "{game}: {alone} for {seat:?}, not {value:?}"
                    );
                }
                if let Some(sum) = G::INFO.sum {
                    assert!((value.sum() - sum).abs() < 1e-5, "{game}: {value:?}");
                }
                game.play(joint);
            }
        }
    }

    macro_rules! keep_the_scale {
        ($($game:ty),*) => {
            $(keeps_the_scale::<$game>(&<$game as Listed>::Opinion::default());)*
        };
    }

    #[test]
    fn every_game_has_an_opinion_that_keeps_the_scale() {
        truel_games::for_each_game!(keep_the_scale);
    }
}
