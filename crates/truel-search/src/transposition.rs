//! What a search has found out about positions it may meet again, shared by its threads.
//!
//! A table of fixed size, four entries of 16 bytes to a cache line. Two words make an entry: the
//! data, and the key exclusive-or'd with the data. So a half-written entry matches no key, and
//! threads need neither locks nor `unsafe` (Hyatt and Mann 2002). In a full line the entry that
//! goes is the shallowest, where every search that has begun since it was stored counts as four
//! plies less.
//!
//! A key leaves out the history that rules on repetition look at. So an entry may come from a path
//! with another history, and in such games a search is exact only with the table off. Moves are
//! stored as their place in the position's list, which depends on the position alone.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryBound {
    /// The position is worth at least this.
    Lower,
    /// It is worth at most this.
    Upper,
    /// It is worth this.
    Exact,
}

/// What is known about a position, from the view of the seat that moves there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Its value, or a bound on it.
    pub value: f32,
    /// The place of its best move in the list of moves; [`Entry::NO_MOVE`] where none stood out.
    pub place: u16,
    /// Plies it was searched.
    pub depth: u8,
    /// What the value says.
    pub bound: EntryBound,
    /// Whether the rules prove it, so that no deeper search can change it.
    pub is_proven: bool,
}

impl Entry {
    /// The place of no move.
    pub const NO_MOVE: u16 = u16::MAX;

    /// From high to low: value 32 bits, place 16, depth 8, age 5, proven 1, bound 2. An empty slot
    /// is all zero.
    #[inline]
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            EntryBound::Lower => 1,
            EntryBound::Upper => 2,
            EntryBound::Exact => 3,
        };
        u64::from(self.value.to_bits()) << 32
            | u64::from(self.place) << 16
            | u64::from(self.depth) << 8
            | u64::from(age) << 3
            | u64::from(self.is_proven) << 2
            | bound
    }

    #[inline]
    fn unpack(data: u64) -> Option<Self> {
        let bound = match data & 3 {
            1 => EntryBound::Lower,
            2 => EntryBound::Upper,
            3 => EntryBound::Exact,
            _ => return None,
        };
        Some(Entry {
            value: f32::from_bits((data >> 32) as u32),
            place: (data >> 16) as u16,
            depth: (data >> 8) as u8,
            bound,
            is_proven: data & 4 != 0,
        })
    }
}

#[derive(Default, Debug)]
struct Slot {
    /// Key exclusive-or data.
    lock: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.lock.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, key: u64, data: u64) {
        self.lock.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// One cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
struct CacheLine([Slot; 4]);

/// The table. Of size 0 it is off: nothing is found and nothing is kept.
#[derive(Default, Debug)]
pub struct Transposition {
    lines: Box<[CacheLine]>,
    age: u8,
}

const AGES: u8 = 32;
/// What a search that has begun since takes from an entry's depth when one has to go.
const PLIES_PER_AGE: i32 = 4;

impl Transposition {
    /// A table of so many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let lines = (megabytes << 20) / size_of::<CacheLine>();
        Transposition {
            lines: (0..lines).map(|_| CacheLine::default()).collect(),
            age: 0,
        }
    }

    /// Its size in megabytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(&*self.lines) >> 20
    }

    /// Whether it keeps anything.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Another search begins: what is there becomes older.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.iter_mut().for_each(|line| *line = CacheLine::default());
        self.age = 0;
    }

    #[inline]
    fn line(&self, key: u64) -> &CacheLine {
        let place = (u128::from(key) * self.lines.len() as u128) >> 64;
        &self.lines[place as usize]
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<Entry> {
        if !self.is_on() {
            return None;
        }
        let slots = self.line(key).0.iter().map(Slot::load);
        let (_, data) = slots.into_iter().find(|(stored, data)| *stored == key && *data != 0)?;
        Entry::unpack(data)
    }

    /// Keeps `entry`, over what was known about the position before and in place of what matters
    /// least.
    #[inline]
    pub fn keep(&self, key: u64, mut entry: Entry) {
        if !self.is_on() {
            return;
        }
        let CacheLine(slots) = self.line(key);
        let (mut victim, mut least) = (&slots[0], i32::MAX);
        for slot in slots {
            let (stored, data) = slot.load();
            let worth = self.staying_power(data);
            if stored == key && data != 0 {
                if entry.place == Entry::NO_MOVE {
                    entry.place = (data >> 16) as u16;
                }
                victim = slot;
                break;
            }
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        victim.store(key, entry.pack(self.age));
    }

    /// Depth, less what age takes away; an empty slot goes first.
    #[inline]
    fn staying_power(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let (depth, age) = ((data >> 8) as u8, (data >> 3) as u8 % AGES);
        i32::from(depth) - PLIES_PER_AGE * i32::from((self.age + AGES - age) % AGES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            value: -0.25,
            place: 291,
            depth,
            bound: EntryBound::Upper,
            is_proven: true,
        }
    }

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        let table = Transposition::new(1);
        table.keep(0, entry(200));
        table.keep(77, entry(3));
        assert_eq!((table.find(0), table.find(77)), (Some(entry(200)), Some(entry(3))));
        assert_eq!((table.find(1), table.megabytes()), (None, 1));
    }

    #[test]
    fn a_table_of_no_size_keeps_nothing() {
        let table = Transposition::new(0);
        table.keep(5, entry(1));
        assert_eq!(table.find(5), None);
    }

    /// Small keys all fall into the first line, of four slots.
    #[test]
    fn the_shallowest_goes_unless_another_is_old() {
        let mut table = Transposition::new(1);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7), (5, 4)] {
            table.keep(key, entry(depth));
        }
        assert_eq!(table.find(2), None, "depth 3 made room for depth 4");
        table.grow_older();
        table.grow_older();
        for key in [6, 7, 8, 9] {
            table.keep(key, entry(1));
        }
        assert_eq!(
            table.find(5),
            None,
            "depth 4 from two searches ago is worth less than depth 1 now"
        );
        assert_eq!(table.find(3), Some(entry(9)), "depth 9 is still worth as much");
    }

    #[test]
    fn a_torn_entry_matches_no_key() {
        let table = Transposition::new(1);
        table.keep(9, entry(4));
        let CacheLine(slots) = table.line(9);
        slots[0].data.store(entry(5).pack(0), Ordering::Relaxed);
        assert_eq!(table.find(9), None);
    }

    #[test]
    fn a_move_outlives_a_search_that_found_none() {
        let table = Transposition::new(1);
        table.keep(9, entry(4));
        let without = Entry {
            place: Entry::NO_MOVE,
            ..entry(6)
        };
        table.keep(9, without);
        assert_eq!(table.find(9), Some(entry(6)));
    }
}
