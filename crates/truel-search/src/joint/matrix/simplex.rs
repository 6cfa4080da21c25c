//! The simplex of Dantzig (1951) on a dense tableau that is kept from one program to the next: no
//! allocation once it has grown.
//!
//! It solves programs for which the origin is a corner to start from: the most of `gains · x` with
//! `cells · x <= limits`, `x >= 0` and no limit below 0. Both programs of this crate are of that
//! kind:
//!
//! - **a matrix game**: with all cells positive, weights on columns against which no row earns more
//!   than 1 are worth `1 / Σ w` when `Σ w` is greatest. The weights scaled to 1 are the columns'
//!   strategy, and the prices of the limits the rows';
//! - **the best mixture** under floors, the dominance test of simultaneous-move alpha-beta, by its
//!   dual.
//!
//! The tableau is condensed: a pivot exchanges a row's variable with a column's in place. So a
//! program of `m × n` takes `(m + 1) × (n + 1)` numbers, and a pivot as many multiplications. About
//! `m + n` pivots are usual. The steepest column enters (Dantzig's rule); after as many pivots as
//! are usual without an end, the first one does (Bland 1977), which cannot go round in circles. The
//! reference is [`linear`](super::linear), which also steps in when this one gives up.

use super::{Matrix, Solution};

/// A program and the memory it is solved in.
#[derive(Clone, Default, Debug)]
pub struct Tableau {
    rows: usize,
    cols: usize,
    /// Rows of `cols` cells with the limit behind them; in the last row the prices, and the
    /// objective in the corner.
    cells: Vec<f64>,
    /// Which variable stands for each row and each column: columns' own are `0..cols`, rows' slacks
    /// follow.
    basic: Vec<usize>,
    free: Vec<usize>,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// At its best corner.
    Optimal,
    /// There is no best: the objective grows beyond every bound.
    Unbounded,
    /// The objective went beyond what the caller wanted to know.
    Beyond,
    /// Too many pivots: rounding leads in circles.
    GaveUp,
}

/// Rounding led in circles; another method has to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GaveUp;

/// Numbers smaller than this are taken for rounding. Programs are scaled to numbers around 1.
const NOTHING: f64 = 1e-11;

impl Tableau {
    /// Solves a matrix game: writes both strategies, not yet measured against the matrix, and
    /// returns whether it could.
    pub fn game(&mut self, matrix: &Matrix, found: &mut Solution) -> bool {
        let (low, high) = matrix.range();
        let scale = if high > low { 1.0 / (high - low) } else { 0.0 };
        let positive = |row: usize, line: &mut [f64]| {
            for (cell, payoff) in line.iter_mut().zip(matrix.row(row)) {
                *cell = 1.0 + (payoff - low) * scale;
            }
            1.0
        };
        self.set((matrix.rows(), matrix.cols()), positive, |gains| gains.fill(1.0));
        if self.run(f64::INFINITY) != Outcome::Optimal {
            return false;
        }
        let whole = 1.0 / self.objective();
        found.clear(self.rows, self.cols);
        for (row, &variable) in self
            .basic
            .iter()
            .enumerate()
            .filter(|(_, variable)| **variable < self.cols)
        {
            found.cols[variable] = (self.line(row)[self.cols] * whole).max(0.0);
        }
        let prices = self.line(self.rows);
        for (col, &variable) in self
            .free
            .iter()
            .enumerate()
            .filter(|(_, variable)| **variable >= self.cols)
        {
            found.rows[variable - self.cols] = (prices[col] * whole).max(0.0);
        }
        true
    }

    /// The most that a mixture earns among those with an excess of at least 0 over each floor:
    /// `gain(part)` is what a part of the mixture earns, `excess(part, floor)` how far it is above
    /// a floor, `range` the size of such numbers. `Ok(None)` where no mixture keeps the floors, or
    /// none of those earns `least`. `Err` when it gives up.
    ///
    /// The dual is solved: prices `y` on the floors, and the least `t` that is at least
    /// `gain + excess · y` for every part. The part with the greatest gain gives the corner to
    /// start from: its `t` is its gain, without prices. From there `t` only falls, towards the
    /// answer.
    pub(super) fn best_mixture(
        &mut self,
        (parts, floors): (usize, usize),
        gain: impl Fn(usize) -> f64,
        excess: impl Fn(usize, usize) -> f64,
        range: f64,
        least: f64,
    ) -> Result<Option<f64>, GaveUp> {
        let top = (1..parts).fold(0, |best, part| if gain(part) > gain(best) { part } else { best });
        let scale = 1.0 / range;
        let row = |row: usize, line: &mut [f64]| {
            let part = if row < top { row } else { row + 1 };
            let (slack, prices) = line.split_last_mut().expect("a column for the slack of the top part");
            for (floor, cell) in prices.iter_mut().enumerate() {
                *cell = (excess(part, floor) - excess(top, floor)) * scale;
            }
            *slack = -1.0;
            (gain(top) - gain(part)) * scale
        };
        let gains = |line: &mut [f64]| {
            let (slack, prices) = line.split_last_mut().expect("a column for the slack of the top part");
            for (floor, cell) in prices.iter_mut().enumerate() {
                *cell = -excess(top, floor) * scale;
            }
            *slack = -1.0;
        };
        self.set((parts - 1, floors + 1), row, gains);
        match self.run((gain(top) - least) * scale) {
            Outcome::Optimal => Ok(Some(gain(top) - self.objective() * range)),
            Outcome::Unbounded | Outcome::Beyond => Ok(None),
            Outcome::GaveUp => Err(GaveUp),
        }
    }

