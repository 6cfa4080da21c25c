//! The page itself.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use serde_json::json;
use truel_core::clean;
use truel_core::numbers::fixed;

use super::charts::{self, Bar};
use super::data::{GameReport, MatchReport, Report};
use crate::stats::Estimate;
use crate::stats::tally::Counts;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// Pages fetch nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
/// Openings that are listed; the JSON has all.
const OPENINGS: usize = 20;

/// A text from outside: escaped for HTML, with control characters made visible.
pub(super) struct Shown<'a>(pub &'a str);

impl Render for Shown<'_> {
    fn render_to(&self, buffer: &mut String) {
        clean::shown(self.0).as_ref().render_to(buffer);
    }
}

/// What stands above the content of a page.
pub(super) fn head(title: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta http-equiv="Content-Security-Policy" content=(POLICY);
        title { (Shown(title)) }
        style { (PreEscaped(STYLE)) }
    }
}

/// What stands below the content of a page.
pub(super) fn foot(version: &str) -> Markup {
    html! { footer { "Written by truel " (version) ". Intervals hold the truth 95 % of the time." } }
}

/// Writes the report as one HTML file.
pub fn write_page(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&report.name))
            header {
                h1 { (Shown(&report.name)) }
                @if report.games.len() > 1 { (contents(report)) }
            }
            main {
                @if !report.damaged.is_empty() {
                    @let ids: Vec<String> = report.damaged.iter().map(|damaged| damaged.id.to_string()).collect();
                    p { "Damaged in the store and left out: match " (ids.join(", ")) "." }
                }
                @for game in &report.games { (section(game)) "\n" }
            }
            (viewer())
            (foot(report.version))
            script { (PreEscaped(script(report))) }
        }
    };
    writeln!(out, "{}", page.into_string())
}

fn contents(report: &Report) -> Markup {
    html! {
        nav {
            @for (place, game) in report.games.iter().enumerate() {
                @if place > 0 { " · " }
                a href={ "#" (game.table.game) } { (game.title) }
            }
        }
    }
}

/// The board to replay matches on; hidden until one is chosen.
fn viewer() -> Markup {
    html! {
        dialog #viewer aria-label="Replay" {
            form method="dialog" { strong #viewer-title {} button aria-label="Close" { "×" } }
            div #viewer-board {}
            p #viewer-move aria-live="polite" {}
            div.controls {
                button #first aria-label="First position" { "⏮" }
                button #back aria-label="One ply back" { "◀" }
                input #ply type="range" min="0" value="0" aria-label="Ply";
                button #on aria-label="One ply on" { "▶" }
                button #play aria-label="Play" { "⏵" }
            }
        }
    }
}

fn script(report: &Report) -> String {
    let games = report.games.iter();
    let boards: serde_json::Map<String, serde_json::Value> =
        games.map(|game| (game.table.game.clone(), boards(game))).collect();
    // A name must not end the script early, nor begin a comment in it.
    let data = serde_json::Value::Object(boards).to_string().replace('<', "\\u003c");
    format!("\nconst GAMES = {data};\n{SCRIPT}")
}

fn boards(game: &GameReport) -> serde_json::Value {
    let scene = &game.board;
    let colours: Vec<String> = scene.colours.iter().map(ToString::to_string).collect();
    let (low, high) = scene.board.extent();
    let names: Vec<&str> = game.table.lines.iter().map(|line| line.entrant.as_str()).collect();
    let who: serde_json::Map<String, serde_json::Value> = game
        .matches
        .iter()
        .map(|played| {
            (
                played.id.to_string(),
                json!([played.lines, played.points, played.reason]),
            )
        })
        .collect();
    json!({
        "board": scene.board,
        "box": [low.x, low.y, high.x, high.y],
        "colours": colours,
        "seats": game.seat_names,
        "names": names,
        "palette": game.palette.contents(),
        "matches": who,
        "replays": game.replays,
    })
}

fn section(game: &GameReport) -> Markup {
    let table = &game.table;
    html! {
        section id=(table.game) {
            h2 { (game.title) }
            p.lead { (table.matches) " matches between " (table.lines.len()) " entrants." }
            @if table.matches == 0 {
                p { "Nothing has been played yet." }
            } @else {
                (standings(game)) (figures(game)) (cross_table(game)) (times(game))
                (faults(game)) (openings(game)) (matches(game))
            }
        }
    }
}

