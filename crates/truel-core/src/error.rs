//! Errors in text from people, files and engines. Every message is one line that quotes the text.
//!
//! A message includes its cause, so the cause is not the error's `source`: a printer that follows
//! the chain would print it twice.

use thiserror::Error;

/// A text that cannot be read as a move, a cell, a position or a number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} `{}`: {why}", shorten(.text))]
pub struct ParseError {
    what: &'static str,
    text: String,
    why: String,
}

impl ParseError {
    /// `what` was expected, `text` was found, and `why` says what is wrong (a clause without a full
    /// stop).
    pub fn new(what: &'static str, text: impl Into<String>, why: impl Into<String>) -> Self {
        ParseError {
            what,
            text: text.into(),
            why: why.into(),
        }
    }

    /// The reason alone.
    pub fn why(&self) -> &str {
        &self.why
    }
}

/// An id that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game called `{id}`; {advice}")]
pub struct UnknownGame {
    id: String,
    advice: String,
}

impl UnknownGame {
    /// The error for this id, with the nearest of the `known` ones.
    pub fn new<'a>(id: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let advice = match nearest(&id.to_lowercase(), known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the games are {}", known.collect::<Vec<_>>().join(", ")),
        };
        UnknownGame {
            id: id.to_owned(),
            advice,
        }
    }
}

/// Why a seat's move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The text is not a move in this game's notation.
    #[error("{seat}'s {cause}{}", or_else(.nearby))]
    Unreadable {
        /// The seat whose move it was.
        seat: &'static str,
        /// What is wrong with the text.
        cause: ParseError,
        /// Legal moves that look most like it.
        nearby: Vec<String>,
    },
    /// The move exists but the rules forbid it here.
    #[error("{seat}'s move `{}` is not legal here{}", shorten(.text), or_else(.nearby))]
    Forbidden {
        /// The seat whose move it was.
        seat: &'static str,
        /// The move.
        text: String,
        /// Legal moves that look most like it.
        nearby: Vec<String>,
    },
    /// The number of moves is not the number of seats that must move.
    #[error("`{}` holds {got} moves, but {expected} must be made at once (joined by `|`)", shorten(.text))]
    Count {
        /// The joint move.
        text: String,
        /// How many seats must move.
        expected: usize,
        /// How many moves were given.
        got: usize,
    },
    /// The match has ended.
    #[error("`{}` comes after the end of the match ({reason})", shorten(.text))]
    Over {
        /// The move.
        text: String,
        /// Why it ended.
        reason: &'static str,
    },
}

/// A line of moves with an illegal move in it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("ply {ply}: {cause}")]
pub struct IllegalLine {
    /// The ply that failed, counted from 1.
    pub ply: usize,
    /// What is wrong with it.
    pub cause: Box<IllegalMove>,
}

impl IllegalLine {
    /// The error for a move at this ply, counted from 1.
    pub fn new(ply: usize, cause: IllegalMove) -> Self {
        IllegalLine {
            ply,
            cause: Box::new(cause),
        }
    }
}

/// The candidate closest to a misspelt `text`, if any is close enough.
///
/// ```
/// # use truel_core::nearest;
/// assert_eq!(nearest("chekers", ["avalam", "chexers"]), Some("chexers"));
/// assert_eq!(nearest("go", ["avalam", "chexers"]), None);
/// ```
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let close = |candidate: &str| {
        strsim::normalized_damerau_levenshtein(text, candidate).max(0.9 * strsim::jaro_winkler(text, candidate))
    };
    candidates
        .into_iter()
        .map(|candidate| (close(candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Up to `most` candidates, those most similar to `text` first.
pub(crate) fn nearby(text: &str, candidates: Vec<String>, most: usize) -> Vec<String> {
    let mut ranked: Vec<_> = candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(text, &candidate), candidate))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    ranked.into_iter().take(most).map(|(_, candidate)| candidate).collect()
}

fn or_else(nearby: &[String]) -> String {
    match nearby {
        [] => String::new(),
        [one] => format!("; legal is `{one}`"),
        several => format!("; legal nearby: {}", several.join(" ")),
    }
}

/// The text on one line, cut to a readable length.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let line: String = text.chars().flat_map(char::escape_debug).take(MOST + 1).collect();
    if line.chars().count() > MOST {
        line.chars().take(MOST - 1).chain(['…']).collect()
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_however_long_the_text() {
        let error = ParseError::new("move", "a\nb".repeat(100), "it is no move");
        assert!(!error.to_string().contains('\n'));
        assert!(error.to_string().chars().count() < 90);
    }

    #[test]
    fn the_nearest_name_needs_to_be_near() {
        let games = ["threechess", "tic-tac-toe", "pentago-swap"];
        assert_eq!(nearest("pentago", games), Some("pentago-swap"));
        assert_eq!(nearest("3chess", games), Some("threechess"));
        assert_eq!(nearest("tictactoe", games), Some("tic-tac-toe"));
        assert_eq!(nearest("monopoly", games), None);
    }
}
