//! Simultaneous-move alpha-beta: cells are left out when a linear program shows that they cannot matter.
//!
//! Saffidine, Finnsson and Buro 2012 (*Alpha-beta pruning for games with simultaneous moves*). Every cell of a node's matrix has
//! a lower and an upper bound, at first the game's own. Before a cell is searched, a linear program finds the value at
//! which its row would be dominated by a mixture of the other rows whatever the open cells turn out to be, and another one
//! the value at which its column would be. These two are the cell's window: a value outside strikes out the row or the column
//! and all its open cells, a value inside is exact.
//!
//! The node's own window `alpha..beta` takes part as a row that always earns `alpha` and a column that always concedes `beta`,
//! so what a node returns is its value moved into the window. Needs bounds on payoffs, which every game states; opinions are
//! clamped to them. Cost: up to two programs of the size of the matrix for each cell, most of which a glance at the bounds
//! answers; pays where cells are expensive.

use truel_core::{Game, Seat};

use crate::{Choice, Indifferent, Limits, Opinion, Search};

use super::exact::{self, Exact, Method, Root};
use super::matrix::linear::best_mixture;
use super::matrix::{Matrix, Solution, Solver};
use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::{Everything, Prune};
use super::serialised::Serialised;
use super::walk::{Frame, Walk};

/// Where the first bounds of a cell come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CellBounds {
    /// From the game's payoffs, as in the paper.
    Payoffs,
    /// From alpha-beta on the game in turns, in both orders: dearer, and much tighter.
    #[default]
    Serialised,
}

/// The search; its fields are its settings.
#[derive(Clone, Copy, Default, Debug)]
pub struct SmAlphaBeta<O = Indifferent, P = Everything> {
    /// What a position is worth where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// Whether equal keys share their value.
    pub transpositions: Transpositions,
    /// Where the first bounds of a cell come from.
    pub bounds: CellBounds,
}

impl<O, P> SmAlphaBeta<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.transpositions),
            serialised: (self.bounds == CellBounds::Serialised).then(|| Serialised::new(self.transpositions)),
            solver: Solver::default(),
            matrix: Matrix::default(),
            cells: Vec::new(),
            struck: Vec::new(),
        }
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Search<G> for SmAlphaBeta<O, P> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        exact::deepen(self.work(), game, seat, (&self.opinion, &self.prune), limits, watch)
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Exact<G> for SmAlphaBeta<O, P> {
    fn value(&self, game: &G, seat: Seat) -> f64 {
        exact::value(self.work(), game, seat, (&self.opinion, &self.prune))
    }
}

struct Work {
    memo: Memo,
    serialised: Option<Serialised>,
    solver: Solver,
    matrix: Matrix,
    /// The bounds of the cells of all open nodes.
    cells: Vec<Interval>,
    /// Rows, then columns, of all open nodes: whether they are dominated.
    struck: Vec<bool>,
}

/// A node in the making.
#[derive(Clone, Copy)]
struct Node {
    frame: Frame,
    /// Where its cells and its strikes begin.
    cells: usize,
    struck: usize,
    depth: u32,
    /// The window, where it is narrower than the payoffs.
    alpha: Option<f64>,
    beta: Option<f64>,
}

impl Node {
    fn place(&self, row: usize, col: usize) -> usize {
        self.cells + row * self.frame.cols + col
    }
}

/// Windows narrower than this share of the payoff range are not told apart.
const RESOLUTION: f64 = 1e-10;

impl Work {
    fn open<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Node {
        let frame = walk.open();
        let (low, high) = walk.bounds();
        let node = Node {
            frame,
            cells: self.cells.len(),
            struck: self.struck.len(),
            depth,
            alpha: (alpha > low).then_some(alpha),
            beta: (beta < high).then_some(beta),
        };
        self.cells
            .resize(node.cells + frame.rows * frame.cols, Interval { low, high });
        self.struck.resize(node.struck + frame.rows + frame.cols, false);
        node
    }

