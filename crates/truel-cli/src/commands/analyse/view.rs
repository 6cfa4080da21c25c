//! A thought as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use truel_agents::{Scale, Seen, Spec, Thought};
use truel_core::{AnyGame, Seat};

use super::chances;
use crate::output::{Output, grouped};

/// Weights below this are noise of a mixed strategy.
const NOTABLE: f32 = 0.005;

/// What is looked at, and by whom.
pub(super) struct View<'a> {
    pub table: &'a dyn AnyGame,
    pub seat: Seat,
    pub agent: &'a Spec,
    /// How many candidates to list.
    pub candidates: usize,
    /// Whether to show the agent's own numbers beside the chances.
    pub is_raw: bool,
}

/// A thought, and when it was had.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub thought: &'a Thought,
    pub elapsed: Duration,
}

impl View<'_> {
    /// The thought for people, in so many lines at most.
    pub(super) fn text(&self, out: &Output, moment: Moment<'_>, most: usize) -> String {
        let Moment { thought, elapsed } = moment;
        let info = self.table.info();
        let name = info.seat_name(self.seat);
        let mut text = String::new();
        let mut row = |label: &str, content: &str| {
            let head = format!("{}  ", out.faint(&format!("{label:7}")));
            text.push_str(&out.hanging(&head, 9, content));
        };
        row("game", &format!("{}, {name} to move", info.title));
        row("agent", &self.agent.to_string());
        row("best", &out.bold(&policy(&thought.candidates)));
        row("chances", &self.chances(thought));
        if self.is_raw {
            row("value", &self.values(thought));
        }
        row("line", &thought.line.join(" "));
        row("effort", &effort(thought, elapsed));
        text.push('\n');
        // Below the candidates' titles and above the count of those left out.
        let room = most.saturating_sub(text.lines().count() + 2);
        let rows = self.candidates.min(room.max(1));
        self.table(&mut text, out, thought, rows);
        text
    }

    fn chances(&self, thought: &Thought) -> String {
        let remark = if thought.is_proven { "  (proven)" } else { "" };
        format!("{}{remark}", chances::sentence(self.table.info(), &thought.chances))
    }

    fn values(&self, thought: &Thought) -> String {
        let seats = self.table.info().seats.iter().zip(&thought.value);
        let values: Vec<String> = seats
            .map(|(seat, value)| format!("{} {}", seat.name, number(*value)))
            .collect();
        let remark = match thought.scale {
            Scale::Own => "  (on its own scale)",
            Scale::Payoffs => "  (payoffs)",
        };
        format!("{}{remark}", values.join("  "))
    }

    /// The thought for programs.
    pub(super) fn json(&self, moment: Moment<'_>, is_final: bool) -> Value {
        let Moment { thought, elapsed } = moment;
        let info = self.table.info();
        let values: serde_json::Map<String, Value> = info
            .seats
            .iter()
            .zip(&thought.value)
            .map(|(seat, value)| (seat.name.to_owned(), json!(value)))
            .collect();
        let first = |seen: &[Seen]| json!(seen.iter().take(self.candidates).collect::<Vec<_>>());
        json!({
            "final": is_final,
            "game": info.id,
            "position": self.table.position(),
            "seat": info.seat_name(self.seat),
            "agent": self.agent,
            "best": heaviest(&thought.candidates).map(|seen| &seen.mv),
            "chances": thought.chances,
            "calibrated": thought.is_calibrated,
            "value": values,
            "scale": match thought.scale {
                Scale::Payoffs => "payoffs",
                Scale::Own => "own",
            },
            "proven": thought.is_proven,
            "candidates": first(&thought.candidates),
            "replies": first(&thought.replies),
            "line": thought.line,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "elapsed_ms": elapsed.as_secs_f64() * 1000.0,
            "nodes_per_s": (thought.nodes as f64 / elapsed.as_secs_f64()).round(),
        })
    }

    /// The candidates, with the replies beside them where seats move at once.
    fn table(&self, text: &mut String, out: &Output, thought: &Thought, rows: usize) {
        let title = format!("{}'s move", self.table.info().seat_name(self.seat));
        let mut columns = self.columns(&title, &thought.candidates, rows);
        if !thought.replies.is_empty() {
            columns.beside(self.columns("reply", &thought.replies, rows));
        }
        let (head, lines) = columns.lines();
        let _ = writeln!(text, "{}", out.faint(&head));
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        let left = thought.candidates.len().saturating_sub(rows);
        if left > 0 {
            let _ = writeln!(text, "{}", out.faint(&format!("and {left} more")));
        }
    }

    /// Moves with what is known of them; columns in which nothing is said are left out.
    fn columns(&self, title: &str, seen: &[Seen], rows: usize) -> Columns {
        let shown = &seen[..rows.min(seen.len())];
        let column = |side: Side, title: &str, text: &dyn Fn(&Seen) -> String| Column {
            side,
            texts: [title.to_owned()].into_iter().chain(shown.iter().map(text)).collect(),
        };
        let mut columns = vec![column(Side::Left, title, &|seen| seen.mv.clone())];
        if is_mixed(seen) {
            columns.push(column(Side::Right, "share", &|seen| percent(seen.weight)));
        }
        let info = self.table.info();
        if shown.iter().any(|seen| !seen.chances.is_empty()) {
            for (at, title) in chances::titles(info).iter().enumerate() {
                columns.push(column(Side::Right, title, &|seen| {
                    chances::cells(info, self.seat, seen).swap_remove(at)
                }));
            }
        }
        let is_counted = shown.iter().any(|seen| seen.visits > 0);
        if self.is_raw {
            columns.push(column(Side::Right, "value", &|seen| match seen.visits {
                // What was never looked at has no value.
                0 if is_counted => "-".to_owned(),
                _ => number(seen.value),
            }));
        }
        if is_counted {
            columns.push(column(Side::Right, "visits", &|seen| grouped(seen.visits as f64)));
        }
        Columns(columns)
    }
}