pub(super) fn with_interval(value: Option<Estimate>, digits: usize) -> Markup {
    html! {
        @match value {
            Some(Estimate { value, low, high }) => {
                (fixed(value, digits)) " "
                span.interval { "[" (fixed(low, digits)) ", " (fixed(high, digits)) "]" }
            }
            None => "–",
        }
    }
}

/// A table with these heads; the rows begin on lines of their own.
pub(super) fn table(class: Option<&str>, heads: &Markup, rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        div.scroll {
            table class=[class] {
                thead { tr { (heads) } }
                tbody { @for row in rows { "\n" tr { (row) } } }
            }
        }
    }
}

fn standings(game: &GameReport) -> Markup {
    let heads = html! {
        th {} th.text { "entrant" } th { "Elo" } th { "points" } th { "matches" }
        th { "won" } th { "drawn" } th { "lost" }
        @for name in &game.seat_names { th { "as " (name) } }
        th { "faults" }
    };
    let mean = |counts: Option<&Counts>| counts.and_then(|counts| counts.points).map(|points| points.value);
    let rows = game.table.lines.iter().enumerate().map(|(place, line)| {
        let counts = &line.counts;
        html! {
            td { (place + 1) }
            td.text { strong { (Shown(&line.entrant)) } br; code { (Shown(&line.agent)) } }
            td { (with_interval(line.elo, 0)) }
            td { (with_interval(counts.points, 3)) }
            td { (counts.matches) } td { (counts.wins) } td { (counts.draws) } td { (counts.losses) }
            @for seat in 0..game.seat_names.len() {
                td { (mean(line.by_seat.get(seat)).map_or("–".to_owned(), |mean| fixed(mean, 3))) }
            }
            td.bad[line.faults > 0] { (line.faults) }
        }
    });
    html! {
        h3 { "Standings" }
        (table(None, &heads, rows))
        @if game.table.groups > 1 {
            p.note { "No match joins the " (game.table.groups) " groups of entrants; ratings compare only within a \
                                                                group." }
        }
    }
}

fn figures(game: &GameReport) -> Markup {
    let lines = &game.table.lines;
    let rated = lines.iter().filter_map(|line| {
        line.elo.map(|value| Bar {
            name: &line.entrant,
            value,
        })
    });
    let rated: Vec<Bar<'_>> = rated.collect();
    let seats = game.seat_names.iter().zip(&game.table.seats);
    let seats: Vec<Bar<'_>> = seats
        .filter_map(|(name, counts)| counts.points.map(|value| Bar { name, value }))
        .collect();
    let fair = seats.iter().map(|seat| seat.value.value).sum::<f64>() / seats.len().max(1) as f64;
    let names: Vec<&str> = lines.iter().map(|line| line.entrant.as_str()).collect();
    let over_time = game.ratings.iter().map(|point| {
        let elo = point.elo.iter().map(|elo| elo.map(|elo| elo.value)).collect();
        (point.matches as f64, elo)
    });
    let over_time: Vec<(f64, Vec<Option<f64>>)> = over_time.collect();
    let reasons = game.reasons.iter().map(|(reason, count)| format!("{reason} {count}"));
    let reasons: Vec<String> = reasons.collect();
    let figure = |title: &str, chart: Markup| html! { figure { figcaption { (title) } (chart) } };
    html! {
        div.figures {
            (figure("Ratings, Elo around the mean", charts::intervals("Ratings", &rated, 0.0, 0)))
            (figure("Ratings over time", charts::lines("Ratings over time", "matches", &names, &over_time)))
            (figure("What a seat is worth, mean points", charts::intervals("Points by seat", &seats, fair, 3)))
            (figure("Length of matches", charts::histogram("Length of matches", "plies", &game.lengths)))
        }
        p.note { "How matches ended: " (Shown(&reasons.join(", "))) "." }
    }
}

