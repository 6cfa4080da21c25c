//! MP-Mix: defend a lead, attack somebody else's, otherwise play for oneself.
//!
//! Zuckerman, Felner and Kraus, *Mixing Search Strategies for Multi-Player Games*, 2009. Before each move every seat is evaluated as
//! things stand. If one leads the next by enough, the search changes: a leader who is ahead by `defence` plays
//! [paranoid](Strategy::Paranoid), since the others will gang up on it; a seat that sees another ahead by `offence` plays
//! [offensive](crate::Offensive) against it; in all other cases [max^n](crate::MaxN).
//!
//! Cost: one evaluation, then that of the search chosen. With both thresholds infinite it is max^n, move for move.

mod paranoid;

use truel_core::{Payoffs, Seat, TurnBased};

use crate::maxn::{MaxN, MaxNConfig, deepen};
use crate::{Choice, Limits, Offensive, Opinion, Search};

/// Max^n, paranoid or offensive, whichever the lead on the board calls for.
#[derive(Clone, Debug)]
pub struct MpMix<O> {
    /// What leaves are worth, and who leads now.
    pub opinion: O,
    /// The own lead from which to defend it, on the scale of payoffs; infinity for never.
    pub defence: f32,
    /// Another seat's lead from which to attack it, on the scale of payoffs; infinity for never.
    pub offence: f32,
    /// How the three searches work.
    pub config: MaxNConfig,
}

/// What MP-Mix plays at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Everybody for itself.
    MaxN,
    /// Everybody against us.
    Paranoid,
    /// We against this seat.
    Offensive(Seat),
}

impl<O> MpMix<O> {
    /// With thresholds of a tenth and a fifth of the range of payoffs from 0 to 1: a lead is guarded sooner than attacked.
    pub fn new(opinion: O) -> Self {
        MpMix {
            opinion,
            defence: 0.1,
            offence: 0.2,
            config: MaxNConfig::default(),
        }
    }

    /// What is called for when `seat` is to move at `game`. A seat that shares the lead counts as the leader; among others
    /// the first in seat order does.
    pub fn strategy<G: TurnBased>(&self, game: &G, seat: Seat) -> Strategy
    where
        O: Opinion<G>,
    {
        let now = self.opinion.evaluate(game);
        let others = |leader: Seat| Seat::all(G::Payoffs::SEATS).filter(move |&other| other != leader);
        let leader = others(seat).fold(
            seat,
            |leader, other| if now[other] > now[leader] { other } else { leader },
        );
        let second = others(leader).map(|other| now[other]).fold(f32::NEG_INFINITY, f32::max);
        let edge = now[leader] - second;
        if leader == seat && edge >= self.defence {
            Strategy::Paranoid
        } else if leader != seat && edge >= self.offence {
            Strategy::Offensive(leader)
        } else {
            Strategy::MaxN
        }
    }
}

impl<G: TurnBased, O: Opinion<G> + Clone> Search<G> for MpMix<O> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let (opinion, config) = (self.opinion.clone(), self.config);
        match self.strategy(game, seat) {
            Strategy::MaxN => MaxN { opinion, config }.search(game, seat, limits, watch),
            Strategy::Offensive(leader) => Offensive {
                opinion,
                leader,
                config,
            }
            .search(game, seat, limits, watch),
            Strategy::Paranoid => {
                let mut walk = paranoid::ParanoidWalk::new(seat, &opinion, &config, limits);
                deepen(game, seat, limits, &config, &opinion, &mut walk, watch)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::{BySeat, Evaluate};
    use truel_testkit::tree::Tree;

    /// The same opinion on every position.
    #[derive(Clone)]
    struct Standing([f32; 3]);

    impl Evaluate<Tree<3>> for Standing {
        fn evaluate(&self, _: &Tree<3>) -> BySeat<f32, 3> {
            BySeat(self.0)
        }
    }

    impl Opinion<Tree<3>> for Standing {}

    fn strategy(standing: [f32; 3], defence: f32, offence: f32) -> Strategy {
        let mix = MpMix {
            defence,
            offence,
            ..MpMix::new(Standing(standing))
        };
        mix.strategy(&Tree::default(), Seat::new(0))
    }

    #[test]
    fn the_lead_decides_the_strategy() {
        let third = Strategy::Offensive(Seat::new(2));
        assert_eq!(strategy([5.0, 3.0, 1.0], 2.0, 2.0), Strategy::Paranoid);
        assert_eq!(strategy([5.0, 3.0, 1.0], 2.5, 2.0), Strategy::MaxN);
        assert_eq!(strategy([1.0, 3.0, 5.0], 2.0, 2.0), third);
        assert_eq!(strategy([1.0, 3.0, 5.0], 2.0, 2.5), Strategy::MaxN);
        assert_eq!(strategy([5.0, 1.0, 5.0], 0.0, 0.0), Strategy::Paranoid, "a shared lead");
        assert_eq!(strategy([5.0, 1.0, 1.0], f32::INFINITY, 0.0), Strategy::MaxN);
    }

    #[test]
    fn each_strategy_plays_its_own_move() {
        // a: best if the second seat is selfish; b: best if it is an enemy; c: worst for the third seat.
        let tree: Tree<3> = "1(2(<9 5 4> <1 4 4>) 2(<5 0 5> <4 3 5>) 2(<0 0 1>))"
            .parse()
            .expect("a tree");
        let plays = |standing, defence, offence| {
            let mut mix = MpMix {
                defence,
                offence,
                ..MpMix::new(Standing(standing))
            };
            mix.config = MaxNConfig::plain();
            let choice = mix.search(&tree, Seat::new(0), &Limits::depth(2), &mut |_| ());
            choice.best().to_string()
        };
        assert_eq!(plays([5.0, 3.0, 1.0], f32::INFINITY, f32::INFINITY), "a");
        assert_eq!(plays([5.0, 3.0, 1.0], 0.0, 0.0), "b");
        assert_eq!(plays([1.0, 3.0, 5.0], 0.0, 0.0), "c");
    }
}
