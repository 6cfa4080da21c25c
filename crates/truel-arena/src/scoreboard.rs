//! Results, faults and times of each entrant in a series.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use truel_core::Seat;

use crate::stats::tally::{self, Counts, EntrantTally};
use crate::stats::{Entrant, Outcome, Standing};
use crate::{FaultKind, Job, Played, Series};

/// Everything that was played so far. It stores no moves, so it stays small.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    outcomes: Vec<Outcome>,
    faults: BTreeMap<Entrant, BTreeMap<FaultKind, usize>>,
    times: BTreeMap<Entrant, Times>,
    places: BTreeMap<Entrant, Places>,
    distinct: HashSet<u64>,
    claims: usize,
}

/// What points alone do not tell about an entrant's matches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Places {
    /// Behind somebody and ahead of somebody.
    pub between: usize,
    /// Shared the first place because another seat's fault ended the match.
    pub broken_off: usize,
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

    /// How many moves it made.
    pub fn moves(&self) -> u64 {
        self.moves
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
    /// What else there is to know about them.
    pub places: Places,
    /// What went wrong.
    pub faults: BTreeMap<FaultKind, usize>,
    /// How it used its time.
    pub times: Times,
}

impl Scoreboard {
    /// Counts a match of this series.
    pub fn add(&mut self, series: &Series, job: &Job, played: &Played) {
        let outcome = series.outcome(played);
        let ranks = outcome.places();
        let is_last = |seat: &Seat| ranks.last().is_some_and(|last| last.contains(seat));
        for (seat, entrant, _) in outcome.seats() {
            let places = self.places.entry(entrant).or_default();
            let is_to_blame = played.faults.iter().any(|fault| fault.seat == seat.index());
            match outcome.standing(seat) {
                Standing::Loss => places.between += usize::from(!is_last(&seat)),
                Standing::Draw => places.broken_off += usize::from(!played.faults.is_empty() && !is_to_blame),
                Standing::Win => {}
            }
        }
        self.outcomes.push(outcome);
        self.distinct.insert(played.fingerprint(job));
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

    /// How many matches differ: one that repeats another says nothing new.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
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
            places: self.places.get(&tally.entrant).copied().unwrap_or_default(),
            tally,
        };
        tally::tally(&self.outcomes).into_iter().map(row).collect()
    }

    /// The results of each seat, over all entrants.
    pub fn by_seat(&self) -> Vec<Counts> {
        tally::by_seat(&self.outcomes)
    }
}
