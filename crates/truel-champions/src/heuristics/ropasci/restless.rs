//! A way to look at the game that does not want draws.
//!
//! Throws in hand are worth more than tokens on the board, so two careful seats keep them and walk
//! in circles until the match is drawn. Seen through this lens a draw is worth less than half to
//! the seat that searches, and the longer nothing was thrown or captured the nearer every position
//! is to a draw. A throw or a capture begins anew: that is what drives it on.

use truel_core::{Bounds, BySeat, Evaluate, Game, Payoffs, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::Move;
use truel_search::joint::Prune;
use truel_search::lens::Lens;

use super::candidates::Candidates;
use super::pursuit::Pursuit;

/// The lens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restless {
    /// The seat that searches.
    pub seat: Seat,
    /// What a draw is worth to it.
    pub draw: f32,
    /// Turns without a throw or capture that bring a position half the way to a draw.
    pub patience: f32,
    /// What positions are worth beside that.
    pub pursuit: Pursuit,
    /// The moves that are looked at.
    pub candidates: Candidates,
}

impl Default for Restless {
    fn default() -> Self {
        Restless {
            seat: Seat::new(0),
            draw: 0.3,
            patience: 40.0,
            pursuit: Pursuit::default(),
            candidates: Candidates { goes: 20, throws: 8 },
        }
    }
}

impl Restless {
    fn drawn(&self) -> BySeat<f32, 2> {
        Payoffs::one_against(self.seat, self.draw, 1.0 - self.draw)
    }
}

impl Lens<RoPaSci> for Restless {
    const BOUNDS: Bounds = Bounds::UNIT;

    fn judge(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        let (played, drawn) = (self.pursuit.evaluate(game), self.drawn());
        let mut share = self.patience / (self.patience + f32::from(game.turns_since_change()));
        if game.is_repeated() {
            share *= 0.5;
        }
        Payoffs::from_fn(|seat| drawn[seat] + (played[seat] - drawn[seat]) * share)
    }

    fn end(&self, _: &RoPaSci, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        if payoffs[self.seat] == RoPaSci::INFO.draw {
            self.drawn()
        } else {
            payoffs
        }
    }

    fn moves(&self, game: &RoPaSci, seat: Seat, out: &mut Vec<Move>) {
        let start = out.len();
        game.moves(seat, out);
        self.candidates.prune(game, seat, out, start);
    }
}

#[cfg(test)]
mod tests {
    use truel_core::Phase;

    use super::*;

    #[test]
    fn a_draw_is_worth_less_to_the_seat_that_searches() {
        let lens = Restless {
            seat: Seat::new(1),
            ..Restless::default()
        };
        assert_eq!(lens.end(&RoPaSci::default(), BySeat([0.5, 0.5])), BySeat([0.7, 0.3]));
        assert_eq!(lens.end(&RoPaSci::default(), BySeat([1.0, 0.0])), BySeat([1.0, 0.0]));
    }

    #[test]
    fn idle_turns_bring_a_position_nearer_to_a_draw() {
        let mut game = RoPaSci::default();
        let mut play = |joint: [&str; 2]| {
            game.play(joint.map(|text| text.parse().expect("a move")));
            assert!(matches!(game.phase(), Phase::Act(_)));
            (
                game.turns_since_change(),
                Restless::default().judge(&game)[Seat::new(0)],
            )
        };
        let (idle, fresh) = play(["r@4,-2", "r@-4,2"]);
        assert_eq!((idle, fresh), (0, 0.5));
        let (idle, stale) = play(["4,-2>4,-3", "-4,2>-4,3"]);
        assert!(idle == 1 && stale < fresh, "{idle} {stale}");
        let (idle, again) = play(["4,-3>4,-2", "-4,3>-4,2"]);
        assert!(idle == 2 && again < stale - 0.05, "it stood before: {again}");
        assert_eq!(play(["p@4,-4", "p@-4,4"]), (0, 0.5));
    }
}
