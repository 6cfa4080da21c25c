//! Who loses is out.
//!
//! A table is as many entrants as there are seats: two, or groups of three. They play their blocks,
//! and the one with most points goes on; a tie goes to the better seed. The strongest left meet the
//! weakest left: in each round the field is folded by seeding, so that the two best can only meet
//! in the last round.
//!
//! All later rounds are full when the field is a power of the number of seats. So the first round
//! plays as many tables as lead to such a field, and the best seeds pass. With three seats a table
//! eliminates two, so a field of the wrong parity cannot come out even. Then as many losers as are
//! missing go on too, those with most points first.

use std::collections::BTreeMap;

use super::{Field, Results, Schedule};
use crate::stats::Entrant;
use crate::tournament::{Pairing, Round};

/// Who loses is out.
#[derive(Clone, Debug)]
pub struct KnockOut {
    /// Who takes part.
    pub field: Field,
}

/// How a round is cut: how many tables there are, and how many are left after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cut {
    tables: usize,
    left: usize,
}

impl KnockOut {
    /// How a round of so many is cut; nothing for a lone winner.
    fn cut(&self, alive: usize) -> Option<Cut> {
        let seats = self.field.seats;
        if alive <= 1 {
            return None;
        }
        let mut goal = 1;
        while goal * seats < alive {
            goal *= seats;
        }
        let tables = (alive - goal).div_ceil(seats - 1).min(alive / seats);
        let left = (alive - tables * (seats - 1)).max(goal);
        Some(Cut { tables, left })
    }

    /// The tables of a round among these, who are in the order of the seeding; the best seeds pass.
    fn tables(&self, alive: &[Entrant]) -> Vec<Vec<Entrant>> {
        let Some(Cut { tables, .. }) = self.cut(alive.len()) else {
            return Vec::new();
        };
        let playing = &alive[alive.len() - tables * self.field.seats..];
        let mut folded: Vec<Vec<Entrant>> = vec![Vec::new(); tables];
        for (layer, entrants) in playing.chunks(tables).enumerate() {
            for (place, entrant) in entrants.iter().enumerate() {
                let table = if layer % 2 == 0 { place } else { tables - 1 - place };
                folded[table].push(*entrant);
            }
        }
        folded
    }

    /// Who is left after a round, in the order of the seeding.
    fn survivors(&self, alive: &[Entrant], round: &Round) -> Vec<Entrant> {
        let scores = round.scores();
        let by_score = |entrants: &[Entrant]| {
            let ranked = self.field.by_score(&scores).into_iter();
            ranked.filter(|one| entrants.contains(one)).collect::<Vec<_>>()
        };
        let tables = self.tables(alive);
        let winners: Vec<Entrant> = tables.iter().map(|table| by_score(table)[0]).collect();
        let losers: Vec<Entrant> = tables
            .concat()
            .into_iter()
            .filter(|one| !winners.contains(one))
            .collect();
        let left = self.cut(alive.len()).map_or(1, |cut| cut.left);
        let out = alive.len() - left;
        let lucky = losers.len() - out;
        let out: Vec<Entrant> = by_score(&losers).split_off(lucky);
        alive.iter().copied().filter(|one| !out.contains(one)).collect()
    }

    /// Who was still in before each round that has begun, and after the last if that is complete.
    fn history(&self, so_far: &Results) -> Vec<Vec<Entrant>> {
        let mut alive = vec![self.field.entrants.clone()];
        for round in so_far.rounds().iter().filter(|round| round.left() == 0) {
            let last = alive.last().expect("it begins with everybody");
            alive.push(self.survivors(last, round));
        }
        alive
    }
}

impl Schedule for KnockOut {
    fn round(&self, number: usize, so_far: &Results) -> Option<Vec<Pairing>> {
        let alive = self.history(so_far).into_iter().nth(number)?;
        let tables = self.tables(&alive);
        let first_opening = number as u64 * self.field.blocks;
        (!tables.is_empty()).then(|| self.field.blocks_of(&tables, first_opening))
    }

    fn blocks(&self) -> u64 {
        let (mut alive, mut tables) = (self.field.entrants.len(), 0);
        while let Some(cut) = self.cut(alive) {
            tables += cut.tables as u64;
            alive = cut.left;
        }
        tables * self.field.blocks
    }

    /// Who stayed in longer is better; of those who left together, who took more points in that
    /// round.
    fn ranking(&self, so_far: &Results) -> Vec<Entrant> {
        let history = self.history(so_far);
        let mut scores = BTreeMap::new();
        for entrant in &self.field.entrants {
            let rounds = history.iter().filter(|alive| alive.contains(entrant)).count();
            let last = so_far.rounds().get(rounds.saturating_sub(1)).map(Round::scores);
            let points = last.and_then(|scores| scores.get(entrant).copied()).unwrap_or(0.0);
            scores.insert(*entrant, rounds as f64 * 2.0 + points);
        }
        self.field.by_score(&scores)
    }
}
