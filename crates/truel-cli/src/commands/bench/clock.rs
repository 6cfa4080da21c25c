//! How late searches are: moves of 50 ms with every search on every game, the other core busy.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use truel_agents::{Conditions, Listing, Watch};
use truel_core::{AnyGame, Rng};

use super::games;
use super::lineup::{Entrant, lineup};
use crate::Exit;
use crate::args::Bench;
use crate::output::Output;

const MOVE: Duration = Duration::from_millis(50);
/// What counts as late, and how many moves may be.
const LATE: Duration = Duration::from_millis(10);
const MAY_BE_LATE: f64 = 0.001;

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let games = games(args)?;
    let share = Duration::from_secs_f64(args.seconds.unwrap_or(120.0) / games.len() as f64);
    if !args.json {
        writeln!(
            out,
            "Moves of {} ms, one other thread busy; how much later the answer came.\n",
            MOVE.as_millis()
        )?;
    }
    let is_over = AtomicBool::new(false);
    let late = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        let late = measure(args, &games, share, out);
        is_over.store(true, Ordering::Relaxed);
        late
    })?;
    let total = late.len();
    let too_late = late.iter().filter(|late| **late > LATE).count();
    if !args.json {
        writeln!(
            out,
            "\n{total} moves, {too_late} more than {} ms late",
            LATE.as_millis()
        )?;
    }
    Ok(if too_late as f64 <= MAY_BE_LATE * total as f64 {
        Exit::Done
    } else {
        Exit::No
    })
}

fn measure(args: &Bench, games: &[&Listing], share: Duration, out: &mut Output) -> Result<Vec<Duration>> {
    let mut all = Vec::new();
    for listing in games {
        let id = listing.info().id;
        for (name, mut late) in play(listing, share) {
            late.sort_unstable();
            let at = |share: f64| late[((late.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
            let (median, p99, worst) = (at(0.5), at(0.99), at(1.0));
            if args.json {
                let row = json!({ "game": id, "search": name, "moves": late.len(),
                    "median_late_ms": median, "p99_late_ms": p99, "worst_late_ms": worst });
                out.json(&row)?;
            } else {
                let moves = late.len();
                writeln!(
                    out,
                    "{id:14}{name:16}{moves:>5} moves  median {median:6.2}  99 % {p99:6.2}  worst {worst:6.2} ms"
                )?;
            }
            out.flush()?;
            all.extend(late);
        }
    }
    Ok(all)
}

/// Moves with every search of a game for this time.
fn play(listing: &Listing, share: Duration) -> Vec<(&'static str, Vec<Duration>)> {
    let table = listing.table();
    let lineup = lineup(table.info());
    let each = share / lineup.len() as u32;
    let moves = (each.as_secs_f64() / MOVE.as_secs_f64()).ceil() as usize;
    let late = lineup
        .iter()
        .map(|entrant| (entrant.name, lateness(entrant, &*table, moves.max(1))));
    late.collect()
}

/// How late each of so many moves was, in positions of a random match.
fn lateness(entrant: &Entrant, start: &dyn AnyGame, moves: usize) -> Vec<Duration> {
    let conditions = Conditions {
        per_move: Some(MOVE),
        ..Conditions::default()
    };
    let (mut agent, mut rng, mut late) = (entrant.seat(start.info()), Rng::new(50), Vec::new());
    let mut table = start.boxed();
    while late.len() < moves {
        let Some(joint) = table.random_joint(&mut rng) else {
            table = start.boxed();
            agent.forget();
            continue;
        };
        let begin = Instant::now();
        agent.think(&*table, table.phase().acting().first(), &conditions, Watch::Nobody);
        late.push(begin.elapsed().saturating_sub(MOVE));
        table.play(&joint).expect("a listed move is legal");
    }
    late
}
