//! Cholesky factors of small symmetric matrices.
//!
//! `ndarray` has none, and `nalgebra`, which has one, takes five times as long to build as this
//! whole crate. Matrices here have some dozens of rows.

use ndarray::{Array1, Array2};

/// The lower triangle L of a positive definite matrix L Lᵀ.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    lower: Array2<f64>,
}

impl Cholesky {
    /// Factorises `matrix`, of which the lower triangle is read. `None` when it is not positive
    /// definite.
    pub(crate) fn new(matrix: &Array2<f64>) -> Option<Self> {
        let size = matrix.nrows();
        let mut lower = Array2::zeros((size, size));
        for row in 0..size {
            for col in 0..=row {
                let known: f64 = (0..col).map(|k| lower[(row, k)] * lower[(col, k)]).sum();
                let rest = matrix[(row, col)] - known;
                lower[(row, col)] = if row > col {
                    rest / lower[(col, col)]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { lower })
    }

    /// The x with L Lᵀ x = `right`.
    pub(crate) fn solve(&self, right: &Array1<f64>) -> Array1<f64> {
        let (lower, size) = (&self.lower, right.len());
        let mut x = right.clone();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| lower[(row, k)] * x[k]).sum();
            x[row] = (x[row] - known) / lower[(row, row)];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower[(k, row)] * x[k]).sum();
            x[row] = (x[row] - known) / lower[(row, row)];
        }
        x
    }

    /// The inverse of the matrix.
    pub(crate) fn inverse(&self) -> Array2<f64> {
        let size = self.lower.nrows();
        let mut inverse = Array2::zeros((size, size));
        for col in 0..size {
            let mut unit = Array1::zeros(size);
            unit[col] = 1.0;
            inverse.column_mut(col).assign(&self.solve(&unit));
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_factor_solves_and_inverts() {
        let matrix = array![[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]];
        let factor = Cholesky::new(&matrix).expect("positive definite");
        let x = factor.solve(&array![1.0, -2.0, 0.5]);
        let right = matrix.dot(&x);
        for (got, expected) in right.iter().zip([1.0, -2.0, 0.5]) {
            assert!((got - expected).abs() < 1e-12, "{right}");
        }
        let product = matrix.dot(&factor.inverse());
        for ((row, col), got) in product.indexed_iter() {
            let expected = if row == col { 1.0 } else { 0.0 };
            assert!((got - expected).abs() < 1e-12, "{product}");
        }
    }

    #[test]
    fn what_is_not_positive_has_no_factor() {
        assert!(Cholesky::new(&array![[1.0, 2.0], [2.0, 1.0]]).is_none());
        assert!(Cholesky::new(&array![[f64::NAN]]).is_none());
    }
}
