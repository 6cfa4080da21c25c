//! Double oracle at every node, with bounds from the serialised game.
//!
//! Bošanský, Lisý, Lanctot, Čermák and Winands 2016 (*Algorithms for computing strategies in
//! two-player simultaneous move games*), after McMahan, Gordon and Blum 2003. Solve a small matrix
//! of a few rows and columns, and ask each side for its best answer among all moves. Add the
//! answers, and stop when neither helps. Mixed strategies use few moves, so most rows and columns
//! are never added and most cells never searched. Answers are compared by bounds from the game in
//! turns first; a move whose upper bound does not beat the value is passed over.
//!
//! Cost: the cells of the restricted matrices and a few more, each with a serialised alpha-beta.
//! Where the serialised bounds meet, a node costs no matrix game. Exact: ends only when no move of
//! the full matrix improves on the restricted one.

use truel_core::Game;

use crate::{Indifferent, Opinion};

pub use super::exact::Config;
use super::exact::{Method, Root, exact_search};
use super::matrix::{Matrix, Solver};
use super::memo::{Interval, Memo, Worth};
use super::prune::{Everything, Prune};
use super::serialised::SerialBounds;
use super::walk::{Cell, Frame, Side, Walk};

/// Double-oracle search.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{DoubleOracle, Exact, Transpositions, double_oracle::Config};
/// use truel_search::Indifferent;
///
/// // Where one seat has to move, this is a search of turns. Eight stones are lost.
/// let game: Nim = "8 1".parse().unwrap();
/// let search = DoubleOracle::with_config(Indifferent, Config::default().with_transpositions(Transpositions::ByKey));
/// assert_eq!(search.value(&game, Seat::new(0)), 0.0);
/// assert_eq!(search.value(&game, Seat::new(1)), 1.0);
/// ```
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct DoubleOracle<O = Indifferent, P = Everything> {
    /// The evaluation of positions where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// How it works.
    pub config: Config,
}

impl<O, P> DoubleOracle<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.config.transpositions),
            serialised: SerialBounds::new(self.config.transpositions),
            solver: Solver::default(),
            matrix: Matrix::default(),
            cells: Vec::new(),
            choices: Vec::new(),
        }
    }
}

exact_search!(DoubleOracle, Opinion);

struct Work {
    memo: Memo,
    serialised: SerialBounds,
    solver: Solver,
    matrix: Matrix,
    /// Between what the cells of all open nodes lie.
    cells: Vec<Interval>,
    /// Rows, then columns, of all open nodes.
    choices: Vec<Choice>,
}

/// Nothing is known of a cell yet.
const UNSEEN: Interval = Interval {
    low: f64::NEG_INFINITY,
    high: f64::INFINITY,
};

/// Two lists in one, of the length of a side's moves: which of them the restricted matrix has, in
/// its order, and each move's share in the strategy found last.
#[derive(Clone, Copy, Default)]
struct Choice {
    picked: usize,
    share: f64,
}

/// A node in the making.
struct Restricted {
    frame: Frame,
    /// Where its cells and its choices begin.
    cells: usize,
    choices: usize,
    depth: u32,
    /// The size of the restricted matrix.
    rows: usize,
    cols: usize,
    is_proven: bool,
}

impl Restricted {
    fn place(&self, Cell { row, col }: Cell) -> usize {
        self.cells + row * self.frame.cols + col
    }

    /// Where the choices of a side begin.
    fn choices(&self, side: Side) -> usize {
        match side {
            Side::Row => self.choices,
            Side::Col => self.choices + self.frame.rows,
        }
    }

    /// How many moves of a side the restricted matrix has.
    fn count(&self, side: Side) -> usize {
        match side {
            Side::Row => self.rows,
            Side::Col => self.cols,
        }
    }
}

/// Improvements below this share of the payoff range are rounding.
const IMPROVEMENT: f64 = 1e-10;

