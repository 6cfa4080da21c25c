//! What this binary puts together for the arena.

use truel_arena::Setup;

/// All games and agents, with the contests of the courses.
pub(crate) fn setup() -> Setup {
    Setup::new(&truel_courses::Courses)
}
