//! What a search tells.

use truel_core::{Game, Rng, Seat};

use crate::Limits;

/// A move a search has looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its share in the policy.
    pub weight: f32,
    /// What it is worth to the seat that makes it, on the scale of payoffs (report agents: on their own).
    pub value: f32,
    /// Simulations or nodes spent below it; 0 where a search does not count them.
    pub visits: u64,
}

/// What values mean.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// Payoffs of the game, expected.
    #[default]
    Payoffs,
    /// Something of the search's own, good for comparing its moves and nothing else.
    Own,
}

/// What a search thinks of a position, for one seat.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// The seat that was searched for.
    pub seat: Seat,
    /// Its moves, best first. The weights are a policy: they add up to 1, and a mixed strategy has several above 0.
    pub candidates: Vec<Candidate<G::Move>>,
    /// What the other seats are expected to do at this instant, for games of simultaneous moves; empty with turns.
    pub replies: Vec<Candidate<G::Move>>,
    /// What each seat may expect.
    pub value: G::Payoffs,
    /// The scale of all values in it.
    pub scale: Scale,
    /// The line of play the search expects, from this position on.
    pub line: Vec<G::Joint>,
    /// Plies looked ahead, or the depth of the tree's deepest path.
    pub depth: u32,
    /// Positions visited, or simulations made.
    pub nodes: u64,
    /// Whether the value is proven by the rules rather than estimated.
    pub is_proven: bool,
}

impl<G: Game> Choice<G> {
    /// A choice that plays one move for certain.
    pub fn of(seat: Seat, mv: G::Move, value: G::Payoffs) -> Self {
        let candidate = Candidate {
            mv,
            weight: 1.0,
            value: value[seat],
            visits: 0,
        };
        Choice {
            seat,
            candidates: vec![candidate],
            replies: Vec::new(),
            value,
            scale: Scale::Payoffs,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            is_proven: false,
        }
    }

    /// The move with the largest weight, the first of equals.
    pub fn best(&self) -> G::Move {
        let heaviest = |best: Candidate<G::Move>, other: &Candidate<G::Move>| {
            if other.weight > best.weight { *other } else { best }
        };
        let (first, rest) = self.candidates.split_first().expect("a choice has a candidate");
        rest.iter().fold(*first, heaviest).mv
    }

    /// A move drawn with the policy's weights.
    pub fn draw(&self, rng: &mut Rng) -> G::Move {
        const STEPS: u32 = 1 << 24;
        let mut left = rng.below(STEPS) as f32 / STEPS as f32;
        for candidate in &self.candidates {
            left -= candidate.weight;
            if left < 0.0 {
                return candidate.mv;
            }
        }
        self.best()
    }
}

/// An algorithm that looks at a position and chooses.
pub trait Search<G: Game>: Send {
    /// Searches `game` for `seat`, which must have to move, within `limits`.
    ///
    /// `watch` is shown what the search thinks so far, now and then while it goes on; the last word is returned.
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G>;

    /// Tells the search which joint move was played at `before`, so that it can keep what it knows of the position after it.
    fn played(&mut self, before: &G, joint: G::Joint) {
        let _ = (before, joint);
    }

    /// Forgets the match; another one begins.
    fn forget(&mut self) {}
}
