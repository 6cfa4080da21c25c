//! What is already known about positions, by key.
//!
//! A value is kept as an interval with the depth it was searched to, or without depth when no line
//! below it was cut off.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use truel_core::zobrist::splitmix;

/// Whether positions with the same key share their values.
///
/// A key tells what is on the board and who must move. It leaves out what only rules on repetition
/// and length look at, so in a game that has such rules two positions with one key may have
/// different futures.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Transpositions {
    /// They do not: every line is searched on its own. Right in every game.
    #[default]
    Off,
    /// They do. Right, and several times faster in deep searches, where the key tells everything
    /// that matters, as in Goofspiel. In a game with rules on repetition or length, such as
    /// RoPaSci, a value may come from a line with another history. Then results near a draw by
    /// repetition can be wrong.
    ByKey,
}

/// A value and whether the rules prove it: no line below it was cut off by depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Worth {
    pub value: f64,
    pub is_proven: bool,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Any value.
    pub(super) const OPEN: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// A value that is known.
    pub(super) fn exact(value: f64) -> Self {
        Interval {
            low: value,
            high: value,
        }
    }

    /// Whether the value is known.
    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// The part of this window that is still open when a value is known to lie in `known`.
    pub(super) fn within(self, known: Interval) -> Interval {
        Interval {
            low: self.low.max(known.low),
            high: self.high.min(known.high),
        }
    }

    /// The value, or an end beyond the window, if it is known well enough for a search of `window`.
    pub(super) fn settles(&self, window: Interval) -> Option<f64> {
        if self.low >= window.high || self.is_exact() {
            Some(self.low)
        } else {
            (self.high <= window.low).then_some(self.high)
        }
    }

    /// What a search of `window` has learned from its answer.
    pub(super) fn learned(value: f64, window: Interval) -> Self {
        Interval {
            low: if value <= window.low { f64::NEG_INFINITY } else { value },
            high: if value >= window.high { f64::INFINITY } else { value },
        }
    }
}

/// The depth of values that no depth limit touched.
const ALL_THE_WAY: u32 = u32::MAX;

/// The table: it grows to so many entries and is then begun anew.
#[derive(Debug)]
pub(super) struct Memo {
    transpositions: Transpositions,
    table: HashMap<u64, Interval, BuildHasherDefault<Mixed>>,
}

impl Memo {
    /// Entries at most: about 100 MB.
    const MOST: usize = 1 << 21;

    pub(super) fn new(transpositions: Transpositions) -> Self {
        Memo {
            transpositions,
            table: HashMap::default(),
        }
    }

    /// What is known of the position at this depth, and whether it is proven.
    pub(super) fn get(&self, key: u64, depth: u32) -> Option<(Interval, bool)> {
        if self.transpositions == Transpositions::Off {
            return None;
        }
        let proven = self.table.get(&slot(key, ALL_THE_WAY)).map(|found| (*found, true));
        proven.or_else(|| self.table.get(&slot(key, depth)).map(|found| (*found, false)))
    }

    /// Keeps what was learned, together with what was known before.
    pub(super) fn put(&mut self, key: u64, depth: u32, learned: Interval, is_proven: bool) {
        if self.transpositions == Transpositions::Off {
            return;
        }
        if self.table.len() >= Self::MOST {
            self.table.clear();
        }
        let entry = self.table.entry(slot(key, if is_proven { ALL_THE_WAY } else { depth }));
        let known = entry.or_insert(learned);
        known.low = known.low.max(learned.low);
        known.high = known.high.min(learned.high);
        // Rounding must not turn an interval round.
        known.high = known.high.max(known.low);
    }
}

fn slot(key: u64, depth: u32) -> u64 {
    splitmix(key ^ splitmix(u64::from(depth)))
}

/// Takes a word that is already mixed as its hash.
#[derive(Default, Debug)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("slots are words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
