//! Threechess against the laws, the original referee's traces, its perft table, a slow twin and its rules in words.

use std::path::Path;

use truel_core::trace::{Tally, check_file};
use truel_games::ThreeChess;
use truel_testkit::laws::{self, Effort};
use truel_testkit::rows;

#[test]
fn keeps_the_laws() {
    laws::all::<ThreeChess>(Effort::default());
    laws::symmetry::<ThreeChess>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<ThreeChess>(Path::new("tests/perft/threechess.perft"), 100_000_000);
}

#[test]
fn agrees_with_the_original_referee() {
    for (file, games, plies) in [("full", 22, 4251), ("hashed", 200, 32444), ("timeouts", 60, 2856)] {
        let mut tally = Tally::default();
        let path = format!("tests/data/threechess/{file}.jsonl.gz");
        check_file::<ThreeChess>(Path::new(&path), &mut tally).expect("traces");
        assert_eq!(tally.mismatches, 0, "{file}: {}", tally.first.expect("a mismatch"));
        assert_eq!((tally.games, tally.plies), (games, plies), "{file}");
        assert!(tally.unchecked.is_empty(), "{file}: {:?}", tally.unchecked);
    }
}
