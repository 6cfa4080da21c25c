//! How a seat learns at a node, knowing only what its own choices brought.

use std::fmt::Debug;

use truel_core::Rng;

/// A rule by which one seat chooses among its moves at a node and learns from what came of it.
///
/// Each seat learns on its own (decoupled): what the others chose at the same instant shows only in
/// the reward. Rewards lie in 0..1.
pub trait Learner: Clone + Debug + Send {
    /// What is kept of each move.
    type Arm: Copy + Default + Debug + Send;

    /// Whether the first picks at a node are its moves one by one, from the first to the last. The
    /// tree shuffles them as they come up, so that the order of the list does not matter.
    const TRIES_ALL: bool;

    /// Chooses a move at a node where so many choices were made before.
    fn pick(&self, arms: &mut [Self::Arm], picks: u32, rng: &mut Rng) -> Pick;

    /// Learns what the chosen move brought. Returns an estimate of what the node is worth to the
    /// seat without the moves that it chose only to explore.
    ///
    /// `weight` makes up for the exploration of the other seats: how likely their strategies alone
    /// were to choose as they did, over how likely they were to with exploration.
    fn learn(&self, arms: &mut [Self::Arm], pick: Pick, reward: f32, weight: f32) -> f32;

    /// What is known of a move.
    fn tally(arm: &Self::Arm) -> Tally;
}

/// A choice and how likely it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pick {
    /// The place of the move in the list.
    pub arm: u32,
    /// How likely it was to be chosen.
    pub chance: f32,
    /// How likely it would have been without exploration.
    pub share: f32,
}

impl Pick {
    /// A choice that was certain.
    pub const fn certain(arm: u32) -> Self {
        Pick {
            arm,
            chance: 1.0,
            share: 1.0,
        }
    }

    /// The weight that makes up for exploration.
    #[inline]
    pub fn weight(self) -> f32 {
        self.share / self.chance
    }
}

/// What a learner knows of a move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tally {
    /// How often it was chosen.
    pub visits: u32,
    /// Its mean reward.
    pub mean: f32,
    /// Its weight in the averaged strategy, on any scale.
    pub share: f64,
}

/// A number in 0..1.
#[inline]
pub(in crate::joint) fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
