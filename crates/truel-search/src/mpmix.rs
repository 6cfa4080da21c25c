//! MP-Mix: defend a lead, attack somebody else's, otherwise play for oneself.
//!
//! Zuckerman, Felner and Kraus, *Mixing Search Strategies for Multi-Player Games*, 2009. Before each search every seat is
//! evaluated as things stand. A seat that is ahead by `defence` plays [paranoid](crate::Paranoid), since the others will gang
//! up on it; one that sees another ahead by `offence` plays [offensive](crate::Offensive) against it; in all other cases
//! [max^n](crate::MaxN). Each of the three is the search of that name and nothing else.
//!
//! Cost: one evaluation, then that of the search chosen. With both thresholds infinite it is max^n, move for move.

use truel_core::{Payoffs, Seat, TurnBased};

use crate::{Choice, Limits, MaxN, MaxNConfig, Offensive, Opinion, Paranoid, Search, alphabeta};

/// Max^n, paranoid or offensive, whichever the lead on the board calls for.
///
/// A lead is what a seat's evaluation has above the best of all others, negative where it has less; so a threshold of
/// 0 acts on any lead, minus infinity always, infinity never.
#[derive(Debug)]
pub struct MpMix<O> {
    /// The own lead from which to defend it, on the scale of payoffs. Comes before offence.
    pub defence: f32,
    /// The best other seat's lead from which to attack it, on the scale of payoffs.
    pub offence: f32,
    /// Everybody for itself. Its opinion also tells who leads.
    pub maxn: MaxN<O>,
    /// Everybody against us.
    pub paranoid: Paranoid<O>,
    /// We against a leader, which each search sets anew.
    pub offensive: Offensive<O>,
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

impl<O: Clone> MpMix<O> {
    /// With thresholds of a tenth and a fifth of the range of payoffs from 0 to 1: a lead is guarded sooner than attacked.
    pub fn new(opinion: O) -> Self {
        MpMix::with(opinion, MaxNConfig::default(), alphabeta::Config::default())
    }

    /// The same with a configuration for max^n and offensive search, and one for paranoid search.
    pub fn with(opinion: O, config: MaxNConfig, paranoid: alphabeta::Config) -> Self {
        MpMix {
            defence: 0.1,
            offence: 0.2,
            maxn: MaxN {
                opinion: opinion.clone(),
                config,
            },
            paranoid: Paranoid::with(opinion.clone(), paranoid),
            offensive: Offensive {
                opinion,
                leader: Seat::new(0),
                config,
            },
        }
    }
}

impl<O> MpMix<O> {
    /// What is called for when `seat` is to move at `game`. Among the others the first in seat order is the best of equals.
    pub fn strategy<G: TurnBased>(&self, game: &G, seat: Seat) -> Strategy
    where
        O: Opinion<G>,
    {
        let now = self.maxn.opinion.evaluate(game);
        let best_but = |one: Seat| {
            let others = Seat::all(G::Payoffs::SEATS).filter(|&other| other != one);
            let best = others.reduce(|best, other| if now[other] > now[best] { other } else { best });
            best.expect("a table has more than one seat")
        };
        let lead = |one: Seat| now[one] - now[best_but(one)];
        let rival = best_but(seat);
        if lead(seat) >= self.defence {
            Strategy::Paranoid
        } else if lead(rival) >= self.offence {
            Strategy::Offensive(rival)
        } else {
            Strategy::MaxN
        }
    }
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for MpMix<O> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        match self.strategy(game, seat) {
            Strategy::MaxN => self.maxn.search(game, seat, limits, watch),
            Strategy::Paranoid => self.paranoid.search(game, seat, limits, watch),
            Strategy::Offensive(leader) => {
                self.offensive.leader = leader;
                self.offensive.search(game, seat, limits, watch)
            }
        }
    }

    /// Of the three only paranoid search remembers anything.
    fn forget(&mut self) {
        Search::<G>::forget(&mut self.paranoid);
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
        assert_eq!(
            strategy([1.0, 4.0, 5.0], -4.0, 0.0),
            Strategy::Paranoid,
            "before offence, and behind by four"
        );
        assert_eq!(strategy([5.0, 3.0, 4.0], f32::INFINITY, -1.0), third);
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
                ..MpMix::with(Standing(standing), MaxNConfig::plain(), alphabeta::Config::exact())
            };
            let choice = mix.search(&tree, Seat::new(0), &Limits::depth(2), &mut |_| ());
            choice.best().to_string()
        };
        assert_eq!(plays([5.0, 3.0, 1.0], f32::INFINITY, f32::INFINITY), "a");
        assert_eq!(plays([5.0, 3.0, 1.0], 0.0, 0.0), "b");
        assert_eq!(plays([1.0, 3.0, 5.0], 0.0, 0.0), "c");
    }
}
