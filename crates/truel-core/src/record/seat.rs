//! What a record keeps of each seat.

use serde::{Deserialize, Serialize};

use crate::clean;

/// An agent's statement about the rules or the result that differs from the referee's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// The seat that made it, counted from 0.
    pub seat: usize,
    /// The ply after which it was made, the opening's included.
    pub ply: usize,
    /// What was claimed and what is true.
    #[serde(deserialize_with = "clean::read_shown")]
    pub told: String,
}

/// The time that a seat used.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct SeatTimes {
    /// Milliseconds for each of its own moves. A seat that does not act at a ply has no entry for
    /// it.
    pub ms: Vec<f32>,
    /// The plies at which it was too late and the referee made a random move for it. The first ply
    /// is 1, the opening's included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chance: Vec<usize>,
}

impl SeatTimes {
    /// All its moves together, in milliseconds.
    pub fn total(&self) -> f64 {
        self.ms.iter().map(|ms| f64::from(*ms)).sum()
    }

    /// Its longest move, in milliseconds.
    pub fn worst(&self) -> f32 {
        self.ms.iter().copied().fold(0.0, f32::max)
    }
}
