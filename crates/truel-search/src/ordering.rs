//! Which moves to search first.
//!
//! Alpha-beta visits the square root of what minimax visits when the best move comes first (Knuth
//! and Moore 1975). The table's move comes first, then the opinion's rank decides. Next come
//! killers: moves that refuted a sibling of this node (Akl and Newborn 1977). Then history: how
//! often a move of this seat has cut off anywhere in this search (Schaeffer 1989). Each change to
//! it shrinks with what is there, which keeps it in range. The place in the list decides last.
//!
//! All of that is packed into one word per move, so ordering is comparing integers and the list
//! itself is never touched. Moves are opaque: killers are compared by `Eq`, and history is indexed
//! by 12 bits of a hash. Two moves may share a counter, which costs no more than a worse order.

use std::hash::{Hash, Hasher};

use truel_core::Seat;

/// Whether the opinion's rank or the search's own experience weighs more.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OrderPriority {
    /// Rank first; killers and history order moves of equal rank.
    #[default]
    Rank,
    /// Killers first, then rank, then history.
    Killers,
}

const HISTORY_BITS: u32 = 12;
const HISTORY_MOST: i32 = (1 << 13) - 1;
const PLACE_BITS: u32 = 16;
const RANK_SHIFT: u32 = 30;
const KILLER_FIRST: u64 = 1 << 62;
const TABLE_FIRST: u64 = 1 << 63;
/// The history of a killer when rank comes first: above every other move's.
const KILLER_HISTORY: u64 = (1 << 14) - 1;

/// A move's place in the order, larger is earlier; the lowest bits hold its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SortKey(u64);

impl SortKey {
    /// A key by rank and place alone.
    #[inline]
    pub(crate) fn ranked(rank: f32, place: usize) -> Self {
        // Floats compare like integers once the sign is taken care of; adding 0 makes -0 into 0.
        let bits = (rank + 0.0).to_bits();
        let sortable = bits ^ ((bits as i32 >> 31) as u32 | 1 << 31);
        SortKey(u64::from(sortable) << RANK_SHIFT | u64::from(!(place as u16)))
    }

    /// The rank it was made of.
    #[inline]
    pub(crate) fn rank(self) -> f32 {
        let sortable = (self.0 >> RANK_SHIFT) as u32;
        let sign = if sortable >> 31 == 1 { 1 << 31 } else { u32::MAX };
        f32::from_bits(sortable ^ sign)
    }

    /// The move's place in the list.
    #[inline]
    pub(crate) fn place(self) -> usize {
        usize::from(!(self.0 as u16))
    }
}

/// Where moves lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leads {
    /// To nodes.
    On,
    /// To leaves.
    ToLeaves,
}

/// What a search has learned about moves so far. One per thread.
#[derive(Clone, Debug)]
pub(crate) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Box<[i16]>,
    order: OrderPriority,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    /// None yet, for a game of `seats` searched at most `plies` deep.
    pub(crate) fn new(order: OrderPriority, seats: usize, plies: usize) -> Self {
        Experience {
            killers: vec![[None; 2]; plies],
            history: vec![0; seats << HISTORY_BITS].into(),
            order,
        }
    }

    /// How to mix everything else that is known about a move of `seat` into its key; `first` is the
    /// place of the table's move. Moves that lead to leaves are ordered without history, whose hash
    /// costs as much as a leaf.
    #[inline]
    pub(crate) fn refine(&self, leads: Leads, seat: Seat, ply: usize, first: u16) -> impl Fn(SortKey, M) -> SortKey {
        let [killer, other] = self.killers[ply];
        let is_killer = match self.order {
            OrderPriority::Rank => KILLER_HISTORY << PLACE_BITS,
            OrderPriority::Killers => KILLER_FIRST,
        };
        move |key, mv| {
            let history = match leads {
                Leads::On => (i32::from(self.history[slot(seat, mv)]) + HISTORY_MOST) as u64,
                Leads::ToLeaves => 0,
            };
            let killer = if killer == Some(mv) || other == Some(mv) {
                is_killer
            } else {
                0
            };
            let table = if key.place() == usize::from(first) {
                TABLE_FIRST
            } else {
                0
            };
            SortKey(key.0 | history << PLACE_BITS | killer | table)
        }
    }

    /// `mv` has cut off after a search of `depth` plies.
    pub(crate) fn reward(&mut self, mv: M, seat: Seat, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.change(mv, seat, bonus(depth));
    }

    /// `mv` was searched before the move that cut off.
    pub(crate) fn blame(&mut self, mv: M, seat: Seat, depth: u32) {
        self.change(mv, seat, -bonus(depth));
    }

    fn change(&mut self, mv: M, seat: Seat, by: i32) {
        let entry = &mut self.history[slot(seat, mv)];
        let now = i32::from(*entry);
        *entry = (now + by - now * by.abs() / HISTORY_MOST) as i16;
    }
}

