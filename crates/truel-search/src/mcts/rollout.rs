//! Rollouts: what a leaf is worth, found by playing on, by asking the opinion, or both.
//!
//! Uniform rollouts to the end are [`truel_core::playout()`] itself. Every other policy looks at
//! the moves it chooses from; those that list all moves cost a list a ply, [`Policy::Good`] costs
//! its few draws.

use truel_core::{Seat, TurnBased, playout};

use super::average::Played;
use super::config::{Implicit, Judge, Length, Policy};
use super::expand::softmax;
use super::reward;
use super::worker::{Context, SHORT, Worker};
use crate::Opinion;

impl<G: TurnBased> Worker<G> {
    /// The rewards of a simulation that has reached a leaf, and how many plies' worth of time they
    /// took.
    pub(super) fn evaluate_leaf<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>) -> (G::Payoffs, u32) {
        if context.config.implicit != Implicit::None {
            let estimate = reward::of_estimate::<G>(context.opinion.evaluate(&self.position));
            self.set_implicit(context, estimate);
        }
        let rollout = context.config.rollout;
        if (rollout.policy, rollout.length) == (Policy::Uniform, Length::ToTheEnd) && !context.notes_moves {
            let end = playout(&mut self.position, &mut self.rng, &mut self.scratch);
            return (reward::of_end::<G>(context.config.scale, end.payoffs), end.plies);
        }
        // Opinions may be slow, so the clock is asked after each of them.
        (self.roll_out(context, rollout.policy, rollout.length), SHORT)
    }

    fn roll_out<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, policy: Policy, length: Length) -> G::Payoffs {
        let mut left = match length {
            Length::ToTheEnd => u32::MAX,
            Length::Plies(plies) => plies,
        };
        loop {
            let seat = match self.turn() {
                Ok(seat) => seat,
                Err(payoffs) => return reward::of_end::<G>(context.config.scale, payoffs),
            };
            if left == 0 {
                return reward::of_estimate::<G>(context.opinion.evaluate(&self.position));
            }
            left -= 1;
            let mv = self.choose(context, policy, seat);
            if context.notes_moves {
                self.trail.push(Played::new(seat, &mv));
            }
            self.position.play([mv]);
        }
    }

    #[inline]
    fn choose<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, policy: Policy, seat: Seat) -> G::Move {
        match policy {
            Policy::Uniform => self.uniform(seat),
            Policy::MastGibbs { temperature } => {
                self.list_with(seat, |_, mv| mean_anywhere(context, seat, mv));
                self.draw_by_softmax(temperature)
            }
            Policy::MastGreedy { epsilon } => {
                if self.share() < epsilon {
                    return self.uniform(seat);
                }
                self.list_with(seat, |_, mv| mean_anywhere(context, seat, mv));
                self.draw_by_softmax(0.0)
            }
            Policy::Good { share, draws, by } => {
                if self.share() < share {
                    self.best_of(context, seat, draws, by)
                } else {
                    self.uniform(seat)
                }
            }
            Policy::Ranked { temperature } => {
                self.list_with(seat, |position, mv| context.opinion.rank(position, seat, mv));
                self.draw_by_softmax(temperature)
            }
        }
    }

    #[inline]
    fn uniform(&mut self, seat: Seat) -> G::Move {
        self.position.random_move(seat, &mut self.rng, &mut self.scratch)
    }

    /// Lists all moves with a value for each.
    fn list_with(&mut self, seat: Seat, value: impl Fn(&G, G::Move) -> f32) {
        self.scratch.clear();
        self.position.moves(seat, &mut self.scratch);
        self.weights.clear();
        let values = self.scratch.iter().map(|mv| value(&self.position, *mv));
        self.weights.extend(values);
    }

    /// One of the listed moves; without temperature one of the best.
    fn draw_by_softmax(&mut self, temperature: f32) -> G::Move {
        let total = softmax(&mut self.weights, temperature);
        let mut left = self.share() * total;
        let chosen = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let heaviest = || self.weights.iter().position(|weight| *weight == 1.0);
        let at = chosen.or_else(heaviest).expect("a softmax has a weight of 1");
        let mv = self.scratch[at];
        self.scratch.clear();
        mv
    }

    /// The best of a few moves drawn with repetition.
    fn best_of<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, seat: Seat, draws: u32, by: Judge) -> G::Move {
        let mut best = self.uniform(seat);
        let mut best_value = self.judge(context, seat, best, by);
        for _ in 1..draws {
            let mv = self.uniform(seat);
            let value = self.judge(context, seat, mv, by);
            if value > best_value {
                (best, best_value) = (mv, value);
            }
        }
        best
    }

    fn judge<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, seat: Seat, mv: G::Move, by: Judge) -> f32 {
        match by {
            Judge::Rank => context.opinion.rank(&self.position, seat, mv),
            Judge::Evaluate => {
                let undo = self.position.play([mv]);
                let value = match self.turn() {
                    Ok(_) => context.opinion.value_for(&self.position, seat),
                    Err(payoffs) => payoffs[seat],
                };
                self.position.undo(undo);
                value
            }
        }
    }
}

/// The move's mean reward wherever this seat played it; 1 if it never did.
fn mean_anywhere<G: TurnBased, O>(context: &Context<'_, G, O>, seat: Seat, mv: G::Move) -> f32 {
    match context.averages.of(Played::new(seat, &mv)).get() {
        (0, _) => 1.0,
        (_, mean) => mean,
    }
}