fn cross_table(game: &GameReport) -> Markup {
    let lines = &game.table.lines;
    let met = |row: usize, column: usize| {
        let mut meetings = game.table.meetings.iter();
        meetings.find_map(|meeting| match (meeting.a, meeting.b) {
            pair if pair == (row, column) => Some((meeting.result.score.value, meeting.result.matches)),
            pair if pair == (column, row) => Some((1.0 - meeting.result.score.value, meeting.result.matches)),
            _ => None,
        })
    };
    let heads = html! { th {} th.text { "entrant" } @for place in 1..=lines.len() { th { (place) } } };
    let rows = lines.iter().enumerate().map(|(row, line)| {
        html! {
            td { (row + 1) }
            td.text { (Shown(&line.entrant)) }
            @for column in 0..lines.len() {
                @match met(row, column) {
                    Some((score, matches)) => {
                        td style={ "--share:" (fixed(score, 2)) } title={ (matches) " matches" } { (fixed(score, 2)) }
                    }
                    None => td.none { "·" },
                }
            }
        }
    });
    html! {
        h3 { "Cross table" }
        p.note {
            "How often the entrant of the row came before that of the column, a shared place counting half."
        }
        (table(Some("cross"), &heads, rows))
    }
}

fn times(game: &GameReport) -> Markup {
    let measure = match game.measure {
        Some("cpu") => "CPU ms a move",
        Some(_) => "wall ms a move",
        None => "ms a move",
    };
    let heads = html! {
        th.text { "entrant" } th { "moves" } th { (measure) } th { "longest, ms" } th { "s a match" }
    };
    let rows = game.table.lines.iter().zip(&game.times).map(|(line, time)| {
        html! {
            td.text { (Shown(&line.entrant)) }
            td { (time.moves) }
            td { (fixed(time.mean, 2)) } td { (fixed(time.worst, 1)) } td { (fixed(time.per_match / 1000.0, 2)) }
        }
    });
    html! { h3 { "Time" } (table(None, &heads, rows)) }
}

fn faults(game: &GameReport) -> Markup {
    html! {
        h3 { "Faults" }
        @if game.faults.is_empty() { p { "None." } }
        @for fault in &game.faults {
            details {
                summary {
                    strong { (fault.kind) } ": " (Shown(&game.table.lines[fault.line].entrant))
                    " as " (game.seat_names[fault.seat]) " in "
                    a href={ "#m" (game.table.game) "-" (fault.id) } { "match " (fault.id) }
                    " – " (Shown(&fault.message))
                }
                pre {
                    @if fault.evidence.is_empty() { "no lines" }
                    @for (place, line) in fault.evidence.iter().enumerate() {
                        @if place > 0 { "\n" }
                        (Shown(line))
                    }
                }
            }
        }
    }
}

fn openings(game: &GameReport) -> Markup {
    let heads = html! { th.text { "opening" } th { "matches" } @for name in &game.seat_names { th { (name) } } };
    let rows = game.openings.iter().take(OPENINGS).map(|opening| {
        let text = match opening.opening.as_str() {
            "" => "start position",
            moves => moves,
        };
        html! {
            td.text { code { (Shown(text)) } }
            td { (opening.matches) }
            @for points in &opening.points { td { (fixed(*points, 3)) } }
        }
    });
    html! {
        h3 { "Openings" }
        (table(None, &heads, rows))
        @if game.openings.len() > OPENINGS { p.note { "And " (game.openings.len() - OPENINGS) " more." } }
    }
}

fn matches(game: &GameReport) -> Markup {
    html! {
        h3 { "Matches" }
        details {
            summary { "All " (game.matches.len()) " matches" }
            div.scroll {
                table {
                    thead {
                        tr {
                            th { "match" } th { "round" }
                            @for name in &game.seat_names { th.text { (name) } }
                            th { "points" } th.text { "end" } th { "plies" }
                        }
                    }
                    tbody { @for played in &game.matches { "\n" (match_row(game, played)) } }
                }
            }
        }
    }
}

fn match_row(game: &GameReport, played: &MatchReport) -> Markup {
    let (id, id_in_page) = (played.id, format!("m{}-{}", game.table.game, played.id));
    let points = played.points.iter();
    let points: Vec<String> = points
        .map(|points| ((points * 100.0).round() / 100.0).to_string())
        .collect();
    html! {
        tr id=(id_in_page) {
            td { a href={ "#" (id_in_page) } data-game=(game.table.game) data-match=(id) { (id) } }
            td { (played.round + 1) }
            @for line in &played.lines { td.text { (Shown(&game.table.lines[*line].entrant)) } }
            td { (points.join(" : ")) }
            td.text { (Shown(&played.reason)) @if !played.claims.is_empty() { " (disputed)" } }
            td { (played.plies) }
        }
    }
}
