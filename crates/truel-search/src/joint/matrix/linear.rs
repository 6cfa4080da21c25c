//! Matrix games as linear programs (Dantzig 1951), solved by the simplex of the crate `microlp`:
//! the reference for [`simplex`](super::simplex), and the fallback where that one gives up.
//!
//! All cells are positive. Take weights `w` of columns against which no row earns more than 1. When
//! `Σ w` is greatest, the game is worth `1 / Σ w`, and `w` scaled to 1 is the strategy. The origin
//! is a corner to start from. Rows are the columns of the other side's game, so both strategies
//! take two programs. Cells are moved to 1..2 first, which keeps the program well scaled. The
//! answers are measured against the matrix; [`Solution::gap`] is what the arithmetic lost. Each
//! program is built anew, which allocates for every constraint.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::{Matrix, Solution};

/// The value and both strategies; `None` in the rare case that the simplex gives up.
pub fn solve(matrix: &Matrix) -> Option<Solution> {
    let cols = columns(matrix)?;
    let rows = columns(&matrix.other_side())?;
    let mut solution = Solution {
        rows,
        cols,
        ..Solution::default()
    };
    solution.measure(matrix, &mut Vec::new());
    Some(solution)
}

/// The strategy of the column side.
fn columns(matrix: &Matrix) -> Option<Vec<f64>> {
    let (low, high) = matrix.range();
    let scale = if high > low { 1.0 / (high - low) } else { 0.0 };
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<Variable> = (0..matrix.cols())
        .map(|_| program.add_var(1.0, (0.0, f64::INFINITY)))
        .collect();
    for row in 0..matrix.rows() {
        let cells = matrix.row(row).iter().map(|cell| 1.0 + (cell - low) * scale);
        let terms: Vec<(Variable, f64)> = weights.iter().copied().zip(cells).collect();
        program.add_constraint(terms, ComparisonOp::Le, 1.0);
    }
    let solution = program.solve().ok()?.into_solution().ok()?;
    let weights: Vec<f64> = weights.iter().map(|&w| solution.var_value(w).max(0.0)).collect();
    let sum: f64 = weights.iter().sum();
    (sum > 0.0).then(|| weights.iter().map(|weight| weight / sum).collect())
}

/// The most that a mixture earns among those with an excess of at least 0 over each floor; `None`
/// where there is no such mixture. `gain(part)` is what a part of the mixture earns,
/// `excess(part, floor)` how far it is above a floor.
pub(crate) fn best_mixture(
    (parts, floors): (usize, usize),
    gain: impl Fn(usize) -> f64,
    excess: impl Fn(usize, usize) -> f64,
) -> Option<f64> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<Variable> = (0..parts).map(|part| program.add_var(gain(part), (0.0, 1.0))).collect();
    let terms = |cell: &dyn Fn(usize) -> f64| -> Vec<(Variable, f64)> {
        let cells = shares.iter().enumerate();
        cells.map(|(part, &share)| (share, cell(part))).collect()
    };
    program.add_constraint(terms(&|_| 1.0), ComparisonOp::Eq, 1.0);
    for floor in 0..floors {
        program.add_constraint(terms(&|part| excess(part, floor)), ComparisonOp::Ge, 0.0);
    }
    let solution = program.solve().ok()?.into_solution().ok()?;
    Some(solution.objective())
}
