//! Any bytes as a match of the game that the first byte names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use truel_core::{Draw, Visit};

struct Play<'a>(&'a [u8]);

impl Visit for Play<'_> {
    type Out = ();
    fn visit<G: Draw>(self) {
        truel_testkit::texts::play::<G>(self.0);
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Some((first, rest)) = bytes.split_first() {
        let info = truel_games::INFOS[usize::from(*first) % truel_games::INFOS.len()];
        truel_games::with(info.id, Play(rest)).expect("a listed game");
    }
});
