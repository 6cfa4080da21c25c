//! `truel match`: agents against each other, every seating with the same opening.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use serde_json::json;
use truel_arena::executor::Threads;
use truel_arena::scoreboard::ScoreboardRow;
use truel_arena::stats::tally::{Balance, EloRange, head_to_head};
use truel_arena::stats::{Entrant, Estimate, davidson_luce};
use truel_arena::{Entry, FaultKind, Job, Measure, Played, Scoreboard, Series, drive};
use truel_core::numbers::{fixed, signed};

use crate::Exit;
use crate::args::arena::Match;
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::series::one_each;
use crate::setup::setup;
use crate::table;

pub(crate) fn run(args: &Match, out: &mut Output) -> Result<Exit> {
    let series = one_each(&args.game, &args.agents, &args.terms)?;
    let mut records = Records::open(args)?;
    let stop = interrupt(FINISHING)?;
    watch_over(&args.agents);
    let mut board = Scoreboard::default();
    let mut faults = Faults::default();
    let mut progress = Progress::new(args.matches, args.json);
    let jobs = (0..args.matches).map(|index| series.job(index));
    drive(
        &mut Threads::new(args.terms.concurrency, &setup()),
        jobs,
        &stop,
        |job, played| {
            board.add(&series, &job, &played);
            faults.add(&series, &job, &played);
            let record = records.keep(&series, &job, &played)?;
            if args.json {
                writeln!(out, "{record}")?;
                out.flush()?;
            }
            progress.step(|| score(&board));
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    records.close()?;
    if args.json {
        out.json(&summary(&series, &board))?;
    } else {
        print(&series, &board, &faults, out)?;
    }
    out.flush()?;
    never_moved(&series, &board, &faults)?;
    let played = board.outcomes().len() as u64;
    if played == args.matches {
        return Ok(Exit::Done);
    }
    remark(&format!("interrupted after {played} of {} matches", args.matches));
    Ok(Exit::Interrupted)
}

/// The file of records, if one is asked for.
struct Records {
    file: Option<(BufWriter<File>, String)>,
}

impl Records {
    fn open(args: &Match) -> Result<Self> {
        let Some(path) = &args.out else {
            return Ok(Records { file: None });
        };
        let name = format!("cannot write {}", path.display());
        let file = File::create(path).with_context(|| name.clone())?;
        Ok(Records {
            file: Some((BufWriter::new(file), name)),
        })
    }

    /// The record of a match as a line of JSON; on disk before the next one is taken.
    fn keep(&mut self, series: &Series, job: &Job, played: &Played) -> Result<String> {
        let info = series.table.info();
        let id = format!("{}-{}-{}", info.id, series.seed, job.id);
        let mut record = played.record(job, info, id);
        let names = Entry::names(&series.entries);
        let seating = series.seating(job.id).iter();
        record.entrants = seating.map(|entrant| names[entrant.0 as usize].clone()).collect();
        record.block = Some(job.id - job.id % series.block_size());
        let line = record.to_line()?;
        if let Some((file, name)) = &mut self.file {
            let written = writeln!(file, "{line}").and_then(|()| file.flush());
            written.with_context(|| name.clone())?;
        }
        Ok(line)
    }

    fn close(self) -> Result<()> {
        match self.file {
            Some((mut file, name)) => file.flush().with_context(|| name),
            None => Ok(()),
        }
    }
}

/// The first fault of each kind that each entrant committed, so that nobody has to look for the
/// reason.
#[derive(Default)]
pub(crate) struct Faults(BTreeMap<(Entrant, FaultKind), String>);

impl Faults {
    pub(crate) fn add(&mut self, series: &Series, job: &Job, played: &Played) {
        let seating = series.seating(job.id);
        for fault in &played.faults {
            let first = self.0.entry((seating[fault.seat], fault.kind));
            first.or_insert_with(|| format!("in match {}: {}", job.id + 1, fault.message));
        }
    }

    fn print(&self, out: &mut Output) -> Result<()> {
        for (place, ((entrant, kind), told)) in self.0.iter().enumerate() {
            if place == 0 {
                writeln!(out)?;
            }
            let head = format!("{}  {kind} ", entrant.0 + 1);
            write!(out, "{}", out.hanging(&head, head.len(), told))?;
        }
        Ok(())
    }
}

/// Whoever failed before its first move in every match has shown nothing, and neither have those
/// who met it.
pub(crate) fn never_moved(series: &Series, board: &Scoreboard, faults: &Faults) -> Result<()> {
    let rows = board.rows();
    let Some(row) = rows.iter().find(|row| row.times.moves() == 0 && !row.faults.is_empty()) else {
        return Ok(());
    };
    let entrant = row.tally.entrant;
    let mut first = faults.0.iter().filter(|((to_blame, _), _)| *to_blame == entrant);
    let why = first
        .next()
        .map_or_else(String::new, |((_, kind), told)| format!("{kind} {told}"));
    bail!(
        "{} never made a move: {why}",
        Entry::names(&series.entries)[entrant.0 as usize]
    )
}

/// The score so far in a few words.
fn score(board: &Scoreboard) -> String {
    let line = |line: &ScoreboardRow| line.tally.counts.points.map_or_else(|| "-".to_owned(), interval);
    board.rows().iter().map(line).collect::<Vec<_>>().join(" : ")
}

/// A mean with the larger half of its interval.
pub(crate) fn interval(points: Estimate) -> String {
    let reach = (points.high - points.value).max(points.value - points.low);
    format!("{} ±{}", fixed(points.value, 3), fixed(reach, 3))
}

/// Every entrant in the order of the command line, as far as it has played.
fn lines(series: &Series, board: &Scoreboard) -> Vec<Option<ScoreboardRow>> {
    let mut lines = board.rows();
    let of = |place: usize| {
        let at = lines.iter().position(|line| line.tally.entrant.0 as usize == place);
        at.map(|at| lines.swap_remove(at))
    };
    (0..series.entries.len()).map(of).collect()
}

/// How often an entrant won, drew, came in between, lost, and had its match broken off by another
/// seat's fault. Together these are all of its matches.
fn results(row: &ScoreboardRow) -> [usize; 5] {
    let (counts, places) = (&row.tally.counts, &row.places);
    [
        counts.wins,
        counts.draws - places.broken_off,
        places.between,
        counts.losses - places.between,
        places.broken_off,
    ]
}

fn summary(series: &Series, board: &Scoreboard) -> serde_json::Value {
    let names = Entry::names(&series.entries);
    let entry = |(place, line): (usize, Option<ScoreboardRow>)| {
        let counts = line.as_ref().map(|line| line.tally.counts).unwrap_or_default();
        let [wins, draws, between, losses, broken_off] = line.as_ref().map(results).unwrap_or_default();
        let by_seat: Vec<_> = line.iter().flat_map(|line| line.tally.by_seat.iter()).collect();
        let faults = line.as_ref().map(|line| line.faults.clone()).unwrap_or_default();
        json!({
            "entrant": place,
            "name": names[place],
            "agent": series.entries[place].shown(),
            "games": counts.matches,
            "points": counts.points.map(|points| points.value),
            "low": counts.points.map(|points| points.low),
            "high": counts.points.map(|points| points.high),
            "wins": wins,
            "draws": draws,
            "between": between,
            "losses": losses,
            "broken_off": broken_off,
            "faults": faults.values().sum::<usize>(),
            "faults_by_kind": faults,
            "by_seat": by_seat,
            "mean_ms": line.as_ref().map_or(0.0, |line| line.times.mean()),
            "worst_ms": line.as_ref().map_or(0.0, |line| line.times.worst()),
        })
    };
    let entries: Vec<_> = lines(series, board).into_iter().enumerate().map(entry).collect();
    json!({
        "summary": entries,
        "game": series.table.info().id,
        "seed": series.seed,
        "matches": board.outcomes().len(),
        "distinct": board.distinct(),
        "measure": series.terms.measure.name(),
        "claims": board.claims(),
        "ratings": davidson_luce::rate(board.outcomes(), &Default::default()).ok(),
        "duel": head_to_head(board.outcomes(), Entrant(0), Entrant(1)).filter(|_| series.entries.len() == 2),
    })
}

fn print(series: &Series, board: &Scoreboard, faults: &Faults, out: &mut Output) -> Result<()> {
    let lines = lines(series, board);
    if board.outcomes().is_empty() {
        writeln!(out, "No match was played.")?;
        return Ok(());
    }
    let kinds: Vec<FaultKind> = FaultKind::ALL
        .into_iter()
        .filter(|kind| lines.iter().flatten().any(|line| line.faults.contains_key(kind)))
        .collect();
    let info = series.table.info();
    let seats: Vec<String> = info.seats.iter().map(|seat| format!("as {}", seat.name)).collect();
    // Nobody is in between with two seats, and few matches are broken off.
    let is_broken_off = lines.iter().flatten().any(|line| line.places.broken_off > 0);
    let is_shown = [true, true, info.seats.len() > 2, true, is_broken_off];
    let shown = |place: &usize| is_shown[*place];
    let outcomes = ["won", "drawn", "between", "lost", "broken off"];
    let mut heading = vec!["", "agent", "points"];
    heading.extend((0..outcomes.len()).filter(shown).map(|place| outcomes[place]));
    heading.extend(seats.iter().map(String::as_str));
    heading.extend(kinds.iter().map(|kind| kind.name()));
    heading.extend(match series.terms.measure {
        Measure::Wall => ["wall ms/move", "worst"],
        Measure::Cpu => ["CPU ms/move", "worst"],
    });
    let names = Entry::short_names(&series.entries);
    let row = |(place, line): (usize, &Option<ScoreboardRow>)| {
        let mut row = vec![(place + 1).to_string(), names[place].clone()];
        let Some(line) = line else {
            row.resize(heading.len(), "-".to_owned());
            return row;
        };
        row.push(line.tally.counts.points.map_or_else(|| "-".into(), interval));
        let counted = results(line);
        row.extend((0..counted.len()).filter(shown).map(|place| counted[place].to_string()));
        let mean = |seat: usize| line.tally.by_seat.get(seat).and_then(|counts| counts.points);
        row.extend((0..seats.len()).map(|seat| mean(seat).map_or_else(|| "-".into(), |mean| fixed(mean.value, 3))));
        row.extend(
            kinds
                .iter()
                .map(|kind| line.faults.get(kind).copied().unwrap_or(0).to_string()),
        );
        row.extend([fixed(line.times.mean(), 1), fixed(line.times.worst(), 1)]);
        row
    };
    let rows: Vec<Vec<String>> = lines.iter().enumerate().map(row).collect();
    table::print(out, &heading, &rows)?;
    faults.print(out)?;
    verdict(series, board, out)
}

/// What the table means: differences of strength, seats, and what to be careful about.
fn verdict(series: &Series, board: &Scoreboard, out: &mut Output) -> Result<()> {
    let info = series.table.info();
    writeln!(out)?;
    if series.entries.len() == 2 {
        if let Some(duel) = head_to_head(board.outcomes(), Entrant(0), Entrant(1)) {
            writeln!(
                out,
                "Elo difference {}; the first is better with probability {:.1} %",
                elo(duel.elo, duel.score.value),
                100.0 * duel.superiority
            )?;
        }
    } else if let Ok(ratings) = davidson_luce::rate(board.outcomes(), &Default::default()) {
        let told = ratings.entrants.iter().map(|rating| {
            let number = rating.entrant.0 + 1;
            let [value, low, high] = [rating.elo.value, rating.elo.low, rating.elo.high].map(|elo| signed(elo, 0));
            format!("{number}: {value} [{low}, {high}]")
        });
        writeln!(out, "Elo around their mean  {}", told.collect::<Vec<_>>().join("   "))?;
    }
    let by_seat = board.by_seat();
    let seats = info.seats.iter().zip(&by_seat).filter_map(|(seat, counts)| {
        let points = counts.points?;
        Some(format!("{} {}", seat.name, fixed(points.value, 3)))
    });
    writeln!(out, "Points by seat  {}", seats.collect::<Vec<_>>().join("  "))?;
    if board
        .rows()
        .iter()
        .any(|line| line.tally.balance == Balance::Unbalanced)
    {
        writeln!(
            out,
            "Not everybody sat everywhere equally often: a block has {} matches.",
            series.block_size()
        )?;
    }
    writeln!(out, "{}", distinct(board))?;
    if board.claims() > 0 {
        writeln!(
            out,
            "{} claims against the referee; see `claims` in the records.",
            board.claims()
        )?;
    }
    Ok(())
}

/// How many matches a result rests on: agents without chance play the same match again and again.
pub(crate) fn distinct(board: &Scoreboard) -> String {
    let (distinct, matches) = (board.distinct(), board.outcomes().len());
    match matches.saturating_sub(distinct) {
        0 => format!("Matches  {matches}, all distinct"),
        same => format!(
            "Matches  {matches}, {distinct} distinct: {same} repeat another and say nothing new; openings such as \
             random:4 vary them"
        ),
    }
}

/// A difference with its interval; open where everything was won or lost.
fn elo(range: EloRange, points: f64) -> String {
    let number = |value: Option<f64>, open: &str| value.map_or_else(|| open.to_owned(), |value| signed(value, 0));
    let end = if points > 0.5 { "+∞" } else { "-∞" };
    format!(
        "{} [{}, {}]",
        number(range.value, end),
        number(range.low, "-∞"),
        number(range.high, "+∞")
    )
}
