//! Points, wins and seats of each entrant, and who is ahead of whom.
//!
//! Means are over [`Block`]s. Every block is one observation that weighs as many matches as it
//! holds, so complete blocks all weigh the same. An unfinished block counts for its played matches,
//! and a match without a block is its own observation. Seats are balanced exactly when all blocks
//! are complete, and the tally says so.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use truel_core::Seat;

use crate::estimate::BoundedMean;
use crate::{Block, Entrant, Estimate, Outcome, Standing, blocks, elo};

/// How an entrant fared, or a seat. Somebody who holds two seats of a match is counted for both.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Counts {
    /// How many seats were taken in all matches.
    pub matches: usize,
    /// Alone in first place.
    pub wins: usize,
    /// In first place with others.
    pub draws: usize,
    /// Behind somebody.
    pub losses: usize,
    /// Mean points, 0 to 1; nothing without matches.
    pub points: Option<Estimate>,
}

/// Whether everybody sat everywhere equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Balance {
    /// All matches are in complete blocks.
    Balanced,
    /// Some are not: their means may owe something to the seats.
    Unbalanced,
}

/// One entrant's line in a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EntrantTally {
    /// Whose line it is.
    pub entrant: Entrant,
    /// All seats together.
    #[serde(flatten)]
    pub counts: Counts,
    /// Whether its means are free of the seats.
    pub balance: Balance,
    /// Seat by seat.
    pub by_seat: Vec<Counts>,
}

/// Every entrant's line, in the order of their numbers.
pub fn tally(outcomes: &[Outcome]) -> Vec<EntrantTally> {
    let entrants: BTreeSet<Entrant> = outcomes.iter().flat_map(Outcome::entrants).copied().collect();
    let mut own: BTreeMap<Entrant, Vec<Block<'_>>> = BTreeMap::new();
    for block in blocks(outcomes) {
        let present: BTreeSet<Entrant> = block
            .matches()
            .iter()
            .flat_map(|outcome| outcome.entrants())
            .copied()
            .collect();
        for entrant in present {
            own.entry(entrant).or_default().push(block.clone());
        }
    }
    let line = |entrant| {
        let blocks = &own[&entrant];
        EntrantTally {
            entrant,
            counts: counts(blocks, |_, who| who == entrant),
            balance: balance(blocks),
            by_seat: seats(blocks)
                .map(|seat| counts(blocks, |at, who| at == seat && who == entrant))
                .collect(),
        }
    };
    entrants.into_iter().map(line).collect()
}

/// The results of each seat, over all entrants: the advantage that the rules give it.
pub fn by_seat(outcomes: &[Outcome]) -> Vec<Counts> {
    let blocks = blocks(outcomes);
    seats(&blocks).map(|seat| counts(&blocks, |at, _| at == seat)).collect()
}

/// Two entrants in the matches in which both sat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HeadToHead {
    /// The matches in which both sat.
    pub matches: usize,
    /// How often the first was above the second, a shared place counting half.
    pub score: Estimate,
    /// The same as a difference of strength.
    pub elo: EloRange,
    /// How likely it is that the first is the better one.
    pub superiority: f64,
    /// Whether it is free of the seats.
    pub balance: Balance,
}

/// An Elo difference with its interval, where nothing means without bound: who won all matches is
/// better by at least the lower end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloRange {
    /// The best guess.
    pub value: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl From<Estimate> for EloRange {
    /// The differences that are worth these points.
    fn from(points: Estimate) -> Self {
        EloRange {
            value: elo::difference(points.value),
            low: elo::difference(points.low),
            high: elo::difference(points.high),
        }
    }
}

/// How `a` did against `b`; nothing when they never met.
pub fn head_to_head(outcomes: &[Outcome], a: Entrant, b: Entrant) -> Option<HeadToHead> {
    let mut blocks = blocks(outcomes);
    blocks.retain(|block| block.duel(a, b).is_some());
    let observations = observations(&blocks, |outcome| outcome.duel(a, b));
    let mean = BoundedMean::of(&observations)?;
    Some(HeadToHead {
        matches: observations.iter().map(|(_, weight)| *weight as usize).sum(),
        score: mean.estimate(),
        elo: mean.estimate().into(),
        superiority: mean.chance_above(0.5),
        balance: balance(&blocks),
    })
}

/// What is counted of the seats for which `whose` is true.
fn counts(blocks: &[Block<'_>], whose: impl Fn(Seat, Entrant) -> bool) -> Counts {
    let mut counts = Counts::default();
    for outcome in blocks.iter().flat_map(Block::matches) {
        for (seat, _, _) in outcome.seats().filter(|(seat, who, _)| whose(*seat, *who)) {
            counts.matches += 1;
            match outcome.standing(seat) {
                Standing::Win => counts.wins += 1,
                Standing::Draw => counts.draws += 1,
                Standing::Loss => counts.losses += 1,
            }
        }
    }
    let points = |outcome: &Outcome| {
        let own: Vec<f64> = outcome
            .seats()
            .filter(|(seat, who, _)| whose(*seat, *who))
            .map(|(_, _, points)| points)
            .collect();
        (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
    };
    counts.points = BoundedMean::of(&observations(blocks, points)).map(|mean| mean.estimate());
    counts
}

/// A value and a weight for each block in which `value` finds something.
fn observations(blocks: &[Block<'_>], value: impl Fn(&Outcome) -> Option<f64>) -> Vec<(f64, f64)> {
    blocks
        .iter()
        .filter_map(|block| block.mean(&value))
        .map(|(mean, matches)| (mean, matches as f64))
        .collect()
}

fn balance(blocks: &[Block<'_>]) -> Balance {
    match blocks.iter().all(Block::is_complete) {
        true => Balance::Balanced,
        false => Balance::Unbalanced,
    }
}

/// The seats of the largest table.
fn seats(blocks: &[Block<'_>]) -> impl Iterator<Item = Seat> {
    let most = blocks
        .iter()
        .flat_map(Block::matches)
        .map(|outcome| outcome.entrants().len())
        .max();
    Seat::all(most.unwrap_or(0))
}
