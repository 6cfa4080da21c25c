//! What the terms of a match say about how agents of contests are run.

use std::path::Path;

use truel_arena::{Terms, TimeControl};

use crate::USUAL_PYTHON;

/// The setting that names the Python interpreter.
pub const PYTHON: &str = "python";

/// The setting that names the folder with the contest's own classes, in Java.
pub const REFEREE_CLASSES: &str = "referee-classes";

/// How agents of a contest are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setting<'a> {
    /// The Python interpreter.
    pub python: &'a str,
    /// The contest's own classes, in Java.
    pub referee_classes: Option<&'a Path>,
    /// Whether a clock runs.
    pub clocks: Clocks,
    /// Whether a breach has the contest's penalty.
    pub manners: Manners,
}

/// Whether a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clocks {
    /// There is one, and agents are told.
    Running,
    /// There is none, and agents are told what the original referee told them then.
    None,
}

/// How breaches are handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manners {
    /// As everywhere in truel.
    Ours,
    /// As the contest's referee did.
    Contest,
}

impl<'a> Setting<'a> {
    pub(crate) fn of(terms: &'a Terms) -> Self {
        let named = |name: &str| terms.settings.get(name).map(String::as_str);
        Setting {
            python: named(PYTHON).unwrap_or(USUAL_PYTHON),
            referee_classes: named(REFEREE_CLASSES).map(Path::new),
            clocks: match terms.time {
                TimeControl::Unlimited => Clocks::None,
                _ => Clocks::Running,
            },
            manners: if terms.contest { Manners::Contest } else { Manners::Ours },
        }
    }
}
