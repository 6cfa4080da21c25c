//! What a matrix game is solved to, and the choice between the ways of solving it.

use super::fast::{self, Scratch, Small};
use super::simplex::Tableau;
use super::{Matrix, linear, matching};

/// The value of a matrix game and how each side secures it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Solution {
    /// What the row side gets when both play well.
    pub value: f64,
    /// The share of each row.
    pub rows: Vec<f64>,
    /// The share of each column.
    pub cols: Vec<f64>,
    /// How far the strategies are from optimal together: the best the row side can do against
    /// `cols`, less the worst that `rows` can meet. The true value lies between the two, so `value`
    /// is off by at most this.
    pub gap: f64,
}

impl Solution {
    /// Forgets everything and makes room for a matrix of this size.
    pub(super) fn clear(&mut self, rows: usize, cols: usize) {
        (self.value, self.gap) = (0.0, 0.0);
        self.rows.clear();
        self.rows.resize(rows, 0.0);
        self.cols.clear();
        self.cols.resize(cols, 0.0);
    }

    /// Measures the strategies against the matrix: the value is the middle of what they prove.
    /// `sums` is working memory.
    pub fn measure(&mut self, matrix: &Matrix, sums: &mut Vec<f64>) {
        matrix.against_columns(&self.cols, sums);
        let high = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        matrix.against_rows(&self.rows, sums);
        let low = sums.iter().copied().fold(f64::INFINITY, f64::min);
        self.value = low.midpoint(high);
        self.gap = (high - low).max(0.0);
    }
}

/// Solves matrix games, one after the other, in the same memory.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Matrices with more cells than this, after dominance, go to regret matching.
    pub large: usize,
    /// How regret matching is run.
    pub matching: matching::Config,
    left: Scratch,
    reduced: Matrix,
    tableau: Tableau,
    learner: matching::Scratch,
    sums: Vec<f64>,
    /// The solution of what dominance has left, and the same over all rows and columns.
    inner: Solution,
    whole: Solution,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new(300 * 300, matching::Config::default())
    }
}

/// A simplex that leaves a larger gap than this share of the cells' range has lost its way.
pub(super) const ACCURACY: f64 = 1e-9;

impl Solver {
    /// A solver with these fields.
    pub fn new(large: usize, matching: matching::Config) -> Self {
        Solver {
            large,
            matching,
            left: Scratch::default(),
            reduced: Matrix::default(),
            tableau: Tableau::default(),
            learner: matching::Scratch::default(),
            sums: Vec::new(),
            inner: Solution::default(),
            whole: Solution::default(),
        }
    }

    /// The value alone.
    pub fn value(&mut self, matrix: &Matrix) -> f64 {
        if let Some(small) = fast::solve(matrix, &mut self.left) {
            return small.value;
        }
        self.solve_what_is_left(matrix);
        self.inner.value
    }

    /// The value and both strategies. They stay in the solver until the next matrix.
    pub fn solve(&mut self, matrix: &Matrix) -> &Solution {
        self.whole.clear(matrix.rows(), matrix.cols());
        if let Some(Small { rows, cols, value }) = fast::solve(matrix, &mut self.left) {
            self.whole.value = value;
            spread(&mut self.whole.rows, rows);
            spread(&mut self.whole.cols, cols);
        } else {
            self.solve_what_is_left(matrix);
            (self.whole.value, self.whole.gap) = (self.inner.value, self.inner.gap);
            let Scratch { rows, cols } = &self.left;
            spread(
                &mut self.whole.rows,
                rows.iter().copied().zip(self.inner.rows.iter().copied()),
            );
            spread(
                &mut self.whole.cols,
                cols.iter().copied().zip(self.inner.cols.iter().copied()),
            );
        }
        &self.whole
    }

    /// The rows and columns that dominance could not strike out, as a game of their own.
    fn solve_what_is_left(&mut self, matrix: &Matrix) {
        let Scratch { rows, cols } = &self.left;
        self.reduced
            .fill(rows.len(), cols.len(), |row, col| matrix.at(rows[row], cols[col]));
        let is_large = self.reduced.rows() * self.reduced.cols() > self.large;
        if is_large || !(self.solve_by_simplex() || self.solve_by_crate()) {
            matching::solve(&self.reduced, &self.matching, &mut self.learner, &mut self.inner);
        }
    }

    fn solve_by_simplex(&mut self) -> bool {
        if !self.tableau.game(&self.reduced, &mut self.inner) {
            return false;
        }
        self.inner.measure(&self.reduced, &mut self.sums);
        let (low, high) = self.reduced.range();
        self.inner.gap <= ACCURACY * (high - low)
    }

    /// The one way that allocates: the crate builds each program anew. No test has found a matrix
    /// that needs it, but rounding is rounding.
    #[cold]
    fn solve_by_crate(&mut self) -> bool {
        let Some(solution) = linear::solve(&self.reduced) else {
            return false;
        };
        self.inner = solution;
        true
    }

    /// The most that a mixture earns among those with an excess of at least 0 over each floor;
    /// `None` where there is no such mixture, or none that earns `least`. `gain(part)` is what a
    /// part of the mixture earns, `excess(part, floor)` how far it is above a floor, `range` the
    /// size of such numbers.
    pub(crate) fn best_mixture(
        &mut self,
        size: (usize, usize),
        gain: impl Fn(usize) -> f64,
        excess: impl Fn(usize, usize) -> f64,
        range: f64,
        least: f64,
    ) -> Option<f64> {
        let found = self.tableau.best_mixture(size, &gain, &excess, range, least);
        found.unwrap_or_else(|_| linear::best_mixture(size, gain, excess))
    }
}

/// Adds the shares of a few choices to a strategy over all of them.
fn spread(mix: &mut [f64], shares: impl IntoIterator<Item = (usize, f64)>) {
    for (choice, share) in shares {
        mix[choice] += share;
    }
}
