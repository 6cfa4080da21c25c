//! What is known about nodes: two numbers each, in a table of fixed size.

/// The proof and the disproof number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// Leaves to prove. 0: the claim holds here.
    pub prove: u32,
    /// Leaves to disprove. 0: it fails here.
    pub disprove: u32,
}

/// Never: the number of leaves that would prove what is disproven.
pub(super) const NEVER: u32 = u32::MAX;
/// The largest number of an open node, small enough for a sum of two.
pub(super) const MOST: u32 = u32::MAX / 4;

impl Numbers {
    pub(super) const HOLDS: Numbers = Numbers {
        prove: 0,
        disprove: NEVER,
    };
    pub(super) const FAILS: Numbers = Numbers {
        prove: NEVER,
        disprove: 0,
    };

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.prove > 0 && self.disprove > 0
    }
}

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// Within how many plies the match ends, for a node that is decided.
    pub plies: u16,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    known: Known,
    /// The logarithm of the nodes spent below; an empty slot has spent none.
    effort: u8,
}

const EMPTY: Slot = Slot {
    key: 0,
    known: Known {
        numbers: Numbers { prove: 1, disprove: 1 },
        plies: 0,
    },
    effort: 0,
};

const WAYS: usize = 4;

/// The table. In a full bucket the entry that goes is the one that cost least.
pub(super) struct Table {
    slots: Vec<[Slot; WAYS]>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("buckets", &self.slots.len()).finish()
    }
}

impl Table {
    pub(super) fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / size_of::<[Slot; WAYS]>();
        Table {
            slots: vec![[EMPTY; WAYS]; buckets],
        }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([EMPTY; WAYS]);
    }

    /// The high bits choose a bucket; a multiplication spreads them evenly over any number of
    /// buckets.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let bucket = &self.slots[self.bucket(key)];
        let found = bucket.iter().find(|slot| slot.effort > 0 && slot.key == key);
        found.map(|slot| slot.known)
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, known: Known, nodes: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.slots[at];
        let same = bucket.iter().position(|slot| slot.effort > 0 && slot.key == key);
        let place = same.unwrap_or_else(|| {
            let efforts = bucket.iter().enumerate();
            efforts
                .min_by_key(|(_, slot)| slot.effort)
                .map_or(0, |(place, _)| place)
        });
        let effort = (u64::BITS - nodes.leading_zeros()) as u8;
        bucket[place] = Slot {
            key,
            known,
            effort: effort.max(1),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(prove: u32) -> Known {
        Known {
            numbers: Numbers { prove, disprove: 1 },
            plies: 0,
        }
    }

    #[test]
    fn the_entry_that_cost_least_goes_first() {
        let mut table = Table::new(1);
        // Small keys all fall into the first bucket.
        for key in 1..=4 {
            table.put(key, known(key as u32), 100 - 20 * key);
        }
        table.put(5, known(5), 1000);
        assert_eq!(table.get(4), None);
        assert_eq!(table.get(5), Some(known(5)));
        assert_eq!(table.get(1), Some(known(1)));
        table.put(1, known(9), 1);
        assert_eq!(
            table.get(1),
            Some(known(9)),
            "an entry is replaced by a newer one of its own key"
        );
        table.clear();
        assert_eq!(table.get(1), None);
    }
}
