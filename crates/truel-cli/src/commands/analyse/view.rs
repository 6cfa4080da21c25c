//! A thought as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use truel_agents::{Bound, Scale, Seen, Spec, Thought};
use truel_core::{AnyGame, Info, Seat};

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
        let first =
            |seen: &[Seen]| -> Vec<Value> { seen.iter().take(self.candidates).map(|seen| json!(seen)).collect() };
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
            "replies": thought.replies.chunk_by(|a, b| a.seat == b.seat).flat_map(first).collect::<Vec<_>>(),
            "line": thought.line,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "elapsed_ms": elapsed.as_secs_f64() * 1000.0,
            "nodes_per_s": (thought.nodes as f64 / elapsed.as_secs_f64()).round(),
        })
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

/// What a table of moves says about each.
#[derive(Clone, Copy)]
struct Shown<'a> {
    /// The title above the moves.
    title: &'a str,
    /// The seats whose expectations are told, with their places; one without a name is the seat
    /// that moves.
    seats: &'a [(usize, &'a str)],
    /// The place of the seat that moves.
    mover: usize,
    /// The game.
    info: &'a Info,
}

impl View<'_> {
    /// The candidates, with the replies beside them where seats move at once.
    fn table(&self, text: &mut String, out: &Output, thought: &Thought, rows: usize) {
        let info = self.table.info();
        let title = format!("{}'s move", info.seat_name(self.seat));
        let mover = self.seat.index();
        // With two seats one number says it all.
        let seats: Vec<(usize, &str)> = match info.seats.len() {
            _ if !self.is_raw => Vec::new(),
            0..=2 => vec![(mover, "value")],
            _ => info.seats.iter().map(|seat| seat.name).enumerate().collect(),
        };
        let shown = Shown {
            title: &title,
            seats: &seats,
            info,
            mover,
        };
        let mut columns = Columns::of(shown, &thought.candidates, rows);
        if thought.replies.is_empty() {
            columns.number();
            columns.then(&thought.candidates, rows);
        } else {
            // The moves of each other seat lie together.
            let others: Vec<&[Seen]> = thought.replies.chunk_by(|a, b| a.seat == b.seat).collect();
            for replies in &others {
                let other = replies[0].seat;
                let name = format!("{}'s reply", info.seats[other].name);
                let reply = Shown {
                    title: if others.len() == 1 { "reply" } else { &name },
                    seats: if self.is_raw { &[(other, "value")] } else { &[] },
                    info,
                    mover: other,
                };
                columns.beside(Columns::of(reply, replies, rows));
            }
        }
        let (head, lines) = columns.lines();
        let width = out.size().0;
        let _ = writeln!(text, "{}", out.faint(&cut(&head, width)));
        for line in lines {
            let _ = writeln!(text, "{}", cut(&line, width));
        }
        let left = &thought.candidates[rows.min(thought.candidates.len())..];
        if !left.is_empty() {
            let more = format!("and {} more{}", left.len(), at_most(left, self.seat));
            let _ = writeln!(text, "{}", out.faint(&more));
        }
    }
}

/// How good the moves that are not listed can be for the seat that makes them, where that is known
/// only so far.
fn at_most(left: &[Seen], mover: Seat) -> String {
    let is_bound = |seen: &Seen| seen.bound == Bound::AtMost;
    let is_unknown = |seen: &Seen| is_bound(seen) && seen.visits == 0;
    let points = left.iter().filter_map(|seen| seen.chances.get(mover.index()));
    let most = points.map(|chances| chances.points).max_by(f32::total_cmp);
    match most.filter(|_| left.iter().any(is_bound) && !left.iter().any(is_unknown)) {
        Some(most) => format!(", each ≤ {} of the points", chances::percent(most)),
        None => String::new(),
    }
}

/// A line that fits, with an ellipsis for the words that do not.
fn cut(line: &str, width: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(width) else {
        return line.to_owned();
    };
    // Half a move would read as another one.
    let kept = line[..end].rfind(' ').map_or("", |blank| line[..blank].trim_end());
    let room = width.saturating_sub(kept.chars().count());
    format!("{kept}{}", if room > 1 { " …" } else { "…" })
}

/// A table, column by column.
struct Columns(Vec<Column>);

/// Its title and the texts below it.
struct Column {
    side: Side,
    texts: Vec<String>,
}

/// On which side the texts of a column are aligned.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

