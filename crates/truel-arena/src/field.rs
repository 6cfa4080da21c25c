//! One agent against a field: every one of the others, or every two of them, in all seatings.
//!
//! With three seats it matters who the two others are: an agent that beats two of one kind may lose
//! to two of another, or to a mixture. So every line-up has a row of its own, and the weakest row
//! says more than the mean.

mod report;

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use truel_core::hash::fnv1a;
use truel_core::record::Record;

use crate::stats::tally::{Counts, EntrantTally, tally};
use crate::stats::{Entrant, Estimate, Outcome, Standing, seatings};
use crate::{Entry, Job, Played, Series};
pub use report::{End, FieldReport, LineUpReport};

/// The agent whose field it is.
const HERO: Entrant = Entrant(0);

/// All line-ups of a field. Each is a series with the same openings and seeds.
#[derive(Debug)]
pub struct Field {
    line_ups: Vec<Series>,
    matches: u64,
}

impl Field {
    /// The hero, the first entry of `series`, against every choice of the other entries; an entry
    /// may be chosen more than once. Each line-up plays at least `matches` matches, in whole
    /// blocks.
    pub fn new(
        series: &dyn Fn(Vec<Entry>) -> Series,
        hero: &Entry,
        others: &[Entry],
        seats: usize,
        matches: u64,
    ) -> Self {
        let line_up = |chosen: Vec<usize>| {
            // The same agent twice is one entrant, so that no seating is played twice.
            let mut entries = vec![hero.clone()];
            let mut line = vec![HERO];
            for (place, other) in chosen.iter().enumerate() {
                if place == 0 || chosen[place - 1] != *other {
                    entries.push(others[*other].clone());
                }
                line.push(Entrant(entries.len() as u32 - 1));
            }
            Series {
                seatings: seatings(&line),
                ..series(entries)
            }
        };
        Field {
            line_ups: choices(others.len(), seats - 1).into_iter().map(line_up).collect(),
            matches,
        }
    }

    /// The line-ups, the hero first in each.
    pub fn line_ups(&self) -> &[Series] {
        &self.line_ups
    }

    /// Every match. A match's id says which line-up it belongs to.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        let of = move |number: usize| {
            let line_up = &self.line_ups[number];
            (0..self.length(line_up)).map(move |index| Job {
                id: self.id(number, index),
                ..line_up.job(index)
            })
        };
        (0..self.line_ups.len()).flat_map(of)
    }

    /// How many matches there are.
    pub fn len(&self) -> u64 {
        self.line_ups.iter().map(|line_up| self.length(line_up)).sum()
    }

    /// Whether there is nobody to play against.
    pub fn is_empty(&self) -> bool {
        self.line_ups.is_empty()
    }

    /// Nothing played yet.
    pub fn rows(&self) -> Vec<FieldRow> {
        self.line_ups.iter().map(|_| FieldRow::default()).collect()
    }

    /// Counts the match with this id in the row of its line-up.
    pub fn count(&self, rows: &mut [FieldRow], id: u64, record: &Record) {
        let (number, index) = self.place(id);
        rows[number].add(&self.line_ups[number], index, record);
    }

    /// The record of a match.
    pub fn record(&self, job: &Job, played: &Played) -> Record {
        let (number, index) = self.place(job.id);
        let line_up = &self.line_ups[number];
        let info = line_up.table.info();
        let mut record = played.record(job, info, self.name(job.id));
        let (names, sitters) = (Entry::names(&line_up.entries), line_up.seating(index).iter());
        record.entrants = sitters.map(|sitter| names[sitter.0 as usize].clone()).collect();
        record
    }

    /// What a record of the match with this id is called.
    pub fn name(&self, id: u64) -> String {
        let (number, index) = self.place(id);
        let line_up = &self.line_ups[number];
        format!("{}-{}-{}-{index}", line_up.table.info().id, line_up.seed, number + 1)
    }

    /// The match whose record is called so.
    pub fn find(&self, name: &str) -> Option<Job> {
        let (front, index) = name.rsplit_once('-')?;
        let (_, number) = front.rsplit_once('-')?;
        let number = number.parse::<usize>().ok()?.checked_sub(1)?;
        let (line_up, index) = (self.line_ups.get(number)?, index.parse().ok()?);
        let id = self.id(number, index);
        let is_there = index < self.length(line_up) && self.name(id) == name;
        is_there.then(|| Job {
            id,
            ..line_up.job(index)
        })
    }

    fn length(&self, line_up: &Series) -> u64 {
        self.matches.next_multiple_of(line_up.block_size())
    }

    /// Line-ups may have blocks of different sizes, so ids leave room for the longest.
    fn stride(&self) -> u64 {
        self.line_ups
            .iter()
            .map(|line_up| self.length(line_up))
            .max()
            .unwrap_or(1)
    }

    fn id(&self, number: usize, index: u64) -> u64 {
        number as u64 * self.stride() + index
    }

    fn place(&self, id: u64) -> (usize, u64) {
        ((id / self.stride()) as usize, id % self.stride())
    }
}

