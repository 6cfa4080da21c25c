//! Avalam against the laws, its perft table, the original referee's traces, a slow twin and its rules in words.

use std::path::Path;

use proptest::prelude::*;
use truel_core::trace::{Tally, check_file, list_hash};
use truel_core::{Game, Payoffs, Phase, Rng, legal_joint, move_texts, random_joint};
use truel_games::Avalam;
use truel_games::avalam::Carry;
use truel_testkit::laws::{self, Effort};
use truel_testkit::{rows, twin, twins};

const START: &str = "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA y";

fn after(moves: &str) -> Avalam {
    let mut game = Avalam::default();
    for text in moves.split_whitespace() {
        let joint = legal_joint(&game, text).expect("a legal line");
        game.play(joint);
    }
    game
}

fn legal(game: &Avalam) -> Vec<String> {
    move_texts(game, game.phase().acting().first())
}

#[test]
fn keeps_the_laws() {
    laws::all::<Avalam>(Effort::default());
    laws::symmetry::<Avalam>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<Avalam>(Path::new("tests/perft/avalam.perft"), 400_000_000);
}

/// The two rows that take long: `cargo test --release -p truel-games --test avalam -- --ignored`.
#[test]
#[ignore = "counts 1.3 * 10^12 sequences"]
fn perft_rows_to_the_end() {
    rows::check::<Avalam>(Path::new("tests/perft/avalam.perft"), u128::MAX);
}

#[test]
fn agrees_with_the_original_referee() {
    for (file, games, plies) in [("full", 24, 832), ("hashed", 202, 7002)] {
        let mut tally = Tally::default();
        let path = format!("tests/data/avalam/{file}.jsonl.gz");
        check_file::<Avalam>(Path::new(&path), &mut tally).expect("a file of traces");
        assert_eq!(tally.mismatches, 0, "{}", tally.first.expect("there is a first"));
        assert_eq!((tally.games, tally.plies), (games, plies));
        assert!(tally.unchecked.is_empty(), "{:?}", tally.unchecked);
    }
}

#[test]
fn agrees_with_its_slow_twin() {
    twin::compare::<Avalam, twins::avalam::Avalam>(150, 48);
}
