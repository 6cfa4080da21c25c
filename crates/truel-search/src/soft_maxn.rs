//! Max^n against seats that choose well rather than perfectly.
//!
//! After Sturtevant, Zinkevich and Bowling, *Prob-Max^n: Playing N-Player Games with Opponent
//! Models*, 2006. Max^n stands or falls with what the others do where several moves are nearly
//! equal to them. Here another seat chooses each move with a probability proportional to exp(own
//! value / temperature). So nearly equal moves are nearly equally likely, and a value is the
//! expectation. The seat searched for takes its best. Towards temperature 0 this is max^n with ties
//! shared evenly, towards infinity the others play uniformly at random.
//!
//! Cost: b^d nodes; an expectation needs every branch, so nothing is pruned. Exponentials are kept
//! in range by subtracting the largest exponent seen so far, so a node needs no list of its
//! children's values.

use truel_core::{Payoffs, Phase, Seat, TurnBased};

use crate::builders::builders;
use crate::maxn::{self, Best, Descend, Found, Goal, Guard, Passes, Trail, deepen, only_passes};
use crate::{Choice, Limits, Opinion, Search};

/// Max^n search whose other seats choose by a softmax over their own values.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::soft_maxn::Config;
/// use truel_search::{Indifferent, Limits, Search, SoftMaxN};
///
/// let game: Nim = "6 1".parse().unwrap();
/// let mut search = SoftMaxN::with_config(Indifferent, Config::default().with_temperature(0.01));
/// let choice = search.search(&game, Seat::new(0), &Limits::depth(6));
/// // A good opponent leaves no hope after any other move. It might still err, so nothing is proven.
/// assert_eq!(choice.best().to_string(), "2");
/// assert!(!choice.is_proven);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SoftMaxN<O> {
    /// The evaluation of leaves.
    pub opinion: O,
    /// How it works.
    pub config: Config,
}

/// How soft max^n works.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// How loosely the others choose, on the scale of payoffs; above 0.
    pub temperature: f32,
    /// How max^n works. Only order, deepening, passes and ties at the root matter here.
    pub maxn: maxn::Config,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            temperature: 0.1,
            maxn: maxn::Config::default(),
        }
    }
}

impl Config {
    builders! {
        with_temperature(temperature: f32),
        with_maxn(maxn: maxn::Config),
    }
}

impl<O> SoftMaxN<O> {
    /// The search with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        SoftMaxN { opinion, config }
    }
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for SoftMaxN<O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let mut walk = SoftWalk {
            seat,
            search: self,
            trail: Trail::new(self.config.maxn.order, limits),
        };
        let mut choice = deepen(
            game,
            seat,
            limits,
            &self.config.maxn,
            &self.opinion,
            &mut walk,
            on_progress,
        );
        choice.is_proven = false;
        choice
    }
}

/// A mean of payoffs weighted by exp(score / temperature), made in one pass.
struct Expectation<P> {
    temperature: f32,
    /// The largest score so far; all weights are relative to its.
    highest: f32,
    weight: f32,
    sum: P,
}

impl<P: Payoffs> Expectation<P> {
    fn new(temperature: f32) -> Self {
        Expectation {
            temperature,
            highest: f32::NEG_INFINITY,
            weight: 0.0,
            sum: P::all(0.0),
        }
    }

    /// Adds a value; returns whether its score is the highest so far.
    #[inline]
    fn add(&mut self, value: P, score: f32) -> bool {
        let is_highest = score > self.highest;
        if is_highest {
            let shrink = ((self.highest - score) / self.temperature).exp();
            self.weight *= shrink;
            self.sum = P::from_fn(|seat| self.sum[seat] * shrink);
            self.highest = score;
        }
        let weight = ((score - self.highest) / self.temperature).exp();
        self.weight += weight;
        self.sum = P::from_fn(|seat| self.sum[seat] + weight * value[seat]);
        is_highest
    }

    fn mean(&self) -> P {
        P::from_fn(|seat| self.sum[seat] / self.weight)
    }
}

struct SoftWalk<'a, G: TurnBased, O> {
    seat: Seat,
    search: &'a SoftMaxN<O>,
    trail: Trail<G>,
}

