//! Goofspiel against the laws, its perft table and its rules in words.

use std::path::Path;

use truel_core::{Game, Payoffs, Phase, legal_joint};
use truel_games::Goofspiel;
use truel_games::goofspiel::{PointDifference, Prizes, WinLoss};
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::played;
use truel_testkit::twins::goofspiel::GoofspielTwin;
use truel_testkit::{rows, texts, twin};

#[test]
fn keeps_the_laws_however_it_is_scored() {
    laws::all::<Goofspiel<WinLoss>>(Effort::default());
    laws::all::<Goofspiel<PointDifference>>(Effort::default());
    laws::symmetry::<Goofspiel>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<Goofspiel>(Path::new("tests/perft/goofspiel.perft"), 30_000_000);
}

#[test]
fn plays_as_its_slow_twin() {
    twin::compare::<Goofspiel<WinLoss>, GoofspielTwin>(300, 13);
}

#[test]
fn the_higher_card_takes_the_prize_and_equal_cards_discard_it() {
    let game = played(
        Goofspiel::<WinLoss>::new(5, Prizes::Descending).expect("a deck"),
        "5|4 3|3 1|2",
    );
    assert_eq!(game.to_string(), "5d 2,4/1,5 5,3");
    let game = played(
        Goofspiel::<WinLoss>::new(5, Prizes::Ascending).expect("a deck"),
        "5|4 3|3 1|2",
    );
    assert_eq!(game.to_string(), "5a 2,4/1,5 1,3");
}

#[test]
fn the_last_card_is_played_at_once() {
    let game = played(
        Goofspiel::<PointDifference>::new(3, Prizes::Descending).expect("a deck"),
        "3|1 1|2",
    );
    assert_eq!(game.to_string(), "3d -/- 3,3");
    assert_eq!(game.reason(), Some("cards-spent"));
    assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [0.0, 0.0]));
    let lead = played(
        Goofspiel::<PointDifference>::new(2, Prizes::Ascending).expect("a deck"),
        "1|2",
    );
    assert!(
        matches!(lead.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [0.5, -0.5]),
        "{lead}"
    );
}

#[test]
fn a_card_is_spent_once() {
    let game = played(Goofspiel::<WinLoss>::default(), "13|1");
    let error = legal_joint(&game, "13|2").expect_err("the card is spent").to_string();
    assert!(error.starts_with("First's move `13` is not legal here"), "{error}");
    assert!(
        legal_joint(&game, "12")
            .expect_err("two must bid")
            .to_string()
            .contains("2 must be made at once")
    );
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<Goofspiel>(&[
        ("3d 1,2,3/1,2,3", "a deck, two hands"),
        ("3x 1,2,3/1,2,3 0,0", "`d` or `a`"),
        ("14d 1/1 0,0", "2 to 13"),
        ("1d 1/1 0,0", "2 to 13"),
        ("3d 1,2,4/1,2,3 0,0", "not in the deck"),
        ("3d 2,1,3/1,2,3 0,0", "rising order"),
        ("3d 1,2/1,2,3 0,0", "same number"),
        ("3d 1/2 0,0", "played at once"),
        ("3d 1,2,3/1,2,3 1,0", "cannot have been shared"),
        ("3d 1,2/1,2 03,0", "two numbers"),
        ("3d 1,2/1,2 300,0", "two numbers"),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = played(Goofspiel::<WinLoss>::default(), "13|1 2|3");
    assert_eq!(game.key(), 0x9149_9859_f171_7e71);
}