    /// Writes a program; `row(i, line)` fills a line of `cols` cells and returns the row's limit,
    /// `gains` fills the last line.
    fn set(
        &mut self,
        (rows, cols): (usize, usize),
        mut row: impl FnMut(usize, &mut [f64]) -> f64,
        gains: impl FnOnce(&mut [f64]),
    ) {
        (self.rows, self.cols) = (rows, cols);
        self.cells.clear();
        self.cells.resize((rows + 1) * (cols + 1), 0.0);
        for (i, line) in self.cells.chunks_exact_mut(cols + 1).take(rows).enumerate() {
            line[cols] = row(i, &mut line[..cols]);
        }
        let prices = &mut self.cells[rows * (cols + 1)..][..cols];
        gains(prices);
        prices.iter_mut().for_each(|price| *price = -*price);
        self.free.clear();
        self.free.extend(0..cols);
        self.basic.clear();
        self.basic.extend(cols..cols + rows);
    }

    fn line(&self, row: usize) -> &[f64] {
        &self.cells[row * (self.cols + 1)..][..=self.cols]
    }

    /// The objective so far.
    fn objective(&self) -> f64 {
        self.line(self.rows)[self.cols]
    }

    /// Goes from corner to corner until nothing improves or the objective is greater than `enough`.
    fn run(&mut self, enough: f64) -> Outcome {
        let usual = 4 * (self.rows + self.cols) + 16;
        for pivots in 0..16 * usual {
            if self.objective() > enough {
                return Outcome::Beyond;
            }
            let is_patient = pivots >= usual;
            let Some(col) = self.entering(is_patient) else {
                return Outcome::Optimal;
            };
            let Some(row) = self.leaving(col, is_patient) else {
                return Outcome::Unbounded;
            };
            self.pivot(row, col);
        }
        Outcome::GaveUp
    }

    /// A column that improves the objective: the steepest, or the one with the first variable.
    fn entering(&self, first: bool) -> Option<usize> {
        let prices = &self.line(self.rows)[..self.cols];
        if first {
            let improving = (0..self.cols).filter(|&col| prices[col] < -NOTHING);
            return improving.min_by_key(|&col| self.free[col]);
        }
        let mut best = (None, -NOTHING);
        for (col, &price) in prices.iter().enumerate() {
            if price < best.1 {
                best = (Some(col), price);
            }
        }
        best.0
    }

    /// The row that limits the column first; of equals the one with the largest pivot, which rounds
    /// least, or the one with the first variable.
    fn leaving(&self, col: usize, first: bool) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for row in 0..self.rows {
            let line = self.line(row);
            if line[col] <= NOTHING {
                continue;
            }
            let room = line[self.cols].max(0.0) / line[col];
            let is_better = best.is_none_or(|(other, least)| {
                if (room - least).abs() > NOTHING {
                    room < least
                } else if first {
                    self.basic[row] < self.basic[other]
                } else {
                    line[col] > self.line(other)[col]
                }
            });
            if is_better {
                best = Some((row, room));
            }
        }
        best.map(|(row, _)| row)
    }

    /// Exchanges the variables of a row and a column.
    fn pivot(&mut self, row: usize, col: usize) {
        let width = self.cols + 1;
        let (above, rest) = self.cells.split_at_mut(row * width);
        let (line, below) = rest.split_at_mut(width);
        let inverse = 1.0 / line[col];
        line.iter_mut().for_each(|cell| *cell *= inverse);
        line[col] = inverse;
        for other in above.chunks_exact_mut(width).chain(below.chunks_exact_mut(width)) {
            let factor = other[col];
            if factor == 0.0 {
                continue;
            }
            other[col] = 0.0;
            for (cell, by) in other.iter_mut().zip(line.iter()) {
                *cell -= factor * by;
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.free[col]);
    }
}
