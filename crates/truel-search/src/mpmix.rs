//! MP-Mix: defend your own lead, attack another seat's lead, otherwise play for yourself.
//!
//! Zuckerman, Felner and Kraus, *Mixing Search Strategies for Multi-Player Games*, 2009. Before
//! each search every seat is evaluated at the current position. A seat that is ahead by `defence`
//! plays [paranoid](crate::Paranoid), since the others will gang up on it. One that sees another
//! ahead by `offence` plays [offensive](crate::Offensive) against it. In all other cases it plays
//! [max^n](crate::MaxN). Each of the three is the search of that name and nothing else.
//!
//! Cost: one evaluation, then that of the search chosen. With both thresholds infinite it is max^n,
//! move for move.

use truel_core::{Payoffs, Seat, TurnBased};

use crate::builders::builders;
use crate::{AlphaBetaOpinion, Choice, Limits, MaxN, Offensive, Opinion, Paranoid, Search, alphabeta, maxn, offensive};

/// Max^n, paranoid or offensive search, whichever the lead on the board calls for.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::mpmix::{Config, Strategy};
/// use truel_search::{HashOpinion, Limits, MpMix, Search};
///
/// // A threshold of minus infinity always acts: everybody is an enemy.
/// let config = Config::default().with_defence(f32::NEG_INFINITY);
/// let mut search = MpMix::with_config(HashOpinion::default(), config);
/// assert_eq!(search.strategy(&Nim::default(), Seat::new(0)), Strategy::Paranoid);
/// let choice = search.search(&Nim::default(), Seat::new(0), &Limits::depth(21));
/// assert_eq!(choice.best().to_string(), "1");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct MpMix<O> {
    /// The lead from which to defend it; see [`Config::defence`].
    pub defence: f32,
    /// The lead from which to attack it; see [`Config::offence`].
    pub offence: f32,
    /// Every seat plays for itself. Its opinion also tells who leads.
    pub maxn: MaxN<O>,
    /// All others play against us.
    pub paranoid: Paranoid<O>,
    /// We play against a leader, which each search sets anew.
    pub offensive: Offensive<O>,
}

/// How MP-Mix works.
///
/// A lead is a seat's evaluation less the best evaluation of the others, so it may be negative. A
/// threshold of 0 acts on any lead, minus infinity always, infinity never. By default a lead is
/// defended sooner than attacked.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The own lead from which to defend it, on the scale of payoffs. Comes before offence.
    pub defence: f32,
    /// The best other seat's lead from which to attack it, on the scale of payoffs.
    pub offence: f32,
    /// How max^n and offensive search work.
    pub maxn: maxn::Config,
    /// How paranoid search works.
    pub paranoid: alphabeta::Config,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            defence: 0.1,
            offence: 0.2,
            maxn: maxn::Config::default(),
            paranoid: alphabeta::Config::default(),
        }
    }
}

impl Config {
    builders! {
        with_defence(defence: f32),
        with_offence(offence: f32),
        with_maxn(maxn: maxn::Config),
        with_paranoid(paranoid: alphabeta::Config),
    }
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
    /// The search with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        let offensive = offensive::Config::default().with_maxn(config.maxn);
        MpMix {
            defence: config.defence,
            offence: config.offence,
            maxn: MaxN::with_config(opinion.clone(), config.maxn),
            paranoid: Paranoid::with_config(opinion.clone(), config.paranoid),
            offensive: Offensive::with_config(opinion, offensive),
        }
    }
}

impl<O> MpMix<O> {
    /// What is called for when `seat` is to move at `game`. Among the others the first in seat
    /// order is the best of equals.
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

impl<G: TurnBased, O: AlphaBetaOpinion<G>> Search<G> for MpMix<O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        match self.strategy(game, seat) {
            Strategy::MaxN => self.maxn.search_with(game, seat, limits, on_progress),
            Strategy::Paranoid => self.paranoid.search_with(game, seat, limits, on_progress),
            Strategy::Offensive(leader) => {
                self.offensive.config.leader = Some(leader);
                self.offensive.search_with(game, seat, limits, on_progress)
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

    impl AlphaBetaOpinion<Tree<3>> for Standing {
        type LineState = ();
    }

    fn strategy(standing: [f32; 3], defence: f32, offence: f32) -> Strategy {
        let config = Config::default().with_defence(defence).with_offence(offence);
        let mix = MpMix::with_config(Standing(standing), config);
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
        // a: best if the second seat is selfish; b: best if it is an enemy; c: worst for the third
        // seat.
        let tree: Tree<3> = "1(2(<9 5 4> <1 4 4>) 2(<5 0 5> <4 3 5>) 2(<0 0 1>))"
            .parse()
            .expect("a tree");
        let plays = |standing, defence, offence| {
            let config = Config::default().with_defence(defence).with_offence(offence);
            let config = config
                .with_maxn(maxn::Config::plain())
                .with_paranoid(alphabeta::Config::exact());
            let mut mix = MpMix::with_config(Standing(standing), config);
            let choice = mix.search(&tree, Seat::new(0), &Limits::depth(2));
            choice.best().to_string()
        };
        assert_eq!(plays([5.0, 3.0, 1.0], f32::INFINITY, f32::INFINITY), "a");
        assert_eq!(plays([5.0, 3.0, 1.0], 0.0, 0.0), "b");
        assert_eq!(plays([1.0, 3.0, 5.0], 0.0, 0.0), "c");
    }
}
