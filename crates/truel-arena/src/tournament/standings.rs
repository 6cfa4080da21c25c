//! The standings of a tournament: a table for each game, with the numbers behind it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plan::Plan;
use super::progress::Progress;
use crate::stats::tally::{Counts, HeadToHead, by_seat, head_to_head, tally};
use crate::stats::{Entrant, Estimate, Outcome, davidson_luce};
use crate::store::{Blame, Store, StoreError};

/// One game's table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The game's id.
    pub game: String,
    /// How many matches it rests on.
    pub matches: usize,
    /// Everybody, the best first.
    pub lines: Vec<StandingsRow>,
    /// Everybody against everybody whom they met, in the order of the lines.
    pub meetings: Vec<Meeting>,
    /// The results of each seat, over all entrants.
    pub seats: Vec<Counts>,
    /// How many groups of entrants no match joins; ratings compare only within a group.
    pub groups: usize,
}

/// One entrant's row.
#[derive(Clone, Debug, Serialize)]
pub struct StandingsRow {
    /// Its name.
    pub entrant: String,
    /// What sits in the seat.
    pub agent: String,
    /// Matches, points, wins, draws and losses.
    #[serde(flatten)]
    pub counts: Counts,
    /// How often it was to blame.
    pub faults: usize,
    /// The same by kind.
    pub faults_by_kind: Blame,
    /// Its strength from all results of the game at once, against the mean of the field.
    pub elo: Option<Estimate>,
    /// Seat by seat.
    pub by_seat: Vec<Counts>,
}

/// Two entrants in the matches in which both sat.
#[derive(Clone, Debug, Serialize)]
pub struct Meeting {
    /// The place of the first among the lines.
    pub a: usize,
    /// The place of the second.
    pub b: usize,
    /// How the first did against the second.
    #[serde(flatten)]
    pub result: HeadToHead,
}

/// One entrant in all games together.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    /// Its name.
    pub entrant: String,
    /// Its mean points over all matches of all games.
    pub points: Option<f64>,
    /// How many matches it sat in.
    pub matches: usize,
    /// Alone in first place.
    pub wins: usize,
    /// In first place with others.
    pub draws: usize,
    /// Behind somebody.
    pub losses: usize,
    /// How often it was to blame.
    pub faults: usize,
}

/// Everybody in all games together, by mean points. Games differ in what points are easily had, so
/// this ranks fairly only those who played the same games equally often.
pub fn totals(tables: &[Table]) -> Vec<Total> {
    let mut sums: BTreeMap<&str, Total> = BTreeMap::new();
    for StandingsRow {
        entrant,
        counts,
        faults,
        ..
    } in tables.iter().flat_map(|table| &table.lines)
    {
        let sum = sums.entry(entrant).or_insert_with(|| Total {
            entrant: entrant.clone(),
            points: None,
            matches: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            faults: 0,
        });
        let points = |mean: Option<f64>, matches: usize| mean.unwrap_or(0.0) * matches as f64;
        let both = points(sum.points, sum.matches) + points(counts.points.map(|points| points.value), counts.matches);
        sum.matches += counts.matches;
        sum.points = (sum.matches > 0).then(|| both / sum.matches as f64);
        sum.wins += counts.wins;
        sum.draws += counts.draws;
        sum.losses += counts.losses;
        sum.faults += faults;
    }
    let mut totals: Vec<Total> = sums.into_values().collect();
    let mean = |total: &Total| total.points.unwrap_or(-1.0);
    totals.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    totals
}

/// The tables of all games, as far as they have come.
pub fn standings(store: &Store, progress: &Progress) -> Result<Vec<Table>, StoreError> {
    let (plan, faults) = (store.plan(), store.faults()?);
    let table = |place: usize| {
        let blame = |entrant: Entrant| {
            let key = (plan.games[place].id.clone(), entrant);
            faults.get(&key).cloned().unwrap_or_default()
        };
        table(plan, progress, place, blame)
    };
    Ok((0..plan.games.len()).map(table).collect())
}

fn table(plan: &Plan, progress: &Progress, place: usize, blame: impl Fn(Entrant) -> Blame) -> Table {
    let results = progress.results(place);
    let ranking = progress.schedule(place).ranking(results);
    let outcomes: Vec<Outcome> = results.outcomes().collect();
    let named = |entrant: Entrant| {
        let entered = plan.entrant(entrant);
        (entered.name.clone(), entered.agent.shown())
    };
    let game = plan.games[place].id.clone();
    table_of(game, &ranking, &outcomes, named, blame)
}

/// The table of a game of which these are all matches, with the entrants in this order.
pub(crate) fn table_of(
    game: String,
    ranking: &[Entrant],
    outcomes: &[Outcome],
    named: impl Fn(Entrant) -> (String, String),
    blame: impl Fn(Entrant) -> Blame,
) -> Table {
    let ratings = davidson_luce::rate(outcomes, &davidson_luce::RatingConfig::default()).ok();
    let tallies = tally(outcomes);
    let line = |entrant: &Entrant| {
        let (name, agent) = named(*entrant);
        let own = tallies.iter().find(|tally| tally.entrant == *entrant);
        let rated = ratings.iter().flat_map(|ratings| &ratings.entrants);
        let faults_by_kind = blame(*entrant);
        StandingsRow {
            entrant: name,
            agent,
            counts: own.map_or_else(Counts::default, |own| own.counts),
            faults: faults_by_kind.values().sum(),
            faults_by_kind,
            elo: rated
                .filter(|rating| rating.entrant == *entrant)
                .map(|rating| rating.elo)
                .next(),
            by_seat: own.map_or_else(Vec::new, |own| own.by_seat.clone()),
        }
    };
    Table {
        game,
        matches: outcomes.len(),
        lines: ranking.iter().map(line).collect(),
        meetings: meetings(ranking, outcomes),
        seats: by_seat(outcomes),
        groups: ratings.as_ref().map_or(0, |ratings| ratings.groups),
    }
}

/// Every two who met. Only the matches of two are copied at a time, so that a long tournament stays
/// small.
fn meetings(ranking: &[Entrant], outcomes: &[Outcome]) -> Vec<Meeting> {
    let places = 0..ranking.len();
    let pairs = places.flat_map(|a| (a + 1..ranking.len()).map(move |b| (a, b)));
    let meeting = |(a, b): (usize, usize)| {
        let both = |outcome: &&Outcome| [a, b].iter().all(|one| outcome.entrants().contains(&ranking[*one]));
        let shared: Vec<Outcome> = outcomes.iter().filter(both).cloned().collect();
        let result = head_to_head(&shared, ranking[a], ranking[b])?;
        Some(Meeting { a, b, result })
    };
    pairs.filter_map(meeting).collect()
}
