//! `truel field`: one agent against every other, or every two of them.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use truel_arena::executor::Threads;
use truel_arena::field::{Field, FieldRow, HeroResult};
use truel_arena::{Entry, Job, Series, drive};
use truel_core::numbers::fixed;
use truel_core::record::Record;
use truel_core::trace::{Tally, check_text};

use super::matches::interval;
use crate::Exit;
use crate::args::arena;
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;
use crate::series::series;
use crate::setup::setup;
use crate::table;

pub(crate) fn run(args: &arena::Field, out: &mut Output) -> Result<Exit> {
    let others = others(args)?;
    let seats = roster().table(&args.game)?.info().seats.len();
    let everybody: Vec<Entry> = std::iter::once(&args.agent).chain(&others).cloned().collect();
    // Checks all of them before the first match.
    series(&args.game, &everybody, |_| Vec::new(), &args.terms)?;
    let line_up = |entries: Vec<Entry>| series(&args.game, &entries, |_| Vec::new(), &args.terms);
    let line_up = |entries| line_up(entries).expect("it was checked with all entries");
    let field = Field::new(&line_up, &args.agent, &others, seats, args.matches);

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
            field.count(&mut rows, job.id, &played.moves, &played.result);
            records.keep(&field.record(&job, &played))?;
            progress.step(|| weakest(&field, &rows).map_or_else(String::new, |(_, told)| told));
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    print(&field, &rows, args.json, out)?;
    out.flush()?;
    let played: usize = rows.iter().map(FieldRow::matches).sum();
    if played as u64 == field.len() {
        return Ok(Exit::Done);
    }
    remark(&format!("interrupted after {played} of {} matches", field.len()));
    Ok(Exit::Interrupted)
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
            field.count(rows, job.id, &record.moves, &record.result);
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

/// The opponents of a line-up.
fn opponents(line_up: &Series) -> Vec<String> {
    let seating = line_up.seating(0).iter().filter(|sitter| sitter.0 != 0);
    seating
        .map(|sitter| line_up.entries[sitter.0 as usize].short_name(&line_up.entries))
        .collect()
}

/// The line-up against which the hero has fewest points, in words.
fn weakest<'a>(field: &'a Field, rows: &[FieldRow]) -> Option<(&'a Series, String)> {
    let played = field.line_ups().iter().zip(rows);
    let rated = played.filter_map(|(line_up, row)| Some((line_up, row.points()?)));
    let (line_up, points) = rated.min_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
    let told = format!("{} against {}", interval(points), opponents(line_up).join(" and "));
    Some((line_up, told))
}

fn print(field: &Field, rows: &[FieldRow], is_json: bool, out: &mut Output) -> Result<()> {
    let all = field.line_ups().iter().zip(rows);
    if is_json {
        for (line_up, row) in all {
            let ends: Vec<_> = row
                .ends()
                .map(|(result, reason, count)| json!({ "result": result, "reason": reason, "count": count }))
                .collect();
            out.json(&json!({
                "against": opponents(line_up),
                "matches": row.matches(),
                "distinct": row.distinct(),
                "points": row.points(),
                "wins": row.wins(),
                "won": row.count(HeroResult::Won),
                "drawn": row.count(HeroResult::Drawn),
                "between": row.count(HeroResult::Between),
                "lost": row.count(HeroResult::Lost),
                "ends": ends,
            }))?;
        }
        return Ok(());
    }
    let is_many = field
        .line_ups()
        .iter()
        .any(|line_up| line_up.table.info().seats.len() > 2);
    let results: &[HeroResult] = if is_many {
        &[
            HeroResult::Won,
            HeroResult::Drawn,
            HeroResult::Between,
            HeroResult::Lost,
        ]
    } else {
        &[HeroResult::Won, HeroResult::Drawn, HeroResult::Lost]
    };
    let mut heading = vec!["", "against", "points", "wins"];
    heading.extend(results.iter().map(|result| result.name()));
    heading.extend(["matches", "distinct"]);
    let mut cells = Vec::new();
    for (number, (line_up, row)) in all.clone().enumerate() {
        let mut line = vec![(number + 1).to_string(), opponents(line_up).join(", ")];
        line.push(row.points().map_or_else(|| "-".into(), interval));
        line.push(row.wins().map_or_else(|| "-".into(), interval));
        line.extend(results.iter().map(|result| row.count(*result).to_string()));
        line.extend([row.matches().to_string(), row.distinct().to_string()]);
        cells.push(line);
    }
    table::print(out, &heading, &cells)?;
    writeln!(out)?;
    for (number, (_, row)) in all.enumerate() {
        let ends: Vec<String> = row
            .ends()
            .map(|(result, reason, count)| format!("{count} {} ({reason})", result.name()))
            .collect();
        let head = format!("{}  ", number + 1);
        write!(out, "{}", out.hanging(&head, head.len(), &ends.join(", ")))?;
    }
    if let Some((_, told)) = weakest(field, rows) {
        writeln!(out, "\nLeast points  {told}")?;
    }
    let points: Vec<f64> = rows.iter().filter_map(|row| Some(row.points()?.value)).collect();
    if !points.is_empty() {
        let mean = points.iter().sum::<f64>() / points.len() as f64;
        writeln!(out, "Mean points   {}", fixed(mean, 3))?;
    }
    Ok(())
}
