//! Charts as SVG inside the page. Colours come from the page's style sheet, so that they follow
//! light, dark and print.

use maud::{Markup, Render, html};
use truel_core::numbers::fixed;

use super::page::Shown;
use crate::stats::Estimate;

/// Pixels a chart is wide; it scales with the page.
const WIDTH: f64 = 540.0;

/// A named estimate.
pub(super) struct Bar<'a> {
    pub name: &'a str,
    pub value: Estimate,
}

/// A coordinate, to a tenth of a pixel.
struct Px(f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        format!("{:.1}", self.0).render_to(buffer);
    }
}

/// Dots with their intervals, one below the other, on a common scale; `middle` is a line to compare
/// with.
pub(super) fn intervals(title: &str, bars: &[Bar<'_>], middle: f64, digits: usize) -> Markup {
    let (left, row, top) = (150.0, 26.0, 8.0);
    let bottom = top + row * bars.len() as f64;
    let low = bars.iter().map(|bar| bar.value.low).fold(middle, f64::min);
    let high = bars.iter().map(|bar| bar.value.high).fold(middle, f64::max);
    let span = (high - low).max(1e-9);
    let x = |value: f64| Px(left + (value - low) / span * (WIDTH - left - 60.0));
    chart(
        title,
        bottom + 26.0,
        &html! {
            line.middle x1=(x(middle)) x2=(x(middle)) y1=(top) y2=(bottom) {}
            @for (place, bar) in bars.iter().enumerate() {
                @let y = top + row * (place as f64 + 0.5);
                @let Estimate { value, low, high } = bar.value;
                text.end x=(Px(left - 12.0)) y=(Px(y + 4.0)) { (Shown(&shorten(bar.name, 19))) }
                line.reach x1=(x(low)) x2=(x(high)) y1=(Px(y)) y2=(Px(y)) {}
                circle.dot cx=(x(value)) cy=(Px(y)) r="5" {}
                text x=(Px(x(high).0 + 8.0)) y=(Px(y + 4.0)) { (fixed(value, digits)) }
            }
            @for value in [low, middle, high] {
                text.mid.tick x=(x(value)) y=(Px(bottom + 18.0)) { (fixed(value, digits)) }
            }
        },
    )
}

/// A line over points for each name. Points without a value are left out.
pub(super) fn lines(title: &str, x_title: &str, names: &[&str], points: &[(f64, Vec<Option<f64>>)]) -> Markup {
    let (left, right, top, bottom) = (46.0, 120.0, 12.0, 240.0);
    let all = || points.iter().flat_map(|(_, values)| values.iter().flatten().copied());
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let last = points.last().map_or(1.0, |(x, _)| *x);
    let x = |value: f64| left + value / last.max(1.0) * (WIDTH - left - right);
    let y = |value: f64| bottom - (value - low) / (high - low).max(1.0) * (bottom - top);
    let path = |number: usize| {
        let values = points.iter().filter_map(|(at, values)| Some((*at, values[number]?)));
        let corners = values.map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value)));
        corners.collect::<Vec<_>>().join(" ")
    };
    let ends = points
        .last()
        .into_iter()
        .flat_map(|(_, values)| values.iter().enumerate());
    let ends = ends.filter_map(|(number, value)| Some((y((*value)?), number)));
    chart(
        title,
        bottom + 44.0,
        &html! {
            @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                @let value = low + share * (high - low);
                line.grid x1=(left) x2=(Px(WIDTH - right)) y1=(Px(y(value))) y2=(Px(y(value))) {}
                text.end.tick x=(Px(left - 8.0)) y=(Px(y(value) + 4.0)) { (fixed(value, 0)) }
            }
            @for number in 0..names.len() { polyline class={ "line s" (number % 8) } points=(path(number)) {} }
            @for (at, number) in apart(ends.collect()) {
                text class={ "s" (number % 8) } x=(Px(WIDTH - right + 8.0)) y=(Px(at + 4.0)) {
                    (Shown(&shorten(names[number], 15)))
                }
            }
            text.tick x=(left) y=(Px(bottom + 22.0)) { "0" }
            text.mid.tick x=(Px(x(last))) y=(Px(bottom + 22.0)) { (format!("{last:.0} ")) (x_title) }
        },
    )
}

/// Labels that would overlap are pushed down.
fn apart(mut labels: Vec<(f64, usize)>) -> Vec<(f64, usize)> {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = f64::MIN;
    for (at, _) in &mut labels {
        *at = at.max(least);
        least = *at + 14.0;
    }
    labels
}

/// Bars side by side: from, to, count.
pub(super) fn histogram(title: &str, x_title: &str, bars: &[(usize, usize, usize)]) -> Markup {
    let (left, top, bottom) = (44.0, 12.0, 180.0);
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(1).max(1) as f64;
    let width = (WIDTH - left - 12.0) / bars.len().max(1) as f64;
    let range = |from: usize, to: usize| match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    };
    let (first, last) = (bars.first().map_or(0, |bar| bar.0), bars.last().map_or(0, |bar| bar.1));
    chart(
        title,
        bottom + 44.0,
        &html! {
            @for (place, (from, to, count)) in bars.iter().enumerate() {
                @let height = *count as f64 / most * (bottom - top);
                rect.bar x=(Px(left + place as f64 * width + 1.0)) y=(Px(bottom - height))
                    width=(Px((width - 2.0).max(1.0))) height=(Px(height)) {
                    title { (range(*from, *to)) " plies: " (count) " matches" }
                }
            }
            line.grid x1=(left) x2=(Px(WIDTH - 12.0)) y1=(bottom) y2=(bottom) {}
            text.end.tick x=(Px(left - 8.0)) y=(Px(top + 8.0)) { (format!("{most:.0}")) }
            text.tick x=(left) y=(Px(bottom + 22.0)) { (first) }
            text.end.tick x=(Px(WIDTH - 12.0)) y=(Px(bottom + 22.0)) { (last) " " (x_title) }
        },
    )
}

fn chart(title: &str, height: f64, content: &Markup) -> Markup {
    html! {
        svg.chart viewBox=(format!("0 0 {WIDTH} {height:.0}")) role="img" aria-label=(title) {
            title { (title) }
            (content)
        }
    }
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
