//! Zobrist keys: a position's key is the exclusive or of one random word per feature it has.
//!
//! Tables are `static`, filled at compile time from a per-game seed. Exclusive or cancels twins, so
//! two equal tokens on one cell are hashed by their count (`table[cell][kind][count]`), never
//! twice. Keys are written into records and books: changing a table is a breaking change, and a
//! test pins one golden key per game.

/// The splitmix64 step: a bijective mixer of 64 bits.
#[inline]
pub const fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` random words.
///
/// ```
/// use truel_core::zobrist;
/// static STONE: [u64; 9] = zobrist::words(0x746f_6521);
/// assert_ne!(STONE[0], STONE[1]);
/// ```
pub const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut word = splitmix(seed);
    let mut i = 0;
    while i < N {
        word = splitmix(word);
        table[i] = word;
        i += 1;
    }
    table
}

/// A table of `R` rows of `N` random words, for features with two indices.
pub const fn rows<const N: usize, const R: usize>(seed: u64) -> [[u64; N]; R] {
    let mut table = [[0; N]; R];
    let mut r = 0;
    while r < R {
        table[r] = words(splitmix(seed ^ (r as u64 + 1)));
        r += 1;
    }
    table
}
