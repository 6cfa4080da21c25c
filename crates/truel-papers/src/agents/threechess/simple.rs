//! The two agents without a tree.

use truel_core::{BySeat, Game, Payoffs, Rng, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::Move;
use truel_search::{Candidate, Choice, Limits, Scale, Search};

/// The referee's sample agent.
#[derive(Debug)]
pub(super) struct Sample {
    pub rng: Rng,
}

impl Search<ThreeChess> for Sample {
    fn search_with(
        &mut self,
        game: &ThreeChess,
        seat: Seat,
        _: &Limits,
        _: &mut dyn FnMut(&Choice<ThreeChess>),
    ) -> Choice<ThreeChess> {
        Choice::of(seat, game.sample_move(&mut self.rng), Payoffs::all(0.0))
    }
}

/// Which of equally good moves is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ties {
    /// Any.
    Random,
    /// The first in the order of notation.
    First,
}

/// The move after which the own score is largest.
#[derive(Debug)]
pub(super) struct OwnScore {
    pub ties: Ties,
    pub rng: Rng,
}

impl OwnScore {
    /// All moves with the score after them, in the order of notation.
    fn scored(game: &ThreeChess, seat: Seat) -> Vec<Candidate<ThreeChess>> {
        let (mut moves, mut after) = (Vec::new(), *game);
        game.moves(seat, &mut moves);
        moves.sort_by_key(|mv| (mv.from.index(), mv.to.index()));
        let mut scores = |mv: Move| {
            let undo = after.play([mv]);
            let scores = BySeat::from_fn(|each| f32::from(after.score(each)));
            after.undo(undo);
            scores
        };
        let candidate = |mv: Move| Candidate {
            visits: 1,
            ..Candidate::new(seat, mv, scores(mv))
        };
        moves.into_iter().map(candidate).collect()
    }
}

impl Search<ThreeChess> for OwnScore {
    fn search_with(
        &mut self,
        game: &ThreeChess,
        seat: Seat,
        _: &Limits,
        _: &mut dyn FnMut(&Choice<ThreeChess>),
    ) -> Choice<ThreeChess> {
        let mut candidates = Self::scored(game, seat);
        // A stable sort keeps the order of notation among equals.
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = candidates[0].value;
        let equals = candidates
            .iter()
            .take_while(|candidate| candidate.value == best)
            .count();
        let chosen = match self.ties {
            Ties::First => 0,
            Ties::Random => self.rng.below(equals as u32) as usize,
        };
        candidates[chosen].weight = 1.0;
        let chosen_move = candidates[chosen].mv;
        let mut value = BySeat::from_fn(|seat| f32::from(game.score(seat)));
        value[seat] = best;
        Choice {
            scale: Scale::Own,
            depth: 1,
            nodes: candidates.len() as u64,
            candidates,
            ..Choice::of(seat, chosen_move, value)
        }
    }
}
