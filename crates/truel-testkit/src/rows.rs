//! Perft tables as text files.
//!
//! A line is `depth count`, for the position after the moves of the last `moves:` line, or for the
//! start position. `#` begins a comment. A line that ends with `layers` is counted layer by layer.
//!
//! ```text
//! 1 20
//! 2 400
//! moves: BB1BA3 GC2GC3
//! 1 44
//! ```

use std::path::Path;

use truel_core::{Game, legal_joint, perft, perft_by_layers};

/// Checks every row of the file whose count is at most `most`.
///
/// # Panics
/// If the file cannot be read, holds no row within the limit, or a count differs.
pub fn check<G: Game>(path: &Path, most: u128) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut game = G::default();
    let mut checked = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let place = format!("{}, line {}", path.display(), index + 1);
        if let Some(moves) = line.strip_prefix("moves:") {
            game = after(moves, &place);
        } else if !line.is_empty() {
            checked += u32::from(row(&game, line, most, &place));
        }
    }
    assert!(checked > 0, "{}: no row of at most {most}", path.display());
}

fn after<G: Game>(moves: &str, place: &str) -> G {
    let mut game = G::default();
    for text in moves.split_whitespace() {
        let joint = legal_joint(&game, text).unwrap_or_else(|error| panic!("{place}: {error}"));
        game.play(joint);
    }
    game
}

/// Whether the row was small enough to count.
fn row<G: Game>(game: &G, line: &str, most: u128, place: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (depth, expected): (u32, u128) = match words[..] {
        [depth, count] | [depth, count, "layers"] => {
            let read = depth.parse().ok().zip(count.parse().ok());
            read.unwrap_or_else(|| panic!("{place}: not numbers: {line}"))
        }
        _ => panic!("{place}: a row is `depth count` or `depth count layers`, not `{line}`"),
    };
    if expected > most {
        return false;
    }
    let count = if words.len() == 3 {
        perft_by_layers(game, depth)
    } else {
        u128::from(perft(&mut game.clone(), depth, &mut Vec::new()))
    };
    assert_eq!(count, expected, "{place}: depth {depth} from {game}");
    true
}
