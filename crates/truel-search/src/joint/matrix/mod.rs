//! Matrix games: two seats choose at once, one number says what the first gets from the second.
//!
//! Von Neumann (1928): such a game has a value, which each side can secure by a mixed strategy.
//! Several ways lead there, each checked against the others:
//!
//! - [`fast`]: saddle points, iterated pure dominance and the closed form of 2 × 2;
//! - [`simplex`]: the linear program of Dantzig (1951) on a tableau of our own, for what is left;
//! - [`linear`]: the same program by a crate, the reference, and the fallback where rounding
//!   defeats our own;
//! - [`matching`]: regret matching, for matrices so large that a simplex would take too long, with
//!   a bound on its error.
//!
//! [`Solver`] picks the way and keeps the memory of all of them: only the crate allocates. Numbers
//! are `f64` throughout, since errors add up over the plies of a search. Rows belong to the seat
//! that maximises, columns to the one that minimises.

pub mod fast;
pub mod linear;
pub mod matching;
pub mod simplex;
mod solver;

pub use solver::{Solution, Solver};

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

    /// Writes what each row earns against a mixture of columns.
    pub fn against_columns(&self, mix: &[f64], out: &mut Vec<f64>) {
        out.clear();
        let earn = |row| {
            self.row(row)
                .iter()
                .zip(mix)
                .map(|(cell, weight)| cell * weight)
                .sum::<f64>()
        };
        out.extend((0..self.rows).map(earn));
    }

    /// Writes what each column concedes to a mixture of rows.
    pub fn against_rows(&self, mix: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.cols, 0.0);
        for (row, weight) in mix.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            for (sum, cell) in out.iter_mut().zip(self.row(row)) {
                *sum += weight * cell;
            }
        }
    }
}

#[cfg(test)]
mod tests;
