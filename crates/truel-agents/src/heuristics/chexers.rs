//! Chexers: the race.

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Kind, Move};
use truel_search::Opinion;

/// How far each seat is in the race: exits made, pieces to make more with, and steps still to go.
#[derive(Clone, Copy, Default, Debug)]
pub struct Race;

impl Race {
    /// A positive measure of how well `seat` stands.
    fn standing(game: &Chexers, seat: Seat) -> f32 {
        let missing = f32::from(4 - game.exits(seat).min(4));
        let pieces = game.piece_count(seat) as f32;
        let steps: f32 = game
            .pieces_of(seat)
            .map(|cell| f32::from(cell.steps_to_exit(seat)))
            .sum();
        let mean = if pieces > 0.0 { steps / pieces } else { 6.0 };
        let supply = (pieces / missing.max(1.0)).min(2.0);
        (1.0 + f32::from(game.exits(seat)) + 2.0 * supply - 0.2 * mean).max(0.05)
    }
}

impl Evaluate<Chexers> for Race {
    fn evaluate(&self, game: &Chexers) -> BySeat<f32, 3> {
        let standing: BySeat<f32, 3> = BySeat::from_fn(|seat| Self::standing(game, seat));
        let all: f32 = standing.0.iter().sum();
        BySeat::from_fn(|seat| standing[seat] / all)
    }
}

impl Opinion<Chexers> for Race {
    /// Exits, then captures, then jumps, then steps forward.
    fn rank(&self, game: &Chexers, seat: Seat, mv: Move) -> f32 {
        let gain = |from: truel_games::chexers::Cell, to: truel_games::chexers::Cell| {
            f32::from(from.steps_to_exit(seat)) - f32::from(to.steps_to_exit(seat))
        };
        match mv.kind() {
            Kind::Exit { .. } => 8.0,
            Kind::Jump { from, over, to } if game.owner(over) != Some(seat) => 5.0 + gain(from, to),
            Kind::Jump { from, to, .. } | Kind::Step { from, to } => gain(from, to),
            Kind::Pass => 0.0,
        }
    }

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        matches!(mv.kind(), Kind::Jump { over, .. } if game.owner(over) != Some(seat))
    }
}
