//! The plan of a tournament, as a person writes it: one TOML file.
//!
//! Reading checks everything that can be checked before the first match, so that a tournament does
//! not fail in the middle of the night on a misspelt name. `docs/tournaments.md` explains every
//! field.

mod check;

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use toml::Spanned;
use toml::de::DeTable;
use truel_core::lines::read_text;
use truel_core::{AnyGame, Info, clean};

use crate::openings::{OpeningError, Source};
use crate::series::orders;
use crate::stats::Entrant;
use crate::{Entry, Openings, Setup, Terms};
use check::advise;
pub use check::{CheckError, GameError, Misplaced, Unknown};

/// A plan that runs as it is, with a comment on every field.
pub const EXAMPLE: &str = include_str!("example.toml");

/// The most bytes of a plan.
const LARGEST: usize = 4 << 20;

/// A whole tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What people call it.
    #[serde(default = "unnamed", deserialize_with = "clean::read_shown")]
    pub name: String,
    /// Random seed.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Where results are stored; by default the plan's own path with `.sqlite`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<PathBuf>,
    /// Matches at the same time; by default one for each core. No result depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// Who meets whom.
    pub format: Format,
    /// In a gauntlet, the names of those who meet everybody else.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "clean::read_all_shown"
    )]
    pub heroes: Vec<String>,
    /// Clocks, limits and adjudication.
    #[serde(default)]
    pub terms: Terms,
    /// What is played.
    #[serde(rename = "game")]
    pub games: Vec<GamePlan>,
    /// Who takes part.
    #[serde(rename = "entrant")]
    pub entrants: Vec<EntrantPlan>,
    /// The folder that paths are relative to: that of the plan.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// Heroes meet everybody else.
    Gauntlet,
    /// In each round those meet who stand alike.
    Swiss,
    /// Who loses is out.
    KnockOut,
    /// Those meet whose match would tell most.
    Ladder,
}

impl Format {
    /// Its name, as in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::KnockOut => "knock-out",
            Format::Ladder => "ladder",
        }
    }
}

/// One game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePlan {
    /// The game's id.
    pub id: String,
    /// Where matches begin: `start` (the default), `random:4`, `balanced:4`, or a file.
    #[serde(default, deserialize_with = "opening", skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Blocks for each table of entrants that meet (in each round of a Swiss or knock-out); in a
    /// ladder, blocks in all.
    pub blocks: u64,
    /// In a Swiss, how many rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// In a ladder, how many blocks are chosen at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<usize>,
    /// The game itself, once [`Plan::resolve`] has looked it up.
    #[serde(skip)]
    pub found: FoundGame,
}

/// A game that was looked up by its id, or is still to be.
#[derive(Clone, Copy, Default, Debug)]
pub struct FoundGame(Option<&'static Info>);

/// It follows from the id, so two plans do not differ in it.
impl PartialEq for FoundGame {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FoundGame {}

impl GamePlan {
    /// So many blocks of this game from its start position.
    pub fn new(id: impl Into<String>, blocks: u64) -> Self {
        GamePlan {
            id: id.into(),
            opening: None,
            blocks,
            rounds: None,
            batch: None,
            found: FoundGame::default(),
        }
    }

    /// What never changes about the game.
    ///
    /// # Panics
    /// If the plan was not [resolved](Plan::resolve).
    pub fn info(&self) -> &'static Info {
        self.found.0.expect("a plan is resolved when it is read")
    }
}

/// An entrant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantPlan {
    /// Its name in tables.
    #[serde(deserialize_with = "clean::read_shown")]
    pub name: String,
    /// What plays: a spec, or a program after `cmd:`.
    pub agent: Entry,
    /// An estimate of its strength, for seeding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The ids of the games it plays; by default all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
}

fn unnamed() -> String {
    "tournament".to_owned()
}

const fn first_seed() -> u64 {
    1
}

fn opening<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse::<Source>().map_err(serde::de::Error::custom)?;
    Ok(Some(text))
}

