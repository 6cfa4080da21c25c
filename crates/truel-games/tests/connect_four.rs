//! Connect four against the laws, its perft table and its rules in words.

use std::path::Path;

use truel_core::{Game, Payoffs, Phase, legal_joint};
use truel_games::ConnectFour;
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::twins::connect_four::ConnectFourTwin;
use truel_testkit::{rows, texts, twin};

#[test]
fn keeps_the_laws() {
    laws::all::<ConnectFour>(Effort::default());
    laws::symmetry::<ConnectFour>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<ConnectFour>(Path::new("tests/perft/connect-four.perft"), 6_000_000);
}

#[test]
fn plays_as_its_slow_twin() {
    twin::compare::<ConnectFour, ConnectFourTwin>(300, 4);
}

#[test]
fn four_win_in_every_direction() {
    for line in [
        "a b a b a b a",
        "a a b b c c d",
        "a b b c c d c d d g d",
        "g f f e e d e d d a d",
    ] {
        let game = after::<ConnectFour>(line);
        assert_eq!(game.reason(), Some("four"), "{line}: {game}");
        assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [1.0, 0.0]));
    }
}

#[test]
fn a_row_does_not_run_on_into_the_next_column() {
    // Three on top of column a and one at the foot of column b are neighbours in the mask only.
    let game = after::<ConnectFour>("b a a b c a a d a d a");
    assert_eq!(game.reason(), None, "{game}");
}

#[test]
fn a_full_column_takes_no_stone() {
    let game = after::<ConnectFour>("a a a a a a");
    let error = legal_joint(&game, "a").expect_err("the column is full").to_string();
    assert!(error.contains("Yellow's move `a` is not legal here"), "{error}");
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<ConnectFour>(&[
        ("7/7/7/7/3y3/7 r", "floats"),
        ("7/7/7/7/7/3yy2 y", "one more"),
        ("7/7/7/7/7/3y3 y", "other's turn"),
        ("7/7/7/7/7/3y4 r", "seven cells"),
        ("7/7/7/7/7/3y12 r", "one digit"),
        ("7/7/7/7/7/7yr y", "longer than seven"),
        ("7/7/7/7/7/0y6 r", "digits from 1 to 7"),
        ("7/7/7/7/7 y", "six rows"),
        ("7/7/7/7/rrrr3/yyyy3 y", "already has four"),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    assert_eq!(after::<ConnectFour>("d d c").key(), 0x0474_f889_2657_71ad);
}
