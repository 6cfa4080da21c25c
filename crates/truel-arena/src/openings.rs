//! Openings, so that matches differ: random plies, random plies that favour nobody, or a file.

mod balanced;

use std::fmt::{self, Display};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;
use truel_agents::Roster;
use truel_core::lines::read_text;
use truel_core::{AnyGame, IllegalLine, ParseError, Rng};

use crate::Opening;
pub use balanced::Balanced;

/// A source of openings.
///
/// A file has one opening a line: moves separated by blanks, or a position text after `position:`,
/// with moves after `moves:` if any. Empty lines and lines that begin with `#` are ignored.
#[derive(Clone, Debug)]
pub enum Openings {
    /// The start position.
    Start,
    /// So many random plies from the start position.
    Random(u32),
    /// Random plies after which nobody is ahead.
    Balanced(Balanced),
    /// One after the other from a list, then from its beginning.
    Listed(Vec<Opening>),
}

/// What was typed for `--opening`: `start`, `random:4`, `balanced:4`, or a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The start position.
    Start,
    /// So many random plies.
    Random(u32),
    /// So many random plies that favour nobody.
    Balanced(u32),
    /// A file of openings.
    File(PathBuf),
}

impl FromStr for Source {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let drawn = |name: &str, plies: &str| {
            let wrong = |_| ParseError::new("opening", text, format!("{name} openings are written as in `{name}:4`"));
            plies.parse::<u32>().map_err(wrong)
        };
        match text.split_once(':') {
            Some((name @ "random", plies)) => drawn(name, plies).map(Source::Random),
            Some((name @ "balanced", plies)) => drawn(name, plies).map(Source::Balanced),
            _ if text == "start" => Ok(Source::Start),
            _ => Ok(Source::File(text.into())),
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Start => write!(f, "start"),
            Source::Random(plies) => write!(f, "random:{plies}"),
            Source::Balanced(plies) => write!(f, "balanced:{plies}"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// Why a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// It cannot be read.
    #[error("openings {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// It holds none.
    #[error("openings {}: the file holds none", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line is wrong.
    #[error("openings {}, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        why: UnreachableOpening,
    },
}

/// Why an opening cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnreachableOpening {
    /// Its position is none of the game.
    #[error(transparent)]
    Position(#[from] Box<ParseError>),
    /// Its moves cannot be played.
    #[error(transparent)]
    Moves(#[from] Box<IllegalLine>),
    /// Nothing is left to play.
    #[error("the match is over after it")]
    Over,
}

impl Openings {
    /// What `source` means for the game of this table, every line checked.
    pub fn read(source: &Source, table: &dyn AnyGame, roster: &Roster) -> Result<Self, OpeningError> {
        match source {
            Source::Start | Source::Random(0) | Source::Balanced(0) => Ok(Openings::Start),
            Source::Random(plies) => Ok(Openings::Random(*plies)),
            Source::Balanced(plies) => Ok(Openings::Balanced(Balanced::new(table, *plies, roster))),
            Source::File(path) => listed(path, table),
        }
    }

    /// The opening of block number `index` for matches of the game of this table, drawn from `seed`
    /// where chance is asked.
    pub fn get(&self, table: &dyn AnyGame, seed: u64, index: u64) -> Opening {
        match self {
            Openings::Start => Opening::default(),
            Openings::Random(plies) => random(table, *plies, &mut Rng::for_match(seed, index)),
            Openings::Balanced(balanced) => balanced.get(table, seed, index),
            Openings::Listed(list) => list[(index % list.len() as u64) as usize].clone(),
        }
    }
}

/// Random plies; tried again when they run into the end of the match.
fn random(table: &dyn AnyGame, plies: u32, rng: &mut Rng) -> Opening {
    for _ in 0..100 {
        let (mut table, mut moves) = (table.boxed(), Vec::new());
        for _ in 0..plies {
            let Some(joint) = table.random_joint(rng) else {
                break;
            };
            table.play(&joint).expect("a listed move is legal");
            moves.push(joint);
        }
        if !table.phase().is_over() {
            return Opening { start: None, moves };
        }
    }
    Opening::default()
}

/// The most bytes of a file of openings.
const LARGEST: usize = 16 << 20;

fn listed(path: &Path, table: &dyn AnyGame) -> Result<Openings, OpeningError> {
    let read = File::open(path).and_then(|file| read_text(file, LARGEST));
    let text = read.map_err(|cause| OpeningError::Unreadable {
        path: path.to_owned(),
        cause,
    })?;
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read_line(line);
        reach(&opening, table).map_err(|why| OpeningError::Line {
            path: path.to_owned(),
            line: index + 1,
            why,
        })?;
        list.push(opening);
    }
    if list.is_empty() {
        return Err(OpeningError::Empty { path: path.to_owned() });
    }
    Ok(Openings::Listed(list))
}

fn read_line(line: &str) -> Opening {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let Some(rest) = line.strip_prefix("position:") else {
        return Opening {
            start: None,
            moves: words(line),
        };
    };
    let (start, moves) = rest.split_once("moves:").unwrap_or((rest, ""));
    Opening {
        start: Some(start.trim().to_owned()),
        moves: words(moves),
    }
}

/// The table after an opening.
pub fn reach(opening: &Opening, table: &dyn AnyGame) -> Result<Box<dyn AnyGame>, UnreachableOpening> {
    let mut table = match &opening.start {
        Some(text) => table.at(text).map_err(Box::new)?,
        None => table.boxed(),
    };
    let line = opening.moves.iter().map(String::as_str);
    table.play_line(line).map_err(Box::new)?;
    if table.phase().is_over() {
        return Err(UnreachableOpening::Over);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_written_as_it_is_typed() {
        for text in ["random:4", "balanced:0", "a:b", "openings.txt"] {
            assert_eq!(text.parse::<Source>().expect(text).to_string(), text);
        }
        for text in ["random:x", "balanced:-1", "balanced:"] {
            let error = text.parse::<Source>().expect_err(text).to_string();
            assert!(error.contains(text) && error.contains(":4"), "{error}");
        }
    }
}
