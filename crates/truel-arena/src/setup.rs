//! What a binary puts together for the arena: games, their agents, and contests.

use std::fmt;

use truel_agents::{Agent, Roster, Spec, SpecError};
use truel_core::{AnyGame, UnknownGame};

use crate::{Contests, NoContests};

/// The games, agents and contests of a binary.
#[derive(Clone)]
pub struct Setup {
    roster: Roster,
    contests: &'static dyn Contests,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("roster", &self.roster)
            .finish_non_exhaustive()
    }
}

impl Setup {
    /// These games with their agents, and no contests.
    pub fn new(roster: Roster) -> Self {
        Setup {
            roster,
            contests: &NoContests,
        }
    }

    /// The same with these contests.
    #[must_use]
    pub fn with_contests(self, contests: &'static dyn Contests) -> Self {
        Setup { contests, ..self }
    }

    /// The games with their agents.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The game with this id at its start position.
    pub fn table(&self, game: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
        self.roster.table(game)
    }

    /// Makes an agent for a game.
    pub fn agent(&self, game: &str, spec: &Spec, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
        self.roster.build(game, spec, seed)
    }

    /// Whether an agent can be made for a game.
    pub fn check_agent(&self, game: &str, spec: &Spec) -> Result<(), SpecError> {
        self.roster.check(game, spec).map(|_| ())
    }

    /// The contests that games come from.
    pub fn contests(&self) -> &dyn Contests {
        self.contests
    }
}
