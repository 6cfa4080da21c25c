//! How often each score of a block was seen: all that the test needs to remember.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::likelihood::Shares;
use crate::{Entrant, Outcome, blocks};

/// Scores are stored in billionths, so that thirds that were rounded differently are the same
/// score.
const FINE: f64 = 1e9;
/// What counts though nothing was seen: the scores of a pair of matches; others count once they are
/// seen.
const ALWAYS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// How often a score that was not seen counts.
const UNSEEN: f64 = 1e-3;

/// Scores of complete blocks of one size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockScores {
    matches_per_block: u32,
    counts: BTreeMap<u32, u64>,
}

impl BlockScores {
    /// No block yet; each will hold so many matches.
    pub fn new(matches_per_block: u32) -> Self {
        BlockScores {
            matches_per_block,
            counts: BTreeMap::new(),
        }
    }

    /// The duels of `a` against `b` in all complete blocks of `matches_per_block`; others do not
    /// count.
    ///
    /// With two seats a block is the two seatings of A and B. With three it is the six seatings of
    /// A B B and A A B, or of A, B and a third.
    pub fn of(outcomes: &[Outcome], a: Entrant, b: Entrant, matches_per_block: u32) -> Self {
        let mut scores = BlockScores::new(matches_per_block);
        for block in blocks(outcomes) {
            let is_whole = block.matches().len() == matches_per_block as usize && block.is_complete();
            if let Some(score) = block.duel(a, b).filter(|_| is_whole) {
                scores.add(score);
            }
        }
        scores
    }

    /// Adds a block in which A scored so much.
    ///
    /// # Panics
    /// If the score is not in 0 to 1.
    pub fn add(&mut self, score: f64) {
        assert!(
            (0.0..=1.0).contains(&score),
            "a block's score is a mean of duels, not {score}"
        );
        *self.counts.entry((score * FINE).round() as u32).or_default() += 1;
    }

    /// How many matches a block holds.
    pub fn matches_per_block(&self) -> u32 {
        self.matches_per_block
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Each score that was seen, ascending, with how many blocks had it.
    pub fn iter(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts
            .iter()
            .map(|(score, count)| (f64::from(*score) / FINE, *count))
    }

    /// The mean score; nothing before the first block.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.iter().map(|(score, count)| score * count as f64).sum();
        (self.blocks() > 0).then(|| sum / self.blocks() as f64)
    }

    /// The share of each score, unseen ones included, and the number of blocks that makes.
    pub(super) fn shares(&self) -> (Shares, f64) {
        let mut counts: BTreeMap<u32, f64> = ALWAYS.iter().map(|score| ((score * FINE) as u32, UNSEEN)).collect();
        counts.extend(self.counts.iter().map(|(score, count)| (*score, *count as f64)));
        let total: f64 = counts.values().sum();
        let shares = Shares {
            scores: counts.keys().map(|score| f64::from(*score) / FINE).collect(),
            shares: counts.values().map(|count| count / total).collect(),
        };
        (shares, total)
    }
}
