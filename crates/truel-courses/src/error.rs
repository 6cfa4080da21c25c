//! Errors of this crate. None is an agent's fault, so none is a result.

use std::path::PathBuf;

use thiserror::Error;

use crate::python::PythonError;

/// Why an agent of a contest cannot be run, or something else of a contest is not there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CourseError {
    /// The game was never in a course.
    #[error(
        "{game} was played in no course; the games with agents of a course are {}",
        crate::contest::games()
    )]
    NoCourse {
        /// The game's id.
        game: String,
    },
    /// There is no player to export for the game.
    #[error(
        "no player can be exported for {game}, but for {}; for pentago-swap there is `truel pentago-client`",
        crate::contest::games_with_players()
    )]
    NoPlayer {
        /// The game's id.
        game: String,
    },
    /// There is nothing at the path.
    #[error("there is no {}", .path.display())]
    Missing {
        /// The path.
        path: PathBuf,
    },
    /// The path is something that cannot be run.
    #[error("{}: {why}", .path.display())]
    Unfit {
        /// The path.
        path: PathBuf,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// The Python interpreter does not work.
    #[error(
        "the Python interpreter `{python}` {why}; another one is chosen by --python, or by `python` in a tournament's \
         terms"
    )]
    Python {
        /// What was asked for.
        python: String,
        /// What is wrong with it.
        why: PythonError,
    },
    /// There is no Java.
    #[error(
        "{what} needs a JDK, and there is no `{program}` on the path (Debian and Ubuntu: apt install \
         default-jdk-headless)"
    )]
    NoJava {
        /// What needs it.
        what: &'static str,
        /// `java` or `javac`.
        program: &'static str,
    },
    /// Source that does not compile.
    #[error("{} does not compile: {why}", .path.display())]
    Compile {
        /// The source.
        path: PathBuf,
        /// What the compiler says first.
        why: String,
    },
    /// The contest's classes are missing.
    #[error(
        "{game} needs the contest's own classes: {why} (--referee-classes DIR, or `referee-classes` in a tournament's \
         terms)"
    )]
    RefereeClasses {
        /// The game's id.
        game: &'static str,
        /// What is missing.
        why: String,
    },
}
