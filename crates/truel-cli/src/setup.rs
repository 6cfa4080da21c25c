//! What this binary puts together for the arena.

use truel_arena::Setup;

use crate::roster;

/// All games and agents, with the contests of the courses.
pub(crate) fn setup() -> Setup {
    Setup::new(roster().clone()).with_contests(&truel_courses::Courses)
}
