//! Counts how often a position has occurred, for games that end by repetition.

use std::fmt;

use crate::ParseError;

/// Buckets of the counting filter; a power of two, so that a key's low bits name one.
const BUCKETS: usize = 1024;

/// The keys of all positions since the last irreversible move, oldest first; the current position
/// is the last.
///
/// Scanning the list for a key would cost more than the rest of a ply, so a counting filter comes
/// first. A key can have occurred `n` times only if its bucket holds at least `n`; only then is the
/// list scanned. A saturated bucket only causes more scans.
///
/// [`reset`](History::reset) keeps the old keys and marks where the live part of the list begins,
/// so that undo only moves the mark back. `clone_from` reuses memory.
pub struct History {
    keys: Vec<u64>,
    live_from: usize,
    buckets: [u8; BUCKETS],
}

/// The state of a [`History`] before a push, for [`History::pop`].
#[derive(Clone, Copy, Debug)]
pub struct HistoryMark(usize);

impl History {
    /// A history that holds only the current position.
    #[inline]
    pub fn new(key: u64) -> Self {
        let mut history = History {
            keys: Vec::with_capacity(64),
            live_from: 0,
            buckets: [0; BUCKETS],
        };
        history.push(key);
        history
    }

    /// A history in which the current position has occurred `times` times (at least once), and
    /// nothing else is known.
    pub fn repeated(key: u64, times: usize) -> Self {
        let mut history = History::new(key);
        for _ in 1..times {
            history.push(key);
        }
        history
    }

    /// Adds the new position.
    #[inline]
    pub fn push(&mut self, key: u64) -> HistoryMark {
        self.keys.push(key);
        let bucket = &mut self.buckets[key as usize % BUCKETS];
        *bucket = bucket.saturating_add(1);
        HistoryMark(self.live_from)
    }

    /// Adds the new position after an irreversible move: no earlier position can occur again.
    #[inline]
    pub fn reset(&mut self, key: u64) -> HistoryMark {
        let mark = self.push(key);
        self.live_from = self.keys.len() - 1;
        mark
    }

    /// Removes the newest position; `mark` is what its push or reset returned.
    #[inline]
    pub fn pop(&mut self, mark: HistoryMark) {
        let key = self.keys.pop().expect("a pop follows its push");
        let bucket = &mut self.buckets[key as usize % BUCKETS];
        // A saturated bucket has lost count and stays saturated.
        if *bucket < u8::MAX {
            *bucket -= 1;
        }
        self.live_from = mark.0;
    }

    /// Whether the current position has occurred at least `times` times, this time included.
    #[inline]
    pub fn has_occurred(&self, times: usize) -> bool {
        let key = self.keys[self.keys.len() - 1];
        usize::from(self.buckets[key as usize % BUCKETS]) >= times && self.occurrences(key) >= times
    }

    #[cold]
    #[inline]
    fn occurrences(&self, key: u64) -> usize {
        self.live().iter().filter(|&&seen| seen == key).count()
    }

    /// The keys that can still recur, oldest first; the last is the current position.
    #[inline]
    pub fn live(&self) -> &[u64] {
        &self.keys[self.live_from..]
    }

    /// Everything before the current position as text: `-`, or keys in hexadecimal joined by
    /// commas.
    pub fn text(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| {
            let (_, earlier) = self.live().split_last().expect("the present position is always there");
            if earlier.is_empty() {
                return f.write_str("-");
            }
            for (i, key) in earlier.iter().enumerate() {
                write!(f, "{}{key:x}", if i == 0 { "" } else { "," })?;
            }
            Ok(())
        })
    }

    /// Reads what [`History::text`] wrote, for a current position with the key `present`.
    pub fn parse(text: &str, present: u64) -> Result<Self, ParseError> {
        let mut keys = Vec::new();
        if text != "-" {
            for word in text.split(',') {
                let key = u64::from_str_radix(word, 16)
                    .ok()
                    .filter(|key| format!("{key:x}") == word);
                keys.push(key.ok_or_else(|| {
                    ParseError::new("history", text, format!("`{word}` is not a key as it is written here"))
                })?);
            }
        }
        keys.push(present);
        let mut history = History::new(keys[0]);
        for &key in &keys[1..] {
            history.push(key);
        }
        Ok(history)
    }
}

impl Clone for History {
    #[inline]
    fn clone(&self) -> Self {
        History {
            keys: self.keys.clone(),
            live_from: self.live_from,
            buckets: self.buckets,
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.keys.clone_from(&source.keys);
        self.live_from = source.live_from;
        self.buckets = source.buckets;
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "History({} positions, {} live)", self.keys.len(), self.live().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_what_is_live() {
        let mut history = History::new(7);
        for _ in 0..2 {
            history.push(9);
            history.push(7);
        }
        assert!(history.has_occurred(3) && !history.has_occurred(4));
        let mark = history.reset(7);
        assert!(history.has_occurred(1) && !history.has_occurred(2));
        history.pop(mark);
        assert!(history.has_occurred(3));
    }

    #[test]
    fn keys_of_one_bucket_are_told_apart() {
        let mut history = History::new(5);
        history.push(5 + BUCKETS as u64);
        assert!(!history.has_occurred(2));
    }

    #[test]
    fn a_saturated_bucket_still_answers_exactly() {
        let mut history = History::new(1);
        for _ in 0..600 {
            history.push(1 + BUCKETS as u64);
        }
        history.push(1);
        assert!(history.has_occurred(2) && !history.has_occurred(3));
    }

    #[test]
    fn text_reads_back() {
        let mut history = History::new(0xab);
        assert_eq!(history.text().to_string(), "-");
        history.push(0xcd);
        history.push(0xab);
        let text = history.text().to_string();
        assert_eq!(text, "ab,cd");
        let read = History::parse(&text, 0xab).expect("it was written by us");
        assert_eq!(read.live(), history.live());
        assert!(read.has_occurred(2));
        for bad in ["", "ab,,cd", "AB", "+ab", "0ab", "ab ", "fffffffffffffffff"] {
            assert!(History::parse(bad, 1).is_err(), "{bad}");
        }
    }
}
