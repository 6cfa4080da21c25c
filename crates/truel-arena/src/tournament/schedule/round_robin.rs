//! Everybody meets everybody: each choice of as many entrants as there are seats plays the same
//! number of blocks.
//!
//! One round, in which all tables play opening 0 before any plays opening 1, so that a tournament
//! that is stopped early is nearly balanced. Cost: `n` over `seats` tables, which with three seats
//! grows with the cube of the field.

use super::{Field, Results, Schedule, table_count, tables};
use crate::stats::Entrant;
use crate::tournament::Pairing;

/// Everybody meets everybody.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// Who takes part.
    pub field: Field,
}

impl Schedule for RoundRobin {
    fn round(&self, number: usize, _: &Results) -> Option<Vec<Pairing>> {
        let Field { entrants, seats, .. } = &self.field;
        (number == 0).then(|| self.field.blocks_of(&tables(entrants, *seats), 0))
    }

    fn blocks(&self) -> u64 {
        table_count(self.field.entrants.len(), self.field.seats) * self.field.blocks
    }

    fn ranking(&self, so_far: &Results) -> Vec<Entrant> {
        self.field.by_points(so_far)
    }
}