/// The candidate that the policy likes best, the first of equals.
fn heaviest(candidates: &[Seen]) -> Option<&Seen> {
    candidates.iter().rev().max_by(|a, b| a.weight.total_cmp(&b.weight))
}

fn is_mixed(candidates: &[Seen]) -> bool {
    candidates.iter().filter(|seen| seen.weight > NOTABLE).count() > 1
}

/// The best move, or what a mixed strategy is mixed of.
pub(in crate::commands) fn policy(candidates: &[Seen]) -> String {
    const NAMED: usize = 4;
    if !is_mixed(candidates) {
        return heaviest(candidates).map_or_else(String::new, |seen| seen.mv.clone());
    }
    let mut parts: Vec<&Seen> = candidates.iter().filter(|seen| seen.weight > NOTABLE).collect();
    parts.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let named: Vec<String> = parts
        .iter()
        .take(NAMED)
        .map(|seen| format!("{} {}", seen.mv, percent(seen.weight)))
        .collect();
    let more = match parts.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", named.join(", "))
}

fn effort(thought: &Thought, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    format!(
        "depth {}, {} nodes in {seconds:.2} s ({} per second)",
        thought.depth,
        grouped(thought.nodes as f64),
        grouped(thought.nodes as f64 / seconds)
    )
}

/// A table, column by column.
struct Columns(Vec<Column>);

/// Its title and what stands below it.
struct Column {
    side: Side,
    texts: Vec<String>,
}

/// Where the texts of a column stand.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

impl Columns {
    fn beside(&mut self, other: Columns) {
        let gap = Column {
            side: Side::Left,
            texts: vec!["  ".to_owned()],
        };
        self.0.push(gap);
        self.0.extend(other.0);
    }

    /// The titles, and the lines under them.
    fn lines(&self) -> (String, Vec<String>) {
        let most = self.0.iter().map(|column| column.texts.len()).max().unwrap_or(0);
        let mut lines = (0..most).map(|row| {
            let cells: Vec<String> = self.0.iter().map(|column| column.cell(row)).collect();
            cells.join("  ").trim_end().to_owned()
        });
        (lines.next().unwrap_or_default(), lines.collect())
    }
}

impl Column {
    /// The text of a row, as wide as the column.
    fn cell(&self, row: usize) -> String {
        let width = self.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let text = self.texts.get(row).map_or("", String::as_str);
        match self.side {
            Side::Left => format!("{text:width$}"),
            Side::Right => format!("{text:>width$}"),
        }
    }
}

fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A value with three places, without a sign on nothing.
fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}
