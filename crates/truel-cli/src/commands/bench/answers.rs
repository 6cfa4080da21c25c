//! What must come out of each piece of work, with its fixed seed.

use anyhow::{Context, Result};

const ANSWERS: &str = include_str!("answers.txt");

/// A piece of work with a known answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// Playouts, positions, plies or nodes, by the kind of work.
    pub(super) amount: u32,
    pub(super) answer: u64,
}

/// The line of `answers.txt` for this game and kind of work.
pub(super) fn work(game: &str, kind: &str) -> Result<Work> {
    let row = ANSWERS.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    row.filter(|words| words.len() == 4 && words[0] == game && words[1] == kind)
        .find_map(|words| {
            Some(Work {
                amount: words[2].parse().ok()?,
                answer: words[3].parse().ok()?,
            })
        })
        .with_context(|| format!("answers.txt has no work `{kind}` for {game}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_work() {
        for info in truel_games::INFOS {
            for kind in ["playouts", "lists", "perft", "search"] {
                assert!(work(info.id, kind).is_ok(), "{} {kind}", info.id);
            }
        }
    }
}
