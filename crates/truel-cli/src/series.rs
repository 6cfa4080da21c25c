//! From what was typed to a series of matches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};
use truel_agents::{Listing, RandomOpenings};
use truel_arena::engine::sandbox;
use truel_arena::openings::Source;
use truel_arena::stats::Entrant;
use truel_arena::{Adjudication, Entry, Measure, Openings, Series, Setup, Terms};
use truel_core::AnyGame;
use truel_courses::{PYTHON, REFEREE_CLASSES, USUAL_PYTHON};

use crate::args::arena;
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::roster;
use crate::setup::setup;

/// Random plies before anybody thinks, when nobody says otherwise.
const USUAL_OPENING: u32 = 4;

/// The terms that were typed.
pub(crate) fn terms(typed: &arena::Terms) -> Terms {
    Terms {
        time: typed.time,
        measure: match typed.measure {
            arena::Measure::Wall => Measure::Wall,
            arena::Measure::Cpu => Measure::Cpu,
        },
        margin: Duration::from_millis(typed.margin),
        cap: typed.cap,
        adjudication: Adjudication {
            draw_plies: typed.agree_draw,
            draw_within: 0.02,
            win_plies: typed.agree_win,
            win_within: 0.02,
        },
        contest: typed.contest,
        memory: typed.memory,
        sandbox: typed.sandbox,
        sandbox_allow: typed.sandbox_allow.clone(),
        settings: settings(typed),
        ..Terms::default()
    }
}

/// What was typed about agents of courses.
fn settings(typed: &arena::Terms) -> BTreeMap<String, String> {
    let python = (typed.python != USUAL_PYTHON).then(|| (PYTHON, typed.python.clone()));
    let classes = typed.referee_classes.as_ref();
    let classes = classes.map(|folder| (REFEREE_CLASSES, folder.to_string_lossy().into_owned()));
    let settings = python.into_iter().chain(classes);
    settings.map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Where matches of these entries begin.
pub(crate) fn opening(game: &str, entries: &[Entry], typed: &arena::Terms) -> Result<Source> {
    Ok(match &typed.opening {
        Some(source) => source.clone(),
        // Many agents of courses only follow what they have chosen themselves.
        None if typed.contest || entries.iter().any(Entry::is_foreign) => Source::Start,
        None => usual_opening(roster().listing(game)?),
    })
}

/// The series of these entries in these seatings.
pub(crate) fn series(
    game: &str,
    entries: &[Entry],
    seatings: impl FnOnce(usize) -> Vec<Vec<Entrant>>,
    typed: &arena::Terms,
) -> Result<Series> {
    let table = roster().table(game)?;
    let (setup, terms) = (setup(), terms(typed));
    terms.check(game, &setup)?;
    let terms = terms.in_game(game, &setup);
    for entry in entries {
        entry.check(game, &terms, &setup)?;
        entry.at_hand()?;
    }
    try_start(entries, &*table, &terms, &setup)?;
    let openings = Openings::read(&opening(game, entries, typed)?, &*table, roster())?;
    Ok(Series {
        seatings: seatings(table.info().seats.len()),
        entries: entries.to_vec(),
        openings,
        seed: typed.seed,
        terms,
        table,
    })
}

/// Where matches between agents of ours begin when nobody says otherwise.
fn usual_opening(listing: &Listing) -> Source {
    match listing.random_openings() {
        RandomOpenings::Fair => Source::Random(USUAL_OPENING),
        RandomOpenings::FavourASeat => Source::Balanced(USUAL_OPENING),
    }
}

/// Starts every program once before the first match, whatever the number of series it plays in. One
/// that never gets as far as a move is trouble, and no result.
fn try_start(entries: &[Entry], table: &dyn AnyGame, terms: &Terms, setup: &Setup) -> Result<()> {
    static STARTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let programs = entries.iter().filter(|entry| entry.is_program());
    let mut new = programs.filter(|entry| started.insert(format!("{} {}", table.info().id, entry.shown())));
    let Some(first) = new.next() else { return Ok(()) };
    if terms.sandbox {
        sandbox::available()?;
    }
    // From here on an interrupt must end programs too.
    let stop = interrupt(FINISHING)?;
    watch_over([first]);
    for entry in std::iter::once(first).chain(new).take_while(|_| !stop.is_raised()) {
        entry.starts(table, terms, setup)?;
    }
    Ok(())
}

/// A series in which each entry has a seat.
pub(crate) fn one_each(game: &str, entries: &[Entry], typed: &arena::Terms) -> Result<Series> {
    let seats = roster().table(game)?.info().seats.len();
    if entries.len() != seats {
        bail!(
            "{game} has {seats} seats, but {} {} named; an agent may be named more than once",
            entries.len(),
            if entries.len() == 1 { "agent is" } else { "agents are" }
        );
    }
    series(game, entries, Series::everybody_everywhere, typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_balanced_where_random_ones_favour_a_seat() {
        let roster = truel_champions::roster();
        let usual = |game| usual_opening(roster.listing(game).expect("a game")).to_string();
        assert_eq!([usual("avalam"), usual("chexers")], ["balanced:4", "random:4"]);
    }
}
