//! The games that the server offers, with their agents. Every question about a game or an agent
//! goes through here.

use truel_agents::{Agent, AgentInfo, Level, Spec, SpecError, Values};
use truel_core::{AnyGame, Info};
use truel_games::UnknownGame;

/// The games of a server.
#[derive(Clone, Default, Debug)]
pub struct Roster;

impl Roster {
    /// A table at the start position of the game with this id.
    pub fn table(&self, game: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
        truel_games::table(game)
    }

    /// What never changes about each game, in the order in which people should meet them.
    pub fn infos(&self) -> impl Iterator<Item = &'static Info> + Clone {
        truel_games::INFOS.iter().copied()
    }

    /// The agents that play `game`.
    pub fn agents_of(&self, game: &'static Info) -> impl Iterator<Item = &'static AgentInfo> {
        truel_agents::agents_of(game)
    }

    /// The agent to begin with.
    pub fn default_agent(&self, game: &Info) -> Spec {
        truel_agents::default_agent(game)
    }

    /// The agent that plays at this level in `game`.
    pub(crate) fn level_agent(&self, level: &Level, game: &Info) -> Spec {
        level.spec(game)
    }

    /// How many plies a match of this game usually takes.
    pub fn usual_plies(&self, game: &'static Info) -> u32 {
        truel_agents::usual_plies(game)
    }

    /// Whether `spec` names an agent for this game, without making it.
    pub fn check(&self, game: &str, spec: &Spec) -> Result<(&'static AgentInfo, Values), SpecError> {
        truel_agents::check(game, spec)
    }

    /// Makes an agent.
    pub fn build(&self, game: &str, spec: &Spec, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
        truel_agents::build(game, spec, seed)
    }
}
