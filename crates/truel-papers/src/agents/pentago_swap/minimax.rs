//! `minimax`: how long the lines are.

use truel_core::{Bounds, BySeat, Seat};
use truel_games::PentagoSwap;
use truel_search::lens::Lens;

/// The longest own line less the longest of the other, and the result on top.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LongestLine;

/// More than any difference of lines.
const RESULT: f32 = 10.0;

impl Lens<PentagoSwap> for LongestLine {
    const BOUNDS: Bounds = Bounds {
        low: -RESULT - 6.0,
        high: RESULT + 6.0,
    };

    fn judge(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        let line = |seat: usize| game.longest_line(Seat::new(seat)) as f32;
        let lead = line(0) - line(1);
        BySeat([lead, -lead])
    }

    fn end(&self, game: &PentagoSwap, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        let lines = self.judge(game);
        BySeat::from_fn(|seat| lines[seat] + RESULT * (2.0 * payoffs[seat] - 1.0))
    }
}
