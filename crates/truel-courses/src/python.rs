//! The user's Python, as it is outside of the arena: its real path and the packages that were
//! installed for the user alone.

use std::process::Command;

use thiserror::Error;

use crate::CourseError;
use crate::memo::Memo;

/// The default interpreter.
pub const USUAL: &str = "python3";

/// Asked of the interpreter itself. A program in the arena has a home of its own. So a launcher
/// that looks into the user's home (pyenv, say) must be asked here. The same holds for packages
/// that were installed with `pip install --user`.
const QUESTION: &str = "import sys, site; \
    sys.stdout.write('%s\\n%s\\n%d %d\\n' % (sys.executable, site.getuserbase(), sys.version_info[0], \
    sys.version_info[1]))";

/// The oldest that bridges run in: that of the first of these courses.
const OLDEST: (u32, u32) = (3, 6);

/// What is wrong with an interpreter: a clause that goes on from its name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PythonError {
    /// It cannot be started; what the system says.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It ends with an error.
    #[error("does not work")]
    Fails,
    /// It answers something else.
    #[error("is no Python")]
    NoPython,
    /// It is older than bridges can run in.
    #[error("is version {major}.{minor}; {}.{} is the oldest that works", OLDEST.0, OLDEST.1)]
    TooOld {
        /// The version, before its dot.
        major: u32,
        /// The version, after its dot.
        minor: u32,
    },
}

/// The words that start this interpreter.
pub(crate) fn interpreter(python: &str) -> Result<Vec<String>, CourseError> {
    static KNOWN: Memo<String, Vec<String>> = Memo::new();
    KNOWN.get(python, || {
        ask(python).map_err(|why| CourseError::Python {
            python: python.to_owned(),
            why,
        })
    })
}

fn ask(python: &str) -> Result<Vec<String>, PythonError> {
    let message = Command::new(python)
        .args(["-c", QUESTION])
        .output()
        .map_err(|error| PythonError::NotStarted(error.to_string()))?;
    if !message.status.success() {
        return Err(PythonError::Fails);
    }
    let text = String::from_utf8_lossy(&message.stdout).into_owned();
    let [path, base, version] = text.lines().collect::<Vec<_>>()[..] else {
        return Err(PythonError::NoPython);
    };
    let mut numbers = version.split(' ').map(|word| word.parse().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version < OLDEST {
        return Err(PythonError::TooOld {
            major: version.0,
            minor: version.1,
        });
    }
    Ok(vec![
        "env".to_owned(),
        format!("PYTHONUSERBASE={base}"),
        path.to_owned(),
    ])
}
