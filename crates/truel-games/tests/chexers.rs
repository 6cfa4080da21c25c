//! Chexers against the laws, its perft table, the original referee's traces, its slow twin and its rules in words.

use std::path::Path;

use proptest::prelude::*;
use truel_core::trace::{Tally, check_file, list_hash};
use truel_core::{
    AnyGame, BySeat, Game, Payoffs, Phase, Rng, Seat, Symmetric, Table, legal_joint, move_texts, random_joint,
};
use truel_games::Chexers;
use truel_games::chexers::{BLUE, Cell, GREEN, Kind, Move, RED};
use truel_testkit::laws::{self, Effort};
use truel_testkit::{rows, twin, twins};

const START: &str = "GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 -";

/// Everybody steps out and back: six plies after which the board is as it was.
const ROUND: &str = "-3,0>-2,0 1,-3>1,-2 2,1>2,0 -2,0>-3,0 1,-2>1,-3 2,0>2,1";

fn read(text: &str) -> Chexers {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn after(line: &str) -> Chexers {
    play(Chexers::default(), line)
}

fn play(mut game: Chexers, line: &str) -> Chexers {
    for text in line.split_whitespace() {
        let joint = legal_joint(&game, text).unwrap_or_else(|error| panic!("{error} in {game}"));
        game.play(joint);
    }
    game
}

fn legal(game: &Chexers) -> Vec<String> {
    move_texts(game, game.turn())
}

fn cells(game: &Chexers, seat: Seat) -> String {
    let mut cells: Vec<(i8, i8)> = game.pieces_of(seat).map(|cell| (cell.q(), cell.r())).collect();
    cells.sort_unstable();
    cells.iter().map(|(q, r)| format!("({q},{r})")).collect()
}

#[test]
fn keeps_the_laws() {
    laws::all::<Chexers>(Effort {
        matches: 16,
        ..Effort::default()
    });
    laws::symmetry::<Chexers>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<Chexers>(Path::new("tests/perft/chexers.perft"), u128::MAX);
}

#[test]
fn agrees_with_the_original_referee_on_every_ply() {
    for (file, games, plies) in [("full", 25, 10_794), ("hashed", 206, 101_726)] {
        let mut tally = Tally::default();
        let path = format!("tests/data/chexers/{file}.jsonl.gz");
        check_file::<Chexers>(Path::new(&path), &mut tally).expect("a file of traces");
        assert_eq!(tally.first, None);
        assert_eq!((tally.games, tally.plies, tally.mismatches), (games, plies, 0));
        assert!(tally.unchecked.is_empty(), "{:?}", tally.unchecked);
    }
}

#[test]
fn plays_as_its_slow_twin_does() {
    twin::compare::<Chexers, twins::chexers::Chexers>(12, 2019);
}
