//! Matches of one opening in all seatings: the observation that seats and openings cannot bias.
//!
//! With two seats a block is a pair of matches with seats swapped, with three it is six matches.
//! Matches of a block depend on each other (they share the opening), so that counting them one by
//! one gives wrong intervals; blocks are independent.

use std::collections::{BTreeMap, HashMap};

use crate::{Entrant, Outcome};

/// The matches of one opening among the same entrants, or a match that belongs to no block.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    matches: Vec<&'a Outcome>,
}

/// The outcomes gathered into blocks, in order of their first matches.
///
/// A block is known by its number and by who takes part, so that pairings may count their openings
/// alike.
pub fn blocks(outcomes: &[Outcome]) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut places: HashMap<(u64, Vec<Entrant>), usize> = HashMap::new();
    for outcome in outcomes {
        let place = match outcome.block() {
            None => found.len(),
            Some(number) => {
                let mut who = outcome.entrants().to_vec();
                who.sort();
                who.dedup();
                *places.entry((number, who)).or_insert(found.len())
            }
        };
        match found.get_mut(place) {
            Some(block) => block.matches.push(outcome),
            None => found.push(Block { matches: vec![outcome] }),
        }
    }
    found
}

/// Every different order in which these entrants can sit: a block's matches, `n!` when all differ.
///
/// ```
/// # use truel_stats::{Entrant, seatings};
/// let (a, b) = (Entrant(0), Entrant(1));
/// assert_eq!(seatings(&[b, a]), [[a, b], [b, a]]);
/// assert_eq!(seatings(&[a, b, b]).len(), 3);
/// ```
pub fn seatings(entrants: &[Entrant]) -> Vec<Vec<Entrant>> {
    if entrants.is_empty() {
        return vec![Vec::new()];
    }
    let mut firsts = entrants.to_vec();
    firsts.sort();
    firsts.dedup();
    let behind = |first: Entrant| {
        let mut rest = entrants.to_vec();
        rest.swap_remove(
            rest.iter()
                .position(|entrant| *entrant == first)
                .expect("it is one of them"),
        );
        seatings(&rest)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    firsts.into_iter().flat_map(behind).collect()
}

impl<'a> Block<'a> {
    /// Its matches, in the order in which they came.
    pub fn matches(&self) -> &[&'a Outcome] {
        &self.matches
    }

    /// Whether each of its line-ups was played in all seatings, equally often.
    pub fn is_complete(&self) -> bool {
        let mut lines: BTreeMap<Vec<Entrant>, BTreeMap<&[Entrant], usize>> = BTreeMap::new();
        for outcome in &self.matches {
            let mut line = outcome.entrants().to_vec();
            line.sort();
            *lines.entry(line).or_default().entry(outcome.entrants()).or_default() += 1;
        }
        lines.iter().all(|(line, counts)| {
            let often = counts.values().next();
            counts.len() == seatings(line).len() && counts.values().all(|count| Some(count) == often)
        })
    }

    /// The mean of what `value` finds in its matches, with the number of matches where it finds
    /// something.
    pub(super) fn mean(&self, value: impl Fn(&Outcome) -> Option<f64>) -> Option<(f64, usize)> {
        let values: Vec<f64> = self.matches.iter().filter_map(|outcome| value(outcome)).collect();
        (!values.is_empty()).then(|| (values.iter().sum::<f64>() / values.len() as f64, values.len()))
    }

    /// The mean duel of `a` against `b`; nothing where they do not meet.
    pub fn duel(&self, a: Entrant, b: Entrant) -> Option<f64> {
        self.mean(|outcome| outcome.duel(a, b)).map(|(mean, _)| mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(seating: &[u32], block: u64) -> Outcome {
        let entrants: Vec<Entrant> = seating.iter().copied().map(Entrant).collect();
        let points = vec![0.5; entrants.len()];
        Outcome::new(entrants, points).unwrap().in_block(block)
    }

    #[test]
    fn a_block_is_complete_once_everybody_sat_everywhere() {
        let mut matches: Vec<Outcome> = Vec::new();
        for seating in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert!(matches.is_empty() || !blocks(&matches)[0].is_complete());
            matches.push(played(&seating, 3));
        }
        assert!(blocks(&matches)[0].is_complete());
        matches.push(played(&[0, 1, 2], 3));
        assert!(!blocks(&matches)[0].is_complete(), "one seating was played twice");
    }

    #[test]
    fn a_block_may_hold_two_line_ups_of_the_same_entrants() {
        let both: Vec<Outcome> = [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]
            .map(|seating| played(&seating, 1))
            .to_vec();
        assert!(blocks(&both).len() == 1 && blocks(&both)[0].is_complete());
        assert!(!blocks(&both[..5])[0].is_complete());
    }

    #[test]
    fn pairings_may_number_their_openings_alike() {
        let matches = [played(&[0, 1], 1), played(&[2, 1], 1), played(&[1, 0], 1)];
        let found = blocks(&matches);
        assert_eq!(
            found.iter().map(|block| block.matches().len()).collect::<Vec<_>>(),
            [2, 1]
        );
    }
}