    fn close<G: Game, O: Opinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, node: &Node) {
        self.cells.truncate(node.cells);
        self.struck.truncate(node.struck);
        walk.close(node.frame);
    }

    fn row_is_struck(&self, node: &Node, row: usize) -> bool {
        self.struck[node.struck + row]
    }

    fn col_is_struck(&self, node: &Node, col: usize) -> bool {
        self.struck[node.struck + node.frame.rows + col]
    }

    fn strike_row(&mut self, node: &Node, row: usize) {
        self.struck[node.struck + row] = true;
    }

    fn strike_col(&mut self, node: &Node, col: usize) {
        self.struck[node.struck + node.frame.rows + col] = true;
    }

    fn rows_left(&self, node: &Node) -> impl Iterator<Item = usize> {
        (0..node.frame.rows).filter(|&row| !self.row_is_struck(node, row))
    }

    fn cols_left(&self, node: &Node) -> impl Iterator<Item = usize> {
        (0..node.frame.cols).filter(|&col| !self.col_is_struck(node, col))
    }

    /// The value of the cell up to which its row is dominated: the most that a mixture of the other rows is sure to earn in
    /// this column, among those that are sure to earn at least what the row may earn in every other one.
    fn row_floor(&self, node: &Node, row: usize, col: usize) -> Option<f64> {
        let others = || self.rows_left(node).filter(move |&other| other != row);
        let low = |other: usize, col: usize| self.cells[node.place(other, col)].low;
        let sure = |col: usize| {
            let earned = others().map(move |other| low(other, col));
            earned.chain(node.alpha)
        };
        let need = |col: usize| self.cells[node.place(row, col)].high;
        dominance(sure, need, self.cols_left(node), col)
    }

    /// The same for the column, with signs turned: the value from which on it is dominated.
    fn col_ceiling(&self, node: &Node, row: usize, col: usize) -> Option<f64> {
        let others = || self.cols_left(node).filter(move |&other| other != col);
        let loss = |row: usize, other: usize| -self.cells[node.place(row, other)].high;
        let sure = |row: usize| {
            let conceded = others().map(move |other| loss(row, other));
            conceded.chain(node.beta.map(|beta| -beta))
        };
        let need = |row: usize| -self.cells[node.place(row, col)].low;
        dominance(sure, need, self.rows_left(node), row).map(|value| -value)
    }

    /// Searches every cell that may matter. Afterwards the cells of rows and columns that are left are exact. Returns whether
    /// what was seen is proven.
    fn explore<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
    ) -> Option<bool> {
        let mut is_proven = self.serialised.is_none() || self.bound_cells(walk, node)?;
        for (row, col) in node.frame.by_corners() {
            let Interval { low, high } = self.cells[node.place(row, col)];
            if self.row_is_struck(node, row) || self.col_is_struck(node, col) || low == high {
                continue;
            }
            let (floor, ceiling) = (self.row_floor(node, row, col), self.col_ceiling(node, row, col));
            if floor.is_some_and(|floor| floor >= high) {
                self.strike_row(node, row);
            } else if ceiling.is_some_and(|ceiling| ceiling <= low) {
                self.strike_col(node, col);
            } else {
                is_proven &= self.search_cell(walk, node, (row, col), floor, ceiling)?;
            }
        }
        Some(is_proven)
    }

    /// Searches a cell in the window between its row's floor and its column's ceiling: at or below the one the row falls, at
    /// or above the other the column, between them the value is exact.
    fn search_cell<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
        (row, col): (usize, usize),
        mut floor: Option<f64>,
        mut ceiling: Option<f64>,
    ) -> Option<bool> {
        let (least, most) = walk.bounds();
        let resolution = RESOLUTION * (most - least);
        let Interval { low, high } = self.cells[node.place(row, col)];
        let mut window = (floor.unwrap_or(low).max(low), ceiling.unwrap_or(high).min(high));
        if window.1 - window.0 <= 2.0 * resolution {
            // The ends meet or have crossed: any value between them decides whether the row or the column falls.
            let middle = window.0.midpoint(window.1);
            window = (middle - resolution, middle + resolution);
            (floor, ceiling) = (floor.map(|_| middle), ceiling.map(|_| middle));
        }
        let joint = walk.joint(node.frame, row, col);
        let undo = walk.game.play(joint);
        let Worth { value, is_proven } = self.node(walk, node.depth - 1, window)?;
        walk.game.undo(undo);
        if floor.is_some_and(|floor| value <= floor) {
            self.strike_row(node, row);
        } else if ceiling.is_some_and(|ceiling| value >= ceiling) {
            self.strike_col(node, col);
        } else {
            self.settle(node, row, col, value);
        }
        Some(is_proven)
    }

    fn settle(&mut self, node: &Node, row: usize, col: usize, value: f64) {
        self.cells[node.place(row, col)] = Interval {
            low: value,
            high: value,
        };
    }

    /// First bounds of all cells from the game in turns.
    fn bound_cells<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
    ) -> Option<bool> {
        let mut all_proven = true;
        for row in 0..node.frame.rows {
            for col in 0..node.frame.cols {
                let serialised = self.serialised.as_mut().expect("asked only with serialised bounds");
                let joint = walk.joint(node.frame, row, col);
                let undo = walk.game.play(joint);
                let (interval, is_proven) = serialised.bounds(walk, node.depth - 1)?;
                walk.game.undo(undo);
                self.cells[node.place(row, col)] = interval;
                all_proven &= is_proven;
            }
        }
        Some(all_proven)
    }

    /// The rows and columns left, with their matrix in place; `Err` with the window's end where one side has none left.
    fn reduce(&mut self, node: &Node) -> Result<(Vec<usize>, Vec<usize>), f64> {
        let (rows, cols): (Vec<usize>, Vec<usize>) = (self.rows_left(node).collect(), self.cols_left(node).collect());
        if rows.is_empty() {
            return Err(node.alpha.expect("only alpha dominates all rows"));
        }
        if cols.is_empty() {
            return Err(node.beta.expect("only beta dominates all columns"));
        }
        let cells = &self.cells;
        self.matrix.fill(rows.len(), cols.len(), |row, col| {
            cells[node.place(rows[row], cols[col])].low
        });
        Ok((rows, cols))
    }

    /// The position's value, moved into the window.
    fn node<G: Game, O: Opinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> Option<Worth> {
        // Programs lie between two nodes, so the clock is asked each time.
        walk.budget.spend_long().then_some(())?;
        if let Some(leaf) = walk.leaf(depth) {
            return Some(leaf);
        }
        let key = walk.game.key();
        if let Some((Interval { low, high }, is_proven)) = self.memo.get(key, depth) {
            if low >= beta || low == high {
                return Some(Worth { value: low, is_proven });
            }
            if high <= alpha {
                return Some(Worth { value: high, is_proven });
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }
        let node = self.open(walk, depth, (alpha, beta));
        let is_proven = self.explore(walk, &node)?;
        let value = match self.reduce(&node) {
            Ok(_) => self.solver.value(&self.matrix),
            Err(end) => end,
        };
        self.close(walk, &node);
        let value = value.clamp(alpha, beta);
        let (low, high) = (
            node.alpha.unwrap_or(f64::NEG_INFINITY),
            node.beta.unwrap_or(f64::INFINITY),
        );
        self.memo
            .put(key, depth, Interval::learned(value, low, high), is_proven);
        Some(Worth { value, is_proven })
    }
}

