//! Results, faults and times of each entrant in a series.

use std::collections::BTreeMap;

use serde::Serialize;
use truel_core::Seat;

use crate::stats::tally::{self, Counts, EntrantTally};
use crate::stats::{Entrant, Outcome};
use crate::{FaultKind, Played, Series};

/// Everything that was played so far. It stores no moves, so it stays small.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    outcomes: Vec<Outcome>,
    faults: BTreeMap<Entrant, BTreeMap<FaultKind, usize>>,
    times: BTreeMap<Entrant, Times>,
    claims: usize,
}

/// How an entrant used its time.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Times {
    moves: u64,
    total: f64,
    worst: f64,
}

impl Times {
    /// Milliseconds for a move on average.
    pub fn mean(&self) -> f64 {
        self.total / (self.moves.max(1)) as f64
    }

    /// Milliseconds for all moves.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Milliseconds for the longest move.
    pub fn worst(&self) -> f64 {
        self.worst
    }
}

/// An entrant's row.
#[derive(Clone, Debug)]
pub struct ScoreboardRow {
    /// Results, in all and by seat.
    pub tally: EntrantTally,
    /// What went wrong.
    pub faults: BTreeMap<FaultKind, usize>,
    /// How it used its time.
    pub times: Times,
}

impl Scoreboard {
    /// Counts a match of this series.
    pub fn add(&mut self, series: &Series, played: &Played) {
        self.outcomes.push(series.outcome(played));
        self.claims += played.claims.len();
        for fault in &played.faults {
            let entrant = series.sitter(played.job, Seat::new(fault.seat));
            *self.faults.entry(entrant).or_default().entry(fault.kind).or_default() += 1;
        }
        for (seat, used) in Seat::all(played.seats.len()).zip(&played.seats) {
            let times = self.times.entry(series.sitter(played.job, seat)).or_default();
            times.moves += used.ms.len() as u64;
            times.total += used.total();
            times.worst = times.worst.max(f64::from(used.worst()));
        }
    }

    /// All matches.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// How often a contender said something about rules or result that is not so.
    pub fn claims(&self) -> usize {
        self.claims
    }

    /// One row for each entrant that played, in their order.
    pub fn rows(&self) -> Vec<ScoreboardRow> {
        let row = |tally: EntrantTally| ScoreboardRow {
            faults: self.faults.get(&tally.entrant).cloned().unwrap_or_default(),
            times: self.times.get(&tally.entrant).copied().unwrap_or_default(),
            tally,
        };
        tally::tally(&self.outcomes).into_iter().map(row).collect()
    }

    /// How each seat fared, whoever sat there.
    pub fn by_seat(&self) -> Vec<Counts> {
        tally::by_seat(&self.outcomes)
    }
}
