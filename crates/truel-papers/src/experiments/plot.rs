//! The findings of a report as a picture: shares of matches won, with their intervals, beside what was claimed.

use std::fmt::Write as _;

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
    let (floor, right) = (TOP + ROW * rows.len() as f64, WIDTH - 20.0);
    let x = |share: f64| LEFT + share * (right - LEFT);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {:.0}" role="img"><title>{}: share of matches won</title><style>{STYLE}</style>"#,
        floor + 14.0,
        paper.game
    );
    let _ = write!(
        svg,
        r#"<text x="8" y="18">{}: share of matches won</text><circle class="dot" cx="{:.0}" cy="14" r="5"/><text class="soft" x="{:.0}" y="18">measured, 95 % interval</text>{}<text class="soft" x="{:.0}" y="18">claimed</text>"#,
        paper.game,
        LEFT + 20.0,
        LEFT + 30.0,
        diamond(LEFT + 200.0, 14.0),
        LEFT + 212.0
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = x(f64::from(percent) / 100.0);
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{at:.1}" x2="{at:.1}" y1="{TOP}" y2="{floor:.1}"/><text class="soft" text-anchor="middle" x="{at:.1}" y="{:.1}">{percent} %</text>"#,
            TOP - 6.0
        );
    }
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (place as f64 + 0.5);
        let _ = write!(
            svg,
            r#"<text text-anchor="end" x="{:.0}" y="{:.1}">{}</text><line class="reach" x1="{:.1}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><circle class="dot" cx="{:.1}" cy="{y:.1}" r="5"/>"#,
            LEFT - 12.0,
            y + 4.0,
            row.name,
            x(row.won.low),
            x(row.won.high),
            x(row.won.value)
        );
        if let Some(claimed) = row.claimed {
            svg.push_str(&diamond(x(claimed), y));
        }
    }
    svg.push_str("</svg>\n");
    svg
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

/// Names hold no character that XML reserves.
fn shortened(name: &str) -> String {
    const MOST: usize = 46;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

fn diamond(x: f64, y: f64) -> String {
    format!(
        r#"<path class="claimed" d="M{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}Z"/>"#,
        x - 6.0,
        y - 6.0,
        x + 6.0,
        y + 6.0
    )
}
