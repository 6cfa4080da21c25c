//! Who meets whom: one file per format.
//!
//! A tournament is a row of rounds, and the blocks of a round are a pure function of the field, the
//! settings and the results of all rounds before it. Nothing else is remembered, so that going on
//! after a crash is nothing special: rounds are worked out again from the beginning.

mod gauntlet;
mod knock_out;
mod ladder;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;
use std::fmt::Debug;

pub use gauntlet::Gauntlet;
pub use knock_out::KnockOut;
pub use ladder::LadderPlay;
pub use round_robin::RoundRobin;
pub use swiss::Swiss;

use super::plan::{Format, GamePlan, Plan};
use super::results::{Pairing, Results, means};
use crate::stats::Entrant;

/// A way to hold a tournament of one game.
pub trait Schedule: Debug + Send {
    /// The blocks of round `number`, counted from 0, after the results of all rounds before it;
    /// nothing when there is no such round.
    fn round(&self, number: usize, so_far: &Results) -> Option<Vec<Pairing>>;

    /// How many blocks there are in all rounds together.
    fn blocks(&self) -> u64;

    /// Everybody in the field, the best first; ties by seeding.
    fn ranking(&self, so_far: &Results) -> Vec<Entrant>;
}

/// Those who play one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The entrants by seeding, the strongest first.
    pub entrants: Vec<Entrant>,
    /// How many sit at a table.
    pub seats: usize,
    /// Blocks that a table plays; in a ladder, blocks in all.
    pub blocks: u64,
    /// What chance is drawn from.
    pub seed: u64,
}

impl Field {
    /// Who plays this game. Those with a rating are seeded by it, the others come after them in the
    /// order of the plan.
    pub fn of(plan: &Plan, game: &GamePlan) -> Self {
        let mut entrants = plan.entrants_of(&game.id);
        let rating = |entrant: &Entrant| plan.entrant(*entrant).rating.unwrap_or(f64::NEG_INFINITY);
        entrants.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
        Field {
            entrants,
            seats: game.info().seats.len(),
            blocks: game.blocks,
            seed: plan.seed,
        }
    }

    /// The field by these scores, the best first. Who has none comes last; equal ones keep the
    /// order of the seeding.
    fn by_score(&self, scores: &BTreeMap<Entrant, f64>) -> Vec<Entrant> {
        let score = |entrant: &Entrant| scores.get(entrant).copied().unwrap_or(f64::NEG_INFINITY);
        let mut ranking = self.entrants.clone();
        ranking.sort_by(|a, b| score(b).total_cmp(&score(a)));
        ranking
    }

    /// The field by mean points.
    fn by_points(&self, so_far: &Results) -> Vec<Entrant> {
        self.by_score(&means(so_far.outcomes()))
    }

    /// Each table plays its blocks; all tables play the first opening before any plays the second.
    fn blocks_of(&self, tables: &[Vec<Entrant>], first_opening: u64) -> Vec<Pairing> {
        let block = |opening| {
            tables.iter().map(move |table| Pairing {
                entrants: table.clone(),
                opening,
            })
        };
        (first_opening..first_opening + self.blocks).flat_map(block).collect()
    }
}

/// The schedule that a plan asks for.
pub fn of(plan: &Plan, game: &GamePlan) -> Box<dyn Schedule> {
    let field = Field::of(plan, game);
    match plan.format {
        Format::RoundRobin => Box::new(RoundRobin { field }),
        Format::Gauntlet => Box::new(Gauntlet {
            field,
            heroes: plan.heroes(),
        }),
        Format::Swiss => {
            let rounds = game.rounds.unwrap_or_else(|| Swiss::usual_rounds(&field));
            Box::new(Swiss { field, rounds })
        }
        Format::KnockOut => Box::new(KnockOut { field }),
        Format::Ladder => {
            let batch = game.batch.unwrap_or_else(|| LadderPlay::usual_batch(&field));
            Box::new(LadderPlay { field, batch })
        }
    }
}

/// Every choice of a given size, each in the order given.
fn tables(entrants: &[Entrant], seats: usize) -> Vec<Vec<Entrant>> {
    if seats == 0 {
        return vec![Vec::new()];
    }
    let with_first = |(place, first): (usize, &Entrant)| {
        let first = *first;
        tables(&entrants[place + 1..], seats - 1)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    entrants.iter().enumerate().flat_map(with_first).collect()
}

/// How many choices of `seats` out of `entrants` there are.
fn table_count(entrants: usize, seats: usize) -> u64 {
    (0..seats as u64).fold(1, |count, place| {
        count * (entrants as u64).saturating_sub(place) / (place + 1)
    })
}
