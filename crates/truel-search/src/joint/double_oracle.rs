//! Double oracle at every node, with bounds from the serialised game.
//!
//! Bošanský, Lisý, Lanctot, Čermák and Winands 2016 (*Algorithms for computing strategies in two-player simultaneous move
//! games*), after McMahan, Gordon and Blum 2003: solve a small matrix of a few rows and columns, ask each side for its best
//! answer among all moves, add the answers, and stop when neither helps. Mixed strategies use few moves, so most rows and
//! columns are never added and most cells never searched. Answers are compared by bounds from
//! the game in turns first; a move whose upper bound does not beat the value is passed over.
//!
//! Cost: the cells of the restricted matrices and a few more, each with a serialised alpha-beta. Where the serialised bounds
//! meet, a node costs no matrix game. Exact: ends only when no move of the full matrix improves on the restricted one.

use truel_core::{Game, Seat};

use crate::{Choice, Indifferent, Limits, Opinion, Search};

use super::exact::{self, Exact, Method, Root};
use super::matrix::{Matrix, Solution, Solver};
use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::{Everything, Prune};
use super::serialised::Serialised;
use super::walk::{Frame, Walk};

/// The search; its fields are its settings.
#[derive(Clone, Copy, Default, Debug)]
pub struct DoubleOracle<O = Indifferent, P = Everything> {
    /// What a position is worth where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// Whether equal keys share their value.
    pub transpositions: Transpositions,
}

impl<O, P> DoubleOracle<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.transpositions),
            serialised: Serialised::new(self.transpositions),
            solver: Solver::default(),
            cells: Vec::new(),
        }
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Search<G> for DoubleOracle<O, P> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        exact::deepen(self.work(), game, seat, (&self.opinion, &self.prune), limits, watch)
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Exact<G> for DoubleOracle<O, P> {
    fn value(&self, game: &G, seat: Seat) -> f64 {
        exact::value(self.work(), game, seat, (&self.opinion, &self.prune))
    }
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Unseen,
    Bounded(Interval),
    Known(f64),
}

struct Work {
    memo: Memo,
    serialised: Serialised,
    solver: Solver,
    /// The cells of all open nodes.
    cells: Vec<Cell>,
}

/// A node in the making: which moves the restricted matrix has.
struct Restricted {
    frame: Frame,
    /// Where the node's cells begin.
    base: usize,
    depth: u32,
    rows: Vec<usize>,
    cols: Vec<usize>,
    is_proven: bool,
}

impl Restricted {
    fn place(&self, row: usize, col: usize) -> usize {
        self.base + row * self.frame.cols + col
    }
}

/// One side of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Row,
    Col,
}

/// Improvements below this share of the payoff range are rounding.
const IMPROVEMENT: f64 = 1e-10;

