//! Chexers: the race, and what it takes to win it.

pub mod network;
pub mod prospects;
pub mod sparring;

use truel_core::{Bounds, BySeat, Evaluate, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Cell, Kind, Move};
use truel_search::lens::Lens;
use truel_search::{AlphaBetaOpinion, Opinion};

/// How far each seat is in the race: exits made, pieces to make more with, and steps still to go.
#[derive(Clone, Copy, Default, Debug)]
pub struct Race;

impl Race {
    /// A positive measure of how well `seat` stands.
    fn standing(game: &Chexers, seat: Seat) -> f32 {
        let missing = f32::from(4 - game.exits(seat).min(4));
        let pieces = game.piece_count(seat) as f32;
        let by_steps = (0u8..).zip(game.pieces_by_steps(seat));
        let steps = f32::from(by_steps.map(|(steps, men)| steps * men).sum::<u8>());
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
    fn rank(&self, game: &Chexers, seat: Seat, mv: Move) -> f32 {
        rank(game, seat, mv)
    }
}

impl AlphaBetaOpinion<Chexers> for Race {
    type LineState = ();

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}

/// Exits, then captures, then jumps, then steps forward.
fn rank(game: &Chexers, seat: Seat, mv: Move) -> f32 {
    let gain = |from: Cell, to: Cell| f32::from(from.steps_to_exit(seat)) - f32::from(to.steps_to_exit(seat));
    match mv.kind() {
        Kind::Exit { .. } => 8.0,
        Kind::Jump { from, over, to } if game.owner(over) != Some(seat) => 5.0 + gain(from, to),
        Kind::Jump { from, to, .. } | Kind::Step { from, to } => gain(from, to),
        Kind::Pass => 0.0,
    }
}

fn is_capture(game: &Chexers, seat: Seat, mv: Move) -> bool {
    matches!(mv.kind(), Kind::Jump { over, .. } if game.owner(over) != Some(seat))
}

/// The moves that `seat` needs at least to win: its nearest men go two steps at a time, then they
/// leave.
pub fn least_moves(game: &Chexers, seat: Seat) -> u32 {
    let missing = 4 - u32::from(game.exits(seat)).min(4);
    let way = nearest(game, seat, missing as u8, |steps| steps.div_ceil(2));
    u32::from(way.0) + missing
}

/// What the `wanted` men nearest to the exit cost, each by its steps; and how many of them there
/// are not.
#[inline]
fn nearest(game: &Chexers, seat: Seat, wanted: u8, cost: impl Fn(u8) -> u8) -> (u8, u8) {
    let (mut left, mut sum) = (wanted, 0);
    for (steps, men) in (0u8..).zip(game.pieces_by_steps(seat)) {
        let taken = men.min(left);
        left -= taken;
        sum += taken * cost(steps);
    }
    (sum, left)
}

/// What counts in a match that should be won: a linear measure of each seat, ours against the
/// others', and draws for little.
///
/// A man is worth most while it is one of the four that a seat needs; beyond those it is a spare.
/// Only the men that are still to leave need to walk. Men that somebody could jump over are as good
/// as gone now and then.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contest {
    /// A piece that has left.
    pub exit: f32,
    /// One of the four pieces that a seat needs.
    pub piece: f32,
    /// A piece beyond them.
    pub spare: f32,
    /// A step that one of the needed men has still to go.
    pub step: f32,
    /// A man that others could jump over.
    pub exposed: f32,
    /// How much the stronger opponent's standing counts against the own one.
    pub rival: f32,
    /// The same of the weaker one.
    pub third: f32,
    /// The lead that is worth three quarters of a win.
    pub scale: f32,
    /// What a draw is worth; a win is 1 and a loss 0.
    pub draw: f32,
}

impl Default for Contest {
    fn default() -> Self {
        Contest {
            exit: 1.5,
            piece: 2.0,
            spare: 1.0,
            step: 0.2,
            exposed: 0.3,
            rival: 0.6,
            third: 0.4,
            scale: 6.0,
            draw: 0.1,
        }
    }
}

impl Contest {
    #[inline]
    fn standing(&self, game: &Chexers, seat: Seat) -> f32 {
        self.standing_with(game, seat, game.exposed_count(seat))
    }

