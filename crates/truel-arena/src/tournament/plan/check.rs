//! Whether the parts of a plan fit together: what TOML cannot know.

use std::collections::BTreeSet;

use thiserror::Error;
use truel_core::UnknownGame;
use truel_core::nearest;

use super::{EntrantPlan, Format, FoundGame, GamePlan, Plan};
use crate::stats::Entrant;
use crate::{EntryError, Setup, Terms, TermsError};

/// A name in a plan that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unknown {
    /// No such game, with its place in the plan.
    #[error("{1}")]
    Game(usize, UnknownGame),
    /// No such term, and no setting for agents of contests either.
    #[error("there is no key `{name}`; {advice}")]
    Setting {
        /// The name.
        name: String,
        /// The nearest right one, or all of them.
        advice: String,
    },
}

/// Why the parts of a plan do not fit together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckError {
    /// A name means nothing.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// Nothing is played.
    #[error("there is no [[game]] to play")]
    NoGames,
    /// A number must not be 0.
    #[error("`concurrency` is 1 at least")]
    NoConcurrency,
    /// A game is listed twice.
    #[error("game {0} is there twice")]
    GameTwice(String),
    /// An entrant has no name.
    #[error("an entrant has an empty name")]
    EmptyName,
    /// An entrant has a second name in its agent.
    #[error("entrant {entrant} is called so by `name`; its agent `{agent}` must not have a name too")]
    NameTwice {
        /// Its name.
        entrant: String,
        /// Its agent.
        agent: String,
    },
    /// Two entrants have the same name.
    #[error("two entrants are called `{0}`")]
    SameName(String),
    /// An entrant plays a game that is not played.
    #[error("entrant {entrant} plays `{game}`, which is no [[game]] here; {advice}")]
    NoSuchGame {
        /// The entrant's name.
        entrant: String,
        /// The game's id.
        game: String,
        /// The nearest right one, or all of them.
        advice: String,
    },
    /// A gauntlet without heroes.
    #[error("a gauntlet needs `heroes = [..]`")]
    NoHeroes,
    /// A hero that does not take part.
    #[error("there is no entrant called `{hero}` among `heroes`; {advice}")]
    NoSuchHero {
        /// The hero's name.
        hero: String,
        /// The nearest right one, or all of them.
        advice: String,
    },
    /// A key that belongs to another format.
    #[error("{0}")]
    Misplaced(#[from] Misplaced),
    /// Something is wrong with one game.
    #[error("game {game}: {why}")]
    Game {
        /// The game's id.
        game: String,
        /// What is wrong.
        why: Box<GameError>,
    },
}

/// Why a game of a plan cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// Nothing would be played.
    #[error("`blocks` is 1 at least")]
    NoBlocks,
    /// Nothing would be played.
    #[error("`rounds` and `batch` are 1 at least")]
    NoRounds,
    /// A key that belongs to another format.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The terms make no sense for it.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// Seats would stay empty.
    #[error("it has {seats} seats and only {entrants} entrants")]
    TooFew {
        /// How many seats the game has.
        seats: usize,
        /// How many entrants play it.
        entrants: usize,
    },
    /// A gauntlet needs a hero and opponents.
    #[error(
        "a gauntlet of {seats} seats needs a hero and {} others, and there are {heroes} and {others}",
        .seats - 1
    )]
    Gauntlet {
        /// How many seats the game has.
        seats: usize,
        /// How many heroes play it.
        heroes: usize,
        /// How many others play it.
        others: usize,
    },
    /// An entrant cannot play it.
    #[error("entrant {entrant}: {cause}")]
    Entrant {
        /// The entrant's name.
        entrant: String,
        /// Why not.
        cause: Box<EntryError>,
    },
}

/// A key that belongs to another format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{key}` is a setting of format {}, not of {}", .home.name(), .format.name())]
pub struct Misplaced {
    /// The key.
    pub key: &'static str,
    /// The format it belongs to.
    pub home: Format,
    /// The format of the plan.
    pub format: Format,
}

impl Plan {
    /// Looks up the games by their ids, and checks the names of all settings.
    pub fn resolve(&mut self, setup: &Setup) -> Result<(), Unknown> {
        let settings = setup.contests().settings();
        if let Some(name) = self
            .terms
            .settings
            .keys()
            .find(|name| !settings.contains(&name.as_str()))
        {
            let right = Terms::KEYS.iter().chain(settings).copied();
            return Err(Unknown::Setting {
                advice: advise(name, right, "the keys here are"),
                name: name.clone(),
            });
        }
        for (place, game) in self.games.iter_mut().enumerate() {
            let table = setup.table(&game.id).map_err(|unknown| Unknown::Game(place, unknown))?;
            game.found = FoundGame(Some(table.info()));
        }
        Ok(())
    }

