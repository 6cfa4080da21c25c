//! Agents without a tree: any move, and the move that looks best at once.

use truel_core::{Game, Joint, Payoffs, Phase, Rng, Seat};
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
                ..Candidate::unknown(mv)
            })
            .collect();
        choice
    }
}

/// The move after which the opinion likes the position best for the seat that makes it; any of several such moves. Where
/// others choose at the same time, the mean over all that they may choose.
#[derive(Debug)]
pub(crate) struct Greedy<O> {
    pub opinion: O,
    pub rng: Rng,
}

impl<G: Game, O: Opinion<G>> Search<G> for Greedy<O> {
    fn search_with(&mut self, game: &G, seat: Seat, _: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let (mut copy, mut moves, mut nodes) = (game.clone(), Vec::new(), 0);
        game.moves(seat, &mut moves);
        let others = replies(game, seat);
        let mut seen: Vec<Candidate<G>> = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut mean = G::Payoffs::all(0.0);
            for reply in &others {
                let after = self.after(&mut copy, seat, mv, *reply);
                mean = G::Payoffs::from_fn(|s| mean[s] + after[s] / others.len() as f32);
                nodes += 1;
            }
            seen.push(Candidate {
                visits: others.len() as u64,
                ..Candidate::new(seat, mv, mean)
            });
        }
        seen.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = seen[0].value;
        let equals = seen.iter().take_while(|candidate| candidate.value == best).count();
        let chosen = self.rng.below(equals as u32) as usize;
        let mut choice = Choice::of(seat, seen[chosen].mv, seen[chosen].values);
        seen[chosen].weight = 1.0;
        choice.candidates = seen;
        (choice.depth, choice.nodes) = (1, nodes);
        choice
    }
}

impl<O> Greedy<O> {
    /// What everybody may expect once `seat` has played `mv` and the other acting seat, if any, `reply`.
    fn after<G: Game>(&self, game: &mut G, seat: Seat, mv: G::Move, reply: Option<G::Move>) -> G::Payoffs
    where
        O: Opinion<G>,
    {
        let acting = game.phase().acting();
        let mut seats = acting.iter();
        let joint = G::Joint::from_fn(|_| match seats.next() {
            Some(other) if other != seat => reply.expect("an acting seat has a move"),
            _ => mv,
        });
        let undo = game.play(joint);
        let value = match game.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) => self.opinion.evaluate(game),
        };
        game.undo(undo);
        value
    }
}

/// What the other acting seat may choose; one `None` where nobody else acts. No game has three seats that act at once.
fn replies<G: Game>(game: &G, seat: Seat) -> Vec<Option<G::Move>> {
    let Some(other) = game.phase().acting().iter().find(|&other| other != seat) else {
        return vec![None];
    };
    let mut moves = Vec::new();
    game.moves(other, &mut moves);
    moves.into_iter().map(Some).collect()
}