/// All choices of `count` numbers below `limit`, each in rising order, with repetition.
fn choices(limit: usize, count: usize) -> Vec<Vec<usize>> {
    let mut choices = vec![Vec::new()];
    for _ in 0..count {
        let longer = |choice: &Vec<usize>| {
            let least = choice.last().copied().unwrap_or(0);
            let choice = choice.clone();
            (least..limit).map(move |next| [choice.clone(), vec![next]].concat())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

/// How the hero fared against one line-up.
#[derive(Clone, Default, Debug)]
pub struct FieldRow {
    outcomes: Vec<Outcome>,
    ends: BTreeMap<(HeroResult, String), usize>,
    own_faults: usize,
    other_faults: usize,
    distinct: HashSet<u64>,
}

/// How a match ended for the hero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HeroResult {
    /// Alone in first place.
    Won,
    /// In first place with others.
    Drawn,
    /// Behind somebody and ahead of somebody.
    Between,
    /// In last place.
    Lost,
}

impl HeroResult {
    /// The results that a game of so many seats can have.
    pub const fn all(seats: usize) -> &'static [HeroResult] {
        match seats {
            2 => &[HeroResult::Won, HeroResult::Drawn, HeroResult::Lost],
            _ => &[
                HeroResult::Won,
                HeroResult::Between,
                HeroResult::Drawn,
                HeroResult::Lost,
            ],
        }
    }

    /// In one word, in a game of so many seats.
    pub const fn name(self, seats: usize) -> &'static str {
        match self {
            HeroResult::Won => "won",
            HeroResult::Drawn => "drawn",
            // With three seats only one place is behind somebody and ahead of somebody.
            HeroResult::Between if seats == 3 => "second",
            HeroResult::Between => "between",
            HeroResult::Lost => "lost",
        }
    }
}

impl FieldRow {
    fn add(&mut self, line_up: &Series, index: u64, record: &Record) {
        let outcome = line_up.outcome_of(index, &record.result);
        let ended = (hero_result(&outcome), record.result.reason.clone());
        *self.ends.entry(ended).or_default() += 1;
        let seating = line_up.seating(index);
        let is_own = |seat: usize| seating.get(seat) == Some(&HERO);
        if record.faults.iter().any(|fault| is_own(fault.seat)) {
            self.own_faults += 1;
        } else if !record.faults.is_empty() {
            self.other_faults += 1;
        }
        self.outcomes.push(outcome);
        self.distinct.insert(fnv1a(record.moves.join(" ").as_bytes()));
    }

    /// Matches played.
    pub fn matches(&self) -> usize {
        self.outcomes.len()
    }

    /// How many of them differ in their moves: those that repeat another say nothing new.
    pub fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// How often a match ended so for the hero.
    pub fn count(&self, result: HeroResult) -> usize {
        let such = self.ends.iter().filter(|((ended, _), _)| *ended == result);
        such.map(|(_, count)| count).sum()
    }

