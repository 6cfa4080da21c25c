//! Fits the weights of the two ropasci opinions to results of self-play.
//!
//! ```sh
//! cargo run --release -p truel-agents --example fit_ropasci -- MATCHES SIMULATIONS ROUNDS
//! ```
//!
//! Each round plays matches with the weights so far and fits new ones by gradient descent on the
//! log loss of the result. The report's linear evaluation is fitted to the same positions by least
//! squares with a ridge, as its author meant to.

#![allow(clippy::print_stdout)]

use std::env;

use truel_champions::heuristics::ropasci::candidates::Candidates;
use truel_champions::heuristics::ropasci::pursuit::{FEATURES, NAMES, Pursuit, features, opening};
use truel_core::{BySeat, Game, Phase, Rng, Seat, random_joint};
use truel_games::RoPaSci;
use truel_papers::agents::ropasci::linear::Features;
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Config;
use truel_search::joint::{Final, JointTree, Truncated};
use truel_search::{Candidate, Limits, Search};

const INPUTS: usize = 2 * FEATURES;

/// A position of a match and how the match ended for Upper.
struct Sample {
    inputs: [f32; INPUTS],
    report: [f64; 6],
    result: f32,
}

fn main() {
    let number = |place: usize, default: u64| {
        env::args()
            .nth(place)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (matches, simulations, rounds) = (number(1, 200), number(2, 500), number(3, 3));
    let mut pursuit = Pursuit::default();
    let mut samples = Vec::new();
    for round in 0..rounds {
        // Older rounds were played with worse weights, but still tell how matches end; half of them
        // stay.
        let keep = samples.len() / 2;
        samples.drain(..keep);
        let mut drawn = 0;
        for index in 0..matches {
            drawn += u64::from(play(pursuit, simulations, Rng::for_match(round, index), &mut samples) == 0.5);
        }
        println!("round {round}: {} positions, {drawn} of {matches} drawn", samples.len());
        pursuit.weights = fit(&samples, pursuit.weights);
        for (at, name) in NAMES.iter().enumerate() {
            println!("{:8.3} {:8.3}  {name}", pursuit.weights[0][at], pursuit.weights[1][at]);
        }
        println!("{:?}", pursuit.weights);
    }
    println!("linear: {:?}", least_squares(&samples));
}

/// Plays a match with itself and appends its positions; returns Upper's result.
fn play(pursuit: Pursuit, simulations: u64, mut rng: Rng, samples: &mut Vec<Sample>) -> f32 {
    let config = Config::new(Ucb::tuned())
        .with_answer(Final::Thresholded(0.4))
        .with_seed(rng.bits());
    let leaf = Truncated {
        plies: 0,
        opinion: pursuit,
    };
    let mut search = JointTree::with_config(leaf, config).with_prune(Candidates { goes: 20, throws: 8 });
    let (mut game, first) = (RoPaSci::default(), samples.len());
    for _ in 0..1 + rng.below(6) {
        let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("nothing ends so soon");
        game.play(joint);
    }
    let result = loop {
        if let Phase::Over(BySeat([upper, _])) = game.phase() {
            break upper;
        }
        samples.push(sample(&game));
        let choice = search.search(&game, Seat::new(0), &Limits::nodes(simulations));
        let moves = [draw(&choice.candidates, &mut rng), draw(&choice.replies, &mut rng)];
        game.play(moves);
    };
    samples[first..].iter_mut().for_each(|sample| sample.result = result);
    result
}

fn draw<G: Game>(candidates: &[Candidate<G>], rng: &mut Rng) -> G::Move {
    let mut left = rng.below(1 << 20) as f32 / (1 << 20) as f32;
    for candidate in candidates {
        left -= candidate.weight;
        if left < 0.0 {
            return candidate.mv;
        }
    }
    candidates[0].mv
}

fn sample(game: &RoPaSci) -> Sample {
    let (features, opening) = (features(game), opening(game));
    let report = Features::of(game);
    Sample {
        inputs: std::array::from_fn(|at| match at.checked_sub(FEATURES) {
            None => features[at] * opening,
            Some(late) => features[late] * (1.0 - opening),
        }),
        report: [
            report.tokens,
            report.thrown,
            report.unthrown,
            report.dominance,
            report.spread,
            report.least_distance,
        ]
        .map(f64::from),
        result: 0.5,
    }
}

/// Gradient descent (Adam) on the log loss, with a small ridge.
fn fit(samples: &[Sample], start: [[f32; FEATURES]; 2]) -> [[f32; FEATURES]; 2] {
    const STEPS: i32 = 400;
    const RIDGE: f32 = 2e-4;
    let mut weights: [f32; INPUTS] = std::array::from_fn(|at| start[at / FEATURES][at % FEATURES]);
    let (mut mean, mut square) = ([0.0f32; INPUTS], [0.0f32; INPUTS]);
    for step in 1..=STEPS {
        let mut slope = weights.map(|weight| RIDGE * weight);
        let mut loss = 0.0;
        for Sample { inputs, result, .. } in samples {
            let odds: f32 = inputs.iter().zip(&weights).map(|(input, weight)| input * weight).sum();
            let expected = 1.0 / (1.0 + (-odds).exp());
            loss -= f64::from(result * expected.max(1e-6).ln() + (1.0 - result) * (1.0 - expected).max(1e-6).ln());
            let error = (expected - result) / samples.len() as f32;
            slope
                .iter_mut()
                .zip(inputs)
                .for_each(|(slope, input)| *slope += error * input);
        }
        for at in 0..INPUTS {
            mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
            square[at] = 0.99 * square[at] + 0.01 * slope[at] * slope[at];
            let (mean, square) = (
                mean[at] / (1.0 - 0.9f32.powi(step)),
                square[at] / (1.0 - 0.99f32.powi(step)),
            );
            weights[at] -= 0.02 * mean / (square.sqrt() + 1e-8);
        }
        if step % 100 == 0 {
            println!("  step {step}: loss {:.4}", loss / samples.len() as f64);
        }
    }
    [0, FEATURES].map(|first| std::array::from_fn(|at| weights[first + at]))
}

/// The report's weights: least squares of results from -1 to 1, with a ridge since three features
/// depend on each other.
fn least_squares(samples: &[Sample]) -> [f64; 6] {
    let mut system = [[0.0f64; 7]; 6];
    for Sample { report, result, .. } in samples {
        for row in 0..6 {
            for col in 0..6 {
                system[row][col] += report[row] * report[col];
            }
            system[row][6] += report[row] * f64::from(2.0 * result - 1.0);
        }
    }
    for (at, row) in system.iter_mut().enumerate() {
        row[at] += 0.01 * samples.len() as f64;
    }
    solve(system)
}

/// Gauss and Jordan; the ridge keeps the pivots away from 0.
fn solve(mut system: [[f64; 7]; 6]) -> [f64; 6] {
    for at in 0..6 {
        let pivot = system[at];
        for (other, row) in system.iter_mut().enumerate() {
            if other != at {
                let times = row[at] / pivot[at];
                row.iter_mut()
                    .zip(pivot)
                    .for_each(|(cell, above)| *cell -= times * above);
            }
        }
    }
    std::array::from_fn(|at| system[at][6] / system[at][at])
}
