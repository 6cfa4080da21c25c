//! Any text as a move of every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use truel_core::{Draw, Visit};

struct Notation<'a>(&'a str);

impl Visit for Notation<'_> {
    type Out = ();
    fn visit<G: Draw>(self) {
        truel_testkit::texts::notation::<G>(self.0);
    }
}

fuzz_target!(|text: &str| {
    for info in truel_games::INFOS {
        truel_games::with(info.id, Notation(text)).expect("a listed game");
    }
});
