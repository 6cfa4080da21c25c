//! An agent that was written for another referee, as typed: `course:PATH`, or `course:PATH:Class`.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What comes before the path.
const PREFIX: &str = "course:";

/// An agent that was written for the referee of a contest. How it is started is up to
/// [`Contests`](crate::Contests).
///
/// ```
/// use truel_arena::ForeignAgent;
/// let agent: ForeignAgent = "course:teams/FiveYang:Player".parse().unwrap();
/// assert_eq!((agent.path.to_str(), agent.class.as_deref()), (Some("teams/FiveYang"), Some("Player")));
/// assert_eq!(agent.to_string(), "course:teams/FiveYang:Player");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ForeignAgent {
    /// A package, a file, a folder of classes or a program, whatever the contest asked for.
    pub path: PathBuf,
    /// The class, where it is not the usual one.
    pub class: Option<String>,
}

/// A text that names no such agent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}`: an agent of a course is entered as in `course:PATH` or `course:PATH:Class`")]
pub struct NoForeignAgent {
    /// The text.
    pub text: String,
}

impl ForeignAgent {
    /// Whether a text is meant to be one.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// The same agent with a relative path resolved against `folder`.
    pub fn seen_from(&self, folder: &Path) -> Self {
        ForeignAgent {
            path: folder.join(&self.path),
            class: self.class.clone(),
        }
    }
}

impl Display for ForeignAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.path.display())?;
        match &self.class {
            Some(class) => write!(f, ":{class}"),
            None => Ok(()),
        }
    }
}

impl FromStr for ForeignAgent {
    type Err = NoForeignAgent;

    fn from_str(text: &str) -> Result<Self, NoForeignAgent> {
        let unnamed = || NoForeignAgent { text: text.to_owned() };
        let rest = text.strip_prefix(PREFIX).ok_or_else(unnamed)?;
        let (path, class) = match rest.rsplit_once(':') {
            Some((path, class)) if is_class(class) => (path, Some(class.to_owned())),
            Some((_, "")) => return Err(unnamed()),
            _ => (rest, None),
        };
        if path.is_empty() {
            return Err(unnamed());
        }
        Ok(ForeignAgent {
            path: path.into(),
            class,
        })
    }
}

/// Whether a text can be the name of a class, with its package if it has one. Anything else after a
/// colon belongs to the path.
fn is_class(text: &str) -> bool {
    let is_name = |name: &str| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
    };
    text.split('.').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_written_as_they_are_read() {
        for (text, path, class) in [
            ("course:team", "team", None),
            ("course:a/b.py:Bot", "a/b.py", Some("Bot")),
            (
                "course:/x/classes:threeChess.agents.Mine",
                "/x/classes",
                Some("threeChess.agents.Mine"),
            ),
            ("course:odd:1/b.py", "odd:1/b.py", None),
        ] {
            let agent: ForeignAgent = text.parse().expect(text);
            assert_eq!(
                (agent.path.to_str(), agent.class.as_deref()),
                (Some(path), class),
                "{text}"
            );
            assert_eq!(agent.to_string(), text);
        }
    }

    #[test]
    fn a_text_that_names_nothing_is_rejected() {
        for text in ["course:", "course::Player", "course:a:", "cmd:a"] {
            assert!(text.parse::<ForeignAgent>().is_err(), "{text}");
        }
    }
}
