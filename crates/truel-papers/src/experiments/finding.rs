//! What was found about a claim, and all findings of a paper.

use serde::{Deserialize, Serialize};
use truel_core::numbers::fixed;

use super::claim::{Claim, Fact, Paper, Size, Trial};
use super::trial::{Measured, MeasuredLine};
use super::{page, plot};

/// What was found about one claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The claim.
    pub id: String,
    /// How many matches were played.
    pub size: Size,
    /// One for each of the claim's trials.
    pub trials: Vec<Measured>,
    /// What was counted.
    pub facts: Vec<Fact>,
}

impl Finding {
    /// Whether it is about the trials as they stand now, and not as they once were.
    fn is_about(&self, claim: &Claim) -> bool {
        let same = |(trial, found): (&Trial, &Measured)| {
            let agents = found.lines.iter().map(|line| line.agent.as_str());
            trial.lines.iter().map(|line| line.agent).eq(agents)
        };
        self.id == claim.id
            && self.trials.len() == claim.trials.len()
            && claim.trials.iter().zip(&self.trials).all(same)
    }
}

/// All findings about a paper.
#[derive(Debug)]
pub struct Findings<'a> {
    paper: &'a Paper,
    list: Vec<Finding>,
}

/// Findings as texts to be written into files.
#[derive(Clone, Debug)]
pub struct Pages {
    /// The numbers, which [`Findings::read`] reads.
    pub json: String,
    /// A page in Markdown.
    pub markdown: String,
    /// A picture.
    pub svg: String,
}

impl<'a> Findings<'a> {
    /// No findings yet.
    pub fn none(paper: &'a Paper) -> Self {
        Findings {
            paper,
            list: Vec::new(),
        }
    }

    /// Reads the numbers that were written before.
    ///
    /// # Errors
    /// When the text holds no findings.
    pub fn read(paper: &'a Paper, json: &str) -> Result<Self, serde_json::Error> {
        let list = serde_json::from_str(json)?;
        Ok(Findings { paper, list })
    }

    /// Adds a finding in place of an older one, and writes everything anew.
    ///
    /// # Panics
    /// Never: findings are plain data.
    pub fn add(&mut self, finding: Finding) -> Pages {
        self.list.retain(|old| old.id != finding.id);
        self.list.push(finding);
        let about = |claim: &'a Claim| Some((claim, self.list.iter().find(|found| found.is_about(claim))?));
        let known: Vec<_> = self.paper.claims.iter().filter_map(about).collect();
        let ordered: Vec<&Finding> = known.iter().map(|(_, finding)| *finding).collect();
        Pages {
            json: serde_json::to_string_pretty(&ordered).expect("findings are plain data"),
            markdown: page::page(self.paper, &known),
            svg: plot::plot(self.paper, &known),
        }
    }
}

/// A measured line beside what was claimed, as cells: claimed, won, drawn, lost, points (in each
/// seat), time per move, seconds a match.
pub fn cells(trial: &Trial, place: usize, line: &MeasuredLine) -> Vec<String> {
    let said = &trial.lines[place];
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    let claimed = match (said.won, said.lost) {
        (None, None) => "-".to_owned(),
        (won, lost) => format!("{} / {}", percent(won), percent(lost)),
    };
    let by_seat: Vec<String> = line.by_seat.iter().map(|points| fixed(*points, 2)).collect();
    let seconds = said.seconds.map_or_else(String::new, |seconds| format!(" ({seconds})"));
    vec![
        claimed,
        share(line.won),
        share(line.drawn),
        share(line.lost),
        format!("{} ({})", fixed(line.points.value, 3), by_seat.join(" ")),
        format!("{:.1}", line.ms_per_move),
        format!("{:.2}{seconds}", line.seconds),
    ]
}

/// A share of matches with its interval, in per cent.
fn share(found: truel_stats::Estimate) -> String {
    let percent = |share: f64| fixed(100.0 * share, 0);
    format!(
        "{} % [{}, {}]",
        percent(found.value),
        percent(found.low),
        percent(found.high)
    )
}
