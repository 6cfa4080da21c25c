//! The findings of a report as a page in Markdown.

use std::fmt::Write as _;

use truel_core::numbers::fixed;

use super::claim::{Claim, Paper, Size};
use super::finding::{Finding, cells};
use super::trial::{Judged, Measured};

/// The whole page.
pub(super) fn page(paper: &Paper, known: &[(&Claim, &Finding)]) -> String {
    let mut text = format!("# {}: claimed and measured\n\n{}\n\n", paper.game, paper.about);
    let _ = writeln!(
        text,
        "Made by `truel reproduce {0} --save FOLDER`. Won, drawn and lost are shares of matches with 95 % intervals, \
         every\n\
         seating played equally often; a claim *holds* or *does not hold* when the whole interval says so. Time is \
         that of one\n\
         seat; what the report measured on its own machine stands in parentheses.\n\n![claimed and \
         measured]({0}.svg)\n",
        paper.game
    );
    for (claim, finding) in known {
        section(&mut text, claim, finding);
    }
    text
}

fn section(text: &mut String, claim: &Claim, finding: &Finding) {
    let _ = writeln!(text, "## {}. {}\n", claim.id, claim.told);
    if finding.size == Size::Quick {
        text.push_str("*A quick run: few matches.*\n\n");
    }
    for (trial, found) in claim.trials.iter().zip(&finding.trials) {
        text.push_str(
            "| agent | claimed won / lost | won | drawn | lost | points (by seat) | ms a move | s a match |\n\
                       |---|---|---|---|---|---|---|---|\n",
        );
        for (place, line) in found.lines.iter().enumerate() {
            let _ = writeln!(text, "| `{}` | {} |", line.agent, cells(trial, place, line).join(" | "));
        }
        let _ = writeln!(text, "\n{}\n", circumstances(found));
        for Judged { told, verdict } in &found.verdicts {
            let _ = writeln!(text, "- {told}: **{}**", verdict.told());
        }
        if let Some(command) = &found.command {
            let _ = writeln!(text, "\n`{command}`");
        }
        text.push('\n');
    }
    if !finding.facts.is_empty() {
        text.push_str("| what | claimed | measured | |\n|---|---|---|---|\n");
        for fact in &finding.facts {
            let _ = writeln!(
                text,
                "| {} | {} | {} | **{}** |",
                fact.what,
                fact.claimed,
                fact.measured,
                fact.verdict.told()
            );
        }
        text.push('\n');
    }
}

/// How many matches, how long, how they ended.
pub fn circumstances(found: &Measured) -> String {
    let ends: Vec<String> = found
        .reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let seats: Vec<String> = found
        .by_seat
        .iter()
        .flatten()
        .map(|points| fixed(points.value, 2))
        .collect();
    format!(
        "{} matches of {:.0} plies; ends: {}; points by seat {}; seed {}.",
        found.matches,
        found.plies,
        ends.join(", "),
        seats.join(" "),
        found.seed
    )
}
