//! The arena: matches, tournaments, ratings. It finds out which agent is better and says how sure it is.
//!
//! [`stats`] is the arithmetic of results, without input, output or clocks: what was counted goes in as finished
//! matches, what it means comes out with an interval. `docs/statistics.md` tells a user what each number means.

pub mod stats;
