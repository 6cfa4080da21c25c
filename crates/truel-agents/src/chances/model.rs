//! From values to a distribution over outcomes: a multinomial logit with few parameters.
//!
//! A value `v` of a seat becomes a feature `x`: the log odds of its place between the payoffs'
//! bounds, or, on another scale, `asinh` of its distance from the middle, which is linear near the
//! middle and keeps a win of 10,000 points in sight. An outcome that gives seat `s` the points `p`
//! has the score
//!
//! ```text
//! p_t (own₀ x_t + own₁ tanh x_t) + Σ_{s≠t} p_s (others₀ x_s + others₁ tanh x_s) + mover p_t + bias
//! ```
//!
//! where `t` is the seat that thinks. The probabilities are the softmax of the scores. Slopes are
//! never negative, so a larger own value never means fewer points. Searches that know only their
//! own seat's value get `others` near 0 by the fit.

use serde::{Deserialize, Serialize};
use truel_core::{Bounds, Seat};

use super::Outcome;
use crate::Scale;

/// Parameters beside the biases: the slopes and the mover's advantage.
pub const FEATURES: usize = SLOPES + 1;
/// Parameters that must not be negative; they come first.
pub const SLOPES: usize = 4;
/// The most that log odds can be, so that a value at the bound stays a number.
const MOST_LOGIT: f64 = 6.0;
/// Every coefficient is at most this in effect: no score leaves the range of `exp`.
const MOST_SCORE: f64 = 300.0;

/// A value to be read.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// What each seat may expect.
    pub values: &'a [f32],
    /// The seat that thinks.
    pub seat: Seat,
    /// The scale of the values.
    pub scale: Scale,
    /// Whether the rules prove it, whatever the others do.
    pub is_certain: bool,
}

/// How a value becomes a feature.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "scale", rename_all = "kebab-case")]
pub enum Link {
    /// Log odds of the place between the bounds of payoffs, standardised.
    Payoffs {
        /// The smallest payoff.
        low: f32,
        /// The largest payoff.
        high: f32,
        /// The middle of the log odds that were seen.
        centre: f64,
        /// Their spread.
        spread: f64,
    },
    /// `asinh` of the standardised value.
    Own {
        /// The middle of the values that were seen.
        centre: f64,
        /// Their spread.
        spread: f64,
    },
}

impl Link {
    /// A link for values whose middle and spread nobody has seen.
    pub fn plain(scale: Scale, bounds: Bounds) -> Self {
        match scale {
            Scale::Payoffs => Link::Payoffs {
                low: bounds.low,
                high: bounds.high,
                centre: 0.0,
                spread: 1.0,
            },
            Scale::Own => Link::Own {
                centre: 0.0,
                spread: 1.0,
            },
        }
    }

    /// The scale of the values it reads.
    pub fn scale(&self) -> Scale {
        match self {
            Link::Payoffs { .. } => Scale::Payoffs,
            Link::Own { .. } => Scale::Own,
        }
    }

    /// The value before it is standardised.
    pub fn raw(&self, value: f32) -> f64 {
        // A value that is no number says nothing.
        let value = if value.is_nan() { None } else { Some(f64::from(value)) };
        match (self, value) {
            (Link::Payoffs { low, high, .. }, Some(value)) => {
                let (low, high) = (f64::from(*low), f64::from(*high));
                let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
                (share / (1.0 - share)).ln().clamp(-MOST_LOGIT, MOST_LOGIT)
            }
            (Link::Own { .. }, Some(value)) => value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)),
            (Link::Payoffs { centre, .. } | Link::Own { centre, .. }, None) => *centre,
        }
    }

    fn feature(&self, value: f32) -> f64 {
        let raw = self.raw(value);
        match self {
            Link::Payoffs { centre, spread, .. } => (raw - centre) / spread,
            Link::Own { centre, spread } => ((raw - centre) / spread).asinh(),
        }
    }

    /// The two features of each seat's value: `x` and its hyperbolic tangent.
    pub fn features(&self, values: &[f32]) -> Vec<[f64; 2]> {
        let both = |value: &f32| {
            let x = self.feature(*value);
            [x, x.tanh()]
        };
        values.iter().map(both).collect()
    }

    /// The same with this middle and spread.
    #[must_use]
    pub fn standardised(self, centre: f64, spread: f64) -> Self {
        match self {
            Link::Payoffs { low, high, .. } => Link::Payoffs {
                low,
                high,
                centre,
                spread,
            },
            Link::Own { .. } => Link::Own { centre, spread },
        }
    }
}

/// The parameters of one agent in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Model {
    /// How a value becomes a feature.
    #[serde(flatten)]
    pub link: Link,
    /// Slopes on the own seat's value.
    pub own: [f64; 2],
    /// Slopes on the other seats' values.
    pub others: [f64; 2],
    /// What it is worth to be the seat that thinks.
    pub mover: f64,
    /// What speaks for each outcome beforehand.
    pub bias: Vec<f64>,
}

