//! From what was typed to a series of matches.

use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use truel_arena::openings::Source;
use truel_arena::stats::Entrant;
use truel_arena::{Adjudication, Entry, Measure, Openings, Series, Terms};

use crate::args::arena;
use crate::roster;

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
        python: typed.python.clone(),
        referee_classes: typed.referee_classes.clone(),
        ..Terms::default()
    }
}

/// The series of these entries in these seatings.
pub(crate) fn series(
    game: &str,
    entries: &[Entry],
    seatings: impl FnOnce(usize) -> Vec<Vec<Entrant>>,
    typed: &arena::Terms,
) -> Result<Series> {
    let table = roster().table(game)?;
    let terms = terms(typed);
    terms.check(game).map_err(|why| anyhow!(why))?;
    for entry in entries {
        entry.check(game, &terms.in_game(game))?;
        entry.at_hand()?;
    }
    let opening = match &typed.opening {
        Some(source) => source.clone(),
        // Many agents of courses only follow what they have chosen themselves.
        None if typed.contest || entries.iter().any(|entry| matches!(entry, Entry::Course(_))) => Source::Random(0),
        None => Source::Random(USUAL_OPENING),
    };
    let openings = Openings::read(&opening, &*table)?;
    Ok(Series {
        seatings: seatings(table.info().seats.len()),
        entries: entries.to_vec(),
        openings,
        seed: typed.seed,
        terms,
        table,
    })
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
