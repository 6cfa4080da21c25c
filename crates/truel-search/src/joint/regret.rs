//! Regret matching in the tree, one learner for each seat.
//!
//! Hart and Mas-Colell 2000; in simultaneous-move trees since Lanctot, Lisý and Winands 2013. Each
//! move is played in proportion to how much its seat regrets not having played it more. The rewards
//! of moves that were not chosen are estimated. A move's mean is the baseline, and the surprise of
//! the chosen move is divided by its chance. That keeps the estimate unbiased and its variance low.
//! The averaged strategies approach an equilibrium, faster than with [`Exp3`](super::Exp3) and
//! without its exponentials. Cost: two passes over the moves at each visit.

use truel_core::Rng;

use super::exp3::draw;
use super::tree::{JointTree, Learner, Pick, Tally};

/// Tree search with regret matching in each seat.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{RegretMatching, Uniform, regret::Regrets, tree::Config};
/// use truel_search::{Limits, Search};
///
/// // Six stones: whoever leaves four wins.
/// let game: Nim = "6 1".parse().unwrap();
/// let mut search = RegretMatching::with_config(Uniform, Config::new(Regrets { exploration: 0.2 }).with_seed(7));
/// let choice = search.search(&game, Seat::new(0), &Limits::nodes(2000));
/// assert_eq!((choice.best().to_string().as_str(), choice.nodes), ("2", 2000));
/// ```
pub type RegretMatching<G, R = super::Uniform, P = super::Everything> = JointTree<G, Regrets, R, P>;

/// The learner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regrets {
    /// The share of uniform choices, `γ`.
    pub exploration: f64,
}

impl Default for Regrets {
    fn default() -> Self {
        Regrets { exploration: 0.4 }
    }
}

/// What is kept of a move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arm {
    regret: f64,
    /// The strategies so far, added up.
    sum: f64,
    /// The strategy now.
    now: f32,
    mean: f32,
    visits: u32,
}

impl Learner for Regrets {
    type Arm = Arm;

    const TRIES_ALL: bool = false;

    #[inline]
    fn pick(&self, arms: &mut [Arm], _: u32, rng: &mut Rng) -> Pick {
        let whole: f64 = arms.iter().map(|arm| arm.regret.max(0.0)).sum();
        let even = 1.0 / arms.len() as f64;
        let (scale, rest) = if whole > 0.0 { (1.0 / whole, 0.0) } else { (0.0, even) };
        for arm in arms.iter_mut() {
            let share = arm.regret.max(0.0) * scale + rest;
            arm.sum += share;
            arm.now = share as f32;
        }
        draw(arms.iter().map(|arm| arm.now.into()), self.exploration, rng)
    }

    #[inline]
    fn learn(&self, arms: &mut [Arm], pick: Pick, reward: f32, weight: f32) -> f32 {
        let expected: f32 = arms.iter().map(|arm| arm.now * arm.mean).sum();
        let surprise = weight * (reward - arms[pick.arm as usize].mean);
        let worth = expected + pick.weight() * surprise;
        for arm in arms.iter_mut() {
            arm.regret += f64::from(arm.mean - worth);
        }
        let arm = &mut arms[pick.arm as usize];
        arm.regret += f64::from(surprise / pick.chance);
        arm.visits += 1;
        arm.mean += surprise / arm.visits as f32;
        worth
    }

    fn tally(arm: &Arm) -> Tally {
        Tally {
            visits: arm.visits,
            mean: arm.mean,
            share: arm.sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::exp3::Exponential;

    /// Two learners play a 2 x 2 game against each other; returns the averaged share of each side's
    /// first choice.
    fn shares<L: Learner>(learner: &L, rewards: [[f32; 2]; 2], rounds: u32) -> [f64; 2] {
        let (mut rows, mut cols, mut rng) = ([L::Arm::default(); 2], [L::Arm::default(); 2], Rng::new(1));
        for round in 0..rounds {
            let row = learner.pick(&mut rows, round, &mut rng);
            let col = learner.pick(&mut cols, round, &mut rng);
            let reward = rewards[row.arm as usize][col.arm as usize];
            learner.learn(&mut rows, row, reward, col.weight());
            learner.learn(&mut cols, col, 1.0 - reward, row.weight());
        }
        [rows, cols].map(|arms| {
            let [first, second] = arms.map(|arm| L::tally(&arm).share);
            first / (first + second)
        })
    }

    /// The game 0.8 0.4; 0.2 0.6 has the value 0.5, rows half and half, columns one to three.
    #[test]
    fn averages_approach_the_equilibrium() {
        let rewards = [[0.8, 0.4], [0.2, 0.6]];
        for [row, col] in [
            shares(&Regrets::default(), rewards, 200_000),
            shares(&Exponential { exploration: 0.05 }, rewards, 200_000),
        ] {
            assert!((row - 0.5).abs() < 0.05 && (col - 0.25).abs() < 0.05, "{row} {col}");
        }
    }
}
