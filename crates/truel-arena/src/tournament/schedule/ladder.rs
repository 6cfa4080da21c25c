//! A ladder: blocks are chosen a batch at a time, those that would tell most about who is how
//! strong first.
//!
//! After each batch there is a Weng-Lin belief about everybody. A table is worth the variance that
//! one of its matches would remove. That is large for entrants of whom little is known and for
//! those who look even. Nobody sits twice in a batch before all that can have sat once. With very
//! many possible tables a sample of [`CANDIDATES`] stands for them.

use super::{Field, Results, Schedule, table_count, tables};
use crate::stats::Entrant;
use crate::tournament::Pairing;
use truel_core::Rng;

/// The most tables that are weighed for a batch.
const CANDIDATES: u64 = 20_000;

/// Those meet whose match would tell most.
#[derive(Clone, Debug)]
pub struct LadderPlay {
    /// Who takes part; `blocks` is the number of blocks in all.
    pub field: Field,
    /// How many blocks are chosen at a time.
    pub batch: usize,
}

impl LadderPlay {
    /// As many tables as seat everybody once.
    pub fn usual_batch(field: &Field) -> usize {
        field.entrants.len().div_ceil(field.seats)
    }

    /// The tables to choose from, in an order of chance, so that equal ones have equal chances.
    fn candidates(&self, number: usize) -> Vec<Vec<Entrant>> {
        let Field {
            entrants, seats, seed, ..
        } = &self.field;
        let mut rng = Rng::for_match(*seed, number as u64);
        if table_count(entrants.len(), *seats) <= CANDIDATES {
            let mut all = tables(entrants, *seats);
            shuffle(&mut all, &mut rng);
            return all;
        }
        let draw = |rng: &mut Rng| {
            let mut pool = entrants.clone();
            shuffle(&mut pool, rng);
            pool.truncate(*seats);
            pool
        };
        (0..CANDIDATES).map(|_| draw(&mut rng)).collect()
    }
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

impl Schedule for LadderPlay {
    fn round(&self, number: usize, so_far: &Results) -> Option<Vec<Pairing>> {
        let before = number as u64 * self.batch as u64;
        let size = self.field.blocks.checked_sub(before).filter(|left| *left > 0)?;
        let size = size.min(self.batch as u64) as usize;
        let mut left = so_far.beliefs().by_information(self.candidates(number));
        let mut chosen: Vec<Vec<Entrant>> = Vec::new();
        while chosen.len() < size {
            let mut seated: Vec<Entrant> = Vec::new();
            // Nobody twice in a pass; a batch larger than one pass begins another.
            left.retain(|table| {
                let is_free = chosen.len() < size && table.iter().all(|one| !seated.contains(one));
                if is_free {
                    seated.extend(table);
                    chosen.push(table.clone());
                }
                !is_free
            });
            if left.is_empty() {
                left.clone_from(&chosen);
            }
        }
        let numbered = (before..).zip(chosen);
        Some(
            numbered
                .map(|(opening, entrants)| Pairing { entrants, opening })
                .collect(),
        )
    }

    fn blocks(&self) -> u64 {
        self.field.blocks
    }

    /// By what is believed; ties by seeding.
    fn ranking(&self, so_far: &Results) -> Vec<Entrant> {
        let beliefs = so_far.beliefs().beliefs();
        self.field
            .by_score(&beliefs.map(|(one, belief)| (one, belief.mu)).collect())
    }
}
