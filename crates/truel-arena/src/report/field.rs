//! One agent against a field, as a page.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, html};
use truel_core::numbers::fixed;

use super::page::{Shown, foot, head, table, with_interval};
use crate::field::{FieldReport, HeroResult, LineUpReport};
use crate::stats::tally::Counts;

/// Decimal places of means: a line-up has tens of matches, not thousands.
const DIGITS: usize = 2;

/// What a page of a field shows.
#[derive(Debug)]
pub struct FieldPage<'a> {
    /// The numbers.
    pub report: &'a FieldReport,
    /// Where matches began, as typed.
    pub opening: String,
    /// Matches for each line-up that were asked for.
    pub matches: u64,
    /// The command that plays the same again.
    pub command: String,
}

/// Writes the page as one HTML file.
pub fn write_field_page(page: &FieldPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let report = page.report;
    let title = format!("{} in {}", report.agent, report.title);
    let weakest = report.weakest();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title))
            header { h1 { (Shown(&title)) } (lead(report)) }
            main {
                @if let Some(weakest) = weakest { (overview(report, weakest)) }
                @for (place, line_up) in report.line_ups.iter().enumerate() {
                    "\n" (section(report, place, line_up, weakest == Some(place)))
                }
                (terms(page))
            }
            (foot(env!("CARGO_PKG_VERSION")))
        }
    };
    writeln!(out, "{}", page.into_string())
}

fn lead(report: &FieldReport) -> Markup {
    let (matches, line_ups) = (report.matches(), report.line_ups.len());
    html! {
        p.lead {
            (matches) @if matches == 1 { " match" } @else { " matches" }
            " against " (line_ups) @if line_ups == 1 { " line-up" } @else { " line-ups" }
            ", " (report.time) "."
            @if matches == 0 { " Nothing has been played yet." }
        }
    }
}

/// All line-ups in one table.
fn overview(report: &FieldReport, weakest: usize) -> Markup {
    let seats = report.seat_names.len();
    let results = HeroResult::all(seats);
    let heads = html! {
        th {} th.text { "against" } th.text.results { "results" } th { "points" } th { "share won" }
        @for result in results { th { (result.name(seats)) } }
        th { "matches" } th { "distinct" }
    };
    let rows = report.line_ups.iter().enumerate().map(|(place, line_up)| {
        html! {
            td { a href={ "#l" (place + 1) } { (place + 1) } }
            td.text { (names(line_up)) @if place == weakest { " " span.mark { "weakest" } } }
            td.results { (bar(line_up, seats)) }
            td { (with_interval(line_up.points, DIGITS)) }
            td { (with_interval(line_up.share(HeroResult::Won), DIGITS)) }
            @for result in results { td { (line_up.count(*result)) } }
            td { (line_up.matches) }
            td { (line_up.distinct) }
        }
    });
    let least = &report.line_ups[weakest];
    html! {
        section {
            h2 { "Line-ups" }
            (legend(seats))
            (table(Some("field"), &heads, rows))
            p {
                "Fewest points: " (with_interval(least.points, DIGITS)) " against " (names(least)) "."
                @if let Some(place) = report.fewest_wins().filter(|place| *place != weakest) {
                    @let line_up = &report.line_ups[place];
                    " Wins least often against " (names(line_up)) ": "
                    (with_interval(line_up.share(HeroResult::Won), DIGITS)) "."
                }
                @if let Some(mean) = report.mean_points() { " Mean points: " (fixed(mean, 3)) "." }
            }
            p.note { "“Distinct” counts matches that differ in their moves: one that repeats another says no more." }
        }
    }
}

/// The opponents, each on one line.
fn names(line_up: &LineUpReport) -> Markup {
    html! {
        @for (place, name) in line_up.against.iter().enumerate() {
            @if place > 0 { " " }
            span.name { (Shown(name)) @if place + 1 < line_up.against.len() { "," } }
        }
    }
}

/// What the colours of the bars mean.
fn legend(seats: usize) -> Markup {
    html! {
        p.legend {
            @for result in HeroResult::all(seats) {
                span { i class=(class(*result)) {} (result.name(seats)) }
            }
        }
    }
}

