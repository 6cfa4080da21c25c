//! What is known about positions that were searched before.

use truel_core::{BySeat, Seat};
use truel_games::threechess::Move;

const MEGABYTES: usize = 8;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    pub(super) values: BySeat<f32, 3>,
    pub(super) best: Option<Move>,
    /// Plies below it; 0 where nothing is known.
    pub(super) depth: u8,
}

/// A table with one place for each key, which belongs to whoever came last: in a search that
/// deepens, that is the deeper one.
#[derive(Debug)]
pub(super) struct Memory {
    slots: Box<[Known]>,
    /// For whom the values are.
    searcher: Option<Seat>,
}

impl Memory {
    pub(super) fn new() -> Self {
        let nothing = Known {
            key: 0,
            values: BySeat([0.0; 3]),
            best: None,
            depth: 0,
        };
        Memory {
            slots: vec![nothing; (MEGABYTES << 20) / size_of::<Known>()].into(),
            searcher: None,
        }
    }

    /// Drops what was found for another seat, whose others want other things.
    pub(super) fn ready_for(&mut self, searcher: Seat) {
        if self.searcher.is_some_and(|before| before != searcher) {
            self.slots.iter_mut().for_each(|slot| slot.depth = 0);
        }
        self.searcher = Some(searcher);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Known> {
        let known = self.slots[self.place(key)];
        (known.key == key && known.depth > 0).then_some(known)
    }

    #[inline]
    pub(super) fn keep(&mut self, key: u64, values: BySeat<f32, 3>, best: Option<Move>, depth: u32) {
        let depth = depth.min(255) as u8;
        self.slots[self.place(key)] = Known {
            key,
            values,
            best,
            depth,
        };
    }
}
