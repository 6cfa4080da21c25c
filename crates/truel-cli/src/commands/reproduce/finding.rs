//! What was found about a claim, and the file that keeps all findings of a report.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use truel_core::lines::read_text;
use truel_core::numbers::fixed;

use super::claim::{Claim, Fact, Paper, Size, Trial};
use super::trial::{Measured, MeasuredLine};
use super::{page, plot};
use crate::files::write_file;

/// The most bytes of a file of findings.
const LARGEST: usize = 16 << 20;

/// What was found about one claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Finding {
    pub id: String,
    pub size: Size,
    /// One for each of the claim's trials.
    pub trials: Vec<Measured>,
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

/// All findings of a report, on disk.
#[derive(Debug)]
pub(super) struct Findings<'a> {
    folder: PathBuf,
    paper: &'a Paper,
    list: Vec<Finding>,
}

impl<'a> Findings<'a> {
    /// What the folder holds of this report so far.
    pub(super) fn open(folder: &Path, paper: &'a Paper) -> Result<Self> {
        let path = folder.join(format!("{}.json", paper.game));
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let list = match File::open(&path).and_then(|file| read_text(file, LARGEST)) {
            Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} holds no findings", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        Ok(Findings {
            folder: folder.to_owned(),
            paper,
            list,
        })
    }

    /// Adds a finding in place of an older one, and writes numbers, page and picture anew.
    pub(super) fn keep(&mut self, finding: Finding) -> Result<()> {
        self.list.retain(|old| old.id != finding.id);
        self.list.push(finding);
        let about = |claim: &'a Claim| Some((claim, self.list.iter().find(|found| found.is_about(claim))?));
        let known: Vec<_> = self.paper.claims.iter().filter_map(about).collect();
        let ordered: Vec<&Finding> = known.iter().map(|(_, finding)| *finding).collect();
        self.write("json", &serde_json::to_string_pretty(&ordered)?)?;
        self.write("md", &page::page(self.paper, &known))?;
        self.write("svg", &plot::plot(self.paper, &known))
    }

    fn write(&self, extension: &str, text: &str) -> Result<()> {
        let path = self.folder.join(format!("{}.{extension}", self.paper.game));
        write_file(&path, |file| Ok(file.write_all(text.as_bytes())?))
    }
}

/// A measured line beside what was claimed, as cells: claimed, won, drawn, lost, points (in each seat), time per
/// move, seconds a match.
pub(super) fn cells(trial: &Trial, place: usize, line: &MeasuredLine) -> Vec<String> {
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
fn share(found: truel_arena::stats::Estimate) -> String {
    let percent = |share: f64| fixed(100.0 * share, 0);
    format!(
        "{} % [{}, {}]",
        percent(found.value),
        percent(found.low),
        percent(found.high)
    )
}
