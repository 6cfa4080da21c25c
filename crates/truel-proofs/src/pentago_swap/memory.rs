//! What the solver remembers: costs of positions, and moves that won.

use super::board::Board;

const BUCKET: usize = 4;
const NO_CELL: u8 = u8::MAX;
const HINTS: usize = 1 << 20;

fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The same for all eight images of a position. Never 0.
#[inline]
pub(super) fn key(board: Board) -> u64 {
    let (board, _) = board.canonical();
    mixed(board.white.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ mixed(board.black.wrapping_add(0x7f4a_7c15_9e37_79b9))) | 1
}

#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    cost: u32,
    work: u32,
}

/// Costs by [`key`], of a fixed size; of four positions that meet, the one that took the least work
/// goes.
#[derive(Debug)]
pub(super) struct Costs {
    buckets: Vec<[Entry; BUCKET]>,
}

impl Costs {
    /// With `2^bits` buckets of 64 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Costs {
            buckets: vec![[Entry::default(); BUCKET]; 1 << bits],
        }
    }

    pub(super) fn forget(&mut self) {
        self.buckets.fill([Entry::default(); BUCKET]);
    }

    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let mut entries = self.buckets[self.bucket(key)].iter();
        entries.find(|entry| entry.key == key).map(|entry| entry.cost)
    }

    #[inline]
    pub(super) fn keep(&mut self, key: u64, cost: u32, work: u64) {
        let at = self.bucket(key);
        let bucket = &mut self.buckets[at];
        let same = bucket.iter().position(|entry| entry.key == key);
        let least = || (0..BUCKET).min_by_key(|slot| bucket[*slot].work).unwrap_or(0);
        let slot = same.unwrap_or_else(least);
        bucket[slot] = Entry {
            key,
            cost,
            work: work.min(u64::from(u32::MAX)) as u32,
        };
    }
}

/// White's winning cells by what the quadrants hold, wherever they lie.
#[derive(Debug)]
pub(super) struct Hints {
    hints: Vec<(u32, u8)>,
}

impl Hints {
    pub(super) fn new() -> Self {
        Hints {
            hints: vec![(0, NO_CELL); HINTS],
        }
    }

    pub(super) fn forget(&mut self) {
        self.hints.fill((0, NO_CELL));
    }

    /// The cell that won when the same quadrants lay elsewhere.
    pub(super) fn find(&self, board: Board) -> Option<u8> {
        let (place, tag, order) = Self::place(board);
        let (kept, cell) = self.hints[place];
        (cell != NO_CELL && kept == tag).then(|| 9 * order[usize::from(cell / 9)] + cell % 9)
    }

    pub(super) fn keep(&mut self, board: Board, cell: u8) {
        let (place, tag, order) = Self::place(board);
        let rank = order.iter().position(|quadrant| *quadrant == cell / 9).unwrap_or(0);
        self.hints[place] = (tag, 9 * rank as u8 + cell % 9);
    }

    /// Where the hint is, how it is recognised, and the quadrants in the order of what they hold.
    fn place(board: Board) -> (usize, u32, [u8; 4]) {
        let content = |q: u8| ((board.white >> (9 * q)) & 511) << 9 | (board.black >> (9 * q)) & 511;
        let mut order = [0, 1, 2, 3];
        order.sort_unstable_by_key(|quadrant| content(*quadrant));
        let [a, b, c, d] = order.map(content);
        let word = mixed(a << 36 ^ b << 18 ^ c ^ mixed(d + 77));
        (word as usize & (HINTS - 1), (word >> 32) as u32, order)
    }
}