    /// Checks that its parts fit together. Games are [resolved](Plan::resolve) first.
    pub fn check(&mut self, setup: &Setup) -> Result<(), CheckError> {
        self.resolve(setup)?;
        self.check_names()?;
        if self.games.is_empty() {
            return Err(CheckError::NoGames);
        }
        if self.concurrency == Some(0) {
            return Err(CheckError::NoConcurrency);
        }
        let mut seen = BTreeSet::new();
        for game in &self.games {
            if !seen.insert(&game.id) {
                return Err(CheckError::GameTwice(game.id.clone()));
            }
            self.check_game(game, setup).map_err(|why| CheckError::Game {
                game: game.id.clone(),
                why: Box::new(why),
            })?;
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), CheckError> {
        let mut names = BTreeSet::new();
        for EntrantPlan { name, agent, games, .. } in &self.entrants {
            if name.trim().is_empty() {
                return Err(CheckError::EmptyName);
            }
            if agent.name.is_some() {
                return Err(CheckError::NameTwice {
                    entrant: name.clone(),
                    agent: agent.to_string(),
                });
            }
            if !names.insert(name.as_str()) {
                return Err(CheckError::SameName(name.clone()));
            }
            if let Some(id) = games.iter().find(|id| self.game(id).is_none()) {
                return Err(CheckError::NoSuchGame {
                    entrant: name.clone(),
                    game: id.clone(),
                    advice: advise(id, self.games.iter().map(|game| game.id.as_str()), "the games are"),
                });
            }
        }
        match (self.format, self.heroes.is_empty()) {
            (Format::Gauntlet, true) => return Err(CheckError::NoHeroes),
            (Format::Gauntlet, false) | (_, true) => {}
            (_, false) => return Err(self.misplaced("heroes", Format::Gauntlet).into()),
        }
        match self.heroes.iter().find(|hero| !names.contains(hero.as_str())) {
            Some(hero) => Err(CheckError::NoSuchHero {
                hero: hero.clone(),
                advice: advise(hero, names, "the entrants are"),
            }),
            None => Ok(()),
        }
    }

    fn check_game(&self, game: &GamePlan, setup: &Setup) -> Result<(), GameError> {
        if game.blocks == 0 {
            return Err(GameError::NoBlocks);
        }
        if game.rounds == Some(0) || game.batch == Some(0) {
            return Err(GameError::NoRounds);
        }
        if game.rounds.is_some() && self.format != Format::Swiss {
            return Err(self.misplaced("rounds", Format::Swiss).into());
        }
        if game.batch.is_some() && self.format != Format::Ladder {
            return Err(self.misplaced("batch", Format::Ladder).into());
        }
        self.terms.check(&game.id, setup)?;
        let (entrants, seats) = (self.entrants_of(&game.id), game.info().seats.len());
        if entrants.len() < seats {
            let entrants = entrants.len();
            return Err(GameError::TooFew { seats, entrants });
        }
        let heroes = self.heroes();
        let (heroes, others): (Vec<Entrant>, Vec<Entrant>) = entrants.iter().partition(|one| heroes.contains(one));
        if self.format == Format::Gauntlet && (heroes.is_empty() || others.len() + 1 < seats) {
            let (heroes, others) = (heroes.len(), others.len());
            return Err(GameError::Gauntlet { seats, heroes, others });
        }
        let terms = self.terms_in(game, setup);
        for entrant in entrants {
            let EntrantPlan { name, agent, .. } = self.entrant(entrant);
            let agent = agent.seen_from(&self.folder);
            agent
                .check(&game.id, &terms, setup)
                .map_err(|cause| GameError::Entrant {
                    entrant: name.clone(),
                    cause: Box::new(cause),
                })?;
        }
        Ok(())
    }

    fn misplaced(&self, key: &'static str, home: Format) -> Misplaced {
        let format = self.format;
        Misplaced { key, home, format }
    }
}

/// The nearest right name, or all of them.
pub(super) fn advise<'a>(wrong: &str, right: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let right: Vec<&str> = right.into_iter().collect();
    match nearest(wrong, right.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{all} {}", right.join(", ")),
    }
}
