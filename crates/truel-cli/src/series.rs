//! From what was typed to a series of matches.

use std::time::Duration;

use anyhow::{Result, bail};
use truel_arena::stats::Entrant;
use truel_arena::{Adjudication, Entry, Measure, Openings, Series, Terms};

use crate::args::arena;

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
        memory: typed.memory,
        sandbox: typed.sandbox,
        python: typed.python.clone(),
        referee_classes: typed.referee_classes.clone(),
    }
}

/// The series of these entries in these seatings.
pub(crate) fn series(
    game: &str,
    entries: &[Entry],
    seatings: impl FnOnce(usize) -> Vec<Vec<Entrant>>,
    typed: &arena::Terms,
) -> Result<Series> {
    let table = truel_games::table(game)?;
    let terms = terms(typed);
    for entry in entries {
        entry.check(game, &terms)?;
    }
    let openings = Openings::read(&typed.opening, &*table)?;
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
    let seats = truel_games::table(game)?.info().seats.len();
    if entries.len() != seats {
        bail!(
            "{game} has {seats} seats, but {} {} named; an agent may be named more than once",
            entries.len(),
            if entries.len() == 1 { "agent is" } else { "agents are" }
        );
    }
    series(game, entries, Series::everybody_everywhere, typed)
}
