//! Matches between the same entries, block after block: every seating once with the same opening,
//! and with another where it would be the same match.

use truel_core::record::MatchResult;
use truel_core::zobrist::splitmix;
use truel_core::{AnyGame, Seat};

use crate::stats::{Entrant, Outcome, seatings};
use crate::{Entry, Job, Openings, Played, Terms};

/// A series of matches, of which each follows from its number alone.
pub struct Series {
    /// The game, at its start position.
    pub table: Box<dyn AnyGame>,
    /// Who takes part.
    pub entries: Vec<Entry>,
    /// Who sits where in each match of a block.
    pub seatings: Vec<Vec<Entrant>>,
    /// Where blocks begin.
    pub openings: Openings,
    /// Random seed.
    pub seed: u64,
    /// Clocks, limits and adjudication, as they hold in this game.
    pub terms: Terms,
}

impl std::fmt::Debug for Series {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Series of {} between {:?}", self.table.info().id, self.entries)
    }
}

impl Series {
    /// The seatings of a block in which everybody of `seats` entrants sits everywhere.
    pub fn everybody_everywhere(seats: usize) -> Vec<Vec<Entrant>> {
        let entrants: Vec<Entrant> = (0..seats as u32).map(Entrant).collect();
        seatings(&entrants)
    }

    /// The seatings of a block that compares two entrants: both in turn with one seat against the
    /// rest.
    ///
    /// With two seats these are the two orders; with three the seatings of A B B and of A A B.
    pub fn duel(seats: usize) -> Vec<Vec<Entrant>> {
        let (a, b) = (Entrant(0), Entrant(1));
        let with = |count: usize| {
            let line: Vec<Entrant> = (0..seats).map(|place| if place < count { a } else { b }).collect();
            seatings(&line)
        };
        if seats == 2 {
            return with(1);
        }
        [with(1), with(seats - 1)].concat()
    }

    /// Matches in a block.
    pub fn block_size(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// Who sits where in match number `index`.
    pub fn seating(&self, index: u64) -> &[Entrant] {
        &self.seatings[(index % self.block_size()) as usize]
    }

    /// The number of the opening of match number `index`. A block has one, unless the same agents
    /// sit in the same order more than once in it: each time they do so has an opening of its own,
    /// for it would be the same match again.
    fn opening(&self, index: u64) -> u64 {
        let (block, place) = (index / self.block_size(), (index % self.block_size()) as usize);
        let is_same = |other: &[Entrant]| {
            let mut pairs = other.iter().zip(&self.seatings[place]);
            pairs.all(|(a, b)| self.plays(*a).is_same_as(self.plays(*b)))
        };
        let copies = |seatings: &[Vec<Entrant>]| seatings.iter().filter(|other| is_same(other)).count() as u64;
        block * copies(&self.seatings) + copies(&self.seatings[..place])
    }

    fn plays(&self, entrant: Entrant) -> &Entry {
        &self.entries[entrant.0 as usize]
    }

    /// Match number `index`, counted from 0.
    pub fn job(&self, index: u64) -> Job {
        Job {
            id: index,
            game: self.table.info().id.to_owned(),
            seats: self
                .seating(index)
                .iter()
                .map(|entrant| self.plays(*entrant).clone())
                .collect(),
            opening: self.openings.get(&*self.table, self.seed, self.opening(index)),
            // Small enough for every reader of JSON.
            seed: splitmix(splitmix(self.seed) ^ index) >> 11,
            terms: self.terms.clone(),
        }
    }

    /// What a played match of this series says.
    pub fn outcome(&self, played: &Played) -> Outcome {
        self.outcome_of(played.job, &played.result)
    }

    /// What the result of match number `index` says.
    pub fn outcome_of(&self, index: u64, result: &MatchResult) -> Outcome {
        let points = result.points.iter().map(|points| f64::from(*points)).collect();
        Outcome::new(self.seating(index).to_vec(), points)
            .expect("a referee gives every seat points from 0 to 1")
            .in_block(index / self.block_size())
    }

    /// The entrant that sat there in a match of this series.
    pub fn sitter(&self, index: u64, seat: Seat) -> Entrant {
        self.seating(index)[seat.index()]
    }
}

/// All orders in which entrants can take as many seats; the first is the order given.
pub(crate) fn orders(seats: usize) -> Vec<Vec<usize>> {
    let number = |entrant: &Entrant| entrant.0 as usize;
    let orders = Series::everybody_everywhere(seats);
    orders.iter().map(|order| order.iter().map(number).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_every_seating_once_and_one_opening() {
        let series = Series {
            table: truel_champions::roster().table("chexers").expect("a game"),
            entries: ["random", "greedy", "mcts"]
                .map(|text| text.parse().expect("an entry"))
                .to_vec(),
            seatings: Series::everybody_everywhere(3),
            openings: Openings::Random(4),
            seed: 3,
            terms: Terms::default(),
        };
        assert_eq!(series.block_size(), 6);
        let jobs: Vec<Job> = (0..12).map(|index| series.job(index)).collect();
        assert!(jobs[..6].iter().all(|job| job.opening == jobs[0].opening));
        assert_ne!(jobs[0].opening, jobs[6].opening);
        let mut seeds: Vec<u64> = jobs.iter().map(|job| job.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 12, "every match has chance of its own");
        assert_eq!(series.job(4), jobs[4], "a match follows from its number");
    }

    /// Whoever names an agent twice would get every match twice.
    #[test]
    fn the_same_agents_in_the_same_seats_have_openings_of_their_own() {
        let series = Series {
            table: truel_champions::roster().table("chexers").expect("a game"),
            entries: ["a=greedy", "maxn", "b=greedy"]
                .map(|text| text.parse().expect("an entry"))
                .to_vec(),
            seatings: Series::everybody_everywhere(3),
            openings: Openings::Random(4),
            seed: 3,
            terms: Terms::default(),
        };
        let jobs: Vec<Job> = (0..12).map(|index| series.job(index)).collect();
        let plays: std::collections::BTreeSet<String> = jobs
            .iter()
            .map(|job| {
                let seats: Vec<String> = job.seats.iter().map(Entry::shown).collect();
                format!("{seats:?} {:?}", job.opening)
            })
            .collect();
        assert_eq!(plays.len(), 12, "no match is played twice");
        // Each opening is still played in every different order of the seats.
        let openings: std::collections::BTreeSet<Vec<String>> =
            jobs.iter().map(|job| job.opening.moves.clone()).collect();
        assert_eq!(openings.len(), 4);
    }

    #[test]
    fn a_duel_of_three_seats_has_both_line_ups() {
        assert_eq!(Series::duel(2).len(), 2);
        let three = Series::duel(3);
        let count = |who: u32| three.iter().flatten().filter(|entrant| entrant.0 == who).count();
        assert_eq!((three.len(), count(0), count(1)), (6, 9, 9));
    }
}
