//! From payoffs to rewards between 0 and 1, and what each seat wants of them.
//!
//! Every back-up policy wants one seat's reward to be large or small. So a node keeps only the mean
//! reward of each seat, and a policy is a [`View`] of it.

use truel_core::{Bounds, Game, Payoffs, Seat};

use super::config::{Backup, RewardScale};

/// The reward of every seat for a match that has ended.
#[inline]
pub(super) fn of_end<G: Game>(scale: RewardScale, payoffs: G::Payoffs) -> G::Payoffs {
    match scale {
        RewardScale::Score => of_estimate::<G>(payoffs),
        RewardScale::WinRatio => {
            let best = payoffs.as_slice().iter().copied().fold(f32::MIN, f32::max);
            let winners = payoffs.as_slice().iter().filter(|payoff| **payoff == best).count();
            G::Payoffs::from_fn(|seat| {
                if payoffs[seat] == best {
                    1.0 / winners as f32
                } else {
                    0.0
                }
            })
        }
    }
}

/// The reward of every seat for payoffs that are expected.
#[inline]
pub(super) fn of_estimate<G: Game>(payoffs: G::Payoffs) -> G::Payoffs {
    let Bounds { low, high } = G::INFO.bounds;
    if (low, high) == (0.0, 1.0) {
        return G::Payoffs::from_fn(|seat| payoffs[seat].clamp(0.0, 1.0));
    }
    G::Payoffs::from_fn(|seat| ((payoffs[seat] - low) / (high - low)).clamp(0.0, 1.0))
}

/// The payoff that a mean reward stands for.
#[inline]
pub(super) fn payoff<G: Game>(reward: f32) -> f32 {
    let Bounds { low, high } = G::INFO.bounds;
    low + reward * (high - low)
}

/// Whose reward a seat looks at when it moves, and whether it wants it large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// Whose.
    pub(super) seat: Seat,
    /// Large or small.
    pub(super) aim: Aim,
}

/// What a seat wants of a reward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// That it is large.
    Large,
    /// That it is small.
    Small,
}

impl View {
    /// How `mover` looks at rewards when `searcher` searches by this policy.
    #[inline]
    pub(super) fn new(backup: Backup, mover: Seat, searcher: Seat) -> Self {
        let own = View {
            seat: mover,
            aim: Aim::Large,
        };
        match backup {
            Backup::Paranoid if mover != searcher => View {
                seat: searcher,
                aim: Aim::Small,
            },
            Backup::Offensive(target) if mover == searcher && target != searcher => View {
                seat: target,
                aim: Aim::Small,
            },
            _ => own,
        }
    }

    /// A reward as it is wanted: 1 is best.
    #[inline]
    pub(super) fn wanted(self, reward: f32) -> f32 {
        match self.aim {
            Aim::Large => reward,
            Aim::Small => 1.0 - reward,
        }
    }

    /// Payoffs as they are wanted, on their own scale: larger is better.
    #[inline]
    pub(super) fn utility<P: Payoffs>(self, payoffs: P) -> f32 {
        match self.aim {
            Aim::Large => payoffs[self.seat],
            Aim::Small => -payoffs[self.seat],
        }
    }

    /// The bounds of utility that the rules allow.
    pub(super) fn bounds<G: Game>(self) -> Bounds {
        let Bounds { low, high } = G::INFO.bounds;
        match self.aim {
            Aim::Large => Bounds { low, high },
            Aim::Small => Bounds { low: -high, high: -low },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::BySeat;
    use truel_testkit::tree::Tree;

    #[test]
    fn a_shared_win_is_shared() {
        let rewards = of_end::<Tree<3>>(RewardScale::WinRatio, BySeat([5.0, 5.0, -3.0]));
        assert_eq!(rewards, BySeat([0.5, 0.5, 0.0]));
    }

    #[test]
    fn scores_are_taken_in_proportion() {
        let rewards = of_end::<Tree<3>>(RewardScale::Score, BySeat([100.0, 0.0, -100.0]));
        assert_eq!(rewards, BySeat([1.0, 0.5, 0.0]));
        assert_eq!(payoff::<Tree<3>>(0.75), 50.0);
    }

    #[test]
    fn each_policy_wants_what_it_says() {
        let [us, left, right] = [0, 1, 2].map(Seat::new);
        let wanted = |backup, mover| View::new(backup, mover, us).utility(BySeat([1.0, 2.0, 3.0]));
        assert_eq!(
            [us, left, right].map(|seat| wanted(Backup::MaxN, seat)),
            [1.0, 2.0, 3.0]
        );
        assert_eq!(
            [us, left, right].map(|seat| wanted(Backup::Paranoid, seat)),
            [1.0, -1.0, -1.0]
        );
        let offensive = Backup::Offensive(right);
        assert_eq!([us, left, right].map(|seat| wanted(offensive, seat)), [-3.0, 2.0, 3.0]);
    }
}
