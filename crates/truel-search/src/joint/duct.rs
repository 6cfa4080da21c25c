//! Decoupled UCT: an upper confidence bound for each seat on its own.
//!
//! Finnsson and Björnsson 2008 (CadiaPlayer), with UCB1 or UCB1-tuned (Auer, Cesa-Bianchi and
//! Fischer 2002). Strong in play and cheap: while a node has untried moves a pick costs nothing.
//! Later it costs a multiplication and a comparison for each move, since means and inverse roots of
//! visits are kept. It need not converge to an equilibrium (Shafiei, Sturtevant and Schaeffer
//! 2009); [`Exp3`](super::Exp3) and [`RegretMatching`](super::RegretMatching) do.

use truel_core::Rng;

use super::tree::{JointTree, Learner, Pick, Tally};

/// Decoupled UCT.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{Duct, Uniform, duct::Ucb, tree::Config};
/// use truel_search::{Limits, Search};
///
/// // Six stones: whoever leaves four wins.
/// let game: Nim = "6 1".parse().unwrap();
/// let mut search = Duct::with_config(Uniform, Config::new(Ucb::tuned()).with_seed(7));
/// let choice = search.search(&game, Seat::new(0), &Limits::nodes(2000));
/// assert_eq!((choice.best().to_string().as_str(), choice.nodes), ("2", 2000));
/// ```
pub type Duct<G, R = super::Uniform, P = super::Everything> = JointTree<G, Ucb, R, P>;

/// Which confidence bound.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Formula {
    /// The mean and a bonus for few visits.
    #[default]
    Ucb1,
    /// A bonus that also goes with the spread of the rewards.
    Tuned,
}

/// The learner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ucb {
    /// Which confidence bound.
    pub formula: Formula,
    /// The weight of the bonus: `c` in `mean + c √(ln N / n)`, on rewards from 0 to 1.
    pub exploration: f32,
}

impl Default for Ucb {
    fn default() -> Self {
        Ucb::ucb1(0.7)
    }
}

impl Ucb {
    /// UCB1 with this weight.
    pub const fn ucb1(exploration: f32) -> Self {
        Ucb {
            formula: Formula::Ucb1,
            exploration,
        }
    }

    /// UCB1-tuned, which needs no weight.
    pub const fn tuned() -> Self {
        Ucb {
            formula: Formula::Tuned,
            exploration: 1.0,
        }
    }
}

/// What is kept of a move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arm {
    mean: f32,
    /// One over the root of `visits`.
    inverse_root: f32,
    visits: u32,
    /// The sum of squared distances from the mean.
    spread: f32,
}

impl Learner for Ucb {
    type Arm = Arm;

    const TRIES_ALL: bool = true;

    #[inline]
    fn pick(&self, arms: &mut [Arm], picks: u32, _: &mut Rng) -> Pick {
        let arm = match picks {
            untried if (untried as usize) < arms.len() => untried,
            _ => self.best(arms, (picks as f32).ln()),
        };
        Pick::certain(arm)
    }

    #[inline]
    fn learn(&self, arms: &mut [Arm], pick: Pick, reward: f32, _: f32) -> f32 {
        let arm = &mut arms[pick.arm as usize];
        arm.visits += 1;
        let off = reward - arm.mean;
        arm.mean += off / arm.visits as f32;
        arm.spread += off * (reward - arm.mean);
        arm.inverse_root = 1.0 / (arm.visits as f32).sqrt();
        reward
    }

    fn tally(arm: &Arm) -> Tally {
        Tally {
            visits: arm.visits,
            mean: arm.mean,
            share: arm.visits.into(),
        }
    }
}

impl Ucb {
    /// The move with the greatest bound, the first of equals.
    #[inline]
    fn best(&self, arms: &[Arm], log: f32) -> u32 {
        let root = self.exploration * log.sqrt();
        match self.formula {
            Formula::Ucb1 => first_greatest(arms, |arm| arm.mean + root * arm.inverse_root),
            Formula::Tuned => {
                let doubt = (2.0 * log).sqrt();
                first_greatest(arms, |arm| {
                    let variance = arm.spread * arm.inverse_root * arm.inverse_root + doubt * arm.inverse_root;
                    arm.mean + root * arm.inverse_root * variance.min(0.25).sqrt()
                })
            }
        }
    }
}

#[inline]
fn first_greatest(arms: &[Arm], bound: impl Fn(&Arm) -> f32) -> u32 {
    let (mut best, mut greatest) = (0, f32::NEG_INFINITY);
    for (place, arm) in arms.iter().enumerate() {
        let bound = bound(arm);
        if bound > greatest {
            (best, greatest) = (place as u32, bound);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a two-armed bandit with these rewards and counts the picks of each arm.
    fn picks(learner: Ucb, rewards: [f32; 2], rounds: u32) -> [u32; 2] {
        let (mut arms, mut rng) = ([Arm::default(); 2], Rng::new(1));
        for round in 0..rounds {
            let pick = learner.pick(&mut arms, round, &mut rng);
            learner.learn(&mut arms, pick, rewards[pick.arm as usize], 1.0);
        }
        arms.map(|arm| Ucb::tally(&arm).visits)
    }

    #[test]
    fn the_better_arm_is_picked_far_more_often_but_the_other_is_not_forgotten() {
        for learner in [Ucb::default(), Ucb::tuned()] {
            let [worse, better] = picks(learner, [0.2, 0.8], 1000);
            assert!(
                better > 900 && worse >= 3 && better + worse == 1000,
                "{learner:?}: {worse} {better}"
            );
        }
    }
}
