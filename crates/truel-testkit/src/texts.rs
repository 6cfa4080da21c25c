//! Checks that arbitrary text and bytes do no harm to a game, for property tests and fuzzers.

use std::str::FromStr;

use truel_core::{Game, ParseError, Rng, random_joint};

use crate::laws;

/// Checks that a text is either rejected as a move, or read as a move that is written and read back
/// unchanged.
///
/// # Panics
/// If it is not.
pub fn notation<G: Game>(text: &str) {
    if let Ok(mv) = text.parse::<G::Move>() {
        let printed = mv.to_string();
        assert_eq!(printed.parse(), Ok(mv), "{}: `{text}` reads as `{printed}`", G::INFO.id);
    }
}

/// Asserts that each text is rejected, for the reason beside it.
///
/// # Panics
/// If one is read, or refused for another reason.
#[track_caller]
pub fn assert_refused<T: FromStr<Err = ParseError>>(cases: &[(impl AsRef<str>, &str)]) {
    for (text, why) in cases {
        let text = text.as_ref();
        match text.parse::<T>() {
            Ok(_) => panic!("`{text}` is read"),
            Err(error) => assert!(error.to_string().contains(why), "`{text}`: {error}"),
        }
    }
}

/// Checks that a text is either rejected as a position, or read as one that keeps the laws and can
/// be played on.
///
/// # Panics
/// If it is not.
pub fn position<G: Game>(text: &str) {
    let Ok(mut game) = text.parse::<G>() else { return };
    assert_eq!(game.to_string(), text, "{}: a position has one text", G::INFO.id);
    laws::position(&game);
    let mut rng = Rng::new(text.len() as u64);
    for _ in 0..12 {
        let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
            break;
        };
        game.play(joint);
    }
    laws::position(&game);
}

/// Plays the match that the bytes choose, checks the laws at its end, and takes everything back.
///
/// # Panics
/// If a law is broken.
pub fn play<G: Game>(bytes: &[u8]) {
    let (mut game, mut undos) = (G::default(), Vec::new());
    for chunk in bytes.chunks(2) {
        let seed = chunk.iter().fold(0, |seed, byte| 256 * seed + u64::from(*byte));
        let Some(joint) = random_joint(&game, &mut Rng::new(seed), &mut Vec::new()) else {
            break;
        };
        undos.push(game.play(joint));
    }
    laws::position(&game);
    while let Some(undo) = undos.pop() {
        game.undo(undo);
    }
    laws::assert_same(&game, &G::default(), "everything taken back");
}

/// A position text of a random match with a few characters changed, removed, doubled or inserted.
pub fn damaged<G: Game>(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut game = G::default();
    for _ in 0..rng.below(60) {
        let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
            break;
        };
        game.play(joint);
    }
    let mut text: Vec<char> = game.to_string().chars().collect();
    let alphabet: Vec<char> = text.iter().copied().chain("0123456789/,- -[]|é".chars()).collect();
    for _ in 0..rng.below(4) {
        let at = rng.below(text.len() as u32) as usize;
        match rng.below(4) {
            0 => text[at] = rng.pick(&alphabet),
            1 if text.len() > 1 => _ = text.remove(at),
            2 => text.insert(at, rng.pick(&alphabet)),
            _ => {
                let middle = text.len() / 2;
                text.swap(at, middle);
            }
        }
    }
    text.into_iter().collect()
}
