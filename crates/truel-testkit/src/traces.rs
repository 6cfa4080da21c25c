//! Traces of the original referees.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use truel_core::trace::{Tally, check};
use truel_core::{Draw, Table};

/// Checks trace files of a folder, gzip or not, each with its known number of matches and plies.
/// Every field of every result must be compared with something.
///
/// # Panics
/// If a trace and the rules disagree.
pub fn agree<G: Draw>(folder: &Path, files: &[(&str, usize, usize)]) {
    for &(file, games, plies) in files {
        let path = folder.join(file);
        let mut tally = Tally::default();
        check(&Table(G::default()), open(&path), &mut tally)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(tally.first, None, "{}", path.display());
        assert_eq!((tally.games, tally.plies), (games, plies), "{}", path.display());
        assert!(tally.unchecked.is_empty(), "{}: {:?}", path.display(), tally.unchecked);
    }
}

fn open(path: &Path) -> Box<dyn BufRead> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = BufReader::new(file);
    match path.extension() {
        Some(ending) if ending == "gz" => Box::new(BufReader::new(MultiGzDecoder::new(file))),
        _ => Box::new(file),
    }
}