/// The most that a mixture of others is sure to earn `here`, if it is sure to earn what is needed everywhere else.
fn dominance<I: Iterator<Item = f64>>(
    sure: impl Fn(usize) -> I,
    need: impl Fn(usize) -> f64,
    lines: impl Iterator<Item = usize>,
    here: usize,
) -> Option<f64> {
    let target = sure(here);
    let mut floors = Vec::new();
    for line in lines.filter(|&line| line != here) {
        let least = need(line);
        // A glance before the program: a mixture earns no more than its best part.
        if !sure(line).any(|earned| earned >= least) {
            return None;
        }
        floors.push((sure(line).collect(), least));
    }
    let target: Vec<f64> = target.collect();
    match (&target[..], &floors[..]) {
        ([], _) => None,
        (target, []) => target.iter().copied().reduce(f64::max),
        (&[only], _) => Some(only),
        (target, floors) => best_mixture(target, floors),
    }
}

impl<G: Game, O: Opinion<G>, P: Prune<G>> Method<G, O, P> for Work {
    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        let (low, high) = walk.bounds();
        self.node(walk, depth, (low, high))
    }

    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root> {
        let (low, high) = walk.bounds();
        let node = self.open(walk, depth, (low, high));
        let is_proven = self.explore(walk, &node)?;
        let left = self
            .reduce(&node)
            .expect("without a window nothing dominates everything");
        let solution = self.solver.solve(&self.matrix);
        let root = self.tell(&node, left, &solution, is_proven);
        self.close(walk, &node);
        Some(root)
    }
}

impl Work {
    /// The solution over all moves. A dominated move earns no more than the value; its bounds may say how much less.
    fn tell(&self, node: &Node, left: (Vec<usize>, Vec<usize>), solution: &Solution, is_proven: bool) -> Root {
        let mut root = Root {
            value: solution.value,
            is_proven,
            rows: vec![0.0; node.frame.rows],
            cols: vec![0.0; node.frame.cols],
            row_values: Vec::new(),
            col_values: Vec::new(),
        };
        for (row, share) in left.0.into_iter().zip(&solution.rows) {
            root.rows[row] = *share;
        }
        for (col, share) in left.1.into_iter().zip(&solution.cols) {
            root.cols[col] = *share;
        }
        let cell = |row, col| self.cells[node.place(row, col)];
        let row_value = |row| {
            let met = root.cols.iter().enumerate();
            met.map(|(col, share)| share * cell(row, col).high)
                .sum::<f64>()
                .min(root.value)
        };
        let col_value = |col| {
            let met = root.rows.iter().enumerate();
            met.map(|(row, share)| share * cell(row, col).low)
                .sum::<f64>()
                .max(root.value)
        };
        let (row_values, col_values) = (
            (0..node.frame.rows).map(row_value).collect(),
            (0..node.frame.cols).map(col_value).collect(),
        );
        Root {
            row_values,
            col_values,
            ..root
        }
    }
}
