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

use std::sync::LazyLock;

use truel_arena::Setup;

pub use claim::{Claim, ClaimedLine, Expect, Fact, Paper, Seating, Share, Size, Trial, Verdict};
pub use finding::{Finding, Findings, Pages, cells};
pub use page::circumstances;
pub use papers::papers;
pub use trial::{Judged, Measured, MeasuredLine, Setting, Step, TrialError, measure};

/// Truel's own games with the agents of the papers, and no contests. Made once, since a roster
/// reads its books and calibrations when they are first needed.
fn setup() -> &'static Setup {
    static SETUP: LazyLock<Setup> = LazyLock::new(|| Setup::new(crate::roster()));
    &SETUP
}
