//! The user's Python, as it is outside of the arena: its real path and the packages that were installed for the user alone.

use std::process::Command;

use crate::CourseError;
use crate::memo::Memo;

/// The interpreter when nobody chooses one.
pub const USUAL: &str = "python3";

/// Asked of the interpreter itself. A program in the arena has a home of its own, so a launcher that looks into the user's
/// (pyenv, say) must be asked here, and so must the place of packages that were installed with `pip install --user`.
const QUESTION: &str = "import sys, site; \
    sys.stdout.write('%s\\n%s\\n%d %d\\n' % (sys.executable, site.getuserbase(), sys.version_info[0], sys.version_info[1]))";

/// The oldest that bridges run in: that of the first of these courses.
const OLDEST: (u32, u32) = (3, 6);

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

fn ask(python: &str) -> Result<Vec<String>, String> {
    let told = Command::new(python)
        .args(["-c", QUESTION])
        .output()
        .map_err(|error| format!("cannot be started: {error}"))?;
    if !told.status.success() {
        return Err("does not work".to_owned());
    }
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    let [path, base, version] = text.lines().collect::<Vec<_>>()[..] else {
        return Err("is no Python".to_owned());
    };
    let number = |at: usize| {
        version
            .split(' ')
            .nth(at)
            .and_then(|word| word.parse().ok())
            .unwrap_or(0)
    };
    if (number(0), number(1)) < OLDEST {
        return Err(format!(
            "is version {}.{}; {}.{} is the oldest that works",
            number(0),
            number(1),
            OLDEST.0,
            OLDEST.1
        ));
    }
    Ok(vec![
        "env".to_owned(),
        format!("PYTHONUSERBASE={base}"),
        path.to_owned(),
    ])
}
