//! Searches over any game, compiled for each, with no allocation and no dynamic call per node.
//!
//! A [`Search`] looks at a position for one seat, within [`Limits`], and returns a [`Choice`]: a policy over that seat's
//! moves, a value for every seat, and what it saw on the way. What a position is worth before its end is an
//! [`Opinion`], which searches share.
//!
//! One module per idea; each opens with what it does, its paper, its cost and its invariant. `docs/searches.md` compares
//! them for a reader who has to choose.

mod choice;
pub mod clock;
pub mod joint;
mod limits;
mod opinion;

pub use choice::{Candidate, Choice, Search};
pub use limits::{Budget, Limits, Stop};
pub use opinion::{Indifferent, Opinion, Whim};