impl<G: TurnBased, O: Opinion<G>> SoftWalk<'_, G, O> {
    fn node(&mut self, game: &mut G, depth: u32, ply: usize, is_on_line: bool) -> G::Payoffs {
        self.trail.lines.begin(ply);
        let mover = match game.phase() {
            Phase::Over(payoffs) => {
                self.trail.budget.spend();
                return payoffs;
            }
            Phase::Act(seats) => seats.first(),
        };
        let is_pass = self.search.config.maxn.passes == Passes::Free && only_passes(game, mover);
        if !self.trail.budget.spend() || (depth == 0 && !is_pass) {
            self.trail.estimates += 1;
            return self.search.opinion.evaluate(game);
        }
        let opinion = &self.search.opinion;
        let base = self.trail.list(game, mover, opinion, ply, depth, is_on_line);
        let value = self.branches(game, mover, depth - u32::from(!is_pass), ply, base, is_on_line);
        self.trail.moves.truncate(base);
        value
    }

    fn branches(
        &mut self,
        game: &mut G,
        mover: Seat,
        depth: u32,
        ply: usize,
        base: usize,
        is_on_line: bool,
    ) -> G::Payoffs {
        let mut mean = Expectation::new(self.search.config.temperature);
        let mut best = Best::new();
        for place in base..self.trail.moves.len() {
            let mv = self.trail.moves[place];
            let undo = game.play([mv]);
            let value = self.node(game, depth, ply + 1, is_on_line && place == base);
            game.undo(undo);
            let is_best = if mover == self.seat {
                best.improves(value, Goal::Raise(mover), place, None)
            } else {
                mean.add(value, value[mover])
            };
            if is_best {
                self.trail.lines.prefer(ply, mv);
            }
            if self.trail.budget.is_over() {
                break;
            }
        }
        best.value.unwrap_or_else(|| mean.mean())
    }
}

impl<G: TurnBased, O: Opinion<G>> Descend<G> for SoftWalk<'_, G, O> {
    fn goal(&self) -> Goal {
        Goal::Raise(self.seat)
    }

    fn trail(&mut self) -> &mut Trail<G> {
        &mut self.trail
    }

    /// However deep, it rests on a guess at the others.
    fn proves(&self) -> bool {
        false
    }

    fn below(&mut self, game: &mut G, depth: u32, _: Guard, is_on_line: bool) -> Found<G::Payoffs> {
        Found::Value(self.node(game, depth, 1, is_on_line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Indifferent;
    use truel_testkit::tree::Tree;

    fn value_at(temperature: f32, tree: &str) -> (String, [f32; 3]) {
        let tree: Tree<3> = tree.parse().expect("a tree");
        let config = Config::default().with_temperature(temperature);
        let mut search = SoftMaxN::with_config(Indifferent, config);
        let choice = search.search(&tree, Seat::new(0), &Limits::depth(3));
        (choice.best().to_string(), choice.value.0)
    }

    #[test]
    fn a_seat_that_hardly_cares_may_do_either() {
        // Max^n trusts that the second seat prefers 5 to 4.9, and takes a.
        let tree = "1(2(<9 5 0> <0 4.9 0>) <6 0 0>)";
        assert_eq!(value_at(0.001, tree), ("a".into(), [9.0, 5.0, 0.0]));
        let (best, value) = value_at(10.0, tree);
        assert_eq!((best.as_str(), value), ("b", [6.0, 0.0, 0.0]));
    }

    #[test]
    fn probabilities_are_those_of_a_softmax() {
        let (_, [first, ..]) = value_at(2.0, "1(2(<3 1 0> <5 3 0>))");
        let share = (3.0f32 / 2.0).exp() / ((3.0f32 / 2.0).exp() + (1.0f32 / 2.0).exp());
        assert!((first - (5.0 * share + 3.0 * (1.0 - share))).abs() < 1e-5, "{first}");
    }

    #[test]
    fn large_values_and_small_temperatures_stay_finite() {
        let (_, [first, ..]) = value_at(1e-6, "1(2(<1 -100 0> <2 100 0> <4 100 0>))");
        assert_eq!(first, 3.0, "equals are shared");
    }
}
