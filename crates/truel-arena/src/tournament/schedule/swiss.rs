//! Swiss: in each round those meet who stand alike and have not met before.
//!
//! Everybody's score is the sum of its mean points in each round. The tables are filled from the
//! top. The best entrant without a table gets the next ones that it has not met, as long as the
//! rest can still be seated without a repetition. Where that is impossible, as few pairs as
//! possible meet again. The search for it tries [`PATIENCE`] tables for each
//! number of repetitions, which is exhaustive for small fields and plenty for large ones.
//!
//! When the field does not fill all tables, the last in the standings have a bye, nobody a second
//! one before all had one. A bye counts as a round won, which is what chess does.

use std::collections::{BTreeMap, BTreeSet};

use super::{Field, Results, Schedule};
use crate::stats::Entrant;
use crate::tournament::{Pairing, Round};

/// Tables that are tried for each number of repetitions.
const PATIENCE: u32 = 100_000;

/// Those meet who stand alike.
#[derive(Clone, Debug)]
pub struct Swiss {
    /// Who takes part.
    pub field: Field,
    /// How many rounds.
    pub rounds: usize,
}

impl Swiss {
    /// One round more than it takes to leave one unbeaten.
    pub fn usual_rounds(field: &Field) -> usize {
        let (mut rounds, mut told_apart) = (0, 1);
        while told_apart < field.entrants.len() {
            told_apart *= field.seats;
            rounds += 1;
        }
        rounds + 1
    }

    fn tables_in_a_round(&self) -> usize {
        self.field.entrants.len() / self.field.seats
    }

    /// Everybody's score, byes included.
    fn scores(&self, so_far: &Results) -> BTreeMap<Entrant, f64> {
        let mut sums: BTreeMap<Entrant, f64> = self.field.entrants.iter().map(|one| (*one, 0.0)).collect();
        for round in so_far.rounds() {
            let scores = round.scores();
            let seated: BTreeSet<Entrant> = seated(round.pairings());
            for (entrant, sum) in &mut sums {
                let bye = if seated.contains(entrant) { 0.0 } else { 1.0 };
                *sum += scores.get(entrant).copied().unwrap_or(bye);
            }
        }
        sums
    }

    /// Those who sit out a round: the last in the standings among those with the fewest byes.
    fn byes(&self, standings: &[Entrant], so_far: &Results) -> Vec<Entrant> {
        let had = |entrant: &Entrant| {
            let rounds = so_far.rounds().iter();
            rounds
                .filter(|round| !seated(round.pairings()).contains(entrant))
                .count()
        };
        let mut last_first: Vec<Entrant> = standings.iter().rev().copied().collect();
        last_first.sort_by_key(had);
        last_first.truncate(standings.len() % self.field.seats);
        last_first
    }
}

fn seated(pairings: &[Pairing]) -> BTreeSet<Entrant> {
    pairings
        .iter()
        .flat_map(|pairing| pairing.entrants.iter().copied())
        .collect()
}

/// Who met whom, both ways round.
fn meetings(so_far: &Results) -> BTreeSet<(Entrant, Entrant)> {
    let tables = so_far.rounds().iter().flat_map(Round::pairings);
    let pairs = tables.flat_map(|table| {
        let all = &table.entrants;
        all.iter().flat_map(move |a| all.iter().map(move |b| (*a, *b)))
    });
    pairs.filter(|(a, b)| a != b).collect()
}

impl Schedule for Swiss {
    fn round(&self, number: usize, so_far: &Results) -> Option<Vec<Pairing>> {
        if number >= self.rounds {
            return None;
        }
        let standings = self.field.by_score(&self.scores(so_far));
        let byes = self.byes(&standings, so_far);
        let playing: Vec<Entrant> = standings.into_iter().filter(|one| !byes.contains(one)).collect();
        let tables = seat(&playing, self.field.seats, &meetings(so_far));
        Some(self.field.blocks_of(&tables, number as u64 * self.field.blocks))
    }

    fn blocks(&self) -> u64 {
        (self.rounds * self.tables_in_a_round()) as u64 * self.field.blocks
    }

    /// By score; ties by the scores of those one met, which is Buchholz's rule, then by seeding.
    fn ranking(&self, so_far: &Results) -> Vec<Entrant> {
        let scores = self.scores(so_far);
        let mut met: BTreeMap<Entrant, f64> = BTreeMap::new();
        for (one, other) in meetings(so_far) {
            *met.entry(one).or_default() += scores[&other];
        }
        let met = |one: &Entrant| met.get(one).copied().unwrap_or(0.0);
        let mut ranking = self.field.entrants.clone();
        let key = |one: &Entrant| (scores[one], met(one));
        ranking.sort_by(|a, b| {
            let ((a, met_by_a), (b, met_by_b)) = (key(a), key(b));
            b.total_cmp(&a).then(met_by_b.total_cmp(&met_by_a))
        });
        ranking
    }
}

/// Seats everybody, who are in the order of the standings, with as few pairs that met before as can
/// be found.
fn seat(standings: &[Entrant], seats: usize, met: &BTreeSet<(Entrant, Entrant)>) -> Vec<Vec<Entrant>> {
    let most = standings.len() * seats;
    (0..=most)
        .find_map(|repeats| {
            let mut search = Seating {
                seats,
                met,
                tables: Vec::new(),
                patience: PATIENCE,
            };
            search.fill(standings, repeats).then_some(search.tables)
        })
        .expect("with enough repetitions anybody can sit with anybody")
}

/// Tables being filled from the top of the standings.
struct Seating<'a> {
    seats: usize,
    met: &'a BTreeSet<(Entrant, Entrant)>,
    tables: Vec<Vec<Entrant>>,
    patience: u32,
}

impl Seating<'_> {
    /// Whether all of `left` can sit with at most so many repetitions.
    fn fill(&mut self, left: &[Entrant], repeats: usize) -> bool {
        let Some((first, rest)) = left.split_first() else {
            return true;
        };
        self.tables.push(vec![*first]);
        if self.complete(rest, 0, repeats) {
            return true;
        }
        self.tables.pop();
        false
    }

    /// Adds to the last table from `rest`, whose members before `from` were passed over for it.
    fn complete(&mut self, rest: &[Entrant], from: usize, repeats: usize) -> bool {
        let table = self.tables.last().expect("one was begun");
        if table.len() == self.seats {
            return self.fill(rest, repeats);
        }
        for place in from..rest.len() {
            let entrant = rest[place];
            let table = self.tables.last_mut().expect("one was begun");
            let again = table
                .iter()
                .filter(|other| self.met.contains(&(entrant, **other)))
                .count();
            if again > repeats {
                continue;
            }
            if self.patience == 0 {
                return false;
            }
            self.patience -= 1;
            table.push(entrant);
            let mut others = rest.to_vec();
            others.remove(place);
            if self.complete(&others, place, repeats - again) {
                return true;
            }
            self.tables.last_mut().expect("one was begun").pop();
        }
        false
    }
}
