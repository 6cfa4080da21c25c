//! `truel reproduce`: the claims of the five reports beside what is measured here.
//!
//! `papers` has the claims as data, a file per report; `trial` plays, `finding` keeps, `page` and `plot` show.

mod claim;
mod finding;
mod page;
mod papers;
mod plot;
mod trial;

use std::io::Write;

use anyhow::{Result, bail};
use serde_json::json;
use truel_core::nearest;

pub(crate) use claim::Size;
use claim::{Claim, Paper};
use finding::{Finding, Findings, cells};
use papers::papers;
use trial::{Judged, Measured, Setting, measure};

use crate::Exit;
use crate::args::arena::Reproduce;
use crate::interrupt::{FINISHING, interrupt};
use crate::output::{Output, remark};
use crate::table;

pub(crate) fn run(args: &Reproduce, out: &mut Output) -> Result<Exit> {
    let Some(game) = &args.report else {
        return list(out);
    };
    let papers = papers();
    let paper = find(&papers, game)?;
    let claims = chosen(paper, &args.only)?;
    let mut kept = match &args.save {
        Some(folder) => Some(Findings::open(folder, paper)?),
        None => None,
    };
    let setting = Setting {
        size: if args.quick { Size::Quick } else { Size::Full },
        seed: args.seed,
        concurrency: args.concurrency,
        is_quiet: args.json,
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
        let Some(found) = measure(paper.game, trial, setting)? else {
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
        out.json(&json!({ "report": paper.game, "claim": claim.id, "told": claim.told, "trials": finding.trials, "facts": finding.facts }))?;
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

fn print(trial: &claim::Trial, found: &Measured, out: &mut Output) -> Result<()> {
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
    let row = |(place, line): (usize, &trial::MeasuredLine)| {
        [vec![String::new(), line.agent.clone()], cells(trial, place, line)].concat()
    };
    let rows: Vec<Vec<String>> = found.lines.iter().enumerate().map(row).collect();
    table::print(out, &heading, &rows)?;
    write!(out, "{}", out.hanging("   ", 3, &page::circumstances(found)))?;
    for Judged { told, verdict } in &found.verdicts {
        write!(out, "{}", out.hanging("   ", 3, &format!("{told}: {}", verdict.told())))?;
    }
    if let Some(command) = &found.command {
        writeln!(out, "   {}", out.faint(command))?;
    }
    out.flush()
}
