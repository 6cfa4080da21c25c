//! Statistics of finished matches: means, ratings, tests and tuning, for any number of seats.
//!
//! All functions are pure: results go in, estimates with intervals come out. The crate knows no
//! agents, no games and no storage, so it works for results from anywhere. `docs/statistics.md`
//! explains each number to users.
//!
//! Everything starts from a list of [`Outcome`]s: who sat where, and how many points each seat
//! took. Matches of the same opening in all seatings form a [`Block`]. A block is one observation,
//! because only in a whole block do opening and seats favour everybody alike.
//!
//! ```
//! use truel_stats::{davidson_luce, tally, Entrant, Outcome};
//!
//! // Ann wins three matches of four against Bob; openings 1 and 2 are played with seats swapped.
//! let (ann, bob) = (Entrant(0), Entrant(1));
//! let results = [
//!     Outcome::new(vec![ann, bob], vec![1.0, 0.0])?.in_block(1),
//!     Outcome::new(vec![bob, ann], vec![0.0, 1.0])?.in_block(1),
//!     Outcome::new(vec![ann, bob], vec![1.0, 0.0])?.in_block(2),
//!     Outcome::new(vec![bob, ann], vec![1.0, 0.0])?.in_block(2),
//! ];
//! let lines = tally::tally(&results);
//! assert_eq!(lines[0].counts.points.map(|points| points.value), Some(0.75));
//!
//! let ratings = davidson_luce::rate(&results, &davidson_luce::RatingConfig::default())?;
//! let elo = ratings.entrants[0].elo;
//! assert!(elo.value > 0.0 && elo.low < 0.0, "ahead, but four matches prove nothing: {elo:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | module |
//! |---|---|
//! | How did each entrant do, and on which seat? Is A ahead of B? | [`tally`] |
//! | How strong is everybody, from all results at once? | [`davidson_luce`] |
//! | How strong does everybody look after each match, and which match would tell most? | [`weng_lin`] |
//! | Is A better than B, in as few matches as that takes? | [`sprt`] |
//! | Which values should an agent's parameters have? | [`spsa`] |
//! | How likely is each result, given numbers that an agent computed? | [`logit`] |
//! | Does the arithmetic find a truth we know? | [`simulate`] |
//!
//! Intervals cover [`CONFIDENCE`] of the cases, and every report type serialises.

mod block;
mod cholesky;
pub mod davidson_luce;
pub mod elo;
mod estimate;
pub mod logit;
mod outcome;
pub mod simulate;
pub mod sprt;
pub mod spsa;
pub mod tally;
pub mod weng_lin;

pub use block::{Block, blocks, seatings};
pub use estimate::{CONFIDENCE, Estimate};
pub use outcome::{Entrant, Outcome, OutcomeError, Standing};
