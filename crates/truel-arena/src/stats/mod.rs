//! What results mean: means, ratings, tests and tuning as pure functions of finished matches.
//!
//! Everything starts from a list of [`Outcome`]s: who sat where, and how many points each seat took. Matches of the same
//! opening in all seatings form a [`Block`], which is one observation wherever luck is measured: the opening and the seat
//! favour somebody, and only within a whole block do they favour everybody alike.
//!
//! | question | module |
//! |---|---|
//! | How did each entrant do, and on which seat? Is A ahead of B? | [`tally`] |
//! | How strong is everybody, from all results at once? | [`davidson_luce`] |
//! | How strong does everybody look after each match, and which match would tell most? | [`weng_lin`] |
//! | Is A better than B, in as few matches as that takes? | [`sprt`] |
//! | Which values should an agent's parameters have? | [`spsa`] |
//! | What are an agent's values worth as chances? | [`calibration`] |
//! | Does the arithmetic find a truth we know? | [`simulate`] |
//!
//! Intervals cover [`CONFIDENCE`] of the cases, and every report type serialises.

mod block;
pub mod calibration;
pub mod davidson_luce;
pub mod elo;
mod estimate;
mod outcome;
pub mod simulate;
pub mod sprt;
pub mod spsa;
pub mod tally;
pub mod weng_lin;

pub use block::{Block, blocks, seatings};
pub use estimate::{CONFIDENCE, Estimate};
pub use outcome::{Entrant, Outcome, OutcomeError, Standing};
