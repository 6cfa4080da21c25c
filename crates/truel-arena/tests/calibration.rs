//! Chances fitted to results that follow a truth we know.

use truel_agents::Scale;
use truel_agents::chances::{Calibration, Judged, Link, Model, Outcome, usual_outcomes};
use truel_arena::calibrate::{Sample, fit, validate};
use truel_core::{Bounds, Rng, Seat};

fn outcomes(game: &str) -> Vec<Outcome> {
    usual_outcomes(&*truel_champions::roster().table(game).expect("a game"))
}

fn uniform(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 24)) / f64::from(1 << 24)
}

/// Positions with values from `draw` whose results follow `truth`, one to a match.
fn simulated(
    truth: &Model,
    outcomes: &[Outcome],
    bounds: Bounds,
    matches: u64,
    mut draw: impl FnMut(&mut Rng) -> Vec<f32>,
) -> Vec<Sample> {
    let calibration = Calibration::with(outcomes.to_vec(), bounds, truth.clone());
    let mut samples = Vec::new();
    for number in 0..matches {
        let mut rng = Rng::for_match(1, number);
        let values = draw(&mut rng);
        let seat = Seat::new(rng.below(values.len() as u32) as usize);
        let judged = Judged {
            values: &values,
            seat,
            scale: truth.link.scale(),
            is_certain: false,
        };
        let chances = calibration.chances(&judged);
        let mut left = uniform(&mut rng);
        let below = |weight: &f64| {
            left -= weight;
            left < 0.0
        };
        let outcome = chances.weights().iter().position(below).unwrap_or(0);
        samples.push(Sample {
            number,
            seat,
            values,
            outcome,
        });
    }
    samples
}

/// Chances of the fit and of the truth differ by at most this at the values of `samples`.
fn furthest(truth: &Model, found: &Model, outcomes: &[Outcome], bounds: Bounds, samples: &[Sample]) -> f64 {
    let scale = found.link.scale();
    let [truth, found] = [truth, found].map(|model| Calibration::with(outcomes.to_vec(), bounds, model.clone()));
    let mut furthest = 0.0_f64;
    for sample in samples {
        let judged = Judged {
            values: &sample.values,
            seat: sample.seat,
            scale,
            is_certain: false,
        };
        let (a, b) = (truth.chances(&judged), found.chances(&judged));
        for (a, b) in a.weights().iter().zip(b.weights()) {
            furthest = furthest.max((a - b).abs());
        }
    }
    furthest
}

#[test]
fn a_fit_finds_the_truth_behind_two_seats() {
    let (outcomes, bounds) = (outcomes("avalam"), Bounds::UNIT);
    let truth = Model {
        link: Link::Payoffs {
            low: 0.0,
            high: 1.0,
            centre: 0.0,
            spread: 1.0,
        },
        own: [1.2, 0.3],
        others: [0.8, 0.0],
        mover: 0.2,
        bias: vec![0.1, -0.1, -1.0],
    };
    let draw = |rng: &mut Rng| {
        let own = uniform(rng) as f32;
        vec![own, 1.0 - own]
    };
    let samples = simulated(&truth, &outcomes, bounds, 3000, draw);
    let found = fit(&samples, &outcomes, Scale::Payoffs, bounds);
    let off = furthest(&truth, &found, &outcomes, bounds, &samples);
    assert!(off < 0.08, "{off} off: {found:?}");
    let quality = validate(&samples, &outcomes, Scale::Payoffs, bounds);
    assert!(quality.log_loss < quality.base_loss - 0.1, "{quality:?}");
    assert!(quality.ece < 0.04, "{quality:?}");
}

/// Three seats on a scale of thousands, of which the agent knows its own value alone: the others'
/// numbers are noise.
#[test]
fn a_fit_passes_over_values_that_say_nothing() {
    let (outcomes, bounds) = (outcomes("chexers"), Bounds::UNIT);
    let truth = Model {
        link: Link::Own {
            centre: 500.0,
            spread: 2000.0,
        },
        own: [2.0, 0.0],
        others: [0.0, 0.0],
        mover: 0.5,
        bias: vec![0.0, 0.2, -0.2, -1.0],
    };
    let draw = |rng: &mut Rng| (0..3).map(|_| (uniform(rng) as f32 - 0.5) * 10_000.0).collect();
    let samples = simulated(&truth, &outcomes, bounds, 3000, draw);
    let found = fit(&samples, &outcomes, Scale::Own, bounds);
    let off = furthest(&truth, &found, &outcomes, bounds, &samples);
    assert!(off < 0.1, "{off} off: {found:?}");
    assert!(found.others[0] + found.others[1] < 0.15, "{found:?}");
}

#[test]
fn values_without_meaning_give_the_base_rate() {
    let (outcomes, bounds) = (outcomes("avalam"), Bounds::UNIT);
    let samples: Vec<Sample> = (0..400)
        .map(|number| Sample {
            number,
            seat: Seat::new(number as usize % 2),
            values: vec![0.5, 0.5],
            outcome: usize::from(number / 2 % 4 == 0),
        })
        .collect();
    let found = Calibration::with(
        outcomes.clone(),
        bounds,
        fit(&samples, &outcomes, Scale::Payoffs, bounds),
    );
    let judged = Judged {
        values: &[0.5, 0.5],
        seat: Seat::new(0),
        scale: Scale::Payoffs,
        is_certain: false,
    };
    let weights = found.chances(&judged).weights().to_vec();
    assert!((weights[0] - 0.75).abs() < 0.03 && weights[2] < 0.02, "{weights:?}");
}

/// A fit on values that count backwards must not learn that better is worse.
#[test]
fn slopes_are_never_negative() {
    let (outcomes, bounds) = (outcomes("avalam"), Bounds::UNIT);
    let samples: Vec<Sample> = (0..300)
        .map(|number| {
            let own = if number % 3 == 0 { 0.8 } else { 0.2 };
            Sample {
                number,
                seat: Seat::new(0),
                values: vec![own, 1.0 - own],
                outcome: usize::from(number % 3 == 0),
            }
        })
        .collect();
    let found = fit(&samples, &outcomes, Scale::Payoffs, bounds);
    assert!(
        found.own.iter().chain(&found.others).all(|slope| *slope == 0.0),
        "{found:?}"
    );
}
