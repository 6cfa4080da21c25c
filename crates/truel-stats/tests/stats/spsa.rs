use truel_core::Rng;
use truel_stats::spsa::{Kind, Parameter, Spsa, SpsaConfig, SpsaError};

use super::assert_close;

fn parameter(name: &str, start: f64, low: f64, high: f64, c_end: f64) -> Parameter {
    Parameter {
        name: name.to_owned(),
        kind: Kind::Real,
        start,
        low,
        high,
        c_end,
        r_end: 0.05,
    }
}

fn run(parameters: Vec<Parameter>, iterations: u64) -> Spsa {
    Spsa::new(
        parameters,
        SpsaConfig {
            iterations,
            ..SpsaConfig::default()
        },
    )
    .unwrap()
}

/// A match of two settings: who is nearer to (3, -200) wins more often, and the winner is drawn by
/// chance.
fn noisy_match(plus: &[f64], minus: &[f64], rng: &mut Rng) -> f64 {
    let loss = |values: &[f64]| (values[0] - 3.0).powi(2) + ((values[1] + 200.0) / 100.0).powi(2);
    let chance = 1.0 / (1.0 + (loss(plus) - loss(minus)).exp());
    if f64::from(rng.below(1 << 20)) < chance * f64::from(1 << 20) {
        1.0
    } else {
        -1.0
    }
}

#[test]
fn the_top_of_a_noisy_hill_is_found() {
    let mut rng = Rng::new(11);
    let mut spsa = run(
        vec![
            parameter("c", 0.0, -10.0, 10.0, 0.3),
            parameter("bias", 100.0, -500.0, 500.0, 30.0),
        ],
        20_000,
    );
    while !spsa.is_finished() {
        let trial = spsa.ask(&mut rng);
        let result = noisy_match(&trial.plus, &trial.minus, &mut rng);
        spsa.tell(result).unwrap();
    }
    assert_close(spsa.values()[0], 3.0, 0.3);
    assert_close(spsa.values()[1], -200.0, 30.0);
}

#[test]
fn steps_end_as_they_were_asked_to() {
    let mut rng = Rng::new(1);
    let mut spsa = run(vec![parameter("c", 0.0, -1e9, 1e9, 0.3)], 100);
    for _ in 0..99 {
        spsa.ask(&mut rng);
        spsa.tell(0.0).unwrap();
    }
    let last = spsa.ask(&mut rng);
    assert_close((last.plus[0] - last.minus[0]).abs() / 2.0, 0.3, 1e-12);
    spsa.tell(1.0).unwrap();
    assert_close(spsa.values()[0].abs(), 0.05 * 0.3, 1e-12);
    assert_eq!(
        spsa.values()[0] > 0.0,
        last.plus[0] > 0.0,
        "it moves towards the winner"
    );
}

#[test]
fn values_keep_to_their_bounds_and_whole_ones_are_whole() {
    let mut rng = Rng::new(5);
    let depth = Parameter {
        kind: Kind::Whole,
        ..parameter("depth", 3.0, 1.0, 4.0, 0.6)
    };
    let mut spsa = run(vec![depth, parameter("c", 0.9, 0.0, 1.0, 0.5)], 200);
    let mut tried = std::collections::BTreeSet::new();
    while !spsa.is_finished() {
        let trial = spsa.ask(&mut rng);
        for values in [&trial.plus, &trial.minus] {
            assert!(values[0].fract() == 0.0 && (1.0..=4.0).contains(&values[0]) && (0.0..=1.0).contains(&values[1]));
            tried.insert(values[0] as i32);
        }
        spsa.tell(if trial.plus[1] > trial.minus[1] { 1.0 } else { -1.0 })
            .unwrap();
    }
    assert!(tried.len() >= 3, "rounding by chance tries neighbours: {tried:?}");
    assert!(spsa.values()[1] <= 1.0);
}

#[test]
fn a_run_that_was_put_away_goes_on_as_if_never_interrupted() {
    let mut whole = run(
        vec![
            parameter("c", 0.0, -10.0, 10.0, 0.3),
            parameter("d", 1.0, -10.0, 10.0, 0.7),
        ],
        50,
    );
    let mut parts = whole.clone();
    let (mut rng, mut other) = (Rng::new(2), Rng::new(2));
    for turn in 0..50 {
        let trial = whole.ask(&mut rng);
        parts.ask(&mut other);
        // The question is open when it is put away, and asked again it is the same without using up
        // any chance.
        parts = serde_json::from_str(&serde_json::to_string(&parts).unwrap()).unwrap();
        assert_eq!(parts.ask(&mut other), trial);
        let result = if turn % 3 == 0 { 1.0 } else { -0.5 };
        whole.tell(result).unwrap();
        parts.tell(result).unwrap();
    }
    assert_eq!(parts, whole);
    assert_eq!(whole.tell(0.0), Err(SpsaError::NothingAsked));
}

#[test]
fn what_cannot_be_tuned_is_refused_in_words() {
    let refused = |parameter| {
        Spsa::new(vec![parameter], SpsaConfig::default())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(parameter("c", 5.0, 0.0, 1.0, 0.1)),
        "parameter c: 0 <= 5 <= 1 does not hold"
    );
    assert_eq!(
        refused(parameter("c", 0.0, 0.0, 1.0, 0.0)),
        "parameter c: c_end and r_end are positive, not 0 and 0.05"
    );
    assert_eq!(Spsa::new(vec![], SpsaConfig::default()), Err(SpsaError::NoParameters));
    let mut spsa = run(vec![parameter("c", 0.0, 0.0, 1.0, 0.1)], 1);
    assert_eq!(spsa.tell(3.0), Err(SpsaError::Result(3.0)));
}