impl Work {
    /// Between what a cell lies.
    fn bounds<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        cell: Cell,
    ) -> Option<Interval> {
        let known = self.cells[node.place(cell)];
        if known != UNSEEN {
            return Some(known);
        }
        let (interval, is_proven) =
            walk.below(node.frame, cell, |walk| self.serialised.bounds(walk, node.depth - 1))?;
        node.is_proven &= is_proven;
        self.cells[node.place(cell)] = interval;
        Some(interval)
    }

    /// The value of a cell.
    fn cell<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        cell: Cell,
    ) -> Option<f64> {
        let known = self.bounds(walk, node, cell)?;
        if known.is_exact() {
            return Some(known.low);
        }
        let child = walk.below(node.frame, cell, |walk| self.node(walk, node.depth - 1))?;
        node.is_proven &= child.is_proven;
        self.cells[node.place(cell)] = Interval::exact(child.value);
        Some(child.value)
    }

    /// Which moves of a side the restricted matrix has.
    fn picked(&self, node: &Restricted, side: Side) -> impl Iterator<Item = usize> {
        let choices = &self.choices[node.choices(side)..][..node.count(side)];
        choices.iter().map(|choice| choice.picked)
    }

    /// Adds a move to the restricted matrix; returns whether it is new.
    fn pick(&mut self, node: &mut Restricted, side: Side, mv: usize) -> bool {
        if self.picked(node, side).any(|picked| picked == mv) {
            return false;
        }
        self.choices[node.choices(side) + node.count(side)].picked = mv;
        match side {
            Side::Row => node.rows += 1,
            Side::Col => node.cols += 1,
        }
        true
    }

    /// Adds moves to the restricted matrix until no answer improves on it; its value, and shares in
    /// place.
    fn solve<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
    ) -> Option<f64> {
        let tolerance = IMPROVEMENT * walk.range();
        loop {
            // A matrix game lies between two rounds, so the clock is asked each time.
            walk.budget.spend_long().then_some(())?;
            let value = self.solve_restricted(walk, node)?;
            let row = self.answer(walk, node, Side::Row, value, tolerance)?;
            let col = self.answer(walk, node, Side::Col, value, tolerance)?;
            let row = row.is_some_and(|row| self.pick(node, Side::Row, row));
            let col = col.is_some_and(|col| self.pick(node, Side::Col, col));
            if !row && !col {
                return Some(value);
            }
        }
    }

    /// Solves the restricted matrix as it is.
    fn solve_restricted<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
    ) -> Option<f64> {
        for at in 0..node.rows * node.cols {
            let row = self.choices[node.choices(Side::Row) + at / node.cols].picked;
            let col = self.choices[node.choices(Side::Col) + at % node.cols].picked;
            self.cell(walk, node, Cell { row, col })?;
        }
        let (rows, cols) = self.choices[node.choices..].split_at(node.frame.rows);
        let cells = &self.cells;
        self.matrix.fill(node.rows, node.cols, |row, col| {
            cells[node.place(Cell {
                row: rows[row].picked,
                col: cols[col].picked,
            })]
            .low
        });
        let solution = self.solver.solve(&self.matrix);
        let (rows, cols) = self.choices[node.choices..].split_at_mut(node.frame.rows);
        for (choices, shares) in [(rows, &solution.rows), (cols, &solution.cols)] {
            for (at, share) in shares.iter().enumerate() {
                choices[choices[at].picked].share = *share;
            }
        }
        Some(solution.value)
    }

    /// The move of a side that improves most on the value against the other's strategy, if one
    /// does.
    fn answer<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &mut Restricted,
        side: Side,
        value: f64,
        tolerance: f64,
    ) -> Option<Option<usize>> {
        let others = node.choices(side.other());
        let mut best = (None, side.gain(value) + tolerance);
        for own in 0..side.choices(node.frame) {
            let mut most = 0.0;
            for met in 0..node.count(side.other()) {
                let other = self.choices[others + met].picked;
                let share = self.choices[others + other].share;
                if share > 0.0 {
                    let bounds = self.bounds(walk, node, side.cell(own, other))?;
                    most += share * side.gains(bounds).high;
                }
            }
            // Exact values replace bounds one by one while the move may still be the best.
            for met in 0..node.count(side.other()) {
                if most <= best.1 {
                    break;
                }
                let other = self.choices[others + met].picked;
                let share = self.choices[others + other].share;
                if share > 0.0 {
                    let cell = side.cell(own, other);
                    let bound = side.gains(self.bounds(walk, node, cell)?).high;
                    most += share * (side.gain(self.cell(walk, node, cell)?) - bound);
                }
            }
            if most > best.1 {
                best = (Some(own), most);
            }
        }
        Some(best.0)
    }

    /// A node with the moves that look best to start with.
    fn start<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Restricted {
        let frame = walk.open();
        let mut node = Restricted {
            frame,
            cells: self.cells.len(),
            choices: self.choices.len(),
            depth,
            rows: 0,
            cols: 0,
            is_proven: true,
        };
        self.cells.resize(node.cells + frame.rows * frame.cols, UNSEEN);
        self.choices
            .resize(node.choices + frame.rows + frame.cols, Choice::default());
        for side in [Side::Row, Side::Col] {
            self.pick(&mut node, side, walk.best_ranked(frame, side));
        }
        node
    }

    fn finish<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, node: &Restricted) {
        self.cells.truncate(node.cells);
        self.choices.truncate(node.choices);
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
        let value = self.solve(walk, &mut node)?;
        self.finish(walk, &node);
        let is_proven = node.is_proven;
        self.memo.put(key, depth, Interval::exact(value), is_proven);
        Some(Worth { value, is_proven })
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Method<G, O, P> for Work {
    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        let (known, is_proven) = self.serialised.bounds(walk, depth)?;
        if known.is_exact() {
            let value = known.low;
            return Some(Worth { value, is_proven });
        }
        self.node(walk, depth)
    }

    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root> {
        let mut node = self.start(walk, depth);
        let value = self.solve(walk, &mut node)?;
        let worth = Worth {
            value,
            is_proven: node.is_proven,
        };
        let (rows, cols) = self.choices[node.choices..].split_at(node.frame.rows);
        let shares = |choices: &[Choice]| choices.iter().map(|choice| choice.share).collect();
        let root = Root::new(worth, shares(rows), shares(cols), |cell| self.cells[node.place(cell)]);
        self.finish(walk, &node);
        Some(root)
    }
}
