//! Small matrix games without a linear program and without allocation.
//!
//! A saddle point ends it at once. Otherwise weakly dominated rows and columns are struck out,
//! again and again. That keeps the value, and strategies of what is left are strategies of the
//! whole. What is left is often one cell or 2 × 2, for which there is a formula. Cost: `rows ×
//! cols` for the saddle point, and about `rows × cols × (rows + cols)` for a pass of dominance,
//! most comparisons ending early.

use super::Matrix;

/// Rows and columns that dominance has not struck out.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    pub(super) rows: Vec<usize>,
    pub(super) cols: Vec<usize>,
}

/// A solution in which each side mixes two choices at most; the second may have share 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Small {
    /// What the row side gets.
    pub value: f64,
    /// Rows with their shares.
    pub rows: [(usize, f64); 2],
    /// Columns with their shares.
    pub cols: [(usize, f64); 2],
}

/// Solves the game if it is small or becomes small; otherwise `scratch` holds what dominance has
/// left.
pub fn solve(matrix: &Matrix, scratch: &mut Scratch) -> Option<Small> {
    if let Some(small) = saddle(matrix) {
        return Some(small);
    }
    scratch.rows.clear();
    scratch.rows.extend(0..matrix.rows());
    scratch.cols.clear();
    scratch.cols.extend(0..matrix.cols());
    while strike(matrix, scratch) {}
    match (&scratch.rows[..], &scratch.cols[..]) {
        (&[row], &[col]) => Some(pure(matrix, row, col)),
        (&[a, b], &[c, d]) => Some(two_by_two(matrix, [a, b], [c, d])),
        _ => None,
    }
}

fn pure(matrix: &Matrix, row: usize, col: usize) -> Small {
    Small {
        value: matrix.at(row, col),
        rows: [(row, 1.0), (row, 0.0)],
        cols: [(col, 1.0), (col, 0.0)],
    }
}

/// A cell that is the least of its row and the greatest of its column. One row or one column always
/// has one.
fn saddle(matrix: &Matrix) -> Option<Small> {
    let least = |row: usize| {
        let cells = matrix.row(row).iter().copied().enumerate();
        cells.fold(
            (0, f64::INFINITY),
            |best, cell| if cell.1 < best.1 { cell } else { best },
        )
    };
    let mut best = (0, 0, f64::NEG_INFINITY);
    for row in 0..matrix.rows() {
        let (col, value) = least(row);
        if value > best.2 {
            best = (row, col, value);
        }
    }
    let (row, col, value) = best;
    // The column may be any of the row's least cells.
    let is_top = |col: usize| (0..matrix.rows()).all(|other| matrix.at(other, col) <= value);
    if is_top(col) {
        return Some(pure(matrix, row, col));
    }
    let ties = (0..matrix.cols()).filter(|&col| matrix.at(row, col) == value);
    ties.into_iter()
        .find(|&col| is_top(col))
        .map(|col| pure(matrix, row, col))
}

/// Strikes out every dominated row and column once; returns whether there were any.
fn strike(matrix: &Matrix, Scratch { rows, cols }: &mut Scratch) -> bool {
    let before = rows.len() + cols.len();
    strike_from(rows, |loser, winner| {
        cols.iter().all(|&col| matrix.at(loser, col) <= matrix.at(winner, col))
    });
    strike_from(cols, |loser, winner| {
        rows.iter().all(|&row| matrix.at(row, loser) >= matrix.at(row, winner))
    });
    rows.len() + cols.len() < before
}

/// Removes each choice that another one still in the list is at least as good as. Of equals one
/// stays, since the one that is compared is already gone when its twin is looked at.
fn strike_from(list: &mut Vec<usize>, is_beaten: impl Fn(usize, usize) -> bool) {
    let mut place = 0;
    while place < list.len() {
        let loser = list[place];
        if list.iter().any(|&winner| winner != loser && is_beaten(loser, winner)) {
            list.remove(place);
        } else {
            place += 1;
        }
    }
}

/// The formula for 2 × 2 without dominance: each side makes the other indifferent.
fn two_by_two(matrix: &Matrix, [a, b]: [usize; 2], [c, d]: [usize; 2]) -> Small {
    let (ac, ad, bc, bd) = (matrix.at(a, c), matrix.at(a, d), matrix.at(b, c), matrix.at(b, d));
    let whole = ac - ad - bc + bd;
    let (row, col) = ((bd - bc) / whole, (bd - ad) / whole);
    Small {
        value: (ac * bd - ad * bc) / whole,
        rows: [(a, row), (b, 1.0 - row)],
        cols: [(c, col), (d, 1.0 - col)],
    }
}
