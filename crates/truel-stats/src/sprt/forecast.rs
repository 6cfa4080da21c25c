//! How a test will go if the difference is so much: Wald's approximation, by which evidence is a
//! Brownian motion.

use serde::Serialize;

use super::Sprt;
use super::likelihood::Constraint;

/// What to expect of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Forecast {
    /// How likely it is that H1 will be accepted.
    pub pass: f64,
    /// How many blocks that will take on average.
    pub blocks: f64,
}

impl Sprt {
    /// What to expect if A is really `difference` better than B, in blocks of so many matches.
    /// `deviation` is the standard deviation of their scores: about ½ divided by the root of their
    /// matches without draws, less with them.
    ///
    /// Only tests in logistic Elo depend on the deviation.
    pub fn forecast(&self, difference: f64, matches: u32, deviation: f64) -> Forecast {
        let deviations = |difference| match self.constraint(difference, matches) {
            Constraint::Deviations(deviations) => deviations,
            Constraint::Mean(mean) => (mean - 0.5) / deviation,
        };
        let (t0, t1) = (deviations(self.config.elo0), deviations(self.config.elo1));
        let (lower, upper) = self.bounds();
        let variance = (t1 - t0).powi(2);
        let drift = (t1 - t0) * (deviations(difference) - f64::midpoint(t0, t1));
        // exp(-tilt · evidence) keeps its mean, which is 1 at the start; that gives the chance of
        // each end.
        let tilt = 2.0 * drift / variance;
        if tilt.abs() < 1e-6 {
            return Forecast {
                pass: -lower / (upper - lower),
                blocks: -lower * upper / variance,
            };
        }
        let (at_lower, at_upper) = ((-tilt * lower).exp(), (-tilt * upper).exp());
        let pass = (at_lower - 1.0) / (at_lower - at_upper);
        Forecast {
            pass,
            blocks: (pass * upper + (1.0 - pass) * lower) / drift,
        }
    }
}
