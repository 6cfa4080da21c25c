//! Any text as a position of every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use truel_core::{Draw, Visit};

struct Position<'a>(&'a str);

impl Visit for Position<'_> {
    type Out = ();
    fn visit<G: Draw>(self) {
        truel_testkit::texts::position::<G>(self.0);
    }
}

fuzz_target!(|text: &str| {
    for info in truel_games::INFOS {
        truel_games::with(info.id, Position(text)).expect("a listed game");
    }
});
