//! Agents without a tree: any move, and the move that looks best at once.

use truel_core::{Game, Payoffs, Phase, Rng, Seat, for_each_joint};
use truel_search::{Candidate, Choice, Limits, Opinion, Search};

/// Every legal move with the same chance.
#[derive(Debug)]
pub(super) struct Random;

impl<G: Game> Search<G> for Random {
    fn search_with(&mut self, game: &G, seat: Seat, _: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        let weight = 1.0 / moves.len() as f32;
        let mut choice = Choice::of(seat, moves[0], G::Payoffs::all(G::INFO.draw));
        choice.candidates = moves
            .into_iter()
            .map(|mv| Candidate {
                weight,
                ..Candidate::unknown(seat, mv)
            })
            .collect();
        choice
    }
}

/// The move after which the opinion likes the position best for the seat that makes it; any of
/// several such moves. Where others choose at the same time, the mean over all that they may
/// choose.
#[derive(Debug)]
pub struct Greedy<O> {
    /// Evaluates the positions.
    pub opinion: O,
    /// Chooses among equals.
    pub rng: Rng,
}

impl<G: Game, O: Opinion<G>> Search<G> for Greedy<O> {
    fn search_with(&mut self, game: &G, seat: Seat, _: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let (mut copy, mut moves) = (game.clone(), Vec::new());
        game.moves(seat, &mut moves);
        // Joint moves come with the last seat's move turning fastest.
        let counts = |is_counted: fn(Seat, Seat) -> bool| -> usize {
            let others = game.phase().acting().iter().filter(|other| is_counted(*other, seat));
            others.map(|other| game.move_count(other, &mut Vec::new())).product()
        };
        let (others, later) = (counts(|other, own| other != own), counts(|other, own| other > own));
        let (mut means, mut joints) = (vec![G::Payoffs::all(0.0); moves.len()], 0);
        for_each_joint(&mut copy, &mut Vec::new(), |copy, _, joint| {
            let mean = &mut means[joints / later % moves.len()];
            let after = self.after(copy, joint);
            *mean = G::Payoffs::from_fn(|s| mean[s] + after[s] / others as f32);
            joints += 1;
        });
        let candidate = |(mv, mean): (&G::Move, &G::Payoffs)| Candidate {
            visits: others as u64,
            ..Candidate::new(seat, *mv, *mean)
        };
        let mut seen: Vec<Candidate<G>> = moves.iter().zip(&means).map(candidate).collect();
        seen.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = seen[0].value;
        let equals = seen.iter().take_while(|candidate| candidate.value == best).count();
        let chosen = self.rng.below(equals as u32) as usize;
        let mut choice = Choice::of(seat, seen[chosen].mv, seen[chosen].values);
        seen[chosen].weight = 1.0;
        choice.candidates = seen;
        (choice.depth, choice.nodes) = (1, joints as u64);
        choice
    }
}

impl<O> Greedy<O> {
    /// What everybody may expect once `joint` has been played.
    fn after<G: Game>(&self, game: &mut G, joint: G::Joint) -> G::Payoffs
    where
        O: Opinion<G>,
    {
        let undo = game.play(joint);
        let value = match game.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) => self.opinion.evaluate(game),
        };
        game.undo(undo);
        value
    }
}
