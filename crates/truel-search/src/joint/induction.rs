//! Backward induction: a matrix game at every node, solved exactly.
//!
//! The plainest of the exact searches and the measure of the others: the value of a position is the value of the matrix of
//! its successors' values (Shapley 1953, for finite games). Cost: every joint sequence to the depth, less transpositions,
//! and a matrix game per node. Where lines are cut off, an [`Opinion`] stands for the rest.

use truel_core::{Game, Seat};

use crate::{Choice, Indifferent, Limits, Opinion, Search};

use super::exact::{self, Exact, Method, Root};
use super::matrix::{Matrix, Solver};
use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::{Everything, Prune};
use super::walk::{Frame, Walk};

/// The search; its fields are its settings.
#[derive(Clone, Copy, Default, Debug)]
pub struct Induction<O = Indifferent, P = Everything> {
    /// What a position is worth where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// Whether equal keys share their value.
    pub transpositions: Transpositions,
}

impl<O, P> Induction<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.transpositions),
            solver: Solver::default(),
            matrix: Matrix::default(),
            cells: Vec::new(),
        }
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Search<G> for Induction<O, P> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        exact::deepen(self.work(), game, seat, (&self.opinion, &self.prune), limits, watch)
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Exact<G> for Induction<O, P> {
    fn value(&self, game: &G, seat: Seat) -> f64 {
        exact::value(self.work(), game, seat, (&self.opinion, &self.prune))
    }
}

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
                let joint = walk.joint(frame, row, col);
                let undo = walk.game.play(joint);
                let child = self.worth(walk, depth - 1)?;
                walk.game.undo(undo);
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
        Some(Root {
            value: solution.value,
            is_proven,
            row_values: self.matrix.against_columns(&solution.cols),
            col_values: self.matrix.against_rows(&solution.rows),
            rows: solution.rows,
            cols: solution.cols,
        })
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
        self.memo.put(
            key,
            depth,
            Interval {
                low: value,
                high: value,
            },
            is_proven,
        );
        Some(Worth { value, is_proven })
    }
}
