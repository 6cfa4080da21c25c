//! `truel field`: one agent against every other, or every two of them.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use truel_arena::executor::Threads;
use truel_arena::field::{Field, FieldReport, FieldRow, HeroResult, LineUpReport};
use truel_arena::report::{FieldPage, write_field_page};
use truel_arena::stats::Estimate;
use truel_arena::{Entry, Job, Series, drive};
use truel_core::numbers::fixed;
use truel_core::record::Record;
use truel_core::trace::{Tally, check_text};

use crate::Exit;
use crate::args::arena;
use crate::files::{check_writable_if_any, write_file};
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;
use crate::series::{opening, series};
use crate::setup::setup;
use crate::table;

pub(crate) fn run(args: &arena::Field, out: &mut Output) -> Result<Exit> {
    check_writable_if_any(args.page.as_ref())?;
    let others = others(args)?;
    let everybody: Vec<Entry> = std::iter::once(&args.agent).chain(&others).cloned().collect();
    // Checks all of them before the first match. All line-ups share its openings.
    let all = series(&args.game, &everybody, |_| Vec::new(), &args.terms)?;
    let line_up = |entries| Series {
        table: all.table.boxed(),
        entries,
        seatings: Vec::new(),
        openings: all.openings.clone(),
        seed: all.seed,
        terms: all.terms.clone(),
    };
    let field = Field::new(
        &line_up,
        &args.agent,
        &others,
        all.table.info().seats.len(),
        args.matches,
    );

    let mut rows = field.rows();
    let known = match &args.out {
        Some(path) => resume(path, &field, &mut rows)?,
        None => HashSet::new(),
    };
    let mut records = Records::open(args.out.as_deref())?;
    let stop = interrupt(FINISHING)?;
    watch_over(&everybody);
    let mut progress = Progress::new(field.len() - known.len() as u64, args.json);
    let jobs = field.jobs().filter(|job| !known.contains(&job.id));
    drive(
        &mut Threads::new(args.terms.concurrency, &setup()),
        jobs,
        &stop,
        |job, played| {
            let record = field.record(&job, &played);
            field.count(&mut rows, job.id, &record);
            records.keep(&record)?;
            progress.step(|| so_far(&FieldReport::of(&field, &rows)));
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    let report = FieldReport::of(&field, &rows);
    if args.json {
        for line_up in &report.line_ups {
            out.json(&serde_json::to_value(line_up)?)?;
        }
    } else {
        print(&report, out)?;
    }
    out.flush()?;
    if let Some(path) = &args.page {
        write_page(args, &others, &report, path)?;
    }
    let played: usize = rows.iter().map(FieldRow::matches).sum();
    if played as u64 == field.len() {
        return Ok(Exit::Done);
    }
    remark(&format!("interrupted after {played} of {} matches", field.len()));
    Ok(Exit::Interrupted)
}

/// The weakest line-up in a few words.
fn so_far(report: &FieldReport) -> String {
    let weakest = report.weakest().map(|place| &report.line_ups[place]);
    weakest.map_or_else(String::new, |line_up| against(line_up.points, line_up))
}

/// Whom to play against.
fn others(args: &arena::Field) -> Result<Vec<Entry>> {
    if !args.against.is_empty() {
        return Ok(args.against.clone());
    }
    let partners = roster().sparring(roster().info(&args.game)?);
    let named = partners.iter().map(|agent| Ok(agent.name.parse::<Entry>()?));
    named.collect()
}

/// Counts the matches that a file of records holds from an earlier run, and returns their ids.
fn resume(path: &Path, field: &Field, rows: &mut [FieldRow]) -> Result<HashSet<u64>> {
    let mut known = HashSet::new();
    // A device can be written to, but not continued from.
    if !path.is_file() {
        return Ok(known);
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut whole = 0;
    for (place, line) in text.split_inclusive('\n').enumerate() {
        let wrong = |why: &dyn Display| anyhow!("{}, line {}: {why}", path.display(), place + 1);
        let record = match serde_json::from_str::<Record>(line) {
            Ok(record) => record,
            // Half a line is what a killed run leaves behind; its match is played again.
            Err(_) if place > 0 && !line.ends_with('\n') => break,
            Err(_) => return Err(wrong(&"this is no record")),
        };
        let job = field.find(&record.id).filter(|job| is_of(&record, job));
        let job = job.ok_or_else(|| wrong(&"this match belongs to another field; name another file"))?;
        let mut tally = Tally::default();
        let checked = check_text(&*field.line_ups()[0].table, line, place + 1, &mut tally);
        checked.map_err(|why| wrong(&why))?;
        if let Some(mismatch) = tally.first {
            return Err(wrong(&mismatch));
        }
        if known.insert(job.id) {
            field.count(rows, job.id, &record);
        }
        whole += line.len();
    }
    if whole < text.len() {
        let file = OpenOptions::new().write(true).open(path);
        let cut = file.and_then(|file| file.set_len(whole as u64));
        cut.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(known)
}

/// The file of records, if one is asked for.
struct Records {
    file: Option<(File, String)>,
}

impl Records {
    fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Records { file: None });
        };
        let name = format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| name.clone())?;
        Ok(Records {
            file: Some((file, name)),
        })
    }

    /// On disk before the next one is taken.
    fn keep(&mut self, record: &Record) -> Result<()> {
        if let Some((file, name)) = &mut self.file {
            record.write(file).with_context(|| name.clone())?;
        }
        Ok(())
    }
}

