//! The answer of a search.

use truel_core::{Game, Joint, Rng, Seat};

use crate::Limits;

/// A move of the position that was searched.
#[derive(Clone, Debug)]
pub struct Candidate<G: Game> {
    /// The seat that makes the move.
    pub seat: Seat,
    /// The move.
    pub mv: G::Move,
    /// Its share in the policy.
    pub weight: f32,
    /// What it is worth to the seat that makes it, on the scale of payoffs (report agents: on their
    /// own).
    pub value: f32,
    /// What each seat may expect after it. Where `value` is a bound, only the own seat's number
    /// counts.
    pub values: G::Payoffs,
    /// Whether `value` is the move's value or only an upper bound.
    pub bound: Bound,
    /// Whether the rules prove `value`, rather than an estimate.
    pub is_proven: bool,
    /// Simulations or nodes spent below it; 0 where a search does not count them.
    pub visits: u64,
    /// The expected line of play, beginning with this move. Empty where the search knows none.
    pub line: Vec<G::Joint>,
}

/// Whether a value is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The move is worth this.
    Exact,
    /// The move is worth this or less. The search did not need to know more.
    ///
    /// A move that was never searched is worth at most the largest payoff, and has no visits.
    AtMost,
}

impl Bound {
    /// The name in JSON: `exact` or `at-most`.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::AtMost => "at-most",
        }
    }
}

impl<G: Game> Candidate<G> {
    /// A move after which each seat may expect `values`, to `seat` that makes it.
    pub fn new(seat: Seat, mv: G::Move, values: G::Payoffs) -> Self {
        Candidate {
            seat,
            mv,
            weight: 0.0,
            value: values[seat],
            values,
            bound: Bound::Exact,
            is_proven: false,
            visits: 0,
            line: Vec::new(),
        }
    }

    /// A move of `seat` that was never searched.
    pub fn unknown(seat: Seat, mv: G::Move) -> Self {
        let most = G::INFO.bounds.high;
        Candidate {
            seat,
            mv,
            weight: 0.0,
            value: most,
            values: truel_core::Payoffs::all(most),
            bound: Bound::AtMost,
            is_proven: false,
            visits: 0,
            line: Vec::new(),
        }
    }

    /// The same for a game with the same moves and seats, such as one seen through a lens.
    pub fn of_game<H>(self) -> Candidate<H>
    where
        H: Game<Move = G::Move, Payoffs = G::Payoffs, Joint = G::Joint>,
    {
        Candidate {
            seat: self.seat,
            mv: self.mv,
            weight: self.weight,
            value: self.value,
            values: self.values,
            bound: self.bound,
            is_proven: self.is_proven,
            visits: self.visits,
            line: self.line,
        }
    }

    /// The expected line of play. Where seats move in turn it has at least the move itself.
    pub fn whole_line(&self) -> Vec<G::Joint> {
        if self.line.is_empty() && G::Joint::WIDTH == 1 {
            vec![G::Joint::from_fn(1, |_| self.mv)]
        } else {
            self.line.clone()
        }
    }
}

/// Derived, this would ask for games that can be compared.
impl<G: Game> PartialEq for Candidate<G> {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, self.mv) == (other.seat, other.mv)
            && (self.weight, self.value, self.values) == (other.weight, other.value, other.values)
            && (self.bound, self.is_proven, self.visits) == (other.bound, other.is_proven, other.visits)
            && self
                .line
                .iter()
                .map(AsRef::as_ref)
                .eq(other.line.iter().map(AsRef::<[G::Move]>::as_ref))
    }
}

/// The unit of values.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// Expected payoffs of the game.
    #[default]
    Payoffs,
    /// A scale of the search's own, good only for comparing its moves.
    Own,
}

/// The answer of a search: how one seat should play a position.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// The seat that was searched for.
    pub seat: Seat,
    /// Its moves, best first. The weights are a policy and add up to 1. A mixed strategy has
    /// several above 0.
    pub candidates: Vec<Candidate<G>>,
    /// The moves that other seats are expected to make at the same instant. Empty with turns.
    ///
    /// The moves of each other seat lie together, seats in order. The weights of each seat add up
    /// to 1.
    pub replies: Vec<Candidate<G>>,
    /// What each seat may expect.
    pub value: G::Payoffs,
    /// The unit of all values here.
    pub scale: Scale,
    /// The line of play the search expects, from this position on.
    pub line: Vec<G::Joint>,
    /// Plies looked ahead, or the depth of the tree's deepest path.
    pub depth: u32,
    /// Positions visited, or simulations made.
    pub nodes: u64,
    /// Whether the rules prove the value, rather than an estimate.
    pub is_proven: bool,
}

impl<G: Game> Choice<G> {
    /// A choice that plays one move for certain.
    pub fn of(seat: Seat, mv: G::Move, value: G::Payoffs) -> Self {
        let candidate = Candidate {
            weight: 1.0,
            ..Candidate::new(seat, mv, value)
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
        let candidates = self.candidates.iter();
        let best = candidates.reduce(|best, other| if other.weight > best.weight { other } else { best });
        best.expect("a choice has a candidate").mv
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
    /// Searches `game` for `seat` within `limits`. The seat must be to move.
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits) -> Choice<G> {
        self.search_with(game, seat, limits, &mut |_| {})
    }

    /// Does the same, and calls `on_progress` now and then with the best answer so far.
    ///
    /// The final answer is returned. It need not be passed to `on_progress` first.
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G>;

    /// Tells the search which joint move was played at `before`.
    ///
    /// The search can then keep what it knows about the position after it.
    fn played(&mut self, before: &G, joint: G::Joint) {
        let _ = (before, joint);
    }

    /// Forgets the match, since another one begins.
    fn forget(&mut self) {}
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        (**self).search_with(game, seat, limits, on_progress)
    }

    fn played(&mut self, before: &G, joint: G::Joint) {
        (**self).played(before, joint);
    }

    fn forget(&mut self) {
        (**self).forget();
    }
}
