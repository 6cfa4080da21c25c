//! Files of exact values: each position solved by every exact method for simultaneous moves.
//!
//! A line tells a position of Goofspiel and its value for the first seat: `cards`, `prizes`
//! (`descending` or `ascending`), `payoff` (`point_difference` or `win_loss`), `bids` already made,
//! `value`.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;
use truel_core::{Game, Phase, Seat, trace};
use truel_games::Goofspiel;
use truel_games::goofspiel::{Card, PointDifference, Prizes, Scoring, WinLoss};
use truel_search::Indifferent;
use truel_search::joint::{DoubleOracle, Exact, Induction, SmAlphaBeta, Transpositions, induction, sm_alphabeta};

use crate::files::{named, open};

/// How far a value may be off.
const TOLERANCE: f64 = 1e-6;

/// The exact methods by name.
pub(crate) const METHODS: [&str; 3] = ["backward induction", "alpha-beta", "double oracle"];

/// What a check found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub positions: usize,
    /// Values that a method does not reach.
    pub mismatches: usize,
    pub first: Option<Mismatch>,
}

/// A value that a method does not reach.
#[derive(Debug)]
pub(crate) struct Mismatch {
    file: String,
    line: usize,
    method: &'static str,
    expected: f64,
    got: f64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, line {}: value by {}: expected {}, got {:.9}",
            self.file, self.line, self.method, self.expected, self.got
        )
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    Descending,
    Ascending,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Payoff {
    PointDifference,
    WinLoss,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    game: Option<String>,
    cards: u8,
    prizes: Order,
    payoff: Payoff,
    bids: Vec<[u8; 2]>,
    value: f64,
}

/// Whether a file holds values rather than matches: the first line that is an object tells.
pub(crate) fn is_values(path: &Path) -> bool {
    let Ok(file) = open(path) else { return false };
    let objects = trace::lines(file)
        .map_while(Result::ok)
        .filter_map(|(_, text)| serde_json::from_str::<Value>(&text).ok().filter(Value::is_object));
    let tells = |line: &Value| line.get("moves").is_some() || line.get("value").is_some() || line.get("bids").is_some();
    let mut telling = objects.filter(tells);
    telling.next().is_some_and(|line| line.get("moves").is_none())
}

/// Solves every position of a file, adding to `tally`.
pub(crate) fn check_file(path: &Path, tally: &mut Tally) -> Result<()> {
    for line in trace::lines(open(path)?) {
        let (number, text) = line.map_err(|cause| named(path, &cause.into()))?;
        let place = || format!("{}, line {number}", path.display());
        let (expected, got) = solve(&text).with_context(place)?;
        tally.positions += 1;
        for (method, got) in METHODS.into_iter().zip(got) {
            // A value that is no number is off as well.
            if (got - expected).abs() <= TOLERANCE {
                continue;
            }
            tally.mismatches += 1;
            tally.first.get_or_insert(Mismatch {
                file: path.display().to_string(),
                line: number,
                method,
                expected,
                got,
            });
        }
    }
    Ok(())
}

/// The value a line states and the values we find, in the order of [`METHODS`].
fn solve(text: &str) -> Result<(f64, [f64; 3])> {
    let line: Line = serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
        anyhow::anyhow!("not a value: {why} (column {})", error.column())
    })?;
    if let Some(game) = line
        .game
        .as_deref()
        .filter(|game| *game != Goofspiel::<WinLoss>::INFO.id)
    {
        bail!("this is a position of {game}, not of goofspiel");
    }
    let values = match line.payoff {
        Payoff::PointDifference => values(&position::<PointDifference>(&line)?),
        Payoff::WinLoss => values(&position::<WinLoss>(&line)?),
    };
    Ok((line.value, values))
}

/// The position after the bids.
fn position<S: Scoring>(line: &Line) -> Result<Goofspiel<S>> {
    let prizes = match line.prizes {
        Order::Descending => Prizes::Descending,
        Order::Ascending => Prizes::Ascending,
    };
    let deal = Goofspiel::new(line.cards, prizes);
    let mut game = deal.with_context(|| format!("there is no deck of {} cards; it has 2 to 13", line.cards))?;
    for [first, second] in &line.bids {
        let card = |seat: Seat, number: u8| {
            let mut hand = Vec::new();
            game.moves(seat, &mut hand);
            let card = Card::new(number).filter(|card| hand.contains(card));
            card.with_context(|| format!("{} cannot bid {number} here", Goofspiel::<S>::INFO.seat_name(seat)))
        };
        if let Phase::Over(_) = game.phase() {
            bail!("there are bids after the last card was played");
        }
        let joint = [card(Seat::new(0), *first)?, card(Seat::new(1), *second)?];
        game.play(joint);
    }
    Ok(game)
}

fn values<S: Scoring>(game: &Goofspiel<S>) -> [f64; 3] {
    // A key of Goofspiel tells everything: cards, prizes and points.
    let shared = induction::Config::default().with_transpositions(Transpositions::ByKey);
    let pruned = sm_alphabeta::Config::default().with_transpositions(Transpositions::ByKey);
    let methods: [&dyn Exact<Goofspiel<S>>; 3] = [
        &Induction::with_config(Indifferent, shared),
        &SmAlphaBeta::with_config(Indifferent, pruned),
        &DoubleOracle::with_config(Indifferent, shared),
    ];
    methods.map(|method| method.value(game, Seat::new(0)))
}