/// Why a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// It cannot be read.
    #[error("plan {}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A line is wrong.
    #[error("plan {}, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The parts do not fit together.
    #[error("plan {}: {why}", .path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: CheckError,
    },
    /// A file of openings is wrong.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl Plan {
    /// Reads and checks a file.
    pub fn read(path: &Path, setup: &Setup) -> Result<Self, PlanError> {
        let read = File::open(path).and_then(|file| read_text(file, LARGEST));
        let text = read.map_err(|cause| PlanError::Unreadable {
            path: path.to_owned(),
            cause,
        })?;
        let mut plan = Self::parse(&text, path, setup)?;
        // Paths in the file are relative to the file.
        let store = plan.store.take().map(|store| plan.folder.join(store));
        plan.store = Some(store.unwrap_or_else(|| path.with_extension("sqlite")));
        Ok(plan)
    }

    /// Reads and checks a text; `path` is for error messages, and the folder that other paths are
    /// relative to.
    pub fn parse(text: &str, path: &Path, setup: &Setup) -> Result<Self, PlanError> {
        let path = path.to_owned();
        let mut plan: Plan = match toml::from_str(text) {
            Ok(plan) => plan,
            Err(error) => {
                let line = line_at(text, error.span().map_or(0, |span| span.start));
                let why = explain(error.message());
                return Err(PlanError::Line { path, line, why });
            }
        };
        if let Err(unknown) = plan.resolve(setup) {
            return Err(PlanError::Line {
                path,
                line: line_of(text, &unknown),
                why: unknown.to_string(),
            });
        }
        plan.folder = path.parent().unwrap_or(Path::new("")).to_owned();
        match plan.check(setup) {
            Ok(()) => Ok(plan),
            Err(why) => Err(PlanError::Contradiction { path, why }),
        }
    }

    /// A ladder between all agents that play a game, each with its defaults, in which each agent
    /// plays about `matches` matches, and a block at least.
    pub fn catalogue(
        game: &str,
        opening: &Source,
        matches: u64,
        seed: u64,
        terms: Terms,
        setup: &Setup,
    ) -> Result<Self, CheckError> {
        let unknown = |why| CheckError::Unknown(Unknown::Game(0, why));
        let info = setup.roster().info(game).map_err(unknown)?;
        let entrants = setup.roster().agents_of(info).map(|agent| EntrantPlan {
            name: agent.name.to_owned(),
            agent: agent.name.parse().expect("the name of an agent is an entry"),
            rating: None,
            games: Vec::new(),
        });
        let entrants: Vec<EntrantPlan> = entrants.collect();
        // Everybody at a table plays all matches of its block.
        let table = (info.seats.len() * orders(info.seats.len()).len()) as u64;
        let asked = matches.saturating_mul(entrants.len() as u64).div_ceil(table);
        let blocks = asked.max(entrants.len().div_ceil(info.seats.len()) as u64);
        let mut plan = Plan {
            name: format!("ratings of {game}"),
            seed,
            store: None,
            concurrency: None,
            format: Format::Ladder,
            heroes: Vec::new(),
            terms,
            games: vec![GamePlan {
                opening: Some(opening.to_string()),
                ..GamePlan::new(game, blocks)
            }],
            entrants,
            folder: PathBuf::new(),
        };
        plan.check(setup)?;
        Ok(plan)
    }

    /// The game with this id, if it is played.
    pub fn game(&self, id: &str) -> Option<&GamePlan> {
        self.games.iter().find(|game| game.id == id)
    }

    /// The terms of matches of a game, with paths resolved against the plan's folder.
    pub fn terms_in(&self, game: &GamePlan, setup: &Setup) -> Terms {
        self.terms.seen_from(&self.folder, setup).in_game(&game.id, setup)
    }

    /// Those who play this game, in the order of the file.
    pub fn entrants_of(&self, game: &str) -> Vec<Entrant> {
        let plays = |entrant: &EntrantPlan| entrant.games.is_empty() || entrant.games.iter().any(|id| id == game);
        let numbered = (0..).map(Entrant).zip(&self.entrants);
        numbered
            .filter(|(_, entrant)| plays(entrant))
            .map(|(number, _)| number)
            .collect()
    }

    /// What was entered under this number.
    pub fn entrant(&self, entrant: Entrant) -> &EntrantPlan {
        &self.entrants[entrant.0 as usize]
    }

    /// The heroes of a gauntlet.
    pub fn heroes(&self) -> Vec<Entrant> {
        let numbered = (0..).map(Entrant).zip(&self.entrants);
        numbered
            .filter(|(_, entrant)| self.heroes.contains(&entrant.name))
            .map(|(number, _)| number)
            .collect()
    }

    /// Where matches of this game begin, read from its file where it has one. `table` is the game
    /// at its start.
    pub fn openings(&self, game: &GamePlan, table: &dyn AnyGame, setup: &Setup) -> Result<Openings, OpeningError> {
        let Some(text) = &game.opening else {
            return Ok(Openings::Start);
        };
        let source = match text.parse().expect("it was checked") {
            Source::File(file) => Source::File(self.folder.join(file)),
            other @ (Source::Start | Source::Random(_) | Source::Balanced(_)) => other,
        };
        Openings::read(&source, table, setup.roster())
    }

    /// Everything that decides which matches are played: the plan without its name, its store and
    /// its concurrency.
    pub fn essence(&self) -> serde_json::Value {
        let mut essence = serde_json::to_value(self).expect("a plan is plain data");
        if let Some(fields) = essence.as_object_mut() {
            fields.retain(|key, _| !["name", "store", "concurrency"].contains(&key.as_str()));
        }
        essence
    }
}

/// The line of a text, counted from 1, that this byte is on.
fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// The line of a plan that an unknown name is on.
fn line_of(text: &str, unknown: &Unknown) -> usize {
    let Ok(plan) = DeTable::parse(text) else { return 1 };
    let span = match unknown {
        Unknown::Game(place, _) => {
            let games = plan.get_ref().get("game").and_then(|games| games.get_ref().get(*place));
            games.and_then(|game| game.get_ref().get("id")).map(Spanned::span)
        }
        Unknown::Setting { name, .. } => {
            let terms = plan.get_ref().get("terms").and_then(|terms| terms.get_ref().as_table());
            let mut names = terms.into_iter().flat_map(|terms| terms.keys());
            names.find(|key| key.get_ref() == name).map(Spanned::span)
        }
    };
    line_at(text, span.map_or(0, |span| span.start))
}

/// What the reader says, with the nearest right name instead of all of them.
fn explain(message: &str) -> String {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (what, all) = match (message.split(" `").next(), names.as_slice()) {
        (Some("unknown field"), [_, _, ..]) => ("key", "the keys here are"),
        (Some("unknown variant"), [_, _, ..]) => ("choice", "the choices are"),
        _ => return message.lines().collect::<Vec<_>>().join(" "),
    };
    format!(
        "there is no {what} `{}`; {}",
        names[0],
        advise(names[0], names[1..].iter().copied(), all)
    )
}
