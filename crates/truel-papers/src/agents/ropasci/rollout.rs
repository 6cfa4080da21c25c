//! The report's rollouts: to the real end, by greedy moves or by any.

use truel_core::{BySeat, Evaluate, Game, Phase, Rng, Seat, playout};
use truel_games::RoPaSci;
use truel_games::ropasci::Move;
use truel_search::joint::Rollout;

use super::linear::Linear;
use super::pruning::Rules;

/// How both seats move in a rollout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// Uniformly from the greedy subset by rules, so that throws do not crowd out everything else.
    Heavy(Rules),
    /// Uniformly from all moves.
    Uniform,
}

impl Rollout<RoPaSci> for Playing {
    fn rollout(&mut self, game: &mut RoPaSci, rng: &mut Rng, scratch: &mut Vec<Move>) -> BySeat<f32, 2> {
        let Playing::Heavy(rules) = self else {
            return playout(game, rng, scratch).payoffs;
        };
        loop {
            if let Phase::Over(payoffs) = game.phase() {
                return payoffs;
            }
            game.play(rules.joint(game, rng, scratch));
        }
    }
}

/// Heavy rollouts that end after a few turns with the evaluation, for more simulations in the same
/// time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shortened {
    /// How both seats move.
    pub rules: Rules,
    /// Turns to play.
    pub plies: u32,
    /// What the position is worth then.
    pub linear: Linear,
}

impl Rollout<RoPaSci> for Shortened {
    fn rollout(&mut self, game: &mut RoPaSci, rng: &mut Rng, scratch: &mut Vec<Move>) -> BySeat<f32, 2> {
        for _ in 0..self.plies {
            if game.phase().is_over() {
                break;
            }
            game.play(self.rules.joint(game, rng, scratch));
        }
        match game.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) => self.linear.evaluate(game),
        }
    }
}

impl Rules {
    /// A joint move of which each part is drawn from its seat's greedy subset.
    pub fn joint(&self, game: &RoPaSci, rng: &mut Rng, scratch: &mut Vec<Move>) -> [Move; 2] {
        [Seat::new(0), Seat::new(1)].map(|seat| {
            scratch.clear();
            self.subset(game, seat, rng, scratch);
            match scratch.is_empty() {
                true => game.random_move(seat, rng, scratch),
                false => rng.pick(scratch),
            }
        })
    }
}