impl Model {
    /// The model of a vector of parameters: [`FEATURES`] numbers, then the biases.
    pub fn from_parameters(link: Link, parameters: &[f64]) -> Self {
        let (features, bias) = parameters.split_at(FEATURES);
        Model {
            link,
            own: [features[0], features[1]],
            others: [features[2], features[3]],
            mover: features[SLOPES],
            bias: bias.to_vec(),
        }
    }

    /// What is assumed where nothing was fitted.
    pub(super) fn usual(scale: Scale, bounds: Bounds, outcomes: &[Outcome]) -> Self {
        Model {
            link: Link::plain(scale, bounds),
            own: [0.5, 0.0],
            others: [0.5, 0.0],
            mover: 0.0,
            bias: vec![0.0; outcomes.len()],
        }
    }

    /// Whether every number can be used with so many outcomes.
    pub fn is_sound(&self, outcomes: usize) -> bool {
        let (centre, spread, width) = match self.link {
            Link::Payoffs {
                low,
                high,
                centre,
                spread,
            } => (centre, spread, f64::from(high - low)),
            Link::Own { centre, spread } => (centre, spread, 1.0),
        };
        let slopes = self.own.iter().chain(&self.others);
        let is_positive = |number: f64| number.is_finite() && number > 0.0;
        self.bias.len() == outcomes
            && centre.is_finite()
            && is_positive(spread)
            && is_positive(width)
            && slopes.into_iter().all(|slope| slope.is_finite() && *slope >= 0.0)
            && self.bias.iter().chain([&self.mover]).all(|number| number.is_finite())
    }

    /// The score of each outcome.
    pub(super) fn scores(&self, outcomes: &[Outcome], judged: &Judged<'_>) -> Vec<f64> {
        let values = self.link.features(judged.values);
        let score = |(at, outcome): (usize, &Outcome)| {
            let [a, b, c, d, e] = features(&values, outcome, judged.seat);
            let score = self.own[0] * a + self.own[1] * b + self.others[0] * c + self.others[1] * d + self.mover * e;
            let bias = self.bias.get(at).copied().unwrap_or_default();
            (score + bias).clamp(-MOST_SCORE, MOST_SCORE)
        };
        outcomes.iter().enumerate().map(score).collect()
    }
}

/// What the parameters but the biases are multiplied with, for one outcome. `values` are the seats'
/// [`Link::features`].
pub fn features(values: &[[f64; 2]], outcome: &Outcome, thinker: Seat) -> [f64; FEATURES] {
    let mut all = [0.0; FEATURES];
    for (seat, (points, [x, tanh])) in outcome.points.iter().zip(values).enumerate() {
        let points = f64::from(*points);
        let at = if seat == thinker.index() { 0 } else { 2 };
        all[at] += points * x;
        all[at + 1] += points * tanh;
    }
    all[SLOPES] = outcome
        .points
        .get(thinker.index())
        .map_or(0.0, |points| f64::from(*points));
    all
}

/// Probabilities from scores.
pub fn softmax(scores: &[f64]) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let whole: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / whole).collect()
}

/// Moves the scores along `gains`, one for each outcome, until the expected gain is `value`, or as
/// close as outcomes allow.
///
/// Of all distributions with that expectation it finds the one nearest to the given one
/// (exponential tilting).
pub(super) fn tilt(scores: &mut [f64], gains: &[f64], value: f64) {
    let low = gains.iter().copied().fold(f64::MAX, f64::min);
    let high = gains.iter().copied().fold(f64::MIN, f64::max);
    if high <= low {
        return;
    }
    let shares: Vec<f64> = gains.iter().map(|gain| (gain - low) / (high - low)).collect();
    let wanted = ((value - low) / (high - low)).clamp(0.0, 1.0);
    let expected = |by: f64| {
        let tilted: Vec<f64> = scores
            .iter()
            .zip(&shares)
            .map(|(score, share)| score + by * share)
            .collect();
        softmax(&tilted)
            .iter()
            .zip(&shares)
            .map(|(weight, share)| weight * share)
            .sum::<f64>()
    };
    // Larger than any difference of scores, so that the ends are reached.
    let (mut below, mut above) = (-4.0 * MOST_SCORE, 4.0 * MOST_SCORE);
    for _ in 0..60 {
        let middle = (below + above) / 2.0;
        if expected(middle) < wanted {
            below = middle;
        } else {
            above = middle;
        }
    }
    let by = (below + above) / 2.0;
    scores
        .iter_mut()
        .zip(&shares)
        .for_each(|(score, share)| *score += by * share);
}
