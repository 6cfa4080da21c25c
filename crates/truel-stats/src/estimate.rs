//! A number with its interval, and an interval for means that holds at the edges.
//!
//! The usual interval of a mean collapses when all observations are equal: ten wins of ten would be
//! "exactly 1". Points are bounded, and that helps. As Agresti and Coull (1998) do for proportions,
//! two invented observations are added, and Student's t interval is taken of all of them. The two
//! lie on both sides of ½, at the standard deviation of as many coin tosses as an observation has
//! matches. That is 0 and 1 for single matches, and nearer for blocks. Ten wins of ten then say
//! "above 0.73", ten draws "0.36 to 0.64", one match says nothing; after a hundred blocks the two
//! hardly count. Tests measure how often the interval holds the truth.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// How often an interval holds the truth.
pub const CONFIDENCE: f64 = 0.95;

/// A number and the interval that holds the truth with [`CONFIDENCE`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A guess with a normal error of this standard deviation.
    pub(super) fn normal(value: f64, deviation: f64) -> Self {
        let reach = deviation * standard_normal().inverse_cdf(upper_tail());
        Estimate {
            value,
            low: value - reach,
            high: value + reach,
        }
    }

    /// Whether the interval holds `truth`.
    pub fn holds(&self, truth: f64) -> bool {
        (self.low..=self.high).contains(&truth)
    }
}

/// The chance that a normal variable of this mean and standard deviation is positive.
pub(super) fn chance_positive(mean: f64, deviation: f64) -> f64 {
    if deviation > 0.0 {
        standard_normal().cdf(mean / deviation)
    } else {
        0.5
    }
}

/// The mean of bounded observations, each in 0 to 1 and made of so many matches, which are its
/// weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundedMean {
    plain: f64,
    centre: f64,
    error: f64,
    freedom: f64,
}

impl BoundedMean {
    /// Of these values and weights (1 at least); nothing of none.
    ///
    /// The variance of a weighted mean is that of a ratio (Cochran 1977, section 2.11); with equal
    /// weights it is the usual one.
    pub(super) fn of(observations: &[(f64, f64)]) -> Option<Self> {
        let total: f64 = observations.iter().map(|(_, weight)| weight).sum();
        let plain = observations.iter().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let typical = total / observations.len() as f64;
        let coins = 0.5 / typical.sqrt();
        let added = [(0.5 - coins, typical), (0.5 + coins, typical)];
        let all = || observations.iter().copied().chain(added);
        let count = observations.len() as f64 + 2.0;
        let total = total + 2.0 * typical;
        let centre = all().map(|(value, weight)| value * weight).sum::<f64>() / total;
        let squares: f64 = all().map(|(value, weight)| (weight * (value - centre)).powi(2)).sum();
        let error = (squares * count / (count - 1.0)).sqrt() / total;
        (!observations.is_empty()).then_some(BoundedMean {
            plain,
            centre,
            error,
            freedom: count - 1.0,
        })
    }

    /// The plain mean and its interval.
    pub(super) fn estimate(&self) -> Estimate {
        let reach = self.error * self.student().inverse_cdf(upper_tail());
        Estimate {
            value: self.plain,
            low: (self.centre - reach).max(0.0).min(self.plain),
            high: (self.centre + reach).min(1.0).max(self.plain),
        }
    }

    /// How likely it is that the true mean is above `bar`.
    pub(super) fn chance_above(&self, bar: f64) -> f64 {
        self.student().cdf((self.centre - bar) / self.error)
    }

    fn student(&self) -> StudentsT {
        StudentsT::new(0.0, 1.0, self.freedom).expect("there are two degrees of freedom at least")
    }
}

fn upper_tail() -> f64 {
    f64::midpoint(1.0, CONFIDENCE)
}

fn standard_normal() -> Normal {
    Normal::standard()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(values: &[f64]) -> Estimate {
        let equal: Vec<(f64, f64)> = values.iter().map(|value| (*value, 1.0)).collect();
        BoundedMean::of(&equal).unwrap().estimate()
    }

    /// Ten wins and the two added ones: centre 11/12, error 1/12, and t with 11 degrees of freedom
    /// is 2.201.
    #[test]
    fn all_wins_leave_room_below() {
        let wins = interval(&[1.0; 10]);
        assert_eq!((wins.value, wins.high), (1.0, 1.0));
        assert!((wins.low - (11.0 - 2.200_985) / 12.0).abs() < 1e-6);
    }

    /// The squared distances of twelve values from ½ sum to ½; √(½ / 11 / 12) = 0.0615 and t is
    /// 2.201.
    #[test]
    fn all_draws_leave_room_on_both_sides() {
        let draws = interval(&[0.5; 10]);
        assert_eq!(draws.value, 0.5);
        assert!((draws.high - 0.5 - 2.200_985 * 0.061_545_7).abs() < 1e-6);
        assert!((draws.high - 0.5 - (0.5 - draws.low)).abs() < 1e-12);
    }

    #[test]
    fn one_match_says_nothing() {
        for value in [0.0, 0.5, 1.0] {
            let one = interval(&[value]);
            assert!((one.low, one.high) == (0.0, 1.0), "{one:?}");
        }
        assert!(BoundedMean::of(&[]).is_none());
    }

    #[test]
    fn a_heavier_observation_counts_for_more() {
        let mean = BoundedMean::of(&[(1.0, 3.0), (0.0, 1.0)]).unwrap();
        assert_eq!(mean.estimate().value, 0.75);
        assert!(mean.chance_above(0.5) > 0.5);
    }
}
