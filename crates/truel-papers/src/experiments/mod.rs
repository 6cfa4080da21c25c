//! The experiments of the five papers: what they claim, and the matches that try each claim again.
//!
//! [`papers()`] has the claims as data, a file per paper. [`measure`] plays a trial, a [`Finding`]
//! is what came out, and [`Findings`] keeps all findings of a paper as numbers, page and picture.

mod claim;
mod finding;
mod page;
mod papers;
mod plot;
mod trial;

use truel_arena::Setup;

pub use claim::{Claim, ClaimedLine, Expect, Fact, Paper, Seating, Share, Size, Trial, Verdict};
pub use finding::{Finding, Findings, Pages, cells};
pub use page::circumstances;
pub use papers::papers;
pub use trial::{Judged, Measured, MeasuredLine, Setting, Step, TrialError, measure};

/// Truel's own games with the agents of the papers, and no contests.
fn setup() -> Setup {
    Setup::new(crate::roster())
}