    /// What ended the matches, by result.
    pub fn ends(&self) -> impl Iterator<Item = (HeroResult, &str, usize)> {
        let ends = self.ends.iter();
        ends.map(|((result, reason), count)| (*result, reason.as_str(), *count))
    }

    /// Matches that a fault of the hero ended.
    pub fn own_faults(&self) -> usize {
        self.own_faults
    }

    /// Matches that a fault of somebody else ended.
    pub fn other_faults(&self) -> usize {
        self.other_faults
    }

    /// The hero's mean points.
    pub fn points(&self) -> Option<Estimate> {
        hero_tally(&self.outcomes)?.counts.points
    }

    /// The share of matches that ended so for the hero.
    pub fn share(&self, result: HeroResult) -> Option<Estimate> {
        let marked = |outcome: &Outcome| outcome.counting(|_| hero_result(outcome) == result);
        let marked: Vec<Outcome> = self.outcomes.iter().map(marked).collect();
        hero_tally(&marked)?.counts.points
    }

    /// How the hero fared on each seat.
    pub fn by_seat(&self) -> Vec<Counts> {
        hero_tally(&self.outcomes).map_or_else(Vec::new, |tally| tally.by_seat)
    }
}

fn hero_tally(outcomes: &[Outcome]) -> Option<EntrantTally> {
    tally(outcomes).into_iter().find(|row| row.entrant == HERO)
}

fn hero_result(outcome: &Outcome) -> HeroResult {
    let (seat, _, points) = outcome
        .seats()
        .find(|(_, entrant, _)| *entrant == HERO)
        .expect("the hero sits at every table");
    let least = outcome.points().iter().copied().fold(f64::INFINITY, f64::min);
    match outcome.standing(seat) {
        Standing::Win => HeroResult::Won,
        Standing::Draw => HeroResult::Drawn,
        Standing::Loss if points > least => HeroResult::Between,
        Standing::Loss => HeroResult::Lost,
    }
}

#[cfg(test)]
mod tests {
    use truel_core::record::{Breach, MatchResult};

    use super::*;
    use crate::{Openings, Terms};

    fn field(game: &str, others: &[&str], matches: u64) -> Field {
        let roster = truel_champions::roster();
        let entry = |text: &&str| text.parse::<Entry>().expect("an entry");
        let series = |entries| Series {
            table: roster.table(game).expect("a game"),
            entries,
            seatings: Vec::new(),
            openings: Openings::Random(2),
            seed: 1,
            terms: Terms::default(),
        };
        let seats = roster.table(game).expect("a game").info().seats.len();
        let others: Vec<Entry> = others.iter().map(entry).collect();
        Field::new(&series, &entry(&"greedy"), &others, seats, matches)
    }

    fn record(moves: &[&str], points: &[f32], reason: &str) -> Record {
        let roster = truel_champions::roster();
        let table = roster.table("threechess").expect("a game");
        let mut result = MatchResult::at(&*table, points.to_vec(), reason);
        result.points = points.to_vec();
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Record::new("", "threechess", moves, result)
    }

    #[test]
    fn every_two_of_the_others_sit_in_every_order_with_the_same_openings() {
        let field = field("chexers", &["random", "maxn", "paranoid"], 4);
        // Six pairs with repetition: three of one kind (3 seatings), three mixed (6).
        assert_eq!(field.line_ups().len(), 6);
        assert_eq!(field.len(), 3 * 6 + 3 * 6);
        let jobs: Vec<Job> = field.jobs().collect();
        assert_eq!(jobs.len() as u64, field.len());
        let ids: HashSet<u64> = jobs.iter().map(|job| job.id).collect();
        assert_eq!(ids.len(), jobs.len());
        assert!(
            jobs.iter()
                .all(|job| field.find(&field.name(job.id)).as_ref() == Some(job))
        );
        for stranger in [
            "",
            "chexers-1-1",
            "chexers-1-0-0",
            "chexers-1-7-0",
            "chexers-1-1-6",
            "avalam-1-1-0",
        ] {
            assert_eq!(field.find(stranger), None, "{stranger}");
        }
        let heroes = |job: &Job| job.seats.iter().filter(|entry| entry.shown() == "greedy").count();
        assert!(jobs.iter().all(|job| heroes(job) == 1));
        assert!(
            jobs.iter()
                .any(|job| job.seats.iter().filter(|entry| entry.shown() == "maxn").count() == 2)
        );
        let first_of = |number: usize| jobs.iter().find(|job| field.place(job.id).0 == number);
        let opening = |number| first_of(number).map(|job| job.opening.clone());
        assert!((1..6).all(|number| opening(number) == opening(0)));
    }

