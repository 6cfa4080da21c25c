//! A field in numbers, for tables, programs and the page.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Field, FieldRow, HeroResult};
use crate::Series;
use crate::stats::Estimate;
use crate::stats::tally::Counts;

/// A field in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct FieldReport {
    /// The game's name for people.
    pub title: &'static str,
    /// The names of its seats.
    pub seat_names: Vec<&'static str>,
    /// The agent that met the field.
    pub agent: String,
    /// The time limit, in words.
    pub time: String,
    /// Random seed.
    pub seed: u64,
    /// One part for each line-up, in the order of the field.
    pub line_ups: Vec<LineUpReport>,
}

/// One line-up in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct LineUpReport {
    /// The opponents.
    pub against: Vec<String>,
    /// Matches played.
    pub matches: usize,
    /// How many of them differ in their moves.
    pub distinct: usize,
    /// The agent's mean points.
    pub points: Option<Estimate>,
    /// Alone in first place.
    pub won: usize,
    /// In first place with others.
    pub drawn: usize,
    /// Behind somebody and ahead of somebody.
    pub between: usize,
    /// In last place.
    pub lost: usize,
    /// The same as shares of the matches.
    pub shares: BTreeMap<HeroResult, Option<Estimate>>,
    /// Matches that a fault of the agent ended.
    pub own_faults: usize,
    /// Matches that a fault of somebody else ended.
    pub other_faults: usize,
    /// Seat by seat.
    pub by_seat: Vec<Counts>,
    /// What ended the matches.
    pub ends: Vec<End>,
}

/// How often matches ended so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// What it was for the agent.
    pub result: HeroResult,
    /// The game's reason, or a fault.
    pub reason: String,
    /// How often.
    pub count: usize,
}

impl FieldReport {
    /// The report of what was played so far.
    pub fn of(field: &Field, rows: &[FieldRow]) -> Self {
        let first = field.line_ups().first().expect("a field has opponents");
        let info = first.table.info();
        FieldReport {
            title: info.title,
            seat_names: info.seats.iter().map(|seat| seat.name).collect(),
            agent: first.entries[0].short_name(&first.entries),
            time: first.terms.time_in_words(),
            seed: first.seed,
            line_ups: field.line_ups().iter().zip(rows).map(LineUpReport::of).collect(),
        }
    }

    /// Matches played against all line-ups.
    pub fn matches(&self) -> usize {
        self.line_ups.iter().map(|line_up| line_up.matches).sum()
    }

    /// The place of the line-up against which the agent has fewest points.
    pub fn weakest(&self) -> Option<usize> {
        self.least(|line_up| line_up.points)
    }

    /// The place of the line-up against which the agent wins least often.
    pub fn fewest_wins(&self) -> Option<usize> {
        self.least(|line_up| line_up.share(HeroResult::Won))
    }

    fn least(&self, of: impl Fn(&LineUpReport) -> Option<Estimate>) -> Option<usize> {
        let places = self.line_ups.iter().enumerate();
        let rated = places.filter_map(|(place, line_up)| Some((place, of(line_up)?.value)));
        rated.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
    }

    /// The mean of the points over all line-ups that have played, which all weigh the same.
    pub fn mean_points(&self) -> Option<f64> {
        let points: Vec<f64> = self.line_ups.iter().filter_map(|one| Some(one.points?.value)).collect();
        (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
    }

    /// All reasons for which matches ended.
    pub fn ends(&self) -> Vec<&str> {
        let ends = self.line_ups.iter().flat_map(|line_up| &line_up.ends);
        let reasons: BTreeSet<&str> = ends.map(|end| end.reason.as_str()).collect();
        reasons.into_iter().collect()
    }
}

impl LineUpReport {
    fn of((line_up, row): (&Series, &FieldRow)) -> Self {
        let seats = line_up.table.info().seats.len();
        let results = HeroResult::all(seats).iter();
        LineUpReport {
            against: opponents(line_up),
            matches: row.matches(),
            distinct: row.distinct(),
            points: row.points(),
            won: row.count(HeroResult::Won),
            drawn: row.count(HeroResult::Drawn),
            between: row.count(HeroResult::Between),
            lost: row.count(HeroResult::Lost),
            shares: results.map(|result| (*result, row.share(*result))).collect(),
            own_faults: row.own_faults(),
            other_faults: row.other_faults(),
            by_seat: row.by_seat(),
            ends: row
                .ends()
                .map(|(result, reason, count)| End {
                    result,
                    reason: reason.to_owned(),
                    count,
                })
                .collect(),
        }
    }

    /// How often a match ended so for the agent.
    pub fn count(&self, result: HeroResult) -> usize {
        match result {
            HeroResult::Won => self.won,
            HeroResult::Drawn => self.drawn,
            HeroResult::Between => self.between,
            HeroResult::Lost => self.lost,
        }
    }

    /// The share of matches that ended so.
    pub fn share(&self, result: HeroResult) -> Option<Estimate> {
        self.shares.get(&result).copied().flatten()
    }

    /// How often matches ended for this reason, by the agent's result.
    pub fn ended_by(&self, reason: &str) -> impl Iterator<Item = &End> {
        self.ends.iter().filter(move |end| end.reason == reason)
    }
}

/// The opponents of a line-up.
fn opponents(line_up: &Series) -> Vec<String> {
    let others = line_up.seating(0).iter().filter(|sitter| **sitter != super::HERO);
    others
        .map(|sitter| line_up.entries[sitter.0 as usize].short_name(&line_up.entries))
        .collect()
}