impl Columns {
    /// Moves with what is known of them; columns in which nothing is said are left out.
    fn of(about: Shown<'_>, seen: &[Seen], rows: usize) -> Self {
        let shown = &seen[..rows.min(seen.len())];
        let column = |side: Side, title: &str, text: &dyn Fn(&Seen) -> String| Column {
            side,
            texts: [title.to_owned()].into_iter().chain(shown.iter().map(text)).collect(),
        };
        let mut columns = vec![column(Side::Left, about.title, &|seen| seen.mv.clone())];
        if is_mixed(seen) {
            columns.push(column(Side::Right, "share", &|seen| percent(seen.weight)));
        }
        if shown.iter().any(|seen| !seen.chances.is_empty()) {
            for (at, title) in chances::titles(about.info).iter().enumerate() {
                columns.push(column(Side::Right, title, &|seen| {
                    chances::cells(about.info, Seat::new(about.mover), seen).swap_remove(at)
                }));
            }
        }
        for (seat, title) in about.seats {
            columns.push(column(Side::Right, title, &|seen| expected(seen, *seat, about.mover)));
        }
        if shown.iter().any(|seen| seen.visits > 0) {
            columns.push(column(Side::Right, "visits", &|seen| grouped(seen.visits as f64)));
        }
        Columns(columns)
    }

    /// Puts a number before each row.
    fn number(&mut self) {
        let rows = self.0.first().map_or(0, |column| column.texts.len());
        let numbers = (1..rows).map(|row| row.to_string());
        let column = Column {
            side: Side::Right,
            texts: [String::new()].into_iter().chain(numbers).collect(),
        };
        self.0.insert(0, column);
    }

    /// What is expected after each move.
    fn then(&mut self, seen: &[Seen], rows: usize) {
        let after = |seen: &Seen| seen.line.get(1..).unwrap_or_default().join(" ");
        let texts: Vec<String> = seen.iter().take(rows).map(after).collect();
        if texts.iter().any(|text| !text.is_empty()) {
            let title = ["then".to_owned()].into_iter();
            self.0.push(Column {
                side: Side::Left,
                texts: title.chain(texts).collect(),
            });
        }
    }

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

/// What `seat` may expect after a move of `mover`, with `≤` before an upper bound and `-` where
/// nothing is known.
fn expected(seen: &Seen, seat: usize, mover: usize) -> String {
    match seen.bound {
        // The number that the move was chosen by, which some agents do not tell as an expectation.
        _ if seat == mover => worth(seen),
        Bound::Exact => seen.values.get(seat).map_or_else(String::new, |value| number(*value)),
        Bound::AtMost => "-".to_owned(),
    }
}

/// What a move is worth to the seat that makes it, with `≤` before an upper bound and `-` where
/// nothing is known.
fn worth(seen: &Seen) -> String {
    match seen.bound {
        Bound::Exact => number(seen.value),
        Bound::AtMost if seen.visits == 0 => "-".to_owned(),
        Bound::AtMost => format!("≤ {}", number(seen.value)),
    }
}

fn percent(share: f32) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A value with three places, without a sign on nothing.
fn number(value: f32) -> String {
    truel_core::numbers::fixed(value, 3)
}

#[cfg(test)]
mod tests {
    use truel_agents::SeatChances;

    use super::*;

    #[test]
    fn a_line_is_cut_between_words() {
        assert_eq!(cut("1  a1b2  c3d4", 13), "1  a1b2  c3d4");
        assert_eq!(cut("1  a1b2  c3d4", 12), "1  a1b2 …");
        assert_eq!(cut("≤ 0.5 a1", 7), "≤ 0.5 …");
        assert_eq!(cut("abcdef", 3), " …");
    }

    #[test]
    fn a_bound_is_marked_and_a_move_that_was_never_searched_has_no_value() {
        let seen = |bound, visits| Seen {
            seat: 0,
            mv: "a1".into(),
            weight: 0.0,
            value: -0.0,
            values: vec![-0.0, 1.0],
            bound,
            is_proven: false,
            visits,
            line: Vec::new(),
            chances: (visits > 0)
                .then_some(SeatChances {
                    win: 0.25,
                    draw: 0.0,
                    lose: 0.75,
                    points: 0.25,
                })
                .into_iter()
                .collect(),
        };
        assert_eq!(worth(&seen(Bound::Exact, 0)), "0.000");
        assert_eq!(worth(&seen(Bound::AtMost, 7)), "≤ 0.000");
        assert_eq!(worth(&seen(Bound::AtMost, 0)), "-");
        assert_eq!(
            at_most(&[seen(Bound::AtMost, 7), seen(Bound::Exact, 7)], Seat::new(0)),
            ", each ≤ 25 % of the points"
        );
        assert_eq!(
            at_most(&[seen(Bound::AtMost, 7), seen(Bound::AtMost, 0)], Seat::new(0)),
            ""
        );
    }
}
