//! Traces of the original referees.

use std::path::Path;

use truel_core::Draw;
use truel_core::trace::{Tally, check_file};

/// Checks trace files of a folder, each with its known number of matches and plies. Every field of every result must be
/// compared with something.
///
/// # Panics
/// If a trace and the rules disagree.
pub fn agree<G: Draw>(folder: &Path, files: &[(&str, usize, usize)]) {
    for &(file, games, plies) in files {
        let path = folder.join(file);
        let mut tally = Tally::default();
        check_file::<G>(&path, &mut tally).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tally.first, None, "{}", path.display());
        assert_eq!((tally.games, tally.plies), (games, plies), "{}", path.display());
        assert!(tally.unchecked.is_empty(), "{}: {:?}", path.display(), tally.unchecked);
    }
}
