//! The findings of a report as a picture: shares of matches won, with their intervals, beside what
//! was claimed.

use maud::{Markup, PreEscaped, html};
use truel_stats::Estimate;

use super::claim::{Claim, Paper};
use super::finding::Finding;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 330.0;
const ROW: f64 = 22.0;
const TOP: f64 = 44.0;

/// Readable on light and dark pages.
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#222}.soft{fill:#777;font-size:11px}.grid{stroke:#bbb}\
                     .reach{stroke:#2a6fdb;stroke-width:4;stroke-linecap:round;opacity:.5}.dot{fill:#2a6fdb}\
                     .claimed{fill:none;stroke:#d1590a;stroke-width:2}\
                     @media(prefers-color-scheme:dark){text{fill:#ddd}.soft{fill:#999}.grid{stroke:#555}\
                     .reach{stroke:#7ab0ff}.dot{fill:#7ab0ff}.claimed{stroke:#ff9d5c}}";

struct Row {
    name: String,
    won: Estimate,
    claimed: Option<f64>,
}

/// One row for every line of every trial.
pub(super) fn plot(paper: &Paper, known: &[(&Claim, &Finding)]) -> String {
    let rows: Vec<Row> = known.iter().flat_map(|(claim, finding)| rows(claim, finding)).collect();
    let floor = TOP + ROW * rows.len() as f64;
    let title = format!("{}: share of matches won", paper.game);
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (whole(floor + 14.0)) } role="img" {
            title { (title) }
            style { (PreEscaped(STYLE)) }
            text x="8" y="18" { (title) }
            circle class="dot" cx=(whole(LEFT + 20.0)) cy="14" r="5" {}
            text class="soft" x=(whole(LEFT + 30.0)) y="18" { "measured, 95 % interval" }
            (diamond(LEFT + 200.0, 14.0))
            text class="soft" x=(whole(LEFT + 212.0)) y="18" { "claimed" }
            @for percent in [0, 25, 50, 75, 100] { (grid_line(percent, floor)) }
            @for (place, row) in rows.iter().enumerate() { (row.draw(TOP + ROW * (place as f64 + 0.5))) }
        }
    };
    svg.into_string() + "\n"
}

/// Where a share stands from left to right.
fn x(share: f64) -> f64 {
    LEFT + share * (WIDTH - 20.0 - LEFT)
}

/// A coordinate with one decimal.
fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// A coordinate without decimals.
fn whole(coordinate: f64) -> String {
    format!("{coordinate:.0}")
}

fn grid_line(percent: u32, floor: f64) -> Markup {
    let at = tenth(x(f64::from(percent) / 100.0));
    html! {
        line class="grid" x1=(at) x2=(at) y1=(TOP) y2=(tenth(floor)) {}
        text class="soft" text-anchor="middle" x=(at) y=(tenth(TOP - 6.0)) { (percent) " %" }
    }
}

impl Row {
    fn draw(&self, y: f64) -> Markup {
        let at = tenth(y);
        html! {
            text text-anchor="end" x=(whole(LEFT - 12.0)) y=(tenth(y + 4.0)) { (self.name) }
            line class="reach" x1=(tenth(x(self.won.low))) x2=(tenth(x(self.won.high))) y1=(at) y2=(at) {}
            circle class="dot" cx=(tenth(x(self.won.value))) cy=(at) r="5" {}
            @if let Some(claimed) = self.claimed { (diamond(x(claimed), y)) }
        }
    }
}

fn diamond(x: f64, y: f64) -> Markup {
    let (left, right) = (tenth(x - 6.0), tenth(x + 6.0));
    let (top, bottom) = (tenth(y - 6.0), tenth(y + 6.0));
    let (x, y) = (tenth(x), tenth(y));
    let outline = format!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z");
    html! { path class="claimed" d=(outline) {} }
}

fn rows(claim: &Claim, finding: &Finding) -> Vec<Row> {
    let pairs = claim.trials.iter().zip(&finding.trials);
    let lines = pairs.flat_map(|(trial, found)| trial.lines.iter().zip(&found.lines));
    let row = |(said, line): (&super::claim::ClaimedLine, &super::trial::MeasuredLine)| Row {
        name: shortened(&format!("{} {}", claim.id, said.agent)),
        won: line.won,
        claimed: said.won,
    };
    lines.map(row).collect()
}

fn shortened(name: &str) -> String {
    const MOST: usize = 46;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
