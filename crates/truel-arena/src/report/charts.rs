//! Charts as SVG inside the page. Colours come from the page's style sheet, so that they follow light, dark and print.

use std::fmt::Write as _;

use truel_core::numbers::fixed;

use super::page::escape;
use crate::stats::Estimate;

/// Pixels a chart is wide; it scales with the page.
const WIDTH: f64 = 540.0;

/// A named estimate.
pub(super) struct Bar<'a> {
    pub name: &'a str,
    pub value: Estimate,
}

/// Dots with their intervals, one below the other, on a common scale; `middle` is a line to compare with.
pub(super) fn intervals(title: &str, bars: &[Bar<'_>], middle: f64, digits: usize) -> String {
    let (left, row, top) = (150.0, 26.0, 8.0);
    let height = top + row * bars.len() as f64 + 26.0;
    let low = bars.iter().map(|bar| bar.value.low).fold(middle, f64::min);
    let high = bars.iter().map(|bar| bar.value.high).fold(middle, f64::max);
    let span = (high - low).max(1e-9);
    let x = |value: f64| left + (value - low) / span * (WIDTH - left - 60.0);
    let mut svg = open(title, height);
    let floor = top + row * bars.len() as f64;
    let _ = write!(
        svg,
        r#"<line class="middle" x1="{0:.1}" x2="{0:.1}" y1="{top}" y2="{floor}"/>"#,
        x(middle)
    );
    for (place, bar) in bars.iter().enumerate() {
        let y = top + row * (place as f64 + 0.5);
        let Estimate { value, low, high } = bar.value;
        let _ = write!(
            svg,
            r#"<text class="end" x="{:.0}" y="{:.1}">{}</text><line class="reach" x1="{:.1}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><circle class="dot" cx="{:.1}" cy="{y:.1}" r="5"/><text x="{:.1}" y="{:.1}">{}</text>"#,
            left - 12.0,
            y + 4.0,
            escape(&shorten(bar.name, 19)),
            x(low),
            x(high),
            x(value),
            x(high) + 8.0,
            y + 4.0,
            fixed(value, digits),
        );
    }
    for value in [low, middle, high] {
        let _ = write!(
            svg,
            r#"<text class="mid tick" x="{:.1}" y="{:.1}">{}</text>"#,
            x(value),
            floor + 18.0,
            fixed(value, digits)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// A line over points for each name. Points without a value are left out.
pub(super) fn lines(title: &str, x_title: &str, names: &[&str], points: &[(f64, Vec<Option<f64>>)]) -> String {
    let (left, right, top, bottom) = (46.0, 120.0, 12.0, 240.0);
    let all = || points.iter().flat_map(|(_, values)| values.iter().flatten().copied());
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let last = points.last().map_or(1.0, |(x, _)| *x);
    let x = |value: f64| left + value / last.max(1.0) * (WIDTH - left - right);
    let y = |value: f64| bottom - (value - low) / (high - low).max(1.0) * (bottom - top);
    let mut svg = open(title, bottom + 44.0);
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let value = low + share * (high - low);
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{left}" x2="{:.1}" y1="{1:.1}" y2="{1:.1}"/><text class="end tick" x="{2:.1}" y="{3:.1}">{4}</text>"#,
            WIDTH - right,
            y(value),
            left - 8.0,
            y(value) + 4.0,
            fixed(value, 0)
        );
    }
    let mut labels: Vec<(f64, usize)> = Vec::new();
    for (number, _) in names.iter().enumerate() {
        let path: Vec<String> = points
            .iter()
            .filter_map(|(at, values)| values[number].map(|value| format!("{:.1},{:.1}", x(*at), y(value))))
            .collect();
        let _ = write!(
            svg,
            r#"<polyline class="line s{}" points="{}"/>"#,
            number % 8,
            path.join(" ")
        );
        if let Some(value) = points.last().and_then(|(_, values)| values[number]) {
            labels.push((y(value), number));
        }
    }
    // Labels that would lie on each other are pushed down.
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = f64::MIN;
    for (at, number) in labels {
        let at = at.max(least);
        least = at + 14.0;
        let _ = write!(
            svg,
            r#"<text class="s{}" x="{:.1}" y="{:.1}">{}</text>"#,
            number % 8,
            WIDTH - right + 8.0,
            at + 4.0,
            escape(&shorten(names[number], 15))
        );
    }
    let _ = write!(
        svg,
        r#"<text class="tick" x="{left}" y="{0:.1}">0</text><text class="mid tick" x="{1:.1}" y="{0:.1}">{last:.0} {2}</text></svg>"#,
        bottom + 22.0,
        x(last),
        escape(x_title)
    );
    svg
}

/// Bars side by side: from, to, count.
pub(super) fn histogram(title: &str, x_title: &str, bars: &[(usize, usize, usize)]) -> String {
    let (left, top, bottom) = (44.0, 12.0, 180.0);
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(1).max(1) as f64;
    let width = (WIDTH - left - 12.0) / bars.len().max(1) as f64;
    let mut svg = open(title, bottom + 44.0);
    for (place, (from, to, count)) in bars.iter().enumerate() {
        let height = *count as f64 / most * (bottom - top);
        let range = if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        };
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{:.1}" y="{:.1}" width="{:.1}" height="{height:.1}"><title>{range} plies: {count} matches</title></rect>"#,
            left + place as f64 * width + 1.0,
            bottom - height,
            (width - 2.0).max(1.0)
        );
    }
    let (first, last) = (bars.first().map_or(0, |bar| bar.0), bars.last().map_or(0, |bar| bar.1));
    let _ = write!(
        svg,
        r#"<line class="grid" x1="{left}" x2="{0:.1}" y1="{bottom}" y2="{bottom}"/><text class="end tick" x="{1:.1}" y="{2:.1}">{most:.0}</text><text class="tick" x="{left}" y="{3:.1}">{first}</text><text class="end tick" x="{0:.1}" y="{3:.1}">{last} {4}</text></svg>"#,
        WIDTH - 12.0,
        left - 8.0,
        top + 8.0,
        bottom + 22.0,
        escape(x_title)
    );
    svg
}

fn open(title: &str, height: f64) -> String {
    format!(
        r#"<svg class="chart" viewBox="0 0 {WIDTH} {height:.0}" role="img" aria-label="{0}"><title>{0}</title>"#,
        escape(title)
    )
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
