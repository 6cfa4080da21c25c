//! What a new leaf of the tree is worth.

use truel_core::{Evaluate, Game, Joint, Phase, Rng, playout};

/// Values a leaf, usually by playing on from it.
///
/// A closure `FnMut(&mut G, &mut Rng, &mut Vec<G::Move>) -> G::Payoffs` is one too.
pub trait Rollout<G: Game>: Send {
    /// What everybody gets from here. `game` is a copy to play on; `scratch` is empty memory.
    fn rollout(&mut self, game: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Payoffs;
}

impl<G: Game, F> Rollout<G> for F
where
    F: FnMut(&mut G, &mut Rng, &mut Vec<G::Move>) -> G::Payoffs + Send,
{
    fn rollout(&mut self, game: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Payoffs {
        self(game, rng, scratch)
    }
}

/// Uniformly random moves to the end.
#[derive(Clone, Copy, Default, Debug)]
pub struct Uniform;

impl<G: Game> Rollout<G> for Uniform {
    #[inline]
    fn rollout(&mut self, game: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Payoffs {
        playout(game, rng, scratch).payoffs
    }
}

/// Uniformly random moves for so many plies, then an opinion. With 0 plies there is no rollout at
/// all.
#[derive(Clone, Copy, Default, Debug)]
pub struct Truncated<O> {
    /// Plies to play before the opinion is asked.
    pub plies: u32,
    /// What the position is worth then.
    pub opinion: O,
}

impl<G: Game, O: Evaluate<G> + Send> Rollout<G> for Truncated<O> {
    fn rollout(&mut self, game: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Payoffs {
        for _ in 0..self.plies {
            let Phase::Act(seats) = game.phase() else { break };
            let mut acting = seats.iter();
            let joint = G::Joint::from_fn(seats.len(), |_| {
                let seat = acting.next().expect("a joint is as wide as the set of acting seats");
                game.random_move(seat, rng, scratch)
            });
            game.play(joint);
        }
        match game.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) => self.opinion.evaluate(game),
        }
    }
}
