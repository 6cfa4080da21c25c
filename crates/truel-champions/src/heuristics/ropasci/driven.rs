//! A way to look at the game that knows what a draw is worth to the seat that searches.
//!
//! Seen through this lens a draw is worth little to a seat that expects more, and half a win to one
//! that expects less. The longer nothing was thrown or captured, and the nearer the last turn, the
//! nearer every position is to a draw. So the seat ahead throws, captures and hunts before it is
//! too late, and the seat behind waits.

use truel_core::{Bounds, BySeat, Evaluate, Game, Payoffs, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::Move;
use truel_search::lens::Lens;

use super::shortlist::Shortlist;
use super::trained::Trained;

/// The points that a seat expects below which a draw is its aim, and from which it is none.
const BEHIND: f32 = 0.2;
const EVEN: f32 = 0.4;

/// Turns before the last one from which on positions count as nearer to a draw.
const LAST_TURNS: f32 = 60.0;

/// The lens.
#[derive(Clone, Copy, Debug)]
pub struct Driven {
    /// The seat that searches.
    pub seat: Seat,
    /// What a draw is worth to it.
    pub draw: f32,
    /// What a draw is worth to the other seat.
    pub their_draw: f32,
    /// Turns without a throw or capture that bring a position half the way to a draw.
    pub patience: f32,
    /// What positions are worth beside that.
    pub opinion: Trained,
    /// The moves that are looked at.
    pub shortlist: Shortlist,
}

impl Default for Driven {
    fn default() -> Self {
        Driven {
            seat: Seat::new(0),
            draw: 0.25,
            their_draw: 0.75,
            patience: 100.0,
            opinion: Trained::default(),
            shortlist: Shortlist { goes: 11, throws: 5 },
        }
    }
}

impl Driven {
    /// The lens for a search of `seat` at this position. A draw is worth what this lens says to a
    /// seat that stands even or better, and what it is by the rules to one that stands badly.
    #[must_use]
    pub fn focused(self, game: &RoPaSci, seat: Seat) -> Self {
        let hope = self.opinion.evaluate(game)[seat];
        let share = ((hope - BEHIND) / (EVEN - BEHIND)).clamp(0.0, 1.0);
        let draw = RoPaSci::INFO.draw + (self.draw - RoPaSci::INFO.draw) * share;
        Driven {
            seat,
            draw,
            their_draw: 1.0 - draw,
            ..self
        }
    }

    #[inline]
    fn drawn(&self) -> BySeat<f32, 2> {
        Payoffs::one_against(self.seat, self.draw, self.their_draw)
    }
}

impl Lens<RoPaSci> for Driven {
    const BOUNDS: Bounds = Bounds::UNIT;

    #[inline]
    fn judge(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        let (played, drawn) = (self.opinion.evaluate(game), self.drawn());
        let left = RoPaSci::INFO.longest.unwrap_or(u32::MAX) as f32 - f32::from(game.turns());
        let mut share = self.patience / (self.patience + f32::from(game.turns_since_change()));
        share *= (left / LAST_TURNS).min(1.0);
        if game.is_repeated() {
            share *= 0.5;
        }
        Payoffs::from_fn(|seat| drawn[seat] + (played[seat] - drawn[seat]) * share)
    }

    #[inline]
    fn end(&self, _: &RoPaSci, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        if payoffs[self.seat] == RoPaSci::INFO.draw {
            self.drawn()
        } else {
            payoffs
        }
    }

    #[inline]
    fn moves(&self, game: &RoPaSci, seat: Seat, out: &mut Vec<Move>) {
        self.shortlist.list(game, seat, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPPER: Seat = Seat::new(0);
    const LOWER: Seat = Seat::new(1);

    /// Upper has five tokens more, and nobody a throw.
    const AHEAD: &str = "RRPPS/SS4/7/8/9/8/7/6/2r1p 9,9 40 -";

    #[test]
    fn a_draw_is_worth_little_to_the_seat_ahead_and_half_to_the_one_behind() {
        let game: RoPaSci = AHEAD.parse().expect("a position");
        let drawn = |seat| Driven::default().focused(&game, seat).drawn();
        assert_eq!(drawn(UPPER), BySeat([0.25, 0.75]));
        assert_eq!(drawn(LOWER), BySeat([0.5, 0.5]));
    }

    #[test]
    fn the_last_turn_draws_near_for_both_seats() {
        let value = |turns: u16, seat: Seat| {
            let text = AHEAD.replace(" 40 ", &format!(" {turns} "));
            let game: RoPaSci = text.parse().expect("a position");
            Driven::default().focused(&game, seat).judge(&game)[seat]
        };
        for [early, late] in [[40, 299], [310, 330], [330, 359]] {
            assert!(value(early, UPPER) >= value(late, UPPER), "{early} {late}");
            assert!(value(early, LOWER) <= value(late, LOWER), "{early} {late}");
        }
        assert!(value(359, UPPER) < 0.3 && value(359, LOWER) > 0.45);
    }

    #[test]
    fn idle_turns_bring_a_position_nearer_to_a_draw() {
        let mut game = RoPaSci::default();
        let mut play = |joint: [&str; 2]| {
            game.play(joint.map(|text| text.parse().expect("a move")));
            (game.turns_since_change(), Driven::default().judge(&game)[UPPER])
        };
        let (idle, fresh) = play(["r@4,-2", "r@-4,2"]);
        assert_eq!((idle, fresh), (0, 0.5));
        let (idle, stale) = play(["4,-2>4,-3", "-4,2>-4,3"]);
        assert!(idle == 1 && stale < fresh, "{idle} {stale}");
        let (idle, again) = play(["4,-3>4,-2", "-4,3>-4,2"]);
        assert!(idle == 2 && again < stale - 0.04, "it stood before: {again}");
        assert_eq!(play(["p@4,-4", "p@-4,4"]), (0, 0.5));
    }
}
