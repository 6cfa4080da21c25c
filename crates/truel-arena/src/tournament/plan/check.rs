//! Whether the parts of a plan fit together: what TOML cannot know.

use std::collections::BTreeSet;

use truel_core::nearest;

use super::{EntrantPlan, Format, GamePlan, Plan};
use crate::stats::Entrant;

impl Plan {
    /// Whether its parts fit together; in words where they do not.
    pub fn check(&self) -> Result<(), String> {
        self.check_names()?;
        if self.games.is_empty() {
            return Err("there is no [[game]] to play".to_owned());
        }
        if self.concurrency == Some(0) {
            return Err("`concurrency` is 1 at least".to_owned());
        }
        let mut seen = BTreeSet::new();
        for game in &self.games {
            if !seen.insert(&game.id) {
                return Err(format!("game {} is there twice", game.id));
            }
            self.check_game(game)
                .map_err(|why| format!("game {}: {why}", game.id))?;
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), String> {
        let mut names = BTreeSet::new();
        for EntrantPlan { name, games, .. } in &self.entrants {
            if name.trim().is_empty() {
                return Err("an entrant has an empty name".to_owned());
            }
            if !names.insert(name.as_str()) {
                return Err(format!("two entrants are called `{name}`"));
            }
            let is_played = |id: &String| self.games.iter().any(|game| game.id == *id);
            if let Some(id) = games.iter().find(|id| !is_played(id)) {
                let advice = advise(id, self.games.iter().map(|game| game.id.as_str()), "the games are");
                return Err(format!(
                    "entrant {name} plays `{id}`, which is no [[game]] here; {advice}"
                ));
            }
        }
        match (self.format, self.heroes.is_empty()) {
            (Format::Gauntlet, true) => return Err("a gauntlet needs `heroes = [..]`".to_owned()),
            (Format::Gauntlet, false) | (_, true) => {}
            (other, false) => return Err(misplaced("heroes", Format::Gauntlet, other)),
        }
        match self.heroes.iter().find(|hero| !names.contains(hero.as_str())) {
            Some(hero) => Err(format!(
                "there is no entrant called `{hero}` among `heroes`; {}",
                advise(hero, names, "the entrants are")
            )),
            None => Ok(()),
        }
    }

    fn check_game(&self, game: &GamePlan) -> Result<(), String> {
        if game.blocks == 0 {
            return Err("`blocks` is 1 at least".to_owned());
        }
        if game.rounds == Some(0) || game.batch == Some(0) {
            return Err("`rounds` and `batch` are 1 at least".to_owned());
        }
        if game.rounds.is_some() && self.format != Format::Swiss {
            return Err(misplaced("rounds", Format::Swiss, self.format));
        }
        if game.batch.is_some() && self.format != Format::Ladder {
            return Err(misplaced("batch", Format::Ladder, self.format));
        }
        self.terms.check(&game.id)?;
        let (entrants, seats) = (self.entrants_of(&game.id), game.info().seats.len());
        if entrants.len() < seats {
            return Err(format!("it has {seats} seats and only {} entrants", entrants.len()));
        }
        let heroes = self.heroes();
        let (heroes, others): (Vec<Entrant>, Vec<Entrant>) = entrants.iter().partition(|one| heroes.contains(one));
        if self.format == Format::Gauntlet && (heroes.is_empty() || others.len() + 1 < seats) {
            return Err(format!(
                "a gauntlet of {seats} seats needs a hero and {} others, and there are {} and {}",
                seats - 1,
                heroes.len(),
                others.len()
            ));
        }
        for entrant in entrants {
            let EntrantPlan { name, agent, .. } = self.entrant(entrant);
            agent
                .seen_from(&self.folder)
                .check(&game.id, &self.terms.seen_from(&self.folder).in_game(&game.id))
                .map_err(|error| format!("entrant {name}: {error}"))?;
        }
        Ok(())
    }
}

fn misplaced(key: &str, home: Format, format: Format) -> String {
    format!(
        "`{key}` is a setting of format {}, not of {}",
        home.name(),
        format.name()
    )
}

/// The nearest right name, or all of them.
pub(super) fn advise<'a>(wrong: &str, right: impl IntoIterator<Item = &'a str>, all: &str) -> String {
    let right: Vec<&str> = right.into_iter().collect();
    match nearest(wrong, right.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{all} {}", right.join(", ")),
    }
}
