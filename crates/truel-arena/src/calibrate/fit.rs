//! Fits chances to the results of finished matches.
//!
//! The model is [`truel_agents::chances::Model`], a multinomial logit over the outcomes of a match,
//! fitted by [`truel_stats::logit`]. Slopes are never negative: a better value must not mean worse
//! chances. Positions of one match share its result, so each match weighs as one observation. The
//! quality of a fit is measured on matches that it has not seen.

use truel_agents::Scale;
use truel_agents::chances::{Calibration, FEATURES, Judged, Link, Model, Outcome, Quality, SLOPES, features};
use truel_core::{Bounds, Seat};
use truel_stats::logit::{self, LogitConfig, Observation, rounded};

/// One over the prior variance of slopes. Features are standardised, so this is weak.
const SLOPE_PRECISION: f64 = 0.05;
/// One over the prior variance of all other parameters.
const PRECISION: f64 = 0.2;
/// Cross-validation splits the matches into so many groups and holds out one at a time.
const FOLDS: u64 = 5;
/// Bins of the reliability diagram.
const BINS: usize = 10;

/// A position of a finished match, as an agent judged it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The match.
    pub number: u64,
    /// The seat that thought.
    pub seat: Seat,
    /// What each seat may expect, by the agent.
    pub values: Vec<f32>,
    /// How the match ended, as an index into the outcomes.
    pub outcome: usize,
}

impl Sample {
    fn judged(&self, scale: Scale) -> Judged<'_> {
        Judged {
            values: &self.values,
            seat: self.seat,
            scale,
            is_certain: false,
        }
    }
}

/// The most likely model of `samples`, whose values are on `scale` of a game with these bounds.
pub fn fit(samples: &[Sample], outcomes: &[Outcome], scale: Scale, bounds: Bounds) -> Model {
    let link = standardised(samples, scale, bounds);
    let sample_features = |sample: &Sample| -> Vec<[f64; FEATURES]> {
        let values = link.features(&sample.values);
        outcomes
            .iter()
            .map(|outcome| features(&values, outcome, sample.seat))
            .collect()
    };
    let observations: Vec<Observation<FEATURES>> = samples
        .iter()
        .zip(weights(samples))
        .map(|(sample, weight)| Observation {
            features: sample_features(sample),
            outcome: sample.outcome,
            weight,
        })
        .collect();
    let config = LogitConfig {
        outcomes: outcomes.len(),
        slopes: SLOPES,
        slope_precision: SLOPE_PRECISION,
        precision: PRECISION,
    };
    Model::from_parameters(link, &logit::fit(&observations, &config))
}

/// How well models fitted on the other matches do on each match.
pub fn validate(samples: &[Sample], outcomes: &[Outcome], scale: Scale, bounds: Bounds) -> Quality {
    let (mut loss, mut base, mut whole) = (0.0, 0.0, 0.0);
    let mut bins = [(0.0, 0.0, 0.0); BINS];
    for fold in 0..FOLDS {
        let (held, seen): (Vec<Sample>, Vec<Sample>) = samples
            .iter()
            .cloned()
            .partition(|sample| sample.number % FOLDS == fold);
        if held.is_empty() || seen.is_empty() {
            continue;
        }
        let model = fit(&seen, outcomes, scale, bounds);
        let calibration = Calibration::with(outcomes.to_vec(), bounds, model);
        let rates = rates(&seen, outcomes.len());
        for (sample, weight) in held.iter().zip(weights(&held)) {
            let chances = calibration.chances(&sample.judged(scale));
            loss -= weight * chances.weights()[sample.outcome].max(f64::MIN_POSITIVE).ln();
            base -= weight * rates[sample.outcome].ln();
            whole += weight;
            for (seat, chances) in chances.seats().iter().enumerate() {
                let bin = &mut bins[((chances.win * BINS as f32) as usize).min(BINS - 1)];
                bin.0 += weight;
                bin.1 += weight * f64::from(chances.win);
                bin.2 += weight * f64::from(u8::from(outcomes[sample.outcome].is_win(seat)));
            }
        }
    }
    let all: f64 = bins.iter().map(|bin| bin.0).sum();
    let whole = f64::max(whole, f64::MIN_POSITIVE);
    Quality {
        positions: samples.len() as u64,
        proven: 0,
        log_loss: loss / whole,
        base_loss: base / whole,
        ece: bins.iter().map(|(_, said, was)| (said - was).abs()).sum::<f64>() / all.max(f64::MIN_POSITIVE),
    }
}

/// Each match weighs 1, however many of its positions there are.
fn weights(samples: &[Sample]) -> Vec<f64> {
    let mut counts = std::collections::HashMap::<u64, f64>::new();
    for sample in samples {
        *counts.entry(sample.number).or_default() += 1.0;
    }
    samples.iter().map(|sample| 1.0 / counts[&sample.number]).collect()
}

/// How often each outcome occurs, none never.
fn rates(samples: &[Sample], outcomes: usize) -> Vec<f64> {
    let mut rates = vec![0.5; outcomes];
    for (sample, weight) in samples.iter().zip(weights(samples)) {
        rates[sample.outcome] += weight;
    }
    let whole: f64 = rates.iter().sum();
    rates.into_iter().map(|rate| rate / whole).collect()
}

/// The link of this scale, with the middle and the spread of the values. They are the median, and
/// half the distance from the 16th to the 84th percentile, so a few outliers do not matter.
fn standardised(samples: &[Sample], scale: Scale, bounds: Bounds) -> Link {
    let link = Link::plain(scale, bounds);
    let mut raw: Vec<f64> = samples
        .iter()
        .flat_map(|sample| sample.values.iter().map(|value| link.raw(*value)))
        .collect();
    raw.sort_by(f64::total_cmp);
    let Some(last) = raw.len().checked_sub(1) else {
        return link;
    };
    let quantile = |share: f64| raw[(last as f64 * share).round() as usize];
    let centre = quantile(0.5);
    let mean = raw.iter().map(|value| (value - centre).abs()).sum::<f64>() / raw.len() as f64;
    let spreads = [(quantile(0.84) - quantile(0.16)) / 2.0, mean, 1.0];
    let is_usable = |spread: &f64| spread.is_finite() && *spread > 1e-9;
    let spread = spreads.into_iter().find(is_usable).unwrap_or(1.0);
    link.standardised(rounded(centre), rounded(spread))
}
