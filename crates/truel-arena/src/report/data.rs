//! The numbers of a report.

use std::collections::BTreeMap;

use serde::Serialize;
use truel_core::draw::Scene;

use super::replay::{Palette, Replay};
use crate::stats::tally::tally;
use crate::stats::{Entrant, Estimate, Outcome, davidson_luce};
use crate::store::{Blame, Damaged, Store, StoreError, Stored};
use crate::tournament::{Progress, Table, standings, table_of};
use crate::{RecordFile, Setup};

/// How many times the ratings are looked at on the way.
const CHECKPOINTS: usize = 16;
/// Bars of the histogram of lengths, at most.
const BARS: usize = 24;

/// A tournament in numbers.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The tournament's name.
    pub name: String,
    /// The version of truel that wrote it.
    pub version: &'static str,
    /// One part for each game.
    pub games: Vec<GameReport>,
    /// Matches that are damaged and left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<Damaged>,
}

/// One game of a tournament.
#[derive(Debug, Serialize)]
pub struct GameReport {
    /// The game's name for people.
    pub title: &'static str,
    /// The names of its seats.
    pub seat_names: Vec<&'static str>,
    /// Standings, meetings and seats.
    #[serde(flatten)]
    pub table: Table,
    /// Ratings after ever more matches.
    pub ratings: Vec<Checkpoint>,
    /// How many matches had so many plies: from, to, count.
    pub lengths: Vec<(usize, usize, usize)>,
    /// Which time that is, where it is known: wall or CPU.
    pub measure: Option<&'static str>,
    /// How each entrant used its time, in the order of the lines.
    pub times: Vec<TimeUse>,
    /// Why matches ended.
    pub reasons: BTreeMap<String, usize>,
    /// Where matches began.
    pub openings: Vec<OpeningReport>,
    /// What went wrong.
    pub faults: Vec<FaultReport>,
    /// Every match.
    pub matches: Vec<MatchReport>,
    /// The board at the start.
    #[serde(skip)]
    pub(super) board: Scene,
    #[serde(skip)]
    pub(super) replays: Vec<Replay>,
    #[serde(skip)]
    pub(super) palette: Palette,
}

/// The ratings after so many matches.
#[derive(Clone, Debug, Serialize)]
pub struct Checkpoint {
    /// Matches so far.
    pub matches: usize,
    /// In the order of the lines; nothing for who has not played yet.
    pub elo: Vec<Option<Estimate>>,
}

/// How an entrant used its time, in milliseconds.
#[derive(Clone, Default, Debug, Serialize)]
pub struct TimeUse {
    /// Moves it made.
    pub moves: usize,
    /// For a move on average.
    pub mean: f64,
    /// For its longest move.
    pub worst: f64,
    /// For a match on average.
    pub per_match: f64,
}

/// How matches with one opening went.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningReport {
    /// Its moves, after its position if that is not the start.
    pub opening: String,
    /// How many matches.
    pub matches: usize,
    /// Mean points of each seat.
    pub points: Vec<f64>,
}

/// A fault with its evidence.
#[derive(Clone, Debug, Serialize)]
pub struct FaultReport {
    /// The match.
    pub id: u64,
    /// The place of the entrant to blame among the lines.
    pub line: usize,
    /// Its seat.
    pub seat: usize,
    /// What went wrong.
    pub kind: &'static str,
    /// In a sentence.
    #[serde(rename = "told")]
    pub message: String,
    /// The last lines in and out.
    pub evidence: Vec<String>,
}

/// A match in a line.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// Its number.
    pub id: u64,
    /// The round, counted from 0.
    pub round: usize,
    /// The places of the entrants among the lines, by seat.
    pub lines: Vec<usize>,
    /// What each seat got.
    pub points: Vec<f32>,
    /// Why it ended.
    pub reason: String,
    /// How long it was.
    pub plies: usize,
    /// What contenders claimed against the referee.
    pub claims: Vec<String>,
}