/// The results as parts of a bar.
fn bar(line_up: &LineUpReport, seats: usize) -> Markup {
    let parts = HeroResult::all(seats)
        .iter()
        .map(|result| (*result, line_up.count(*result)));
    let parts: Vec<(HeroResult, usize)> = parts.filter(|(_, count)| *count > 0).collect();
    let told = parts
        .iter()
        .map(|(result, count)| format!("{count} {}", result.name(seats)));
    html! {
        div.stack role="img" aria-label=(told.collect::<Vec<_>>().join(", ")) {
            @for (result, count) in &parts {
                span class=(class(*result)) style={ "flex-grow:" (count) } title={ (count) " " (result.name(seats)) } {}
            }
        }
    }
}

const fn class(result: HeroResult) -> &'static str {
    match result {
        HeroResult::Won => "won",
        HeroResult::Drawn => "drawn",
        HeroResult::Between => "between",
        HeroResult::Lost => "lost",
    }
}

/// One line-up: what ended its matches, and the seats.
fn section(report: &FieldReport, place: usize, line_up: &LineUpReport, is_weakest: bool) -> Markup {
    let seats = report.seat_names.len();
    html! {
        section.line-up id={ "l" (place + 1) } {
            h3 {
                (place + 1) ". " (names(line_up))
                @if is_weakest { " " span.mark { "weakest" } }
            }
            @if line_up.matches == 0 {
                p.note { "Nothing has been played yet." }
            } @else {
                (bar(line_up, seats))
                div.pair { (ends(line_up, seats)) (by_seat(report, line_up)) }
                (faults(line_up))
            }
        }
    }
}

/// The reasons for which matches ended, with the agent's results.
fn ends(line_up: &LineUpReport, seats: usize) -> Markup {
    let results = HeroResult::all(seats);
    let heads = html! {
        th.text { "ended by" } @for result in results { th { (result.name(seats)) } } th { "all" }
    };
    let mut reasons: Vec<&str> = line_up.ends.iter().map(|end| end.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let rows = reasons.into_iter().map(|reason| {
        let count = |result: HeroResult| -> usize {
            let such = line_up.ended_by(reason).filter(|end| end.result == result);
            such.map(|end| end.count).sum()
        };
        html! {
            td.text { (Shown(reason)) }
            @for result in results {
                @match count(*result) { 0 => td.none { "·" }, count => td { (count) } }
            }
            td { (line_up.ended_by(reason).map(|end| end.count).sum::<usize>()) }
        }
    });
    table(None, &heads, rows)
}

fn by_seat(report: &FieldReport, line_up: &LineUpReport) -> Markup {
    let heads = html! {
        th.text { "seat" } th { "points" } th { "won" } th { "drawn" } th { "behind" }
    };
    let seats = report.seat_names.iter().zip(&line_up.by_seat);
    let rows = seats.map(|(name, counts): (&&str, &Counts)| {
        html! {
            td.text { "as " (name) }
            td { (with_interval(counts.points, DIGITS)) }
            td { (counts.wins) } td { (counts.draws) } td { (counts.losses) }
        }
    });
    table(None, &heads, rows)
}

/// Matches that a fault ended say less about strength.
fn faults(line_up: &LineUpReport) -> Markup {
    html! {
        @if line_up.own_faults + line_up.other_faults > 0 {
            p.note {
                "Ended by a fault of the agent: " span.bad[line_up.own_faults > 0] { (line_up.own_faults) }
                "; by a fault of somebody else: " (line_up.other_faults) "."
            }
        }
    }
}

fn terms(page: &FieldPage<'_>) -> Markup {
    let report = page.report;
    html! {
        section {
            h2 { "Terms" }
            dl {
                dt { "game" } dd { (report.title) }
                dt { "agent" } dd { code { (Shown(&report.agent)) } }
                dt { "time" } dd { (report.time) }
                dt { "openings" } dd { (Shown(&page.opening)) }
                dt { "matches" } dd { (page.matches) " for each line-up at least, every seating equally often" }
                dt { "seed" } dd { (report.seed) }
                dt { "version" } dd { "truel " (env!("CARGO_PKG_VERSION")) }
            }
            h3 { "Play it again" }
            pre.command { (Shown(&page.command)) }
        }
    }
}
