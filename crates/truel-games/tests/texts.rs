//! Whatever text or bytes come in, no game panics, and what it accepts keeps its laws.

use proptest::prelude::*;
use truel_core::{Draw, Visit, random_joint};
use truel_testkit::texts;

/// What is thrown at a game.
#[derive(Clone, Copy, Debug)]
enum Thrown<'a> {
    Move(&'a str),
    Position(&'a str),
    DamagedPosition(u64),
    DamagedMove(u64, &'a str),
    Match(&'a [u8]),
}

impl Visit for Thrown<'_> {
    type Out = ();

    fn visit<G: Draw>(self) {
        match self {
            Thrown::Move(text) => texts::notation::<G>(text),
            Thrown::Position(text) => texts::position::<G>(text),
            Thrown::DamagedPosition(seed) => texts::position::<G>(&texts::damaged::<G>(seed)),
            Thrown::DamagedMove(seed, tail) => {
                let joint = random_joint(&G::default(), &mut truel_core::Rng::new(seed), &mut Vec::new());
                let text = joint.expect("the start position is not over").as_ref()[0].to_string();
                texts::notation::<G>(&format!("{text}{tail}"));
                texts::notation::<G>(&text[..text.len() / 2]);
            }
            Thrown::Match(bytes) => texts::play::<G>(bytes),
        }
    }
}

fn at_every_game(thrown: Thrown<'_>) {
    for info in truel_games::INFOS {
        truel_games::with(info.id, thrown).expect("a listed game");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn any_text_is_a_move_or_is_refused(text in "\\PC{0,12}") {
        at_every_game(Thrown::Move(&text));
    }

    #[test]
    fn almost_a_move_is_a_move_or_is_refused(text in "[-+a-iA-HBGR0-9,>@:|rpsoftlb ]{0,10}", seed: u64) {
        at_every_game(Thrown::Move(&text));
        at_every_game(Thrown::DamagedMove(seed, &text));
    }

    #[test]
    fn any_text_is_a_position_or_is_refused(text in "\\PC{0,80}") {
        at_every_game(Thrown::Position(&text));
    }

    #[test]
    fn a_damaged_position_is_a_position_or_is_refused(seed: u64) {
        at_every_game(Thrown::DamagedPosition(seed));
    }

    #[test]
    fn any_bytes_play_a_match_that_can_be_taken_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        at_every_game(Thrown::Match(&bytes));
    }
}