    /// The same where the number of its exposed men is known.
    #[inline]
    fn standing_with(&self, game: &Chexers, seat: Seat, exposed: u32) -> f32 {
        let exits = game.exits(seat).min(4);
        let (steps, lacking) = nearest(game, seat, 4 - exits, |steps| steps);
        let total = exits + game.piece_count(seat) as u8;
        // Who lacks men has the whole way to go with those it has yet to win.
        let steps = f32::from(steps + 7 * lacking);
        self.exit * f32::from(exits) + self.piece * f32::from(total.min(4)) + self.spare * f32::from(total.max(4) - 4)
            - self.step * steps
            - self.exposed * exposed as f32
    }

    fn value(&self, standing: BySeat<f32, 3>, seat: Seat) -> f32 {
        let (next, last) = (standing[seat.next(3)], standing[seat.next(3).next(3)]);
        let lead = standing[seat] - self.rival * next.max(last) - self.third * next.min(last);
        0.5 + 0.5 * lead / (lead.abs() + self.scale)
    }
}

impl Lens<Chexers> for Contest {
    const BOUNDS: Bounds = Bounds::UNIT;

    fn judge(&self, game: &Chexers) -> BySeat<f32, 3> {
        let standing = BySeat::from_fn(|seat| self.standing(game, seat));
        BySeat::from_fn(|seat| self.value(standing, seat))
    }

    fn judge_for(&self, game: &Chexers, seat: Seat) -> f32 {
        self.value(BySeat::from_fn(|seat| self.standing(game, seat)), seat)
    }

    fn end(&self, _: &Chexers, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        BySeat(payoffs.0.map(|payoff| if payoff == 0.5 { self.draw } else { payoff }))
    }

    fn rank(&self, game: &Chexers, seat: Seat, mv: Move) -> f32 {
        rank(game, seat, mv)
    }

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::{Game, Phase, Rng, random_joint};
    use truel_games::chexers::{BLUE, GREEN, RED};
    use truel_search::lens::Through;

    fn position(text: &str) -> Chexers {
        text.parse().expect("a position")
    }

    #[test]
    fn the_least_moves_are_jumps_of_the_nearest_men_and_exits() {
        assert_eq!(least_moves(&Chexers::default(), RED), 4 * 3 + 4);
        // 0, 1 and 3 steps from the edge, and one exit made.
        let game = position("3R/4R/6/3R2B/5B/4B/R2B R 1,3,0 60 -");
        assert_eq!(least_moves(&game, RED), 2 + 3);
    }

    #[test]
    fn values_lie_between_a_loss_and_a_win_and_answer_for_one_seat_as_for_all() {
        let contest = Contest::default();
        let (mut game, mut rng) = (Chexers::default(), Rng::new(5));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let value = contest.judge(&game);
            for seat in Seat::all(3) {
                assert!(0.0 < value[seat] && value[seat] < 1.0, "{game}: {value:?}");
                assert_eq!(contest.judge_for(&game, seat), value[seat]);
            }
            game.play(joint);
        }
    }

    #[test]
    fn exits_pieces_steps_and_safety_count() {
        let value = |text| Contest::default().judge_for(&position(text), RED);
        let start = value("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 -");
        assert!(value("GGGG/5/6/1R4B/R4B/R3B/R2B R 0,0,0 9 -") > start, "a step");
        assert!(value("GGGG/5/6/R5B/R4B/R3R/R2B R 0,0,0 9 -") > start, "a spare man");
        assert!(value("GGGG/5/6/6B/R4B/R3B/R2B R 1,0,0 9 -") > start, "an exit");
        // Red at (-1,0) and Blue at (0,0) could jump over each other.
        let fight = position("GGGG/5/6/R1RB2B/R4B/R3B/4 R 0,0,0 9 -");
        let fearless = Contest {
            exposed: 0.0,
            ..Contest::default()
        };
        assert!(Contest::default().judge_for(&fight, RED) < fearless.judge_for(&fight, RED));
    }

    #[test]
    fn a_draw_is_worth_little_and_to_everybody_the_same() {
        let mut game = Chexers::default();
        for mv in "-3,0>-2,0 1,-3>1,-2 2,1>2,0 -2,0>-3,0 1,-2>1,-3 2,0>2,1 "
            .repeat(3)
            .split_whitespace()
        {
            game.play([mv.parse().expect("a move")]);
        }
        let view = Through::new(game, Contest::default());
        assert_eq!(view.phase(), Phase::Over(BySeat([0.1; 3])));
        let over = [RED, GREEN, BLUE].map(|seat| Contest::default().judge_for(&Chexers::default(), seat));
        assert!(over.iter().all(|&value| value > 0.1), "an open match is worth more");
    }
}
