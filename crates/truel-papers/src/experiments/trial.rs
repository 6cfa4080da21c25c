//! Playing a trial, and what its matches say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use truel_arena::executor::Threads;
use truel_arena::openings::OpeningError;
use truel_arena::{
    Entry, EntryError, Job, Opening, Openings, Played, Scoreboard, Series, Terms, Unplayable, drive, referee,
};
use truel_core::{AnyGame, ParseError, UnknownGame};
use truel_search::Stop;
use truel_stats::tally::{Counts, head_to_head, tally};
use truel_stats::{Entrant, Estimate, Outcome, seatings};

use super::claim::{Expect, Seating, Share, Size, Trial, Verdict};
use super::setup;

/// What came of a trial.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Who took part, in the order of the trial.
    pub lines: Vec<MeasuredLine>,
    /// Matches played.
    pub matches: usize,
    /// Random seed.
    pub seed: u64,
    /// Plies of a match on average.
    pub plies: f64,
    /// Plies of the longest match.
    pub longest: usize,
    /// Why matches ended, and how often.
    pub reasons: BTreeMap<String, usize>,
    /// Points of each seat, whoever sat there.
    pub by_seat: Vec<Option<Estimate>>,
    /// How it bears on each expectation that the trial had when it was played.
    pub verdicts: Vec<Judged>,
    /// The command that plays the same matches; nothing where no single command does.
    pub command: Option<String>,
}

/// An expectation in words, and whether it was met. The words are kept with the verdict, since
/// expectations change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The expectation.
    pub told: String,
    /// Whether it was met.
    pub verdict: Verdict,
}

/// What came of it for one line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MeasuredLine {
    /// The agent.
    pub agent: String,
    /// Share of matches won.
    pub won: Estimate,
    /// Share of matches drawn.
    pub drawn: Estimate,
    /// Share of matches lost.
    pub lost: Estimate,
    /// Mean points.
    pub points: Estimate,
    /// Points in each seat.
    pub by_seat: Vec<f64>,
    /// Mean time of a move.
    pub ms_per_move: f64,
    /// Time of the longest move.
    pub worst_ms: f64,
    /// Seconds of thinking in a match, for one seat.
    pub seconds: f64,
    /// Faults of the agent.
    pub faults: usize,
}

impl MeasuredLine {
    fn share(&self, share: Share) -> Estimate {
        match share {
            Share::Won => self.won,
            Share::Drawn => self.drawn,
            Share::Lost => self.lost,
            Share::Points => self.points,
        }
    }
}

/// How trials are played.
#[derive(Clone, Debug)]
pub struct Setting {
    /// How many matches.
    pub size: Size,
    /// Random seed.
    pub seed: u64,
    /// Matches at the same time.
    pub concurrency: usize,
    /// Ends the run early.
    pub stop: Stop,
}

/// How far a trial is.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Matches of the whole trial.
    pub matches: u64,
    /// Plies of a match so far, on average.
    pub plies: usize,
}

