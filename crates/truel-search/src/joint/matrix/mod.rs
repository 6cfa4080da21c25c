//! Matrix games: two seats choose at once, one number says what the first gets from the second.
//!
//! Von Neumann (1928): such a game has a value, which each side can secure by a mixed strategy. Three ways lead there, each
//! checked against the others:
//!
//! - [`fast`]: saddle points, iterated pure dominance and the closed form of 2 × 2, without allocation;
//! - [`linear`]: the linear program of Dantzig (1951), exact, for what is left;
//! - [`matching`]: regret matching, for matrices so large that a simplex would take too long, with a bound on its error.
//!
//! [`Solver`] picks the way. Numbers are `f64` throughout, since errors add up over the plies of a search. Rows belong to the
//! seat that maximises, columns to the one that minimises.

pub mod fast;
pub mod linear;
pub mod matching;

use fast::{Scratch, Small};

/// A matrix of payoffs to the seat that chooses the row.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix of this size, computed cell by cell.
    ///
    /// # Panics
    /// If there is no row or no column: an acting seat has a move.
    pub fn from_fn(rows: usize, cols: usize, cell: impl FnMut(usize, usize) -> f64) -> Self {
        let mut matrix = Matrix::default();
        matrix.fill(rows, cols, cell);
        matrix
    }

    /// Writes other contents into the same memory.
    ///
    /// # Panics
    /// If there is no row or no column.
    pub fn fill(&mut self, rows: usize, cols: usize, mut cell: impl FnMut(usize, usize) -> f64) {
        assert!(rows > 0 && cols > 0, "a matrix game has a choice for each side");
        (self.rows, self.cols) = (rows, cols);
        self.cells.clear();
        for row in 0..rows {
            self.cells.extend((0..cols).map(|col| cell(row, col)));
        }
    }

    /// How many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What the row side gets.
    #[inline]
    pub fn at(&self, row: usize, col: usize) -> f64 {
        self.cells[row * self.cols + col]
    }

    /// One row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.cols..][..self.cols]
    }

    /// The smallest and the largest cell.
    pub fn range(&self) -> (f64, f64) {
        let widen = |(low, high): (f64, f64), cell: &f64| (low.min(*cell), high.max(*cell));
        self.cells.iter().fold((f64::INFINITY, f64::NEG_INFINITY), widen)
    }

    /// The same game seen by the other side: rows are its choices, signs are turned.
    pub fn other_side(&self) -> Matrix {
        Matrix::from_fn(self.cols, self.rows, |row, col| -self.at(col, row))
    }

    /// What each row earns against a mixture of columns.
    pub fn against_columns(&self, mix: &[f64]) -> Vec<f64> {
        let earn = |row| self.row(row).iter().zip(mix).map(|(cell, weight)| cell * weight).sum();
        (0..self.rows).map(earn).collect()
    }

    /// What each column concedes to a mixture of rows.
    pub fn against_rows(&self, mix: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.cols];
        for (row, weight) in mix.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            for (sum, cell) in sums.iter_mut().zip(self.row(row)) {
                *sum += weight * cell;
            }
        }
        sums
    }
}

/// The value of a matrix game and how each side secures it.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// What the row side gets when both play well.
    pub value: f64,
    /// The share of each row.
    pub rows: Vec<f64>,
    /// The share of each column.
    pub cols: Vec<f64>,
    /// How far the strategies are from optimal together: the best the row side can do against `cols`, less the worst that
    /// `rows` can meet. The true value lies between the two, so `value` is off by at most this.
    pub gap: f64,
}

impl Solution {
    /// A solution made from two strategies, measured against the matrix: its value is the middle of what they prove.
    pub fn of(matrix: &Matrix, rows: Vec<f64>, cols: Vec<f64>) -> Self {
        let high = max(&matrix.against_columns(&cols));
        let low = -max(&matrix.against_rows(&rows).iter().map(|sum| -sum).collect::<Vec<_>>());
        Solution {
            value: low.midpoint(high),
            rows,
            cols,
            gap: (high - low).max(0.0),
        }
    }
}

fn max(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Solves matrix games, one after the other, in the same memory.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Matrices with more cells than this, after dominance, go to regret matching.
    pub large: usize,
    /// How regret matching is run.
    pub matching: matching::Settings,
    scratch: Scratch,
    reduced: Matrix,
}

impl Default for Solver {
    fn default() -> Self {
        Solver {
            large: 128 * 128,
            matching: matching::Settings::default(),
            scratch: Scratch::default(),
            reduced: Matrix::default(),
        }
    }
}

impl Solver {
    /// The value alone, at half the price where a linear program is needed.
    pub fn value(&mut self, matrix: &Matrix) -> f64 {
        match fast::solve(matrix, &mut self.scratch) {
            Some(small) => small.value,
            None => {
                self.reduce(matrix);
                let exact = if self.is_large() {
                    None
                } else {
                    linear::value(&self.reduced)
                };
                exact.unwrap_or_else(|| matching::solve(&self.reduced, &self.matching).value)
            }
        }
    }

    /// The value and both strategies.
    pub fn solve(&mut self, matrix: &Matrix) -> Solution {
        if let Some(Small { rows, cols, value }) = fast::solve(matrix, &mut self.scratch) {
            return Solution {
                value,
                rows: spread(matrix.rows(), rows),
                cols: spread(matrix.cols(), cols),
                gap: 0.0,
            };
        }
        self.reduce(matrix);
        let exact = if self.is_large() {
            None
        } else {
            linear::solve(&self.reduced)
        };
        let reduced = exact.unwrap_or_else(|| matching::solve(&self.reduced, &self.matching));
        let rows = self.scratch.rows.iter().copied().zip(reduced.rows.iter().copied());
        let cols = self.scratch.cols.iter().copied().zip(reduced.cols.iter().copied());
        Solution {
            rows: spread(matrix.rows(), rows),
            cols: spread(matrix.cols(), cols),
            ..reduced
        }
    }

    fn is_large(&self) -> bool {
        self.reduced.rows() * self.reduced.cols() > self.large
    }

    /// Copies what dominance has left.
    fn reduce(&mut self, matrix: &Matrix) {
        let Scratch { rows, cols } = &self.scratch;
        self.reduced
            .fill(rows.len(), cols.len(), |row, col| matrix.at(rows[row], cols[col]));
    }
}

/// A strategy over all choices from the shares of a few.
fn spread(length: usize, shares: impl IntoIterator<Item = (usize, f64)>) -> Vec<f64> {
    let mut mix = vec![0.0; length];
    for (choice, share) in shares {
        mix[choice] += share;
    }
    mix
}

#[cfg(test)]
mod tests;
