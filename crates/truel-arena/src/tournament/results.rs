//! What has been played of one game, round by round, in as little memory as that takes.
//!
//! Matches are stored as points, four bytes a seat; moves, times and evidence are in the store.
//! Matches are numbered from 1 through all rounds and games of a tournament, so the number alone
//! identifies a match. The same plan and results always give the same numbers.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::series::orders;
use crate::stats::weng_lin::Ladder;
use crate::stats::{Entrant, Outcome};

/// Who meets in one block, and in which opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// One for each seat; they take all seats in all orders.
    pub entrants: Vec<Entrant>,
    /// The number of the opening, counted from 0.
    pub opening: u64,
}

/// One round of one game: its blocks and what came of them.
#[derive(Clone, Debug)]
pub struct Round {
    first: u64,
    pairings: Vec<Pairing>,
    orders: Vec<Vec<usize>>,
    /// One for each seat of each match.
    points: Vec<f32>,
    is_played: Vec<bool>,
    left: usize,
}

/// One match of a round, before it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Its number.
    pub id: u64,
    /// The number of the first match of its block, which is also the block's.
    pub block: u64,
    /// Who sits where.
    pub entrants: Vec<Entrant>,
    /// The number of its opening.
    pub opening: u64,
}

impl Round {
    /// A round of matches that are numbered from `first`.
    pub fn new(first: u64, pairings: Vec<Pairing>, seats: usize) -> Self {
        let orders = orders(seats);
        let matches = pairings.len() * orders.len();
        Round {
            first,
            pairings,
            orders,
            points: vec![0.0; matches * seats],
            is_played: vec![false; matches],
            left: matches,
        }
    }

    /// The numbers of its matches.
    pub fn ids(&self) -> Range<u64> {
        self.first..self.first + self.is_played.len() as u64
    }

    /// Its blocks.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// How many matches have no result yet.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The matches without a result.
    pub fn open(&self) -> impl Iterator<Item = u64> {
        let first = self.first;
        let places = self.is_played.iter().enumerate();
        places
            .filter(|(_, is_played)| !**is_played)
            .map(move |(place, _)| first + place as u64)
    }

    /// The match with this number, which must be one of [`ids`](Self::ids).
    pub fn slot(&self, id: u64) -> Slot {
        let place = (id - self.first) as usize;
        let (block, order) = (place / self.orders.len(), &self.orders[place % self.orders.len()]);
        let pairing = &self.pairings[block];
        Slot {
            id,
            block: self.first + (block * self.orders.len()) as u64,
            entrants: order.iter().map(|&entrant| pairing.entrants[entrant]).collect(),
            opening: pairing.opening,
        }
    }

    /// Takes a result. Returns whether it is new; one that is delivered twice counts once.
    pub fn note(&mut self, id: u64, points: &[f32]) -> bool {
        let seats = self.orders[0].len();
        if !self.ids().contains(&id) || points.len() != seats {
            return false;
        }
        let place = (id - self.first) as usize;
        let is_news = !std::mem::replace(&mut self.is_played[place], true);
        if is_news {
            self.points[place * seats..][..seats].copy_from_slice(points);
            self.left -= 1;
        }
        is_news
    }

    /// The matches that were played, in the order of their numbers.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        let seats = self.orders[0].len();
        let played = self.ids().filter(|id| self.is_played[(id - self.first) as usize]);
        played.map(move |id| {
            let Slot { block, entrants, .. } = self.slot(id);
            let points = &self.points[(id - self.first) as usize * seats..][..seats];
            let points = points.iter().map(|points| f64::from(*points).clamp(0.0, 1.0)).collect();
            let outcome = Outcome::new(entrants, points).expect("each seat has points from 0 to 1");
            outcome.in_block(block)
        })
    }

    /// The mean points of everybody who played.
    pub fn scores(&self) -> BTreeMap<Entrant, f64> {
        means(self.outcomes())
    }
}

/// The mean points of everybody in these matches.
pub(super) fn means(outcomes: impl Iterator<Item = Outcome>) -> BTreeMap<Entrant, f64> {
    let mut sums: BTreeMap<Entrant, (f64, f64)> = BTreeMap::new();
    for outcome in outcomes {
        for (_, entrant, points) in outcome.seats() {
            let sum = sums.entry(entrant).or_default();
            *sum = (sum.0 + points, sum.1 + 1.0);
        }
    }
    sums.into_iter()
        .map(|(entrant, (points, matches))| (entrant, points / matches))
        .collect()
}

/// All rounds of one game so far.
#[derive(Clone, Default, Debug)]
pub struct Results {
    rounds: Vec<Round>,
    beliefs: Ladder,
}

impl Results {
    /// The rounds, the first first; the last may not be complete.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// What the matches of complete rounds say about everybody, as a ladder sees it.
    pub fn beliefs(&self) -> &Ladder {
        &self.beliefs
    }

    /// All matches that were played.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.rounds.iter().flat_map(Round::outcomes)
    }

    /// Begins a round.
    pub fn open(&mut self, round: Round) {
        self.rounds.push(round);
    }

    /// The round that is being played.
    pub fn current(&mut self) -> Option<&mut Round> {
        self.rounds.last_mut()
    }

    /// Learns from the round that has just been completed. Matches are taken in the order of their
    /// numbers, not in that in which they ended, so that chance and threads change nothing.
    pub fn close(&mut self) {
        if let Some(round) = self.rounds.last() {
            for outcome in round.outcomes() {
                self.beliefs.record(&outcome);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round() -> Round {
        let pairing = |entrants: [u32; 3], opening| Pairing {
            entrants: entrants.map(Entrant).to_vec(),
            opening,
        };
        Round::new(100, vec![pairing([0, 1, 2], 7), pairing([3, 4, 5], 8)], 3)
    }

    #[test]
    fn a_block_is_one_opening_in_all_orders_of_the_seats() {
        let round = round();
        let slots: Vec<Slot> = round.open().map(|id| round.slot(id)).collect();
        assert_eq!(round.ids(), 100..112);
        let (first, second) = slots.split_at(6);
        assert!(first.iter().all(|slot| (slot.block, slot.opening) == (100, 7)));
        assert!(second.iter().all(|slot| (slot.block, slot.opening) == (106, 8)));
        let different: std::collections::BTreeSet<_> = first.iter().map(|slot| slot.entrants.clone()).collect();
        assert_eq!(different.len(), 6);
    }

    #[test]
    fn a_result_that_comes_twice_or_from_nowhere_does_not_count() {
        let mut round = round();
        assert!(round.note(101, &[1.0, 0.0, 0.0]));
        assert!(!round.note(101, &[0.0, 1.0, 0.0]), "the first word stands");
        assert!(!round.note(99, &[1.0, 0.0, 0.0]) && !round.note(112, &[1.0, 0.0, 0.0]));
        assert!(!round.note(102, &[1.0, 0.0]), "two points for three seats");
        let outcomes: Vec<Outcome> = round.outcomes().collect();
        assert_eq!((outcomes.len(), round.left()), (1, 11));
        assert_eq!(outcomes[0].points(), [1.0, 0.0, 0.0]);
        assert_eq!(outcomes[0].entrants(), [0, 2, 1].map(Entrant));
    }
}
