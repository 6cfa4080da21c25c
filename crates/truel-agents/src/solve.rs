//! What seats can force, for any game of turns behind one pointer.

use truel_core::{AnyGame, Draw, Seat, Table, TurnBased};
use truel_search::Limits;
use truel_search::proof::{Config, Outcome, Progress, ProofSearch, solve};

/// What to find out.
#[derive(Clone, Debug)]
pub struct Question {
    /// The seat that wants to force something.
    pub seat: Seat,
    /// When to give up.
    pub limits: Limits,
    /// Megabytes for the table of positions.
    pub table_mb: usize,
}

/// What a seat can force against everybody else. With two seats it is the result of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What it can force at least.
    pub least: Outcome,
    /// What the others can hold it to. Equal to `least` where the answer is known.
    pub most: Outcome,
    /// Within how many plies a win or a loss comes, if it is proven.
    pub plies: Option<u32>,
    /// A line of play that shows it.
    pub line: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Set where lines were cut off after so many plies.
    pub within: Option<u32>,
}

impl Answer {
    /// The result, where it is known.
    pub fn outcome(&self) -> Option<Outcome> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Solves the position of a table.
pub(crate) type Solve = fn(&dyn AnyGame, &Question, &mut dyn FnMut(&Progress)) -> Option<Answer>;

/// [`Solve`] for one game; `None` for a table of another.
pub(crate) fn turns<G: Draw + TurnBased>(
    table: &dyn AnyGame,
    question: &Question,
    on_progress: &mut dyn FnMut(&Progress),
) -> Option<Answer> {
    let Table(game) = table.as_any().downcast_ref::<Table<G>>()?;
    let mut search = ProofSearch::with_config(Config::default().with_table_mb(question.table_mb));
    let solution = solve(&mut search, game, question.seat, &question.limits, on_progress);
    Some(Answer {
        least: solution.least,
        most: solution.most,
        plies: solution.plies,
        line: solution.line.iter().map(ToString::to_string).collect(),
        nodes: solution.nodes,
        within: solution.within,
    })
}