    #[test]
    fn two_seats_meet_everybody_else_with_both_colours() {
        let field = field("avalam", &["random", "maxn"], 3);
        assert_eq!((field.line_ups().len(), field.len()), (2, 8));
    }

    /// The seat of the hero.
    fn hero(job: &Job) -> usize {
        let mut seats = job.seats.iter();
        seats.position(|entry| entry.shown() == "greedy").expect("a seat")
    }

    #[test]
    fn a_row_tells_wins_seconds_and_losses_apart_and_counts_what_differs() {
        let field = field("threechess", &["random"], 3);
        let mut rows = field.rows();
        let jobs: Vec<Job> = field.jobs().collect();
        let played: [(f32, &[&str]); 3] = [(1.0, &["a"]), (0.5, &["a"]), (0.0, &[])];
        for (job, (own, moves)) in jobs.iter().zip(played) {
            let mut points = [0.0, 0.5, 1.0].to_vec();
            points.retain(|points| *points != own);
            points.insert(hero(job), own);
            field.count(&mut rows, job.id, &record(moves, &points, "king captured"));
        }
        let row = &rows[0];
        let counts = HeroResult::all(3).iter().map(|result| row.count(*result));
        assert_eq!(counts.collect::<Vec<_>>(), [1, 1, 0, 1]);
        assert_eq!((row.matches(), row.distinct()), (3, 2));
        assert_eq!(row.points().map(|points| points.value), Some(0.5));
        for result in [HeroResult::Won, HeroResult::Between, HeroResult::Lost] {
            let share = row.share(result).expect("a share");
            assert!((share.value - 1.0 / 3.0).abs() < 1e-9, "{share:?}");
            assert!(share.low < share.value && share.value < share.high, "{share:?}");
        }
        assert_eq!(row.share(HeroResult::Drawn).map(|share| share.value), Some(0.0));
        assert_eq!(row.ends().count(), 3);
        let by_seat = row.by_seat().iter().map(|seat| seat.matches).collect::<Vec<_>>();
        assert_eq!(by_seat, [1, 1, 1]);
    }

    #[test]
    fn matches_that_a_fault_ended_are_counted_by_whose_it_was() {
        let field = field("threechess", &["random"], 3);
        let mut rows = field.rows();
        for (job, blamed) in field.jobs().zip([0, 1, 2]) {
            let mut record = record(&[], &[0.0, 1.0, 1.0], "crash");
            let seat = (hero(&job) + blamed) % 3;
            record.faults.push(Breach::new(seat, "crash"));
            field.count(&mut rows, job.id, &record);
        }
        assert_eq!((rows[0].own_faults(), rows[0].other_faults()), (1, 2));
    }

    #[test]
    fn the_report_names_the_line_up_with_fewest_points() {
        let field = field("threechess", &["random", "maxn"], 1);
        let mut rows = field.rows();
        let empty = FieldReport::of(&field, &rows);
        assert_eq!((empty.weakest(), empty.mean_points()), (None, None));
        for job in field.jobs() {
            let (number, _) = field.place(job.id);
            let mut points = vec![0.5; 3];
            points[hero(&job)] = [1.0, 0.0, 0.5][number];
            field.count(&mut rows, job.id, &record(&["a"], &points, "king captured"));
        }
        let report = FieldReport::of(&field, &rows);
        assert_eq!(report.weakest(), Some(1));
        assert_eq!(report.line_ups[1].against, ["random", "maxn"]);
        assert_eq!(report.mean_points(), Some(0.5));
        assert_eq!(report.ends(), ["king captured"]);
    }
}
