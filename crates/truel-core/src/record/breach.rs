//! Faults that ended a match.

use serde::{Deserialize, Serialize};

use crate::{AnyGame, Seat, clean};

/// A fault that ended a match: a move too late, an illegal one, a crash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Breach {
    /// The seat to blame, counted from 0.
    pub seat: usize,
    /// What it did, in one word, which is also the result's reason.
    pub kind: String,
    /// What happened, in one sentence.
    #[serde(
        default,
        skip_serializing_if = "String::is_empty",
        deserialize_with = "clean::read_shown"
    )]
    pub told: String,
    /// The last lines in and out, each with `<` (from the program), `>` (to it) or `!` (its
    /// standard error) before it.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "clean::read_all_shown"
    )]
    pub evidence: Vec<String>,
}

impl Breach {
    /// The kind that is judged by the game's rule for clocks; all others are forfeits.
    pub const TIME_OUT: &str = "time-out";
    /// The kind of a person who gave up.
    pub const RESIGNED: &str = "resigned";

    /// A fault of this seat with no further details.
    pub fn new(seat: usize, kind: impl Into<String>) -> Self {
        Breach {
            seat,
            kind: kind.into(),
            told: String::new(),
            evidence: Vec::new(),
        }
    }

    /// What everybody gets at this table for these faults of one instant, and why. `None` when
    /// there are none.
    ///
    /// One offender loses by the game's own rule. Several at once are to blame alike: everybody
    /// gets the mean of what each fault alone would give, which is a draw between two offenders of
    /// two.
    pub fn settle(table: &dyn AnyGame, breaches: &[Breach]) -> Option<(Vec<f32>, String)> {
        Breach::mean(breaches, |breach| match breach.is_late() {
            true => table.time_out(Seat::new(breach.seat)),
            false => table.forfeit(Seat::new(breach.seat)),
        })
    }

    fn is_late(&self) -> bool {
        self.kind == Self::TIME_OUT
    }

    fn mean(breaches: &[Breach], alone: impl Fn(&Breach) -> Vec<f32>) -> Option<(Vec<f32>, String)> {
        let (first, others) = breaches.split_first()?;
        let mut payoff = alone(first);
        for breach in others {
            for (sum, payoff) in payoff.iter_mut().zip(alone(breach)) {
                *sum += payoff;
            }
        }
        payoff.iter_mut().for_each(|payoff| *payoff /= breaches.len() as f32);
        Some((payoff, first.kind.clone()))
    }
}
