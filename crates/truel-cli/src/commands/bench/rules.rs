//! How fast the rules are, per second of CPU time on one thread.
//!
//! A measurement repeats one piece of work with a fixed seed, checks its answer against
//! `answers.txt` each time, and reports the median rate of the rounds. A wrong answer means that
//! rules, sampling or chance have changed: exit code 1.

use std::hint::black_box;
use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_agents::Listing;
use truel_core::AnyGame;

use super::answers::work;
use super::{cpu_seconds, games};
use crate::Exit;
use crate::args::Bench;
use crate::output::{Output, grouped, remark};

const SEED: u64 = 2026;
/// Rounds below which a median means little.
const FEWEST_ROUNDS: usize = 5;

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let (seconds, games) = (args.seconds.unwrap_or(1.0), games(args)?);
    let mut exit = Exit::Done;
    if !args.json {
        writeln!(
            out,
            "Per second of CPU time, one thread; the median of at least {FEWEST_ROUNDS} rounds.\n"
        )?;
        let columns = ["playouts", "plies", "legal lists", "perft leaves"];
        let columns: String = columns.iter().map(|name| format!("{name:>16}")).collect();
        writeln!(out, "{}", out.bold(&format!("{:14}{columns}", "game")))?;
    }
    for listing in games {
        if measure(listing, seconds, args.json, out)? == Exit::No {
            exit = Exit::No;
        }
    }
    Ok(exit)
}

/// Measures a game and prints what came out.
fn measure(listing: &Listing, seconds: f64, json: bool, out: &mut Output) -> Result<Exit> {
    let id = listing.info().id;
    let rates = match rates(&*listing.table(), seconds) {
        Ok(rates) => rates,
        Err(wrong) => {
            remark(&format!("{id}: {wrong}"));
            return Ok(Exit::No);
        }
    };
    if json {
        for (name, value) in rates {
            out.json(&json!({ "game": id, "metric": format!("{name}_per_cpu_s"), "value": value.round() }))?;
        }
    } else {
        let columns: String = rates
            .iter()
            .map(|(_, value)| format!("{:>16}", grouped(*value)))
            .collect();
        writeln!(out, "{id:14}{columns}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// All rates of a game by name.
fn rates(table: &dyn AnyGame, seconds: f64) -> Result<[(&'static str, f64); 4], WrongAnswer> {
    let work = |kind| work(table.info().id, kind);
    let (playouts, lists, leaves) = (work("playouts"), work("lists"), work("perft"));
    let bench = table.workbench();
    let listing = bench.list_work(lists.amount, SEED);
    let played = rounds(
        seconds,
        "plies of playouts",
        playouts.answer,
        bench.playout_work(playouts.amount, SEED),
    )?;
    let listed = rounds(seconds, "moves in lists", lists.answer, listing.work)?;
    let walked = rounds(seconds, "perft leaves", leaves.answer, bench.perft_work(leaves.amount))?;
    Ok([
        ("playouts", played.per_second * f64::from(playouts.amount)),
        ("plies", played.per_second * played.answer as f64),
        ("lists", listed.per_second * listing.lists as f64),
        ("perft_leaves", walked.per_second * walked.answer as f64),
    ])
}

/// An answer that is not the known one.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("wrong answer: {got} {what}, expected {expected}")]
struct WrongAnswer {
    what: &'static str,
    got: u64,
    expected: u64,
}

/// What rounds of one piece of work came to.
#[derive(PartialEq, Debug)]
struct Rounds {
    /// The median rate.
    per_second: f64,
    answer: u64,
}

/// Repeats `work` for `seconds` of CPU time. Its answer is compared with the known one, if there is
/// one.
fn rounds(
    seconds: f64,
    what: &'static str,
    expected: Option<u64>,
    mut work: impl FnMut() -> u64,
) -> Result<Rounds, WrongAnswer> {
    let (mut rates, mut answer) = (Vec::new(), 0);
    let start = cpu_seconds();
    while rates.len() < FEWEST_ROUNDS || cpu_seconds() - start < seconds {
        let begin = cpu_seconds();
        answer = black_box(work());
        rates.push(1.0 / (cpu_seconds() - begin).max(1e-9));
        if let Some(expected) = expected.filter(|expected| *expected != answer) {
            return Err(WrongAnswer {
                what,
                got: answer,
                expected,
            });
        }
    }
    rates.sort_by(f64::total_cmp);
    Ok(Rounds {
        per_second: rates[rates.len() / 2],
        answer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_an_error() {
        let wrong = rounds(0.0, "things", Some(2), || 3).expect_err("3 is not 2");
        assert_eq!(wrong.to_string(), "wrong answer: 3 things, expected 2");
        assert_eq!(rounds(0.0, "things", Some(3), || 3).map(|rounds| rounds.answer), Ok(3));
        assert_eq!(rounds(0.0, "things", None, || 3).map(|rounds| rounds.answer), Ok(3));
    }
}
