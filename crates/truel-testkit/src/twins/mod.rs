//! Slow, obvious twins: the rules written once more in the plainest way, over names and maps, sharing nothing with the fast
//! games.

pub mod threechess;
