//! `truel bench`: how fast the rules are, per second of CPU time on one thread.
//!
//! A measurement repeats one piece of work with a fixed seed, checks its answer against `bench.answers` each time, and
//! reports the median rate of the rounds. A wrong answer means that rules, sampling or chance have changed: exit code 1.

use std::hint::black_box;
use std::io::Write;

use anyhow::{Context, Result};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use truel_core::{Draw, Rng, Visit, perft, playout, random_joint};

use crate::Exit;
use crate::args::Bench;
use crate::output::{Output, remark};

const ANSWERS: &str = include_str!("bench.answers");
const SEED: u64 = 2026;
/// Rounds below which a median means little.
const FEWEST_ROUNDS: usize = 5;

pub(crate) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    anyhow::ensure!(
        args.seconds.is_finite() && args.seconds >= 0.0,
        "--seconds {} is not a time",
        args.seconds
    );
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
    let ids: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => truel_games::INFOS.iter().map(|info| info.id).collect(),
    };
    for id in ids {
        if truel_games::with(
            id,
            Measure {
                seconds: args.seconds,
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

/// A piece of work with a known answer.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Playouts, positions or plies, by the kind of work.
    amount: u32,
    answer: u64,
}

/// The line of `bench.answers` for this game and kind of work.
fn work(game: &str, kind: &str) -> Result<Work> {
    let row = ANSWERS.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    row.filter(|words| words.len() == 4 && words[0] == game && words[1] == kind)
        .find_map(|words| {
            Some(Work {
                amount: words[2].parse().ok()?,
                answer: words[3].parse().ok()?,
            })
        })
        .with_context(|| format!("bench.answers has no work `{kind}` for {game}"))
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

/// All rates of a game by name, or the first wrong answer.
fn measure<G: Draw>(seconds: f64) -> Result<Result<[(&'static str, f64); 4], String>> {
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
fn rounds(seconds: f64, what: &str, answer: u64, mut work: impl FnMut() -> u64) -> Result<f64, String> {
    let mut rates = Vec::new();
    let start = cpu_seconds();
    while rates.len() < FEWEST_ROUNDS || cpu_seconds() - start < seconds {
        let begin = cpu_seconds();
        let got = black_box(work());
        rates.push(1.0 / (cpu_seconds() - begin).max(1e-9));
        if got != answer {
            return Err(format!("wrong answer: {got} {what}, expected {answer}"));
        }
    }
    rates.sort_by(f64::total_cmp);
    Ok(rates[rates.len() / 2])
}

/// CPU time of this thread, so that what else the machine does is not counted.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
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

/// A whole number with its thousands set apart.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([999.4, 1000.0, 1_234_567.0].map(grouped), ["999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_wrong_answer_is_told() {
        assert_eq!(
            rounds(0.0, "things", 2, || 3),
            Err("wrong answer: 3 things, expected 2".into())
        );
        assert!(rounds(0.0, "things", 3, || 3).is_ok());
    }

    #[test]
    fn every_game_has_work() {
        for info in truel_games::INFOS {
            for kind in ["playouts", "lists", "perft"] {
                assert!(work(info.id, kind).is_ok(), "{} {kind}", info.id);
            }
        }
    }
}