impl Report {
    /// All that a store holds; boards to play matches through on for the last `boards` of each
    /// game.
    pub fn of(store: &Store, boards: usize, setup: &Setup) -> Result<Self, StoreError> {
        let progress = Progress::of(store)?;
        let tables = standings(store, &progress)?;
        let mut matches: BTreeMap<String, Vec<Stored>> = BTreeMap::new();
        let damaged = store.each(|stored| {
            matches.entry(stored.job.game.clone()).or_default().push(stored);
            Ok::<(), StoreError>(())
        })?;
        let names: Vec<&str> = store.plan().entrants.iter().map(|one| one.name.as_str()).collect();
        let games = tables.into_iter().map(|table| {
            let played = matches.remove(&table.game).unwrap_or_default();
            let planned = store.plan().game(&table.game);
            let measure = planned.map(|game| store.plan().terms_in(game, setup).measure.name());
            GameReport {
                measure,
                ..game(&names, table, &played, boards, setup)
            }
        });
        Ok(Report {
            name: store.plan().name.clone(),
            version: env!("CARGO_PKG_VERSION"),
            games: games.collect(),
            damaged,
        })
    }

    /// The same for a file of records, under this name. Entrants are ranked by their mean points.
    pub fn of_records(file: &RecordFile, name: &str, boards: usize, setup: &Setup) -> Self {
        let mut matches: BTreeMap<&str, Vec<Stored>> = BTreeMap::new();
        for stored in file.matches() {
            matches.entry(&stored.job.game).or_default().push(stored.clone());
        }
        let names: Vec<&str> = file.entrants().iter().map(|one| one.name.as_str()).collect();
        let games = matches.into_iter().map(|(id, played)| {
            let table = table_of_records(file, id, &played);
            game(&names, table, &played, boards, setup)
        });
        Report {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION"),
            games: games.collect(),
            damaged: file.damaged().to_vec(),
        }
    }
}

fn table_of_records(file: &RecordFile, game: &str, played: &[Stored]) -> Table {
    let outcomes: Vec<Outcome> = played.iter().filter_map(outcome).collect();
    let mut tallies = tally(&outcomes);
    let mean = |points: Option<Estimate>| points.map_or(-1.0, |points| points.value);
    tallies.sort_by(|a, b| mean(b.counts.points).total_cmp(&mean(a.counts.points)));
    let ranking: Vec<Entrant> = tallies.iter().map(|tally| tally.entrant).collect();
    let mut blame: BTreeMap<Entrant, Blame> = BTreeMap::new();
    for (stored, fault) in played
        .iter()
        .flat_map(|one| one.played.faults.iter().map(move |fault| (one, fault)))
    {
        let own = blame.entry(stored.entrants[fault.seat]).or_default();
        *own.entry(fault.kind).or_default() += 1;
    }
    let named = |entrant: Entrant| {
        let named = &file.entrants()[entrant.0 as usize];
        (named.name.clone(), named.agent.clone())
    };
    let blame = |entrant| blame.get(&entrant).cloned().unwrap_or_default();
    table_of(game.to_owned(), &ranking, &outcomes, named, blame)
}

fn game(names: &[&str], table: Table, played: &[Stored], boards: usize, setup: &Setup) -> GameReport {
    let start = setup.table(&table.game).expect("a game that was played");
    let info = start.info();
    let places = places(names, &table);
    let mut palette = Palette::default();
    let first = played.len().saturating_sub(boards);
    let replays = played[first..]
        .iter()
        .filter_map(|stored| Replay::of(stored, &*start, &mut palette));
    let replays = replays.collect();
    let mut reasons = BTreeMap::new();
    for stored in played {
        *reasons.entry(stored.played.result.reason.clone()).or_default() += 1;
    }
    GameReport {
        board: start.scene(),
        title: info.title,
        seat_names: info.seats.iter().map(|seat| seat.name).collect(),
        ratings: ratings(played, &table, &places),
        lengths: lengths(played),
        measure: None,
        times: times(played, &table, &places),
        reasons,
        openings: openings(played),
        faults: faults(played, &places),
        matches: played.iter().map(|stored| line_of(stored, &places)).collect(),
        table,
        replays,
        palette,
    }
}

/// The place of each entrant among the lines of its table.
fn places(names: &[&str], table: &Table) -> BTreeMap<Entrant, usize> {
    let entrants = names.iter().zip(0..);
    entrants
        .filter_map(|(name, number)| {
            let place = table.lines.iter().position(|line| line.entrant == *name)?;
            Some((Entrant(number), place))
        })
        .collect()
}

fn outcome(stored: &Stored) -> Option<Outcome> {
    let points = stored.played.result.points.iter().map(|points| f64::from(*points));
    let outcome = Outcome::new(stored.entrants.clone(), points.collect()).ok()?;
    Some(outcome.in_block(stored.block))
}

