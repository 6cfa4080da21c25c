//! What a seat can force at best: the result of the game, where there are two.

use std::time::Duration;

use truel_core::{Game, Seat, TurnBased};

use super::{Claim, Goal, Progress, Proof, ProofSearch, Verdict};
use crate::Limits;

/// A result from the view of one seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Less than a draw pays.
    Lost,
    /// What a draw pays.
    Drawn,
    /// More than that.
    Won,
}

impl Outcome {
    /// The word in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Lost => "lost",
            Outcome::Drawn => "drawn",
            Outcome::Won => "won",
        }
    }
}

/// What a seat can force against everybody else.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    /// The seat.
    pub seat: Seat,
    /// What it can force at least.
    pub least: Outcome,
    /// What the others can hold it to. Equal to `least` where the answer is known.
    pub most: Outcome,
    /// Within how many plies a win or a loss comes, if it is proven.
    pub plies: Option<u32>,
    /// A line of play that shows a win or a loss. Of a draw, the first move that keeps it where
    /// the seat moves.
    pub line: Vec<G::Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Set where lines were cut off after so many plies: what is not forced within them counts as
    /// not forced.
    pub within: Option<u32>,
}

impl<G: Game> Solution<G> {
    /// The result, where it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Finds out what `seat` can force from here. With two seats that is the result of the game.
///
/// Two claims are asked one after the other: that it wins, and that it does not lose. The first
/// gets half of the limits.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::Limits;
/// use truel_search::proof::{Outcome, ProofSearch, solve};
///
/// let mut search = ProofSearch::default();
/// let answer = solve(&mut search, &Nim::default(), Seat::new(0), &Limits::default(), &mut |_| {});
/// assert_eq!(answer.outcome(), Some(Outcome::Won));
/// ```
pub fn solve<G: TurnBased>(
    search: &mut ProofSearch,
    game: &G,
    seat: Seat,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Progress),
) -> Solution<G> {
    let mut solution = Solution {
        seat,
        least: Outcome::Lost,
        most: Outcome::Won,
        plies: None,
        line: Vec::new(),
        nodes: 0,
        within: None,
    };
    let mut ask = |goal, limits: &Limits| search.prove_with(game, Claim { seat, goal }, limits, on_progress);
    let win = ask(Goal::Win, &half(limits));
    solution.count(&win);
    match win.verdict {
        Verdict::Holds => {
            solution.least = Outcome::Won;
            return solution.shown_by(win);
        }
        Verdict::Fails => solution.most = Outcome::Drawn,
        Verdict::Open => {}
    }
    let draw = ask(Goal::Draw, &half(limits));
    solution.count(&draw);
    match draw.verdict {
        Verdict::Holds => {
            solution.least = Outcome::Drawn;
            let is_own = game.phase().acting().contains(seat);
            solution.line = draw.line.into_iter().take(usize::from(is_own)).collect();
            solution
        }
        Verdict::Fails => {
            solution.most = Outcome::Lost;
            solution.shown_by(draw)
        }
        Verdict::Open => solution,
    }
}

impl<G: Game> Solution<G> {
    fn count(&mut self, proof: &Proof<G>) {
        self.nodes += proof.nodes;
        self.within = self.within.or(proof.within);
    }

    fn shown_by(mut self, proof: Proof<G>) -> Self {
        self.plies = Some(proof.plies);
        self.line = proof.line;
        self
    }
}

/// Half of the nodes and of the time; the depth as it is.
fn half(limits: &Limits) -> Limits {
    let mut half = limits.clone();
    half.nodes = limits.nodes.map(|nodes| nodes.div_ceil(2));
    half.time = limits.time.map(|time: Duration| time / 2);
    half
}
