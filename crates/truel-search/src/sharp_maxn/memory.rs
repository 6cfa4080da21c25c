//! What a search remembers from move to move: whole values of positions.

use truel_core::{Payoffs, Seat, TurnBased};

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<P> {
    key: u64,
    pub(super) value: P,
    /// The place of the best move in the game's list.
    pub(super) place: u16,
    /// Plies below it; 0 where nothing is known.
    pub(super) depth: u8,
}

/// A table with one place for each key, which belongs to whoever came last: in a search that
/// deepens, that is the deeper one.
#[derive(Clone, Debug)]
pub(super) struct Memory<G: TurnBased> {
    slots: Box<[Known<G::Payoffs>]>,
    megabytes: usize,
    /// For whom the values are: what the others want depends on it.
    searcher: Option<Seat>,
}

impl<G: TurnBased> Memory<G> {
    /// A table of so many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        let count = (megabytes << 20) / size_of::<Known<G::Payoffs>>();
        let empty = Known {
            key: 0,
            value: G::Payoffs::all(0.0),
            place: 0,
            depth: 0,
        };
        Memory {
            slots: vec![empty; count].into(),
            megabytes,
            searcher: None,
        }
    }

    /// The same table for this searcher: with what is in it, if it was for that one before.
    pub(super) fn readied(self, megabytes: usize, searcher: Seat) -> Self {
        let is_fit = self.megabytes == megabytes && self.searcher.is_none_or(|before| before == searcher);
        let memory = if is_fit { self } else { Memory::new(megabytes) };
        Memory {
            searcher: Some(searcher),
            ..memory
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<&Known<G::Payoffs>> {
        let known = self.slots.get(self.place(key))?;
        (known.key == key && known.depth > 0).then_some(known)
    }

    #[inline]
    pub(super) fn keep(&mut self, key: u64, value: G::Payoffs, place: u16, depth: u8) {
        let at = self.place(key);
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = Known {
                key,
                value,
                place,
                depth,
            };
        }
    }
}
