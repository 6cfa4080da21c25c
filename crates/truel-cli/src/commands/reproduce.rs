//! `truel reproduce`: the claims of the five reports beside what is measured here.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;
use truel_core::lines::read_text;
use truel_core::nearest;
use truel_papers::experiments::{
    Claim, Finding, Findings, Judged, Measured, MeasuredLine, Paper, Setting, Size, Trial, cells, circumstances,
    measure, papers,
};

use crate::Exit;
use crate::args::arena::Reproduce;
use crate::files::write_file;
use crate::interrupt::{FINISHING, interrupt};
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::table;

/// The most bytes of a file of findings.
const LARGEST: usize = 16 << 20;

pub(crate) fn run(args: &Reproduce, out: &mut Output) -> Result<Exit> {
    let Some(game) = &args.report else {
        return list(out);
    };
    let papers = papers();
    let paper = find(&papers, game)?;
    let claims = chosen(paper, &args.only)?;
    let mut kept = match &args.save {
        Some(folder) => Some(Saved::open(folder, paper)?),
        None => None,
    };
    let setting = Setting {
        size: if args.quick { Size::Quick } else { Size::Full },
        seed: args.seed,
        concurrency: args.concurrency,
        stop: interrupt(FINISHING)?,
    };
    if !args.json {
        writeln!(out, "{}\n", paper.about)?;
    }
    for claim in claims {
        let Some(finding) = look_into(paper, claim, &setting, args, out)? else {
            remark(&format!("interrupted; nothing is kept of {}", claim.id));
            return Ok(Exit::Interrupted);
        };
        if let Some(kept) = &mut kept {
            kept.keep(finding)?;
        }
        if setting.stop.is_raised() {
            remark("interrupted");
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Done)
}

/// The findings about a paper, in a folder.
struct Saved<'a> {
    folder: &'a Path,
    paper: &'a Paper,
    findings: Findings<'a>,
}

impl<'a> Saved<'a> {
    /// What the folder holds of this paper so far.
    fn open(folder: &'a Path, paper: &'a Paper) -> Result<Self> {
        let path = folder.join(format!("{}.json", paper.game));
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let findings = match File::open(&path).and_then(|file| read_text(file, LARGEST)) {
            Ok(text) => {
                let read = Findings::read(paper, &text);
                read.with_context(|| format!("{} holds no findings", path.display()))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Findings::none(paper),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        Ok(Saved {
            folder,
            paper,
            findings,
        })
    }

    /// Adds a finding, and writes numbers, page and picture anew.
    fn keep(&mut self, finding: Finding) -> Result<()> {
        let pages = self.findings.add(finding);
        for (extension, text) in [("json", pages.json), ("md", pages.markdown), ("svg", pages.svg)] {
            let path = self.folder.join(format!("{}.{extension}", self.paper.game));
            write_file(&path, |file| Ok(file.write_all(text.as_bytes())?))?;
        }
        Ok(())
    }
}

/// The reports and their claims.
fn list(out: &mut Output) -> Result<Exit> {
    for paper in papers() {
        writeln!(out, "{}  {}", out.bold(paper.game), paper.about)?;
        for claim in paper.claims.iter() {
            let head = format!("  {:4} ", claim.id);
            write!(out, "{}", out.hanging(&head, 7, claim.told))?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "`truel reproduce REPORT --quick` takes a few minutes; without `--quick` it takes hours."
    )?;
    Ok(Exit::Done)
}

fn find<'a>(papers: &'a [Paper], game: &str) -> Result<&'a Paper> {
    if let Some(paper) = papers.iter().find(|paper| paper.game == game) {
        return Ok(paper);
    }
    let names: Vec<&str> = papers.iter().map(|paper| paper.game).collect();
    match nearest(game, names.iter().copied()) {
        Some(near) => bail!("there is no report on `{game}`; did you mean `{near}`?"),
        None => bail!(
            "there is no report on `{game}`; there are reports on {}",
            names.join(", ")
        ),
    }
}

fn chosen<'a>(paper: &'a Paper, only: &[String]) -> Result<Vec<&'a Claim>> {
    if let Some(wrong) = only
        .iter()
        .find(|id| !paper.claims.iter().any(|claim| claim.id == id.as_str()))
    {
        let ids: Vec<&str> = paper.claims.iter().map(|claim| claim.id).collect();
        bail!(
            "the report on {} has no claim `{wrong}`; it has {}",
            paper.game,
            ids.join(", ")
        );
    }
    Ok(paper
        .claims
        .iter()
        .filter(|claim| only.is_empty() || only.iter().any(|id| id == claim.id))
        .collect())
}

/// Plays and prints all trials of a claim; nothing where it was interrupted.
fn look_into(
    paper: &Paper,
    claim: &Claim,
    setting: &Setting,
    args: &Reproduce,
    out: &mut Output,
) -> Result<Option<Finding>> {
    if !args.json {
        let head = format!("{}  ", out.bold(claim.id));
        write!(out, "{}", out.hanging(&head, claim.id.len() + 2, claim.told))?;
    }
    let mut finding = Finding {
        id: claim.id.to_owned(),
        size: setting.size,
        trials: Vec::new(),
        facts: Vec::new(),
    };
    for trial in &claim.trials {
        let mut progress = None;
        let found = measure(paper.game, trial, setting, |step| {
            let progress = progress.get_or_insert_with(|| Progress::new(step.matches, args.json));
            progress.step(|| format!("{} plies a match", step.plies));
        })?;
        if let Some(progress) = progress {
            progress.finish();
        }
        let Some(found) = found else {
            return Ok(None);
        };
        if !args.json {
            print(trial, &found, out)?;
        }
        finding.trials.push(found);
        // What was played of the last trial counts; its page tells how many matches that were.
        if setting.stop.is_raised() && finding.trials.len() < claim.trials.len() {
            return Ok(None);
        }
    }
    if let Some(count) = claim.facts {
        finding.facts = count(setting.size);
    }
    if args.json {
        out.json(
            &json!({ "report": paper.game, "claim": claim.id, "told": claim.told, "trials": finding.trials,
            "facts": finding.facts }),
        )?;
        out.flush()?;
        return Ok(Some(finding));
    }
    for fact in &finding.facts {
        let told = format!(
            "{}: claimed {}, measured {}: {}",
            fact.what,
            fact.claimed,
            fact.measured,
            fact.verdict.told()
        );
        write!(out, "{}", out.hanging("   ", 3, &told))?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(Some(finding))
}

fn print(trial: &Trial, found: &Measured, out: &mut Output) -> Result<()> {
    let heading = [
        "  ",
        "agent",
        "claimed w/l",
        "won",
        "drawn",
        "lost",
        "points",
        "ms/move",
        "s/match",
    ];
    let row = |(place, line): (usize, &MeasuredLine)| {
        [vec![String::new(), line.agent.clone()], cells(trial, place, line)].concat()
    };
    let rows: Vec<Vec<String>> = found.lines.iter().enumerate().map(row).collect();
    table::print(out, &heading, &rows)?;
    write!(out, "{}", out.hanging("   ", 3, &circumstances(found)))?;
    for Judged { told, verdict } in &found.verdicts {
        write!(out, "{}", out.hanging("   ", 3, &format!("{told}: {}", verdict.told())))?;
    }
    if let Some(command) = &found.command {
        writeln!(out, "   {}", out.faint(command))?;
    }
    out.flush()
}
