//! Who sits where.

use anyhow::{Result, bail};
use truel_agents::HUMAN;
use truel_arena::{Entry, EntryKind, Terms};
use truel_core::Info;

use crate::roster;
use crate::setup::setup;

/// Whether a person is meant.
pub(super) fn is_person(entry: &Entry) -> bool {
    matches!(&entry.kind, EntryKind::Agent(spec) if spec.name() == HUMAN)
}

/// The entry of every seat. A person who names only opponents takes the first seat; seats that
/// nobody was named for go to the game's usual agent.
pub(super) fn entries(game: &Info, named: &[String]) -> Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = named.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    for entry in entries.iter() {
        match &entry.kind {
            EntryKind::Agent(spec) if is_person(entry) && spec.params().next().is_some() => {
                bail!("agent `{spec}`: nothing can be set about {HUMAN}")
            }
            _ if is_person(entry) => {}
            _ => entry.check(game.id, &Terms::default(), &setup())?,
        }
    }
    let seats = game.seats.len();
    if entries.len() > seats {
        let names: Vec<&str> = game.seats.iter().map(|seat| seat.name).collect();
        bail!(
            "{} has {seats} seats ({}), but {} agents are named",
            game.id,
            names.join(", "),
            entries.len()
        );
    }
    if entries.len() < seats && !entries.iter().any(is_person) {
        entries.insert(0, HUMAN.parse()?);
    }
    entries.resize(seats, Entry::agent(roster().default_agent(game)));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(game: &str, named: &[&str]) -> Result<Vec<String>> {
        let table = roster().table(game)?;
        let named: Vec<String> = named.iter().map(|&text| text.to_owned()).collect();
        Ok(entries(table.info(), &named)?.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn whoever_names_only_opponents_sits_first() {
        for (named, sit) in [
            (&[][..], ["human", "champion", "champion"]),
            (&["greedy"], ["human", "greedy", "champion"]),
            (&["greedy", "random"], ["human", "greedy", "random"]),
            (&["greedy", "human"], ["greedy", "human", "champion"]),
            (&["greedy", "random", "maxn"], ["greedy", "random", "maxn"]),
        ] {
            assert_eq!(seated("chexers", named).expect("a table"), sit, "{named:?}");
        }
    }

    #[test]
    fn too_many_are_refused() {
        let error = seated("avalam", &["random", "random", "human"]).expect_err("three for two seats");
        assert_eq!(
            error.to_string(),
            "avalam has 2 seats (Yellow, Red), but 3 agents are named"
        );
    }
}
