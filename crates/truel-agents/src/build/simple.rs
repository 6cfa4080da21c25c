//! Agents without a tree: any move, and the move that looks best at once.

use truel_core::{Game, Joint, Payoffs, Phase, Rng, Seat};
use truel_search::{Candidate, Choice, Limits, Opinion, Search};

/// Every legal move with the same chance.
#[derive(Debug)]
pub(super) struct Random;

impl<G: Game> Search<G> for Random {
    fn search(&mut self, game: &G, seat: Seat, _: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
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

/// The move after which the opinion likes the position best for the seat that makes it; any of several such moves. Where
/// others choose at the same time, the mean over all that they may choose together.
#[derive(Debug)]
pub(crate) struct Greedy<O> {
    pub opinion: O,
    pub rng: Rng,
}

impl<G: Game, O: Opinion<G>> Search<G> for Greedy<O> {
    fn search(&mut self, game: &G, seat: Seat, _: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let (mut copy, mut moves, mut nodes) = (game.clone(), Vec::new(), 0);
        game.moves(seat, &mut moves);
        let others = replies(game, seat);
        let acting = game.phase().acting();
        let mut seen: Vec<Candidate<G>> = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut mean = G::Payoffs::all(0.0);
            for reply in &others {
                let mut choices = reply.iter();
                let joint = G::Joint::from_fn(acting.len(), |place| {
                    let is_own = acting.iter().nth(place) == Some(seat);
                    *if is_own { Some(&mv) } else { choices.next() }.expect("an acting seat has a move")
                });
                let after = self.after(&mut copy, joint);
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
    /// What everybody may expect once this joint move is played.
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

/// All that the other acting seats may choose together, each choice in seat order; one empty choice where nobody else acts.
fn replies<G: Game>(game: &G, seat: Seat) -> Vec<Vec<G::Move>> {
    let mut choices = vec![Vec::new()];
    for other in game.phase().acting().iter().filter(|other| *other != seat) {
        let mut moves = Vec::new();
        game.moves(other, &mut moves);
        let with_each = |before: &Vec<G::Move>| {
            let before = before.clone();
            moves
                .iter()
                .map(move |mv| before.iter().copied().chain([*mv]).collect())
                .collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(with_each).collect();
    }
    choices
}
