//! Exp3: exponential weights for exploration and exploitation, one learner for each seat.
//!
//! Auer, Cesa-Bianchi, Freund and Schapire 2002; in simultaneous-move trees since Teytaud and Flory
//! 2011. Each move is weighted by `exp(η G)`, where `G` adds up its rewards, each divided by the
//! chance of choosing it. That makes up for all the times it was not chosen. A share `γ` of the
//! choices is uniform. Against a learner of its kind the averaged strategies approach an
//! equilibrium. The average here leaves the uniform share out, and so does what nodes above learn
//! (see [`Backup`](super::Backup)). Cost: an exponential for each move at each visit.

use truel_core::Rng;

use super::tree::{JointTree, Learner, Pick, Tally, unit};

/// Tree search with Exp3 in each seat.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{Exp3, Uniform, exp3::Exponential, tree::Config};
/// use truel_search::{Limits, Search};
///
/// // Six stones: whoever leaves four wins.
/// let game: Nim = "6 1".parse().unwrap();
/// let mut search = Exp3::with_config(Uniform, Config::new(Exponential { exploration: 0.2 }).with_seed(7));
/// let choice = search.search(&game, Seat::new(0), &Limits::nodes(2000));
/// assert_eq!((choice.best().to_string().as_str(), choice.nodes), ("2", 2000));
/// ```
pub type Exp3<G, R = super::Uniform, P = super::Everything> = JointTree<G, Exponential, R, P>;

/// The learner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exponential {
    /// The share of uniform choices, `γ`.
    pub exploration: f64,
}

impl Default for Exponential {
    fn default() -> Self {
        Exponential { exploration: 0.4 }
    }
}

/// What is kept of a move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arm {
    /// Rewards divided by their chances, added up.
    gain: f64,
    /// The strategies so far, added up.
    sum: f64,
    /// The strategy now.
    now: f64,
    mean: f32,
    visits: u32,
}

impl Learner for Exponential {
    type Arm = Arm;

    const TRIES_ALL: bool = false;

    #[inline]
    fn pick(&self, arms: &mut [Arm], _: u32, rng: &mut Rng) -> Pick {
        let count = arms.len() as f64;
        let most = arms.iter().fold(0.0, |most: f64, arm| most.max(arm.gain));
        let rate = self.exploration / count;
        let mut whole = 0.0;
        for arm in arms.iter_mut() {
            arm.now = (rate * (arm.gain - most)).exp();
            whole += arm.now;
        }
        for arm in arms.iter_mut() {
            arm.now /= whole;
            arm.sum += arm.now;
        }
        draw(arms.iter().map(|arm| arm.now), self.exploration, rng)
    }

    #[inline]
    fn learn(&self, arms: &mut [Arm], pick: Pick, reward: f32, weight: f32) -> f32 {
        let expected: f64 = arms.iter().map(|arm| arm.now * f64::from(arm.mean)).sum();
        let arm = &mut arms[pick.arm as usize];
        let surprise = weight * (reward - arm.mean);
        arm.gain += f64::from(weight * reward / pick.chance);
        arm.visits += 1;
        arm.mean += surprise / arm.visits as f32;
        expected as f32 + pick.weight() * surprise
    }

    fn tally(arm: &Arm) -> Tally {
        Tally {
            visits: arm.visits,
            mean: arm.mean,
            share: arm.sum,
        }
    }
}

/// Draws from a strategy, a share of the time uniformly.
#[inline]
pub(super) fn draw(strategy: impl ExactSizeIterator<Item = f64>, exploration: f64, rng: &mut Rng) -> Pick {
    let count = strategy.len();
    let even = exploration / count as f64;
    let mut left = unit(rng);
    let mut pick = Pick::certain(0);
    for (arm, share) in strategy.enumerate() {
        let chance = (1.0 - exploration) * share + even;
        // The last one that can be drawn takes what rounding leaves over.
        if chance > 0.0 {
            pick = Pick {
                arm: arm as u32,
                chance: chance as f32,
                share: share as f32,
            };
        }
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    pick
}
