//! What a binary puts together for the arena: games, their agents, and contests.
//!
//! This is the only place where the arena looks a game up by its id.

use std::fmt;

use truel_agents::{Agent, Spec, SpecError};
use truel_core::trace::{Tally, check_text};
use truel_core::{AnyGame, Draw, Visit};
use truel_games::UnknownGame;

use crate::{Contests, NoContests};

/// The games, agents and contests of a binary.
#[derive(Clone)]
pub struct Setup {
    contests: &'static dyn Contests,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").finish_non_exhaustive()
    }
}

impl Default for Setup {
    /// All games and agents, and no contests.
    fn default() -> Self {
        Setup::new(&NoContests)
    }
}

impl Setup {
    /// All games and agents, with these contests.
    pub fn new(contests: &'static dyn Contests) -> Self {
        Setup { contests }
    }

    /// The game with this id at its start position.
    pub fn table(&self, game: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
        truel_games::table(game)
    }

    /// Makes an agent for a game.
    pub fn agent(&self, game: &str, spec: &Spec, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
        truel_agents::build(game, spec, seed)
    }

    /// Whether an agent can be made for a game.
    pub fn check_agent(&self, game: &str, spec: &Spec) -> Result<(), SpecError> {
        truel_agents::check(game, spec).map(|_| ())
    }

    /// The contests that games come from.
    pub fn contests(&self) -> &dyn Contests {
        self.contests
    }

    /// Replays one line of a file of records or traces by the rules of its game. The outer error is for a game that is
    /// not there, the inner one for a line that cannot be replayed; what differs goes into `tally`.
    pub(crate) fn check_text(
        &self,
        game: &str,
        text: &str,
        line: usize,
        tally: &mut Tally,
    ) -> Result<Result<(), String>, UnknownGame> {
        struct Check<'a> {
            text: &'a str,
            line: usize,
            tally: &'a mut Tally,
        }
        impl Visit for Check<'_> {
            type Out = Result<(), String>;
            fn visit<G: Draw>(self) -> Result<(), String> {
                check_text::<G>(self.text, self.line, self.tally)
            }
        }
        truel_games::with(game, Check { text, line, tally })
    }
}
