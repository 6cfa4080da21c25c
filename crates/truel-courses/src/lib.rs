//! The university contests that games come from: their agents play here unchanged, ours play there,
//! and their old logs become records.
//!
//! [`CONTESTS`] is the only table of contests. It has the limits of each, how its agents are
//! started, its log reader and its player template. A game that is not in it works with everything
//! that needs no contest.
//!
//! An agent of a contest is somebody's folder, file or class as typed (`course:PATH[:Class]`, a
//! [`ForeignAgent`]). It runs behind a *bridge*, a process that speaks truel's engine protocol to
//! the arena and loads the agent in the agent's own interpreter. Bridges are small programs in
//! `bridges/`, carried inside the binary and written to the scratch folder of each match.
//! [`export`] writes the other direction, a player for the original referee that asks
//! `truel engine`. [`wire`] is the language of the pentago-swap contest; [`logs`] reads what the
//! original referees wrote down.
//!
//! A binary hands [`Courses`] to the arena, which knows no contest itself:
//!
//! ```
//! use truel_arena::{Setup, Terms};
//! let setup = Setup::new(truel_champions::roster()).with_contests(&truel_courses::Courses);
//! let terms = Terms { contest: true, ..Terms::default() };
//! assert_eq!(terms.in_game("avalam", &setup).time.to_string(), "900s/game");
//! assert!(terms.check("goofspiel", &setup).is_err());
//! ```
//!
//! The contests' frameworks are not part of this: what an agent needs of them is beside it, or
//! given by the user. `docs/courses.md` is for users.

mod contest;
mod error;
pub mod export;
mod java;
mod javac;
mod launch;
pub mod logs;
mod memo;
mod pentago;
mod python;
mod setting;
pub mod wire;

use std::path::Path;

use truel_arena::engine::Launch;
use truel_arena::{Contests, ForeignAgent, LaunchError, Limits, Terms};

pub use contest::{CONTESTS, Contest};
pub use error::CourseError;
pub use launch::{found, launch};
pub use python::{PythonError, USUAL as USUAL_PYTHON};
pub use setting::{PYTHON, REFEREE_CLASSES};

/// The contests of [`CONTESTS`], for the arena.
#[derive(Clone, Copy, Debug)]
pub struct Courses;

impl Contests for Courses {
    fn limits(&self, game: &str) -> Option<Limits> {
        Contest::of(game).ok().map(|contest| contest.limits)
    }

    fn launch(&self, agent: &ForeignAgent, game: &str, terms: &Terms) -> Result<Launch, LaunchError> {
        launch::launch(agent, game, terms).map_err(|error| LaunchError(error.to_string()))
    }

    fn settings(&self) -> &'static [&'static str] {
        &[PYTHON, REFEREE_CLASSES]
    }

    fn resolved(&self, setting: &str, value: &str, folder: &Path) -> String {
        // A program without a slash is searched on the path, as a shell does.
        if setting == PYTHON && !value.contains('/') {
            return value.to_owned();
        }
        folder.join(value).to_string_lossy().into_owned()
    }
}
