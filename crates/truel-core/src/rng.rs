//! The random number generator, the same on every machine and in every version.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded random number generator: xoshiro256++, whose stream is fixed by its definition.
///
/// The type is concrete on purpose. A record stores a seed, and the match it describes must come
/// out the same years later, so the algorithm is part of the format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator with this seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The generator for match `index` of a run with this seed. It does not depend on how many
    /// matches ran before.
    pub fn for_match(seed: u64, index: u64) -> Self {
        Rng::new(crate::zobrist::splitmix(seed ^ crate::zobrist::splitmix(index)))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly random number below `bound`.
    ///
    /// It is the high half of a 32 × 32 bit product. The bias is below `bound / 2^32`, too small to
    /// be measured here.
    ///
    /// ```
    /// # use truel_core::Rng;
    /// let mut rng = Rng::new(1);
    /// assert!((0..100).all(|_| rng.below(6) < 6));
    /// ```
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A uniformly random element of a list that is not empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records hold seeds, so this stream may never change.
    #[test]
    fn the_stream_is_pinned() {
        let mut rng = Rng::new(2026);
        let first: Vec<u64> = (0..2).map(|_| rng.bits()).collect();
        assert_eq!(first, [7_876_778_575_317_408_663, 11_327_947_559_129_167_783]);
    }
}