impl Work {
    /// Between what a cell lies.
    fn bounds<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        row: usize,
        col: usize,
    ) -> Option<Interval> {
        let place = node.place(row, col);
        Some(match self.cells[place] {
            Cell::Known(value) => Interval {
                low: value,
                high: value,
            },
            Cell::Bounded(interval) => interval,
            Cell::Unseen => {
                let joint = walk.joint(node.frame, row, col);
                let undo = walk.game.play(joint);
                let (interval, is_proven) = self.serialised.bounds(walk, node.depth - 1)?;
                walk.game.undo(undo);
                node.is_proven &= is_proven;
                self.cells[place] = if interval.low == interval.high {
                    Cell::Known(interval.low)
                } else {
                    Cell::Bounded(interval)
                };
                interval
            }
        })
    }

    /// The value of a cell.
    fn cell<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        row: usize,
        col: usize,
    ) -> Option<f64> {
        self.bounds(walk, node, row, col)?;
        let place = node.place(row, col);
        if let Cell::Known(value) = self.cells[place] {
            return Some(value);
        }
        let joint = walk.joint(node.frame, row, col);
        let undo = walk.game.play(joint);
        let child = self.node(walk, node.depth - 1)?;
        walk.game.undo(undo);
        node.is_proven &= child.is_proven;
        self.cells[place] = Cell::Known(child.value);
        Some(child.value)
    }

    /// Adds moves to the restricted matrix until no answer improves on it.
    fn solve<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
    ) -> Option<Solution> {
        let (low, high) = walk.bounds();
        let tolerance = IMPROVEMENT * (high - low);
        loop {
            // A matrix game lies between two rounds, so the clock is asked each time.
            walk.budget.spend_long().then_some(())?;
            for at in 0..node.rows.len() * node.cols.len() {
                let (row, col) = (node.rows[at / node.cols.len()], node.cols[at % node.cols.len()]);
                self.cell(walk, node, row, col)?;
            }
            let matrix = self.restricted(node);
            let solution = self.solver.solve(&matrix);
            let row = self.answer(walk, node, Side::Row, &solution, tolerance)?;
            let col = self.answer(walk, node, Side::Col, &solution, tolerance)?;
            let row = row.filter(|row| !node.rows.contains(row));
            let col = col.filter(|col| !node.cols.contains(col));
            node.rows.extend(row);
            node.cols.extend(col);
            if row.is_none() && col.is_none() {
                return Some(solution);
            }
        }
    }

    fn restricted(&self, node: &Restricted) -> Matrix {
        Matrix::from_fn(node.rows.len(), node.cols.len(), |row, col| {
            match self.cells[node.place(node.rows[row], node.cols[col])] {
                Cell::Known(value) => value,
                other => unreachable!("a cell of the restricted matrix is {other:?}"),
            }
        })
    }

    /// The move of a side that improves most on the value against the other's strategy, if one does.
    fn answer<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        side: Side,
        solution: &Solution,
        tolerance: f64,
    ) -> Option<Option<usize>> {
        // From here on the side maximises: the columns' gains are the rows' losses.
        let (choices, others, mix, sign) = match side {
            Side::Row => (node.frame.rows, node.cols.clone(), &solution.cols, 1.0),
            Side::Col => (node.frame.cols, node.rows.clone(), &solution.rows, -1.0),
        };
        let mut best = (None, sign * solution.value + tolerance);
        for choice in 0..choices {
            let cell = |other: usize| {
                if side == Side::Row {
                    (choice, other)
                } else {
                    (other, choice)
                }
            };
            let met = || {
                others
                    .iter()
                    .copied()
                    .zip(mix.iter().copied())
                    .filter(|(_, share)| *share > 0.0)
            };
            let mut most = 0.0;
            for (other, share) in met() {
                let (row, col) = cell(other);
                let Interval { low, high } = self.bounds(walk, node, row, col)?;
                most += share * if side == Side::Row { high } else { -low };
            }
            // Exact values replace bounds one by one while the move may still be the best.
            for (other, share) in met() {
                if most <= best.1 {
                    break;
                }
                let (row, col) = cell(other);
                let Interval { low, high } = self.bounds(walk, node, row, col)?;
                let value = self.cell(walk, node, row, col)?;
                most += share * if side == Side::Row { value - high } else { low - value };
            }
            if most > best.1 {
                best = (Some(choice), most);
            }
        }
        Some(best.0)
    }

    /// The move that looks best to start with.
    fn start<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Restricted {
        let frame = walk.open();
        let base = self.cells.len();
        self.cells.resize(base + frame.rows * frame.cols, Cell::Unseen);
        let (row, col) = walk.best_ranked(frame);
        Restricted {
            frame,
            base,
            depth,
            rows: vec![row],
            cols: vec![col],
            is_proven: true,
        }
    }

    fn finish<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, node: &Restricted) {
        self.cells.truncate(node.base);
        walk.close(node.frame);
    }

    fn node<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        walk.spend()?;
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let key = walk.game.key();
        if let Some((Interval { low: value, .. }, is_proven)) = self.memo.get(key, depth) {
            return Some(Worth { value, is_proven });
        }
        let mut node = self.start(walk, depth);
        let value = self.solve(walk, &mut node)?.value;
        self.finish(walk, &node);
        let is_proven = node.is_proven;
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

impl<G: Game, O: Opinion<G>, P: Prune<G>> Method<G, O, P> for Work {
    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let (Interval { low, high }, is_proven) = self.serialised.bounds(walk, depth)?;
        if low == high {
            return Some(Worth { value: low, is_proven });
        }
        self.node(walk, depth)
    }

    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root> {
        let mut node = self.start(walk, depth);
        let solution = self.solve(walk, &mut node)?;
        let root = self.tell(walk, &node, &solution);
        self.finish(walk, &node);
        Some(root)
    }
}

impl Work {
    /// The solution over all moves. What a move outside the restricted matrix earns is told by its bounds, and is never
    /// better than the value.
    fn tell<G: Game, O: Opinion<G>, P: Prune<G>>(
        &self,
        walk: &Walk<'_, G, O, P>,
        node: &Restricted,
        solution: &Solution,
    ) -> Root {
        let (least, most) = walk.bounds();
        let mut root = Root {
            value: solution.value,
            is_proven: node.is_proven,
            rows: vec![0.0; node.frame.rows],
            cols: vec![0.0; node.frame.cols],
            row_values: vec![0.0; node.frame.rows],
            col_values: vec![0.0; node.frame.cols],
        };
        for (&row, share) in node.rows.iter().zip(&solution.rows) {
            root.rows[row] = *share;
        }
        for (&col, share) in node.cols.iter().zip(&solution.cols) {
            root.cols[col] = *share;
        }
        let interval = |row, col| match self.cells[node.place(row, col)] {
            Cell::Known(value) => (value, value),
            Cell::Bounded(Interval { low, high }) => (low, high),
            Cell::Unseen => (least, most),
        };
        for (row, value) in root.row_values.iter_mut().enumerate() {
            let met = root.cols.iter().enumerate();
            *value = met
                .map(|(col, share)| share * interval(row, col).1)
                .sum::<f64>()
                .min(root.value);
        }
        for (col, value) in root.col_values.iter_mut().enumerate() {
            let met = root.rows.iter().enumerate();
            *value = met
                .map(|(row, share)| share * interval(row, col).0)
                .sum::<f64>()
                .max(root.value);
        }
        root
    }
}
