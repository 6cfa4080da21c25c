//! What tests of several searches ask of the moves that a search compares.

use truel_core::Game;
use truel_search::{Bound, Choice};

/// The first `wanted` moves are exact and have the largest of `worths`, which are those of all
/// moves.
#[track_caller]
pub(crate) fn assert_best<G: Game>(game: &G, choice: &Choice<G>, worths: Vec<f32>, wanted: usize) {
    let mut best = worths;
    best.sort_by(|a, b| b.total_cmp(a));
    best.truncate(wanted);
    let told = choice.candidates.iter().take(wanted);
    assert!(told.clone().all(|candidate| candidate.bound == Bound::Exact), "{game}");
    assert_eq!(
        told.map(|candidate| candidate.value).collect::<Vec<_>>(),
        best,
        "{game}"
    );
}
