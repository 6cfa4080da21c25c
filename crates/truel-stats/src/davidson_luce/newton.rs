//! The most likely parameters under a normal prior, by Newton's method.
//!
//! The log posterior is strictly concave (a concave likelihood and a normal prior), so there is one
//! maximum. Newton steps, halved until they lead upwards, find it from anywhere. The inverse of the
//! curvature there is the covariance of the estimates. Cost: one Cholesky factorisation of all
//! parameters for each of some ten steps.

use ndarray::{Array1, Array2};

use super::model::{Model, Shape};
use crate::cholesky::Cholesky;

/// Steps are some ten; this many mean that something is not a number.
const MOST_STEPS: usize = 200;
/// A step that promises less than this share of the value is the last. Closer values differ by
/// rounding only, and Newton's last step squares an error that is already small.
const LEAST_GAIN: f64 = 1e-13;

/// The top, and how far the parameters may be from it.
#[derive(Clone, Debug)]
pub(super) struct Peak {
    pub(super) parameters: Array1<f64>,
    pub(super) covariance: Array2<f64>,
}

/// The peak of the posterior; `precision` is one over the prior variance of each parameter,
/// around 0.
pub(super) fn climb(model: &Model, precision: &Array1<f64>) -> Peak {
    let posterior = |at: &Array1<f64>| {
        let mut shape = model.shape(at);
        let pull = precision * at;
        shape.value -= 0.5 * pull.dot(at);
        shape.gradient -= &pull;
        shape.information += &Array2::from_diag(precision);
        shape
    };
    let mut parameters = Array1::zeros(precision.len());
    let mut shape = posterior(&parameters);
    for _ in 0..MOST_STEPS {
        let mut step = factor(&shape).solve(&shape.gradient);
        let is_last = shape.gradient.dot(&step) <= LEAST_GAIN * (1.0 + shape.value.abs());
        let mut next = posterior(&(&parameters + &step));
        while !is_last && next.value < shape.value {
            step *= 0.5;
            next = posterior(&(&parameters + &step));
        }
        parameters += &step;
        shape = next;
        if is_last {
            break;
        }
    }
    Peak {
        parameters,
        covariance: factor(&shape).inverse(),
    }
}

fn factor(shape: &Shape) -> Cholesky {
    Cholesky::new(&shape.information).expect("a covariance and a positive diagonal sum to a positive matrix")
}