fn is_of(record: &Record, job: &Job) -> bool {
    let seats = job.seats.iter().map(Entry::shown);
    record.seed == Some(job.seed)
        && record.start == job.opening.start
        && record.moves.starts_with(&job.opening.moves)
        && seats.eq(record.seats.iter().cloned())
        && record.result.points.len() == job.seats.len()
}

/// A mean with its interval.
fn interval(mean: Option<Estimate>) -> String {
    mean.map_or_else(
        || "-".to_owned(),
        |Estimate { value, low, high }| format!("{} [{}, {}]", fixed(value, 2), fixed(low, 2), fixed(high, 2)),
    )
}

/// A mean with its interval, and the line-up that it belongs to.
fn against(mean: Option<Estimate>, line_up: &LineUpReport) -> String {
    format!("{} against {}", interval(mean), line_up.against.join(" and "))
}

fn print(report: &FieldReport, out: &mut Output) -> Result<()> {
    results(report, out)?;
    writeln!(out)?;
    ends(report, out)?;
    let Some(weakest) = report.weakest().map(|place| &report.line_ups[place]) else {
        return Ok(());
    };
    writeln!(out, "\nFewest points  {}", against(weakest.points, weakest))?;
    if let Some(place) = report.fewest_wins() {
        let line_up = &report.line_ups[place];
        writeln!(
            out,
            "Fewest wins    {}",
            against(line_up.share(HeroResult::Won), line_up)
        )?;
    }
    if let Some(mean) = report.mean_points() {
        writeln!(out, "Mean points    {}", fixed(mean, 3))?;
    }
    Ok(())
}

/// A number of matches of a line-up.
type Count = fn(&LineUpReport) -> usize;

/// What came of the matches against every line-up.
fn results(report: &FieldReport, out: &mut Output) -> Result<()> {
    let seats = report.seat_names.len();
    let line_ups = report.line_ups.iter();
    let has = |of: Count| line_ups.clone().any(|line_up| of(line_up) > 0);
    let faults: [(&str, Count); 2] = [
        ("own faults", |line_up| line_up.own_faults),
        ("others' faults", |line_up| line_up.other_faults),
    ];
    let faults: Vec<_> = faults.into_iter().filter(|(_, of)| has(*of)).collect();
    let mut heading = vec!["", "against", "points", "share won"];
    heading.extend(HeroResult::all(seats).iter().map(|result| result.name(seats)));
    heading.extend(faults.iter().map(|(name, _)| *name));
    heading.extend(["matches", "distinct"]);
    let row = |(place, line_up): (usize, &LineUpReport)| {
        let mut row = vec![(place + 1).to_string(), line_up.against.join(", ")];
        row.extend([line_up.points, line_up.share(HeroResult::Won)].map(interval));
        row.extend(
            HeroResult::all(seats)
                .iter()
                .map(|result| line_up.count(*result).to_string()),
        );
        row.extend(faults.iter().map(|(_, of)| of(line_up).to_string()));
        row.extend([line_up.matches, line_up.distinct].map(|count| count.to_string()));
        row
    };
    let rows: Vec<Vec<String>> = line_ups.clone().enumerate().map(row).collect();
    table::print(out, &heading, &rows)
}

/// The points on each seat, and a column for everything that ended matches.
fn ends(report: &FieldReport, out: &mut Output) -> Result<()> {
    let seats = report.seat_names.len();
    let reasons = report.ends();
    let seat_names: Vec<String> = report.seat_names.iter().map(|name| format!("as {name}")).collect();
    let mut heading = vec!["", "points and ends"];
    heading.extend(seat_names.iter().map(String::as_str));
    heading.extend(&reasons);
    let row = |(place, line_up): (usize, &LineUpReport)| {
        let mut row = vec![(place + 1).to_string(), line_up.against.join(", ")];
        let points = |seat: usize| line_up.by_seat.get(seat).and_then(|counts| counts.points);
        row.extend((0..seats).map(|seat| points(seat).map_or_else(|| "-".into(), |points| fixed(points.value, 2))));
        row.extend(reasons.iter().map(|reason| {
            let ends = line_up.ended_by(reason);
            let told: Vec<String> = ends
                .map(|end| format!("{} {}", end.count, end.result.name(seats)))
                .collect();
            if told.is_empty() { "-".into() } else { told.join(", ") }
        }));
        row
    };
    let rows: Vec<Vec<String>> = report.line_ups.iter().enumerate().map(row).collect();
    table::print(out, &heading, &rows)
}

fn write_page(args: &arena::Field, others: &[Entry], report: &FieldReport, path: &Path) -> Result<()> {
    let everybody: Vec<Entry> = std::iter::once(&args.agent).chain(others).cloned().collect();
    let opening = opening(&args.game, &everybody, &args.terms)?;
    let mut words = ["truel", "field", &args.game, &args.agent.to_string()]
        .map(str::to_owned)
        .to_vec();
    words.extend(
        others
            .iter()
            .flat_map(|other| ["--against".to_owned(), other.to_string()]),
    );
    words.extend(["-n".to_owned(), args.matches.to_string()]);
    words.extend(args.terms.words(&opening));
    let page = FieldPage {
        report,
        opening: opening.to_string(),
        matches: args.matches,
        command: arena::command_line(&words),
    };
    write_file(path, |file| Ok(write_field_page(&page, file)?))
}
