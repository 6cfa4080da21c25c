//! What must come out of each piece of work, with its fixed seed.

const ANSWERS: &str = include_str!("answers.txt");

/// A piece of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// Playouts, positions, plies or nodes, by the kind of work.
    pub(super) amount: u32,
    /// What must come out, where it is known.
    pub(super) answer: Option<u64>,
}

/// The line of `answers.txt` for this game and kind of work. A game that has none there gets a
/// usual amount of work, without a known answer.
pub(super) fn work(game: &str, kind: &str) -> Work {
    let row = ANSWERS.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let known = row
        .filter(|words| words.len() == 4 && words[0] == game && words[1] == kind)
        .find_map(|words| {
            Some(Work {
                amount: words[2].parse().ok()?,
                answer: Some(words[3].parse().ok()?),
            })
        });
    known.unwrap_or(Work {
        amount: usual_amount(kind),
        answer: None,
    })
}

/// Work that takes little time in most games.
fn usual_amount(kind: &str) -> u32 {
    match kind {
        "playouts" => 100,
        "lists" => 1000,
        "search" => 5000,
        // Plies: of perft, or of a search that goes by depth.
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    #[test]
    fn every_game_of_truel_has_known_answers() {
        for info in roster().infos() {
            for kind in ["playouts", "lists", "perft", "search"] {
                assert!(work(info.id, kind).answer.is_some(), "{} {kind}", info.id);
            }
        }
    }

    #[test]
    fn a_game_from_elsewhere_has_work_without_answers() {
        let work = work("tiddlywinks", "playouts");
        assert!(work.amount > 0 && work.answer.is_none());
    }
}
