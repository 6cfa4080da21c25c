//! The arithmetic of results against values worked out by hand and against simulated truth.

mod ladder;
mod ratings;
mod sprt;
mod spsa;
mod tally;

use truel_stats::{Entrant, Outcome};

const A: Entrant = Entrant(0);
const B: Entrant = Entrant(1);
const C: Entrant = Entrant(2);

/// A match with these points, the entrants in seat order.
fn outcome<const N: usize>(entrants: [Entrant; N], points: [f64; N]) -> Outcome {
    Outcome::new(entrants.to_vec(), points.to_vec()).expect("the test is well written")
}

/// The same match so many times.
fn times<const N: usize>(count: usize, entrants: [Entrant; N], points: [f64; N]) -> Vec<Outcome> {
    vec![outcome(entrants, points); count]
}

fn assert_close(got: f64, want: f64, within: f64) {
    assert!((got - want).abs() <= within, "got {got}, want {want} within {within}");
}
