//! Matrix games as linear programs (Dantzig 1951), solved by the simplex of the crate `microlp`.
//!
//! With all cells positive, columns weighted by `w` against which no row earns more than 1 are worth `1 / Σ w` when `Σ w` is
//! greatest, and `w` scaled to 1 is the strategy. The origin is a corner to start from. Rows are the columns of the other
//! side's game, so both strategies take two programs and the value one. Cells are moved to 1..2 first, which keeps the
//! program well scaled. The answers are measured against the matrix; [`Solution::gap`] is what the arithmetic lost.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::{Matrix, Solution, max};

/// The value and both strategies; `None` in the rare case that the simplex gives up.
pub fn solve(matrix: &Matrix) -> Option<Solution> {
    let cols = columns(matrix)?;
    let rows = columns(&matrix.other_side())?;
    Some(Solution::of(matrix, rows, cols))
}

/// The value alone, by one program.
pub fn value(matrix: &Matrix) -> Option<f64> {
    let cols = columns(matrix)?;
    Some(max(&matrix.against_columns(&cols)))
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

/// The largest `target · mix` over mixtures of which each floor holds: `cells · mix >= least`. `None` where there is no such
/// mixture. This is the dominance test of simultaneous-move alpha-beta.
pub(crate) fn best_mixture(target: &[f64], floors: &[(Vec<f64>, f64)]) -> Option<f64> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let shares: Vec<Variable> = target.iter().map(|&gain| program.add_var(gain, (0.0, 1.0))).collect();
    let sum: Vec<(Variable, f64)> = shares.iter().map(|&share| (share, 1.0)).collect();
    program.add_constraint(sum, ComparisonOp::Eq, 1.0);
    for (cells, least) in floors {
        let terms: Vec<(Variable, f64)> = shares.iter().copied().zip(cells.iter().copied()).collect();
        program.add_constraint(terms, ComparisonOp::Ge, *least);
    }
    let solution = program.solve().ok()?.into_solution().ok()?;
    Some(solution.objective())
}
