//! How fast the rules are, per second of CPU time on one thread.
//!
//! A measurement repeats one piece of work with a fixed seed, checks its answer against `answers.txt` each time, and
//! reports the median rate of the rounds. A wrong answer means that rules, sampling or chance have changed: exit code 1.

use std::hint::black_box;
use std::io::Write;

use anyhow::Result;
use serde_json::json;
use thiserror::Error;
use truel_core::{Draw, Rng, Visit, perft, playout, random_joint};

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
    for id in games {
        if truel_games::with(
            id,
            Measure {
                seconds,
                json: args.json,
                out,
            },
        )?? == Exit::No
        {
            exit = Exit::No;
        }
    }
    Ok(exit)
}

struct Measure<'a> {
    seconds: f64,
    json: bool,
    out: &'a mut Output,
}

impl Visit for Measure<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Measure { seconds, json, out } = self;
        let id = G::INFO.id;
        let rates = match measure::<G>(seconds)? {
            Ok(rates) => rates,
            Err(complaint) => {
                remark(&format!("{id}: {complaint}"));
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
}

/// A measurement that counted something else than it should.
#[derive(PartialEq, Eq, Debug, Error)]
#[error("wrong answer: {got} {what}, expected {answer}")]
struct WrongAnswer {
    got: u64,
    what: &'static str,
    answer: u64,
}

/// All rates of a game by name, or the first wrong answer.
fn measure<G: Draw>(seconds: f64) -> Result<Result<[(&'static str, f64); 4], WrongAnswer>> {
    let id = G::INFO.id;
    let (playouts, lists, leaves) = (work(id, "playouts")?, work(id, "lists")?, work(id, "perft")?);
    let positions = sample::<G>(lists.amount);
    let list_count: usize = positions.iter().map(|game| game.phase().acting().len()).sum();
    let rates = || {
        let played = rounds(
            seconds,
            "plies of playouts",
            playouts.answer,
            play_out::<G>(playouts.amount),
        )?;
        let listed = rounds(seconds, "moves in lists", lists.answer, list(&positions))?;
        let walked = rounds(seconds, "perft leaves", leaves.answer, walk::<G>(leaves.amount))?;
        Ok([
            ("playouts", played * f64::from(playouts.amount)),
            ("plies", played * playouts.answer as f64),
            ("lists", listed * list_count as f64),
            ("perft_leaves", walked * leaves.answer as f64),
        ])
    };
    Ok(rates())
}

/// Repeats `work` for `seconds` of CPU time and gives the median rate of its rounds, or what its answer should have been.
fn rounds(seconds: f64, what: &'static str, answer: u64, mut work: impl FnMut() -> u64) -> Result<f64, WrongAnswer> {
    let mut rates = Vec::new();
    let start = cpu_seconds();
    while rates.len() < FEWEST_ROUNDS || cpu_seconds() - start < seconds {
        let begin = cpu_seconds();
        let got = black_box(work());
        rates.push(1.0 / (cpu_seconds() - begin).max(1e-9));
        if got != answer {
            return Err(WrongAnswer { got, what, answer });
        }
    }
    rates.sort_by(f64::total_cmp);
    Ok(rates[rates.len() / 2])
}

/// Playouts from the start to the real end; the answer is their plies.
fn play_out<G: Draw>(matches: u32) -> impl FnMut() -> u64 {
    let (start, mut game, mut scratch) = (G::default(), G::default(), Vec::new());
    move || {
        let mut rng = Rng::new(SEED);
        let mut plies = 0;
        for _ in 0..matches {
            game.clone_from(&start);
            plies += u64::from(playout(&mut game, &mut rng, &mut scratch).plies);
        }
        plies
    }
}

/// Positions of random matches, every fifth ply.
fn sample<G: Draw>(count: u32) -> Vec<G> {
    let (mut rng, mut positions) = (Rng::new(SEED), Vec::new());
    let (mut game, mut ply) = (G::default(), 0);
    while positions.len() < count as usize {
        match random_joint(&game, &mut rng, &mut Vec::new()) {
            None => (game, ply) = (G::default(), 0),
            Some(joint) => {
                if ply % 5 == 0 {
                    positions.push(game.clone());
                }
                game.play(joint);
                ply += 1;
            }
        }
    }
    positions
}

/// The legal list of each acting seat in each position; the answer is the number of moves.
fn list<G: Draw>(positions: &[G]) -> impl FnMut() -> u64 {
    let mut moves = Vec::new();
    move || {
        let mut count = 0;
        for game in positions {
            for seat in game.phase().acting().iter() {
                moves.clear();
                game.moves(seat, &mut moves);
                count += black_box(&moves).len() as u64;
            }
        }
        count
    }
}

/// Perft from the start; the answer is its leaves.
fn walk<G: Draw>(depth: u32) -> impl FnMut() -> u64 {
    let (mut game, mut stack) = (G::default(), Vec::new());
    move || perft(&mut game, depth, &mut stack)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_told() {
        let wrong = rounds(0.0, "things", 2, || 3).expect_err("3 is not 2");
        assert_eq!(wrong.to_string(), "wrong answer: 3 things, expected 2");
        assert!(rounds(0.0, "things", 3, || 3).is_ok());
    }
}
