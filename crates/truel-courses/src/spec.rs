//! Somebody's agent as typed: `course:PATH`, or `course:PATH:Class`.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::CourseError;

/// What comes before the path.
pub(crate) const PREFIX: &str = "course:";

/// An agent written for a course's own referee.
///
/// ```
/// use truel_courses::CourseAgent;
/// let agent: CourseAgent = "course:teams/FiveYang:Player".parse().unwrap();
/// assert_eq!((agent.path.to_str(), agent.class.as_deref()), (Some("teams/FiveYang"), Some("Player")));
/// assert_eq!(agent.to_string(), "course:teams/FiveYang:Player");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CourseAgent {
    /// A package, a file, a folder of classes or a program, as the game's course had it.
    pub path: PathBuf,
    /// The class, where it is not the usual one.
    pub class: Option<String>,
}

impl CourseAgent {
    /// Whether a text is meant to be one.
    pub fn is_meant(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Where it is: at its path, or at the module that the path names as Python does (`team/player`, `team.player`).
    pub fn found(&self) -> Option<PathBuf> {
        let module = |path: &Path| {
            let mut file = path.as_os_str().to_owned();
            file.push(".py");
            PathBuf::from(file)
        };
        let mut places = vec![self.path.clone(), module(&self.path)];
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with('.') {
            let inside = self.path.with_file_name(name.replace('.', "/"));
            places.extend([module(&inside), inside]);
        }
        places.into_iter().find(|place| place.exists())
    }

    /// The same agent with a relative path seen from `folder`.
    pub fn seen_from(&self, folder: &Path) -> Self {
        CourseAgent {
            path: folder.join(&self.path),
            class: self.class.clone(),
        }
    }
}

impl Display for CourseAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.path.display())?;
        match &self.class {
            Some(class) => write!(f, ":{class}"),
            None => Ok(()),
        }
    }
}

impl FromStr for CourseAgent {
    type Err = CourseError;

    fn from_str(text: &str) -> Result<Self, CourseError> {
        let unnamed = || CourseError::Unnamed { text: text.to_owned() };
        let rest = text.strip_prefix(PREFIX).ok_or_else(unnamed)?;
        let (path, class) = match rest.rsplit_once(':') {
            Some((path, class)) if is_class(class) => (path, Some(class.to_owned())),
            Some((_, "")) => return Err(unnamed()),
            _ => (rest, None),
        };
        if path.is_empty() {
            return Err(unnamed());
        }
        Ok(CourseAgent {
            path: path.into(),
            class,
        })
    }
}

/// Whether a text can be the name of a class, with its package where it has one. What follows a colon and is none belongs
/// to the path.
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
            let agent: CourseAgent = text.parse().expect(text);
            assert_eq!(
                (agent.path.to_str(), agent.class.as_deref()),
                (Some(path), class),
                "{text}"
            );
            assert_eq!(agent.to_string(), text);
        }
    }

    #[test]
    fn modules_are_found_as_python_names_them() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("team")).expect("a folder");
        std::fs::write(folder.path().join("team/bot.py"), "").expect("a file");
        let found = |text: &str| {
            let agent: CourseAgent = format!("course:{text}").parse().expect(text);
            agent.seen_from(folder.path()).found()
        };
        let file = Some(folder.path().join("team/bot.py"));
        assert_eq!(
            [found("team/bot.py"), found("team/bot"), found("team.bot")],
            [file.clone(), file.clone(), file]
        );
        assert_eq!(found("team"), Some(folder.path().join("team")));
        assert_eq!([found("team.nobody"), found(".bot"), found("bot")], [None, None, None]);
    }

    #[test]
    fn what_names_nothing_is_refused() {
        for text in ["course:", "course::Player", "course:a:", "cmd:a"] {
            assert!(text.parse::<CourseAgent>().is_err(), "{text}");
        }
    }
}
