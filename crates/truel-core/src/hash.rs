//! FNV-1a, the 64-bit hash that traces, [`Serial`](crate::Serial) keys and plan fingerprints use.
//!
//! It is the same on every machine and needs no allocation. These hashes are stored, so they never
//! change.

use std::hash::Hasher;

pub use fnv::FnvHasher;

/// The hash of these bytes.
///
/// ```
/// assert_eq!(truel_core::hash::fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
