//! The chance of each possible result, from features of a position: a multinomial logit fitted by
//! Newton's method.
//!
//! Each outcome has `F` features; its score is their weighted sum plus a bias of its own, and
//! chances are the softmax of the scores. The log likelihood is concave, and a normal prior makes
//! it strictly so, so there is one best fit. Weights of the first features can be kept from being
//! negative.
//!
//! Cost: some ten Newton steps, each linear in the observations and quadratic in the parameters.

use ndarray::{Array1, Array2, aview1, s};

use crate::cholesky::Cholesky;

/// Newton takes some ten steps; more gain nothing.
const MOST_STEPS: usize = 60;

/// One result, with the features that each outcome had before it was known.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation<const F: usize> {
    /// The features of each outcome.
    pub features: Vec<[f64; F]>,
    /// Which outcome it was.
    pub outcome: usize,
    /// How many independent results it stands for.
    pub weight: f64,
}

/// The model to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LogitConfig {
    /// How many outcomes there are.
    pub outcomes: usize,
    /// How many of the first features are *slopes*, whose weights must not be negative.
    pub slopes: usize,
    /// One over the prior variance of a slope's weight.
    pub slope_precision: f64,
    /// One over the prior variance of all other parameters.
    pub precision: f64,
}

/// The most likely parameters: a weight for each of the `F` features, then a bias for each outcome.
/// They are rounded to six digits, so that files of them stay readable.
///
/// ```
/// use truel_stats::logit::{LogitConfig, Observation, fit};
///
/// // Outcome 0 came up in three of four cases where its feature was 1.
/// let seen = |outcome, weight| Observation { features: vec![[1.0], [0.0]], outcome, weight };
/// let config = LogitConfig { outcomes: 2, slopes: 1, slope_precision: 1e-6, precision: 1e6 };
/// let parameters = fit(&[seen(0, 30.0), seen(1, 10.0)], &config);
/// assert!((parameters[0] - 3f64.ln()).abs() < 1e-3, "{parameters:?}");
/// ```
pub fn fit<const F: usize>(observations: &[Observation<F>], config: &LogitConfig) -> Vec<f64> {
    let mut fixed = vec![false; config.slopes];
    loop {
        let parameters = climb(observations, config, &fixed);
        let worst = (0..config.slopes).min_by(|a, b| parameters[*a].total_cmp(&parameters[*b]));
        match worst.filter(|worst| parameters[*worst] < 0.0) {
            Some(worst) => fixed[worst] = true,
            None => return parameters.to_vec(),
        }
    }
}

/// A number to six digits.
pub fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// The most likely parameters under the prior; those that are fixed are 0.
fn climb<const F: usize>(observations: &[Observation<F>], config: &LogitConfig, fixed: &[bool]) -> Array1<f64> {
    let size = F + config.outcomes;
    let is_fixed = |at: usize| fixed.get(at).copied().unwrap_or(false);
    let precision = Array1::from_shape_fn(size, |at| match at {
        _ if is_fixed(at) => 1e12,
        _ if at < config.slopes => config.slope_precision,
        _ => config.precision,
    });
    let posterior = |parameters: &Array1<f64>| Posterior::at(parameters, observations, config.outcomes, &precision);
    let mut parameters = Array1::zeros(size);
    let mut here = posterior(&parameters);
    for _ in 0..MOST_STEPS {
        let Some(factor) = Cholesky::new(&here.information) else {
            break;
        };
        let mut step = factor.solve(&here.gradient);
        let gain = here.gradient.dot(&step);
        let mut next = posterior(&(&parameters + &step));
        let mut halvings = 0;
        while next.value < here.value && halvings < 40 {
            step *= 0.5;
            halvings += 1;
            next = posterior(&(&parameters + &step));
        }
        if next.value < here.value {
            break;
        }
        parameters += &step;
        here = next;
        if gain <= 1e-10 * (1.0 + here.value.abs()) {
            break;
        }
    }
    Array1::from_shape_fn(size, |at| if is_fixed(at) { 0.0 } else { rounded(parameters[at]) })
}

/// The log posterior at some parameters, with its slope and curvature.
struct Posterior {
    value: f64,
    gradient: Array1<f64>,
    information: Array2<f64>,
}

impl Posterior {
    fn at<const F: usize>(
        parameters: &Array1<f64>,
        observations: &[Observation<F>],
        outcomes: usize,
        precision: &Array1<f64>,
    ) -> Self {
        let size = F + outcomes;
        let pull = precision * parameters;
        let mut value = -0.5 * pull.dot(parameters);
        let mut gradient = -pull;
        let mut information = Array2::from_diag(precision);
        let mut vectors = vec![Array1::zeros(size); outcomes];
        for seen in observations {
            for (at, vector) in vectors.iter_mut().enumerate() {
                vector.fill(0.0);
                vector.slice_mut(s![..F]).assign(&aview1(&seen.features[at]));
                vector[F + at] = 1.0;
            }
            let scores: Vec<f64> = vectors.iter().map(|vector| vector.dot(parameters)).collect();
            let chances = softmax(&scores);
            value += seen.weight * chances[seen.outcome].max(f64::MIN_POSITIVE).ln();
            let mut mean = Array1::zeros(size);
            for (vector, chance) in vectors.iter().zip(&chances) {
                mean.scaled_add(*chance, vector);
                add_square(&mut information, seen.weight * chance, vector);
            }
            add_square(&mut information, -seen.weight, &mean);
            gradient.scaled_add(seen.weight, &(&vectors[seen.outcome] - &mean));
        }
        Posterior {
            value,
            gradient,
            information,
        }
    }
}

/// Adds `factor` times the product of `vector` with itself to `matrix`.
fn add_square(matrix: &mut Array2<f64>, factor: f64, vector: &Array1<f64>) {
    for (mut row, left) in matrix.rows_mut().into_iter().zip(vector) {
        row.scaled_add(factor * left, vector);
    }
}

/// Probabilities from scores.
fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let whole: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAK: LogitConfig = LogitConfig {
        outcomes: 2,
        slopes: 1,
        slope_precision: 1e-6,
        precision: 1e-6,
    };

    #[test]
    fn a_bias_reproduces_the_frequencies() {
        let seen = |outcome, weight| Observation {
            features: vec![[0.0], [0.0]],
            outcome,
            weight,
        };
        let parameters = fit(&[seen(0, 80.0), seen(1, 20.0)], &WEAK);
        assert_eq!(parameters[0], 0.0);
        assert!(
            (parameters[1] - parameters[2] - 4f64.ln()).abs() < 1e-3,
            "{parameters:?}"
        );
    }

    #[test]
    fn a_slope_that_would_be_negative_is_kept_at_zero() {
        let seen = |outcome| Observation {
            features: vec![[1.0], [0.0]],
            outcome,
            weight: 10.0,
        };
        let against = [seen(1), seen(1), seen(0)];
        assert_eq!(fit(&against, &WEAK)[0], 0.0);
        let free = LogitConfig { slopes: 0, ..WEAK };
        assert!(fit(&against, &free)[0] < 0.0);
    }
}
