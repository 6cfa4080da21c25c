//! Trains the network of the ropasci champion on matches with itself.
//!
//! ```sh
//! cargo run --release -p truel-papers --example train_ropasci -- FILE MATCHES ROUNDS
//! ```
//!
//! Both seats play the equilibrium of the positions one turn ahead; the first round judges them by
//! the network in the catalogue. Chance decides most matches between equals, so a position's target
//! is not the result. It is its value plus, turn by turn, what the mixed strategies were worth less
//! what the position was said to be worth: the luck of the draw is left out.

#![allow(clippy::print_stdout)]

use std::{env, fs, io};

use truel_champions::heuristics::ropasci::candidates::Candidates;
use truel_champions::heuristics::ropasci::signs::{SIGNS, signs};
use truel_champions::heuristics::ropasci::trained::{NUMBERS, Network, Trained, UNITS};
use truel_core::{Evaluate, Game, Phase, Rng, Seat, random_joint};
use truel_games::RoPaSci;
use truel_search::joint::{DoubleOracle, Prune};
use truel_search::{Candidate, Limits, Search};

const UPPER: Seat = Seat::new(0);
const FEW: Candidates = Candidates { goes: 11, throws: 5 };

/// How much of a surprise a turn later counts.
const LAMBDA: f32 = 0.99;

/// How often a seat makes any move of its list.
const WHIM: f32 = 0.02;

/// A position and what Upper can expect of it.
struct Sample {
    signs: [[f32; SIGNS]; 2],
    target: f32,
}

fn main() -> io::Result<()> {
    let argument = |place: usize| env::args().nth(place);
    let number = |place: usize, default: u64| argument(place).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (file, matches, rounds) = (argument(1), number(2, 3000), number(3, 4));
    let mut numbers = Trained::default().network().numbers();
    let mut samples = Vec::new();
    for round in 0..rounds {
        // Half of the older samples stay, since their positions are still worth knowing.
        samples.drain(..samples.len() / 2);
        let opinion = Trained::new(Box::leak(Box::new(Network::read(&numbers))));
        for index in 0..matches {
            play(opinion, Rng::for_match(round, index), &mut samples);
        }
        println!("round {round}: {} positions", samples.len());
        fit(&samples, &mut numbers, &mut Rng::new(round));
        if let Some(file) = &file {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            fs::write(file, bytes)?;
        }
    }
    Ok(())
}

fn unit(rng: &mut Rng) -> f32 {
    rng.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Plays a match with itself and appends its positions.
fn play(opinion: Trained, mut rng: Rng, samples: &mut Vec<Sample>) {
    let mut game = RoPaSci::default();
    for _ in 0..rng.below(10) {
        let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("nothing ends so soon");
        game.play(joint);
    }
    let first = samples.len();
    // For each position its surprise, and whether the next one follows from the strategies.
    let mut surprises = Vec::new();
    while let Phase::Act(_) = game.phase() {
        let choice = DoubleOracle::new(opinion)
            .with_prune(FEW)
            .search(&game, UPPER, &Limits::depth(1));
        let value = opinion.evaluate(&game)[UPPER];
        let mut moves = [draw(&choice.candidates, &mut rng), draw(&choice.replies, &mut rng)];
        let mut is_planned = true;
        for (seat, mv) in Seat::all(2).zip(&mut moves) {
            if unit(&mut rng) < WHIM {
                let mut list = Vec::new();
                game.moves(seat, &mut list);
                FEW.prune(&game, seat, &mut list, 0);
                *mv = list[rng.below(list.len() as u32) as usize];
                is_planned = false;
            }
        }
        samples.push(Sample {
            signs: signs(&game),
            target: value,
        });
        surprises.push((choice.value[UPPER] - value, is_planned));
        game.play(moves);
    }
    let mut later = 0.0;
    for (sample, (surprise, is_planned)) in samples[first..].iter_mut().zip(surprises).rev() {
        later = surprise + if is_planned { LAMBDA * later } else { 0.0 };
        sample.target = (sample.target + later).clamp(0.0, 1.0);
    }
}

fn draw<G: Game>(candidates: &[Candidate<G>], rng: &mut Rng) -> G::Move {
    let mut left = unit(rng);
    for candidate in candidates {
        left -= candidate.weight;
        if left < 0.0 {
            return candidate.mv;
        }
    }
    candidates[0].mv
}

/// Gradient descent (Adam) on the log loss, in batches.
fn fit(samples: &[Sample], numbers: &mut [f32; NUMBERS], rng: &mut Rng) {
    const EPOCHS: usize = 6;
    let (mut mean, mut square, mut step) = ([0.0f32; NUMBERS], [0.0f32; NUMBERS], 0);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..EPOCHS {
        let rate = 0.0015 * (1.0 + (std::f32::consts::PI * epoch as f32 / EPOCHS as f32).cos());
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(256) {
            let mut slope = numbers.map(|number| 1e-5 * number);
            let network = Network::read(numbers);
            for sample in batch.iter().map(|&at| &samples[at]) {
                loss += learn(&network, sample, &mut slope, 1.0 / batch.len() as f32);
            }
            step += 1;
            for at in 0..NUMBERS {
                mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
                square[at] = 0.999 * square[at] + 0.001 * slope[at] * slope[at];
                let (mean, square) = (
                    mean[at] / (1.0 - 0.9f32.powi(step)),
                    square[at] / (1.0 - 0.999f32.powi(step)),
                );
                numbers[at] -= rate * mean / (square.sqrt() + 1e-8);
            }
        }
        println!("  epoch {epoch}: loss {:.4}", loss / samples.len() as f32);
    }
    // Units that see nothing any more leave numbers so small that arithmetic on them is slow.
    for number in numbers.iter_mut().filter(|number| number.abs() < 1e-6) {
        *number = 0.0;
    }
}

/// Adds a sample's slope, in the order of the network's numbers; returns its loss.
fn learn(network: &Network, sample: &Sample, slope: &mut [f32; NUMBERS], share: f32) -> f32 {
    let (seen, target) = (network.units(&sample.signs), sample.target);
    let expected = 1.0 / (1.0 + (-network.log_odds(&sample.signs)).exp());
    let error = (expected - target) * share;
    for unit in 0..UNITS {
        for (view, sign) in [(0, 1.0), (1, -1.0)] {
            let sight = seen[view][unit];
            if sight <= 0.0 {
                continue;
            }
            let back = sign * error * network.out[unit];
            let (own, other) = (&sample.signs[view], &sample.signs[1 - view]);
            for at in 0..SIGNS {
                slope[at * UNITS + unit] += back * own[at];
                slope[(SIGNS + at) * UNITS + unit] += back * other[at];
            }
            slope[2 * SIGNS * UNITS + unit] += back;
            slope[(2 * SIGNS + 1) * UNITS + unit] += sign * error * sight;
        }
    }
    -(target * expected.max(1e-6).ln() + (1.0 - target) * (1.0 - expected).max(1e-6).ln())
}
