//! Lines of moves as text.

use truel_core::{Game, legal_joint};

/// The position after these moves from the start, blanks between plies.
///
/// # Panics
/// If one of them is not legal.
#[track_caller]
pub fn after<G: Game>(line: &str) -> G {
    let mut game = G::default();
    go_on(&mut game, line);
    game
}

/// Plays these moves too.
///
/// # Panics
/// If one of them is not legal.
#[track_caller]
pub fn go_on<G: Game>(game: &mut G, line: &str) {
    for text in line.split_whitespace() {
        let joint = legal_joint(game, text).unwrap_or_else(|error| panic!("{error}, in {game}"));
        game.play(joint);
    }
}

/// The position after these further moves.
///
/// # Panics
/// If one of them is not legal.
#[track_caller]
pub fn played<G: Game>(mut game: G, line: &str) -> G {
    go_on(&mut game, line);
    game
}
