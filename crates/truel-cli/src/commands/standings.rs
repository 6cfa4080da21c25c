//! Tables of a tournament, for people.

use std::io::Write;

use anyhow::Result;
use truel_arena::stats::Estimate;
use truel_arena::stats::tally::Counts;
use truel_arena::tournament::{StandingsRow, Table, Total};
use truel_core::numbers::{fixed, signed};

use crate::output::Output;
use crate::table;

/// The standings of every game, and of all games together when there are several.
pub(super) fn print(tables: &[Table], totals: &[Total], out: &mut Output) -> Result<()> {
    for table in tables {
        let title = format!("{}: {}", table.game, matches(table.matches));
        writeln!(out, "{}", out.bold(&title))?;
        let head = [
            "", "entrant", "points", "95 %", "matches", "won", "drawn", "lost", "faults", "Elo", "95 %",
        ];
        table::print(
            out,
            &head,
            &table.lines.iter().enumerate().map(line).collect::<Vec<_>>(),
        )?;
        if table.groups > 1 {
            writeln!(
                out,
                "Elo compares only those whom matches join: there are {} groups.",
                table.groups
            )?;
        }
        writeln!(out)?;
    }
    if tables.len() > 1 {
        writeln!(out, "{}", out.bold("all games"))?;
        let head = ["", "entrant", "points", "matches", "won", "drawn", "lost", "faults"];
        table::print(out, &head, &totals.iter().enumerate().map(total).collect::<Vec<_>>())?;
        writeln!(out)?;
    }
    Ok(())
}

fn matches(count: usize) -> String {
    format!("{count} {}", if count == 1 { "match" } else { "matches" })
}

fn line((place, line): (usize, &StandingsRow)) -> Vec<String> {
    let StandingsRow { counts, elo, .. } = line;
    let mut row = vec![(place + 1).to_string(), line.entrant.clone()];
    row.extend(points(counts));
    row.extend(numbers(counts, line.faults));
    let signed = |elo: f64| signed(elo, 0);
    row.extend(elo.map_or_else(
        || ["-".to_owned(), String::new()],
        |elo| {
            [
                signed(elo.value),
                format!("{} to {}", signed(elo.low), signed(elo.high)),
            ]
        },
    ));
    row
}

fn total((place, total): (usize, &Total)) -> Vec<String> {
    let mut row = vec![(place + 1).to_string(), total.entrant.clone()];
    row.push(total.points.map_or_else(|| "-".to_owned(), |points| fixed(points, 3)));
    let counted = [total.matches, total.wins, total.draws, total.losses, total.faults];
    row.extend(counted.map(|count| count.to_string()));
    row
}

fn points(counts: &Counts) -> [String; 2] {
    let shown = |Estimate { value, low, high }| [fixed(value, 3), format!("{} to {}", fixed(low, 3), fixed(high, 3))];
    counts.points.map_or_else(|| ["-".to_owned(), String::new()], shown)
}

fn numbers(counts: &Counts, faults: usize) -> [String; 5] {
    [counts.matches, counts.wins, counts.draws, counts.losses, faults].map(|count| count.to_string())
}

/// How everybody did against everybody: the share of matches above, a shared place counting half.
pub(super) fn cross_table(table: &Table, out: &mut Output) -> Result<()> {
    let count = table.lines.len();
    let mut cells = vec![vec!["-".to_owned(); count]; count];
    for meeting in &table.meetings {
        cells[meeting.a][meeting.b] = fixed(meeting.result.score.value, 3);
        cells[meeting.b][meeting.a] = fixed(1.0 - meeting.result.score.value, 3);
    }
    let mut head = vec![String::new(), "above".to_owned()];
    head.extend((1..=count).map(|place| place.to_string()));
    let rows = table.lines.iter().zip(cells).enumerate().map(|(place, (line, cells))| {
        let mut row = vec![(place + 1).to_string(), line.entrant.clone()];
        row.extend(cells);
        row
    });
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table::print(out, &head, &rows.collect::<Vec<_>>())
}

/// The mean points of everybody on each seat.
pub(super) fn seats(table: &Table, names: &[&str], out: &mut Output) -> Result<()> {
    let mean = |counts: &Counts| points(counts)[0].clone();
    let mut head = vec!["", "points as"];
    head.extend(names);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (place, line) in table.lines.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), line.entrant.clone()];
        row.extend(line.by_seat.iter().map(mean));
        rows.push(row);
    }
    let mut all = vec![String::new(), "everybody".to_owned()];
    all.extend(table.seats.iter().map(mean));
    rows.push(all);
    table::print(out, &head, &rows)
}