/// Why a trial cannot be played.
#[derive(Debug, Error)]
pub enum TrialError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// An agent cannot play.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// There are no such openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The time control makes no sense.
    #[error(transparent)]
    Time(#[from] ParseError),
    /// A match could not be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// Plays a trial; `None` where it was stopped before the first match. `on_match` hears of every
/// match.
///
/// # Errors
/// When the trial cannot be played.
pub fn measure(
    game: &str,
    trial: &Trial,
    setting: &Setting,
    mut on_match: impl FnMut(Step),
) -> Result<Option<Measured>, TrialError> {
    let series = series(game, trial, setting)?;
    let wanted = setting.size.of(trial.matches);
    let matches = wanted.div_ceil(series.block_size()) * series.block_size();
    let (mut board, mut tally) = (Scoreboard::default(), Ends::default());
    let jobs = (0..matches).map(|index| series.job(index));
    drive(
        &mut Threads::new(setting.concurrency, setup()),
        jobs,
        &setting.stop,
        |job, played| {
            board.add(&series, &job, &played);
            tally.add(&played);
            on_match(Step {
                matches,
                plies: tally.plies / tally.matches.max(1),
            });
            Ok::<(), TrialError>(())
        },
    )?;
    if board.outcomes().is_empty() {
        return Ok(None);
    }
    let lines = lines(&series, &board);
    let judged = |expect: &Expect| Judged {
        told: told(*expect, trial, tally.longest),
        verdict: verdict(*expect, &lines, board.outcomes(), tally.longest),
    };
    let verdicts = trial.expect.iter().map(judged).collect();
    Ok(Some(Measured {
        lines,
        matches: board.outcomes().len(),
        seed: setting.seed,
        plies: tally.plies as f64 / tally.matches as f64,
        longest: tally.longest,
        reasons: tally.reasons,
        by_seat: board.by_seat().iter().map(|counts| counts.points).collect(),
        verdicts,
        command: command(game, trial, setting, matches),
    }))
}

/// How matches of two agents from the start position end: the seat of the first, which changes from
/// match to match, and the table. A match that came to no end of its own is left out.
pub(super) fn finals(game: &str, agents: [&str; 2], matches: u64) -> Vec<(usize, Box<dyn AnyGame>)> {
    let entry = |agent: &str| agent.parse::<Entry>().expect("claims are checked by a test");
    let end = |number: u64| {
        let seat = (number % 2) as usize;
        let mut seats = agents.map(entry).to_vec();
        seats.rotate_right(seat);
        let job = Job {
            id: number,
            game: game.to_owned(),
            seats,
            opening: Opening::default(),
            seed: number + 1,
            terms: Terms::default(),
        };
        let played = referee::play(&job, setup()).ok()?;
        let mut table = setup().table(game).ok()?;
        table.play_line(played.moves.iter().map(String::as_str)).ok()?;
        Some((seat, table))
    };
    (0..matches).filter_map(end).collect()
}

#[derive(Default)]
struct Ends {
    matches: usize,
    plies: usize,
    longest: usize,
    reasons: BTreeMap<String, usize>,
}

impl Ends {
    fn add(&mut self, played: &Played) {
        self.matches += 1;
        self.plies += played.moves.len();
        self.longest = self.longest.max(played.moves.len());
        *self.reasons.entry(played.result.reason.clone()).or_default() += 1;
    }
}

fn series(game: &str, trial: &Trial, setting: &Setting) -> Result<Series, TrialError> {
    let table = setup().table(game)?;
    let seats = table.info().seats.len();
    let entries = trial.lines.iter().map(|line| {
        let entry: Entry = line.agent.parse()?;
        entry.check(game, &Terms::default(), setup())?;
        Ok::<Entry, TrialError>(entry)
    });
    let time = setting.size.of(trial.time);
    Ok(Series {
        seatings: match trial.seating {
            Seating::Each => Series::everybody_everywhere(seats),
            Seating::Alone => {
                let line: Vec<Entrant> = (0..seats).map(|place| Entrant(u32::from(place > 0))).collect();
                seatings(&line)
            }
            Seating::Duel => Series::duel(seats),
        },
        entries: entries.collect::<Result<_, _>>()?,
        openings: Openings::read(&trial.opening, &*table, setup().roster())?,
        seed: setting.seed,
        terms: Terms {
            time: time.parse()?,
            ..Terms::default()
        },
        table,
    })
}

/// The same matches by `truel match`, which seats one entry per seat.
fn command(game: &str, trial: &Trial, setting: &Setting, matches: u64) -> Option<String> {
    let seats = setup().table(game).ok()?.info().seats.len();
    let agents: Vec<&str> = match trial.seating {
        Seating::Each => trial.lines.iter().map(|line| line.agent).collect(),
        Seating::Duel if seats > 2 => return None,
        Seating::Alone | Seating::Duel => {
            let place = |place: usize| trial.lines[usize::from(place > 0)].agent;
            (0..seats).map(place).collect()
        }
    };
    let quoted: Vec<String> = agents.iter().map(|agent| quoted(agent)).collect();
    let time = match setting.size.of(trial.time) {
        "unlimited" => String::new(),
        time => format!(" --time {time}"),
    };
    Some(format!(
        "truel match {game} {} -n {matches} --opening {}{time} --seed {}",
        quoted.join(" "),
        trial.opening,
        setting.seed
    ))
}

fn quoted(agent: &str) -> String {
    if agent.contains('(') {
        format!("'{agent}'")
    } else {
        agent.to_owned()
    }
}

fn lines(series: &Series, board: &Scoreboard) -> Vec<MeasuredLine> {
    let shares = |counts: fn(f64) -> bool| {
        // A share of matches is the mean of a number that is 1 in them and 0 in all others.
        let outcomes: Vec<Outcome> = board
            .outcomes()
            .iter()
            .map(|outcome| outcome.counting(counts))
            .collect();
        tally(&outcomes)
    };
    let (won, drawn, lost) = (
        shares(|p| p == 1.0),
        shares(|p| p > 0.0 && p < 1.0),
        shares(|p| p == 0.0),
    );
    let estimate = |counts: &Counts| counts.points.expect("the line was played");
    let line = |(place, line): (usize, truel_arena::scoreboard::ScoreboardRow)| MeasuredLine {
        agent: series.entries[line.tally.entrant.0 as usize].to_string(),
        won: estimate(&won[place].counts),
        drawn: estimate(&drawn[place].counts),
        lost: estimate(&lost[place].counts),
        points: estimate(&line.tally.counts),
        by_seat: line
            .tally
            .by_seat
            .iter()
            .map(|counts| counts.points.map_or(0.0, |points| points.value))
            .collect(),
        ms_per_move: line.times.mean(),
        worst_ms: line.times.worst(),
        seconds: line.times.total() / 1000.0 / line.tally.counts.matches as f64,
        faults: line.faults.values().sum(),
    };
    board.rows().into_iter().enumerate().map(line).collect()
}

/// An expectation of a trial in words.
fn told(expect: Expect, trial: &Trial, longest: usize) -> String {
    let name = |place: usize| trial.lines[place].agent;
    match expect {
        Expect::AtLeast(place, share, bar) => format!("{}: {} at least {bar}", name(place), share.told()),
        Expect::Reaches(place, share, bar) => format!("{}: {} {bar} or more in this run", name(place), share.told()),
        Expect::AtMost(place, share, bar) => format!("{}: {} at most {bar}", name(place), share.told()),
        Expect::NoLonger(plies) => format!("no match longer than {plies} plies (the longest has {longest})"),
        Expect::Above(a, b) => format!("{} above {}", name(a), name(b)),
        Expect::Even(a, b, within) => format!("{} and {} within {within} of each other", name(a), name(b)),
    }
}

fn verdict(expect: Expect, lines: &[MeasuredLine], outcomes: &[Outcome], longest: usize) -> Verdict {
    let duel = |a: usize, b: usize| head_to_head(outcomes, Entrant(a as u32), Entrant(b as u32)).map(|duel| duel.score);
    match expect {
        Expect::AtLeast(place, share, bar) => at_least(lines[place].share(share), bar),
        Expect::Reaches(place, share, bar) => Verdict::exactly(lines[place].share(share).value >= bar),
        Expect::AtMost(place, share, bar) => at_most(lines[place].share(share), bar),
        Expect::NoLonger(plies) => Verdict::exactly(longest <= plies),
        Expect::Above(a, b) => duel(a, b).map_or(Verdict::Undecided, |score| at_least(score, 0.5)),
        Expect::Even(a, b, within) => duel(a, b).map_or(Verdict::Undecided, |score| {
            if score.low >= 0.5 - within && score.high <= 0.5 + within {
                Verdict::Holds
            } else if score.low > 0.5 + within || score.high < 0.5 - within {
                Verdict::Fails
            } else {
                Verdict::Undecided
            }
        }),
    }
}

/// A share that was met to the full in every match holds, however few they were: no interval
/// reaches the edge itself.
fn at_least(found: Estimate, bar: f64) -> Verdict {
    if found.low >= bar || (bar >= 1.0 && found.value >= bar) {
        Verdict::Holds
    } else if found.high < bar || (bar >= 1.0 && found.value < bar) {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

fn at_most(found: Estimate, bar: f64) -> Verdict {
    let turned = Estimate {
        value: 1.0 - found.value,
        low: 1.0 - found.high,
        high: 1.0 - found.low,
    };
    at_least(turned, 1.0 - bar)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        assert_eq!(at_least(found(0.9, 0.85, 0.95), 0.8), Verdict::Holds);
        assert_eq!(at_least(found(0.9, 0.75, 0.95), 0.8), Verdict::Undecided);
        assert_eq!(at_least(found(0.5, 0.4, 0.6), 0.8), Verdict::Fails);
        assert_eq!(at_most(found(0.02, 0.0, 0.04), 0.05), Verdict::Holds);
        assert_eq!(at_most(found(0.2, 0.1, 0.3), 0.05), Verdict::Fails);
    }

    #[test]
    fn always_and_never_are_counted_not_estimated() {
        assert_eq!(at_least(found(1.0, 0.9, 1.0), 1.0), Verdict::Holds);
        assert_eq!(at_least(found(0.99, 0.9, 1.0), 1.0), Verdict::Fails);
        assert_eq!(at_most(found(0.0, 0.0, 0.1), 0.0), Verdict::Holds);
        assert_eq!(at_most(found(0.01, 0.0, 0.1), 0.0), Verdict::Fails);
    }
}
