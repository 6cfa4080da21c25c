//! Backward induction: a matrix game at every node, solved exactly.
//!
//! The plainest of the exact searches, and the reference for the others. The value of a position is
//! the value of the matrix of its successors' values (Shapley 1953, for finite games). Cost: every
//! joint sequence to the depth, less transpositions, and a matrix game per node. Where lines are
//! cut off, an [`Opinion`] evaluates the position.

use truel_core::Game;

use crate::{Indifferent, Opinion};

pub use super::exact::Config;
use super::exact::{Method, Root, exact_search};
use super::matrix::{Matrix, Solver};
use super::memo::{Interval, Memo, Worth};
use super::prune::{Everything, Prune};
use super::walk::{Cell, Frame, Walk};

/// Backward induction.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{Exact, Induction, Transpositions, induction::Config};
/// use truel_search::Indifferent;
///
/// // Where one seat has to move, this is a search of turns. Eight stones are lost.
/// let game: Nim = "8 1".parse().unwrap();
/// let search = Induction::with_config(Indifferent, Config::default().with_transpositions(Transpositions::ByKey));
/// assert_eq!(search.value(&game, Seat::new(0)), 0.0);
/// assert_eq!(search.value(&game, Seat::new(1)), 1.0);
/// ```
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Induction<O = Indifferent, P = Everything> {
    /// The evaluation of positions where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// How it works.
    pub config: Config,
}

impl<O, P> Induction<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.config.transpositions),
            solver: Solver::default(),
            matrix: Matrix::default(),
            cells: Vec::new(),
        }
    }
}

exact_search!(Induction, Opinion);

struct Work {
    memo: Memo,
    solver: Solver,
    matrix: Matrix,
    /// The cells of all open nodes.
    cells: Vec<f64>,
}

impl Work {
    /// Fills the matrix of an open node; returns whether all of it is proven.
    fn fill<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        frame: Frame,
        depth: u32,
    ) -> Option<bool> {
        let base = self.cells.len();
        let mut is_proven = true;
        for row in 0..frame.rows {
            for col in 0..frame.cols {
                let child = walk.below(frame, Cell { row, col }, |walk| self.worth(walk, depth - 1))?;
                self.cells.push(child.value);
                is_proven &= child.is_proven;
            }
        }
        let cells = &self.cells[base..];
        self.matrix
            .fill(frame.rows, frame.cols, |row, col| cells[row * frame.cols + col]);
        self.cells.truncate(base);
        Some(is_proven)
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Method<G, O, P> for Work {
    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root> {
        let frame = walk.open();
        let is_proven = self.fill(walk, frame, depth)?;
        walk.close(frame);
        let solution = self.solver.solve(&self.matrix);
        let worth = Worth {
            value: solution.value,
            is_proven,
        };
        let (rows, cols) = (solution.rows.clone(), solution.cols.clone());
        Some(Root::new(worth, rows, cols, |Cell { row, col }| {
            Interval::exact(self.matrix.at(row, col))
        }))
    }

    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        walk.spend()?;
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let key = walk.game.key();
        if let Some((Interval { low: value, .. }, is_proven)) = self.memo.get(key, depth) {
            return Some(Worth { value, is_proven });
        }
        let frame = walk.open();
        let is_proven = self.fill(walk, frame, depth)?;
        walk.close(frame);
        let value = self.solver.value(&self.matrix);
        self.memo.put(key, depth, Interval::exact(value), is_proven);
        Some(Worth { value, is_proven })
    }
}
