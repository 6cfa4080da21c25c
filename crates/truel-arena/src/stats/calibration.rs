//! What an agent's values mean: chances fitted to the results of finished matches.
//!
//! The model is [`truel_agents::chances::Model`], a multinomial logit over the outcomes of a match. Its log likelihood is
//! concave and a normal prior makes it strictly so; Newton's method finds the top. Slopes below 0 are held at 0: a better
//! value must not mean worse chances. Positions of one match share its result, so each match weighs as one observation, and the
//! quality of a fit is measured on matches that it has not seen.

use nalgebra::{DMatrix, DVector};
use truel_agents::Scale;
use truel_agents::chances::{Calibration, FEATURES, Judged, Link, Model, Outcome, Quality, SLOPES, features, softmax};
use truel_core::{Bounds, Seat};

/// One over the prior variance of slopes and of all other parameters. Features are standardised, so this is weak.
const PRECISION: (f64, f64) = (0.05, 0.2);
/// Newton takes some ten steps; more mean that nothing is gained any more.
const MOST_STEPS: usize = 60;
/// Matches are dealt to so many groups, of which one at a time is held out.
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
    let rows: Vec<Row> = samples
        .iter()
        .zip(weights(samples))
        .map(|(sample, weight)| Row {
            features: sample_features(sample),
            outcome: sample.outcome,
            weight,
        })
        .collect();
    let mut held = [false; SLOPES];
    loop {
        let parameters = climb(&rows, outcomes.len(), &held);
        let worst = (0..SLOPES).min_by(|a, b| parameters[*a].total_cmp(&parameters[*b]));
        match worst.filter(|worst| parameters[*worst] < 0.0) {
            Some(worst) => held[worst] = true,
            None => return Model::from_parameters(link, parameters.as_slice()),
        }
    }
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

/// The link of this scale, with the middle and the spread of what was seen: median and half of what lies between the 16th and
/// the 84th percentile, which a few values far out do not move.
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

/// To six digits, so that files stay readable.
fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

struct Row {
    features: Vec<[f64; FEATURES]>,
    outcome: usize,
    weight: f64,
}

/// The most likely parameters under the prior; those that are held are 0.
fn climb(rows: &[Row], outcomes: usize, held: &[bool; SLOPES]) -> DVector<f64> {
    let size = FEATURES + outcomes;
    let is_held = |at: usize| held.get(at).copied().unwrap_or(false);
    let precision = DVector::from_fn(size, |at, _| match at {
        _ if is_held(at) => 1e12,
        _ if at < SLOPES => PRECISION.0,
        _ => PRECISION.1,
    });
    let mut parameters = DVector::zeros(size);
    let mut shape = shape(rows, outcomes, &precision, &parameters);
    for _ in 0..MOST_STEPS {
        let Some(factor) = shape.information.clone().cholesky() else {
            break;
        };
        let mut step = factor.solve(&shape.gradient);
        let gain = shape.gradient.dot(&step);
        let mut next = self::shape(rows, outcomes, &precision, &(&parameters + &step));
        let mut halvings = 0;
        while next.value < shape.value && halvings < 40 {
            step *= 0.5;
            halvings += 1;
            next = self::shape(rows, outcomes, &precision, &(&parameters + &step));
        }
        if next.value < shape.value {
            break;
        }
        parameters += &step;
        shape = next;
        if gain <= 1e-10 * (1.0 + shape.value.abs()) {
            break;
        }
    }
    DVector::from_fn(size, |at, _| if is_held(at) { 0.0 } else { rounded(parameters[at]) })
}

struct Shape {
    value: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

/// The log posterior at `parameters`, with its slope and curvature.
fn shape(rows: &[Row], outcomes: usize, precision: &DVector<f64>, parameters: &DVector<f64>) -> Shape {
    let size = FEATURES + outcomes;
    let pull = precision.component_mul(parameters);
    let mut value = -0.5 * pull.dot(parameters);
    let mut gradient = -pull;
    let mut information = DMatrix::from_diagonal(precision);
    let mut vectors = vec![DVector::zeros(size); outcomes];
    for row in rows {
        for (at, vector) in vectors.iter_mut().enumerate() {
            vector.fill(0.0);
            vector.as_mut_slice()[..FEATURES].copy_from_slice(&row.features[at]);
            vector[FEATURES + at] = 1.0;
        }
        let scores: Vec<f64> = vectors.iter().map(|vector| vector.dot(parameters)).collect();
        let chances = softmax(&scores);
        value += row.weight * chances[row.outcome].max(f64::MIN_POSITIVE).ln();
        let mut mean = DVector::zeros(size);
        for (vector, chance) in vectors.iter().zip(&chances) {
            mean.axpy(*chance, vector, 1.0);
            information.ger(row.weight * chance, vector, vector, 1.0);
        }
        information.ger(-row.weight, &mean, &mean, 1.0);
        gradient.axpy(row.weight, &(&vectors[row.outcome] - &mean), 1.0);
    }
    Shape {
        value,
        gradient,
        information,
    }
}
