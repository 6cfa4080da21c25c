//! A request for a new tournament, and its limits.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use truel_arena::tournament::{EntrantPlan, Format, GamePlan, Plan};
use truel_arena::{Entry, Setup, Terms, TimeControl};
use truel_core::clean;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::room::{MAX_NAME, visible};
use crate::spec::{self, LONGEST_MOVE};
use truel_agents::Roster;

/// The most agents, rounds of a Swiss tournament, and matches if everybody meets everybody.
const MAX_AGENTS: usize = 32;
const MAX_ROUNDS: usize = 100;
const MAX_MATCHES: u64 = 1_000_000;
/// The most matches at once, and the default: as many boards as fit beside each other.
pub(crate) const MAX_CONCURRENCY: usize = 4;
pub(crate) const DEFAULT_CONCURRENCY: usize = 2;
/// The longest time for a match; for a move it is a minute, as in rooms.
const LONGEST_MATCH: Duration = Duration::from_secs(3600);

/// A request for a new tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "name": "Cup", "game": "tic-tac-toe", "agents": ["random", "greedy"],
    "format": "round-robin", "blocks": 1 }))]
pub struct NewTournament {
    /// Its name for people.
    pub name: String,
    /// The game's id.
    #[schema(example = "chexers")]
    pub game: String,
    /// The specs of the agents that take part.
    #[schema(example = json!(["champion:time=100ms", "greedy", "random"]))]
    pub agents: Vec<String>,
    /// `round-robin`, `gauntlet` (the first agent meets all others), `swiss`, `knock-out` or
    /// `ladder`.
    #[schema(value_type = String, example = "round-robin")]
    pub format: Format,
    /// Blocks for each group of agents that meet; a block has every seating once.
    pub blocks: u64,
    /// The rounds of a Swiss tournament.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// The time of each seat, such as `100ms/move` or `30s/game`; no limit when left out.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub time: Option<String>,
    /// Random plies at the beginning of each match.
    #[serde(default)]
    pub opening: u32,
    /// Random seed.
    #[serde(default = "one")]
    pub seed: u64,
    /// Matches at once; two when left out, or one if the server has a single thread.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 4, example = 2)]
    pub concurrency: Option<usize>,
}

const fn one() -> u64 {
    1
}

impl NewTournament {
    /// The plan, checked like one from a file. `usual` is the default of `concurrency`.
    pub(crate) fn plan(&self, usual: usize, roster: &Roster) -> Result<Plan, ApiError> {
        let bad = |why: String| ApiError::Invalid(why);
        let name = clean::name(&self.name, usize::MAX).filter(|name| name.chars().count() <= MAX_NAME);
        let Some(name) = name else {
            return Err(bad(format!(
                "a tournament has a name of 1 to {MAX_NAME} characters that can be seen"
            )));
        };
        if self.agents.len() > MAX_AGENTS || self.rounds.is_some_and(|rounds| rounds > MAX_ROUNDS) {
            return Err(bad(format!(
                "at most {MAX_AGENTS} agents and {MAX_ROUNDS} rounds can be played here"
            )));
        }
        let at_once = self.concurrency.unwrap_or(usual);
        if !(1..=MAX_CONCURRENCY).contains(&at_once) {
            return Err(bad(format!(
                "`concurrency` is {at_once}; 1 to {MAX_CONCURRENCY} matches can be played at once"
            )));
        }
        let seats = roster.table(&self.game)?.info().seats.len();
        let matches = meetings(self.agents.len(), seats).saturating_mul(self.blocks);
        if matches > MAX_MATCHES {
            return Err(bad(format!(
                "{} agents in {} blocks may come to {matches} matches; at most {MAX_MATCHES} can be played here",
                self.agents.len(),
                self.blocks
            )));
        }
        let mut entrants = Vec::new();
        let agents: Vec<String> = self.agents.iter().map(|agent| visible(agent)).collect();
        for (number, agent) in agents.iter().enumerate() {
            let spec = spec::read_bounded(roster, &self.game, agent)?;
            let twin = agents[..number].contains(agent);
            entrants.push(EntrantPlan {
                name: if twin {
                    format!("{agent} #{}", number + 1)
                } else {
                    agent.clone()
                },
                agent: Entry::agent(spec),
                rating: None,
                games: Vec::new(),
            });
        }
        let terms = Terms {
            time: self.time_control()?,
            ..Terms::default()
        };
        let mut plan = Plan {
            name,
            seed: self.seed,
            store: None,
            concurrency: Some(at_once),
            format: self.format,
            heroes: match self.format {
                Format::Gauntlet => entrants.first().map(|first| first.name.clone()).into_iter().collect(),
                _ => Vec::new(),
            },
            terms,
            games: vec![GamePlan {
                opening: (self.opening > 0).then(|| format!("random:{}", self.opening.min(100))),
                rounds: self.rounds,
                ..GamePlan::new(&self.game, self.blocks)
            }],
            entrants,
            folder: PathBuf::new(),
        };
        plan.check(&Setup::new(roster.clone()))
            .map_err(|error| bad(error.to_string()))?;
        Ok(plan)
    }

    fn time_control(&self) -> Result<TimeControl, ApiError> {
        let text = self.time.as_deref().unwrap_or("unlimited");
        let time = text.parse().map_err(|error| ApiError::Invalid(format!("{error}")))?;
        let is_bearable = match time {
            TimeControl::Unlimited => true,
            TimeControl::PerMove(time) => time <= LONGEST_MOVE,
            TimeControl::FirstMove { first, then } => first.max(then) <= LONGEST_MOVE,
            TimeControl::PerMatch { time, increment } => time <= LONGEST_MATCH && increment <= LONGEST_MOVE,
        };
        match is_bearable {
            true => Ok(time),
            false => Err(ApiError::Invalid(format!(
                "`{text}` is too long: at most a minute a move, or an hour a match"
            ))),
        }
    }
}

/// The matches of a block in which every choice of `seats` agents meets in every order.
fn meetings(agents: usize, seats: usize) -> u64 {
    (0..seats).map(|seat| agents.saturating_sub(seat) as u64).product()
}