fn bonus(depth: u32) -> i32 {
    (depth * depth).min(1 << 10) as i32
}

#[inline]
fn slot(seat: Seat, mv: impl Hash) -> usize {
    let mut hasher = Mixer(0);
    mv.hash(&mut hasher);
    seat.index() << HISTORY_BITS | (hasher.finish() >> (64 - HISTORY_BITS)) as usize
}

/// A hash for moves of a few bytes: one multiplication per field.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

macro_rules! mix_words {
    ($($name:ident $word:ty),*) => {
        $(#[inline]
        fn $name(&mut self, word: $word) {
            self.mix(word as u64);
        })*
    };
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    mix_words!(write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64, write_usize usize);
    mix_words!(write_i8 i8, write_i16 i16, write_i32 i32, write_i64 i64, write_isize isize);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::new(1);

    fn order(experience: &Experience<u8>, ranks: &[f32], first: u16) -> Vec<usize> {
        let keys = ranks.iter().enumerate();
        let refine = experience.refine(Leads::On, SEAT, 3, first);
        let mut keys: Vec<SortKey> = keys
            .map(|(place, rank)| refine(SortKey::ranked(*rank, place), place as u8))
            .collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        keys.into_iter().map(SortKey::place).collect()
    }

    #[test]
    fn without_experience_rank_decides_and_then_the_list() {
        let experience = Experience::new(OrderPriority::Rank, 2, 4);
        assert_eq!(
            order(&experience, &[0.0, -2.0, 3.5, -0.0, -1e9], u16::MAX),
            [2, 0, 3, 1, 4]
        );
    }

    #[test]
    fn the_table_comes_first_then_killers_then_history() {
        let mut experience = Experience::new(OrderPriority::Rank, 2, 4);
        experience.reward(4, SEAT, 2, 5);
        experience.reward(1, SEAT, 3, 2);
        experience.blame(0, SEAT, 2);
        assert_eq!(order(&experience, &[0.0; 5], 2), [2, 1, 4, 3, 0]);
    }

    #[test]
    fn killers_may_come_before_rank() {
        let mut experience = Experience::new(OrderPriority::Killers, 2, 4);
        experience.reward(1, SEAT, 3, 2);
        assert_eq!(order(&experience, &[0.0, 0.0, 9.0], u16::MAX), [1, 2, 0]);
        experience.order = OrderPriority::Rank;
        assert_eq!(order(&experience, &[0.0, 0.0, 9.0], u16::MAX), [2, 1, 0]);
    }

    #[test]
    fn a_key_keeps_its_rank() {
        let mut experience = Experience::new(OrderPriority::Killers, 2, 4);
        experience.reward(7u8, SEAT, 0, 3);
        for rank in [0.0, 1.5, -2.25, f32::MIN, f32::MAX, 1e-30, -1e-30] {
            let key = SortKey::ranked(rank, 7);
            assert_eq!(experience.refine(Leads::On, SEAT, 0, 7)(key, 7).rank(), rank);
        }
    }

    #[test]
    fn history_stays_in_range() {
        let mut experience = Experience::new(OrderPriority::Rank, 2, 4);
        for _ in 0..10_000 {
            experience.reward(7, SEAT, 0, 100);
            experience.blame(8, SEAT, 100);
        }
        assert!(experience.history.iter().all(|h| i32::from(*h).abs() <= HISTORY_MOST));
    }
}
