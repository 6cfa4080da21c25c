//! The best few of many scores: what the root of a search must beat when several moves are wanted.

use std::num::NonZeroUsize;

/// The `wanted` largest scores so far.
#[derive(Clone, Debug)]
pub(crate) struct Top {
    wanted: usize,
    /// In descending order.
    scores: Vec<f32>,
}

impl Top {
    pub(crate) fn new(wanted: NonZeroUsize) -> Self {
        Top {
            wanted: wanted.get(),
            scores: Vec::new(),
        }
    }

    /// What the next score must exceed to be among the wanted ones: minus infinity until there are
    /// enough.
    pub(crate) fn least(&self) -> f32 {
        self.scores.get(self.wanted - 1).copied().unwrap_or(f32::NEG_INFINITY)
    }

    pub(crate) fn add(&mut self, score: f32) {
        let place = self.scores.partition_point(|other| *other >= score);
        if place < self.wanted {
            self.scores.truncate(self.wanted - 1);
            self.scores.insert(place, score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_the_best_must_be_beaten() {
        let mut top = Top::new(NonZeroUsize::new(2).expect("not 0"));
        let least = [1.0, 3.0, 2.0, 0.0, 3.0].map(|score| {
            top.add(score);
            top.least()
        });
        assert_eq!(least, [f32::NEG_INFINITY, 1.0, 2.0, 2.0, 3.0]);
    }
}
