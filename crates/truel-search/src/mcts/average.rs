//! Mean rewards of moves, by seat and move: what MAST, progressive history and all-moves-as-first
//! tables are made of.
//!
//! Moves promise no more than `Hash`, so a table is indexed by a hash of seat and move; two moves
//! that meet in a slot share it. Count and mean lie in one word: an update by two threads at once
//! may lose one of the two, never tear.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use truel_core::Seat;

/// A running mean that threads may share.
#[derive(Default, Debug)]
pub(super) struct Average(AtomicU64);

impl Average {
    /// How many rewards, and their mean.
    #[inline]
    pub(super) fn get(&self) -> (u32, f32) {
        let word = self.0.load(Relaxed);
        ((word >> 32) as u32, f32::from_bits(word as u32))
    }

    /// Takes one more reward in.
    #[inline]
    pub(super) fn add(&self, reward: f32) {
        let (count, mean) = self.get();
        let count = count.saturating_add(1);
        let mean = mean + (reward - mean) / count as f32;
        self.0
            .store(u64::from(count) << 32 | u64::from(mean.to_bits()), Relaxed);
    }

    /// Forgets all.
    pub(super) fn clear(&self) {
        self.0.store(0, Relaxed);
    }
}

/// A move played by a seat, as a hash that is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Played {
    /// Who.
    pub(super) seat: Seat,
    /// Of seat and move.
    pub(super) hash: u32,
}

impl Played {
    #[inline]
    pub(super) fn new(seat: Seat, mv: &impl Hash) -> Self {
        let mut mixer = Mixer(seat.index() as u64 + 1);
        mv.hash(&mut mixer);
        let hash = (mixer.finish() >> 32) as u32;
        Played { seat, hash }
    }

    /// Its record in a table whose length is a power of two.
    #[inline]
    pub(super) fn in_table(self, table: &[Average]) -> &Average {
        &table[self.slot(table.len())]
    }

    /// Its slot in a table of a power of two.
    #[inline]
    pub(super) fn slot(self, slots: usize) -> usize {
        self.hash as usize & (slots - 1)
    }
}

/// The averages of one search: every move of every seat, wherever it was played.
#[derive(Default, Debug)]
pub(super) struct Averages(Vec<Average>);

impl Averages {
    const SLOTS: usize = 1 << 14;

    /// A table with nothing in it.
    pub(super) fn new() -> Self {
        Averages((0..Self::SLOTS).map(|_| Average::default()).collect())
    }

    #[inline]
    pub(super) fn of(&self, played: Played) -> &Average {
        played.in_table(&self.0)
    }
}

/// A few instructions per integer; moves are small structs of small integers.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        truel_core::zobrist::splitmix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_a_mean() {
        let average = Average::default();
        [1.0, 0.0, 0.5, 0.5].iter().for_each(|reward| average.add(*reward));
        assert_eq!(average.get(), (4, 0.5));
    }

    #[test]
    fn seats_and_moves_fall_apart() {
        let slots = 1 << 10;
        let mut taken: Vec<usize> = (0..2u8)
            .flat_map(|seat| (0..36u8).map(move |cell| (seat, cell)))
            .map(|(seat, cell)| Played::new(Seat::new(usize::from(seat)), &(cell, 3u8)).slot(slots))
            .collect();
        taken.sort_unstable();
        taken.dedup();
        assert!(taken.len() > 64, "{} slots for 72 moves", taken.len());
    }
}
