//! Tic-tac-toe against the laws, its perft table and its rules in words.

use std::path::Path;

use truel_core::{Game, Payoffs, Phase};
use truel_games::TicTacToe;
use truel_testkit::laws::{self, Effort};
use truel_testkit::twins::tic_tac_toe::TicTacToeTwin;
use truel_testkit::{rows, texts, twin};

#[test]
fn keeps_the_laws() {
    laws::all::<TicTacToe>(Effort::default());
    laws::symmetry::<TicTacToe>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<TicTacToe>(Path::new("tests/perft/tic-tac-toe.perft"), 1_000_000);
}

#[test]
fn plays_as_its_slow_twin() {
    twin::compare::<TicTacToe, TicTacToeTwin>(300, 3);
}

#[test]
fn a_line_wins() {
    let game: TicTacToe = "xxx/oo./... o".parse().expect("a finished match");
    assert_eq!(game.reason(), Some("line"));
    assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [1.0, 0.0]));
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<TicTacToe>(&[
        ("xx./.../... o", "one more"),
        ("x../.../... x", "other's turn"),
        ("xx/.../... x", "three rows"),
        ("xz./.../... x", "a cell is"),
        ("xxx/oo./o.. x", "already has a line"),
        ("", "three rows"),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game: TicTacToe = "x../.o./... x".parse().expect("a position");
    assert_eq!(game.key(), 0x96ca_6b04_9838_c0bc);
}