fn ratings(played: &[Stored], table: &Table, places: &BTreeMap<Entrant, usize>) -> Vec<Checkpoint> {
    let outcomes: Vec<Outcome> = played.iter().filter_map(outcome).collect();
    let steps = CHECKPOINTS.min(outcomes.len());
    let checkpoint = |step: usize| {
        let matches = outcomes.len() * step / steps;
        let rated = davidson_luce::rate(&outcomes[..matches], &davidson_luce::RatingConfig::default()).ok()?;
        let mut elo = vec![None; table.lines.len()];
        for rating in &rated.entrants {
            elo[places[&rating.entrant]] = Some(rating.elo);
        }
        Some(Checkpoint { matches, elo })
    };
    (1..=steps).filter_map(checkpoint).collect()
}

fn lengths(played: &[Stored]) -> Vec<(usize, usize, usize)> {
    let plies: Vec<usize> = played.iter().map(|stored| stored.played.moves.len()).collect();
    let (Some(&low), Some(&high)) = (plies.iter().min(), plies.iter().max()) else {
        return Vec::new();
    };
    let width = (high - low + 1).div_ceil(BARS).max(1);
    let bars = (high - low) / width + 1;
    let bar = |number: usize| {
        let (from, to) = (low + number * width, low + (number + 1) * width - 1);
        let count = plies.iter().filter(|plies| (from..=to).contains(*plies)).count();
        (from, to, count)
    };
    (0..bars).map(bar).collect()
}

fn times(played: &[Stored], table: &Table, places: &BTreeMap<Entrant, usize>) -> Vec<TimeUse> {
    let mut times = vec![TimeUse::default(); table.lines.len()];
    let mut totals = vec![(0.0, 0_usize); table.lines.len()];
    for stored in played {
        for (entrant, used) in stored.entrants.iter().zip(&stored.played.seats) {
            let place = places[entrant];
            times[place].moves += used.ms.len();
            times[place].worst = times[place].worst.max(f64::from(used.worst()));
            totals[place] = (totals[place].0 + used.total(), totals[place].1 + 1);
        }
    }
    for (time, (total, matches)) in times.iter_mut().zip(totals) {
        time.mean = total / time.moves.max(1) as f64;
        time.per_match = total / matches.max(1) as f64;
    }
    times
}

fn openings(played: &[Stored]) -> Vec<OpeningReport> {
    let mut found: BTreeMap<String, (usize, Vec<f64>)> = BTreeMap::new();
    for stored in played {
        let opening = &stored.job.opening;
        let start = opening.start.iter().map(|text| format!("[{text}]"));
        let text = start.chain(opening.moves.iter().cloned()).collect::<Vec<_>>().join(" ");
        let points = &stored.played.result.points;
        let (matches, sums) = found.entry(text).or_insert_with(|| (0, vec![0.0; points.len()]));
        *matches += 1;
        sums.iter_mut()
            .zip(points)
            .for_each(|(sum, points)| *sum += f64::from(*points));
    }
    let report = |(opening, (matches, sums)): (String, (usize, Vec<f64>))| OpeningReport {
        opening,
        matches,
        points: sums.into_iter().map(|sum| sum / matches as f64).collect(),
    };
    let mut list: Vec<OpeningReport> = found.into_iter().map(report).collect();
    list.sort_by_key(|opening| std::cmp::Reverse(opening.matches));
    list
}

fn faults(played: &[Stored], places: &BTreeMap<Entrant, usize>) -> Vec<FaultReport> {
    let of_match = |stored: &Stored| {
        let report = |fault: &crate::Fault| FaultReport {
            id: stored.job.id,
            line: places[&stored.entrants[fault.seat]],
            seat: fault.seat,
            kind: fault.kind.name(),
            message: fault.message.clone(),
            evidence: fault.evidence.clone(),
        };
        stored.played.faults.iter().map(report).collect::<Vec<_>>()
    };
    played.iter().flat_map(of_match).collect()
}

fn line_of(stored: &Stored, places: &BTreeMap<Entrant, usize>) -> MatchReport {
    MatchReport {
        id: stored.job.id,
        round: stored.round,
        lines: stored.entrants.iter().map(|entrant| places[entrant]).collect(),
        points: stored.played.result.points.clone(),
        reason: stored.played.result.reason.clone(),
        plies: stored.played.moves.len(),
        claims: stored.played.claims.iter().map(|claim| claim.told.clone()).collect(),
    }
}
