//! `truel verify`: what is damaged in a file, match by match, and whether a proof is one.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use truel_arena::verify::{self, Damage, Findings};
use truel_proofs::pentago_swap::check::{self, Refused};
use truel_proofs::pentago_swap::proof::{self, Proof};

use crate::Exit;
use crate::args::Verify;
use crate::files::{Kind, named, open};
use crate::interrupt::interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::roster;
use crate::setup::setup;

pub(crate) fn run(args: &Verify, out: &mut Output) -> Result<Exit> {
    let mut exit = Exit::Done;
    for path in &args.files {
        let kind = Kind::of(path)?;
        if kind == Kind::Proof {
            exit = match proof(path, args, out)? {
                Exit::Done => exit,
                other => other,
            };
            out.flush()?;
            continue;
        }
        let findings = kind.verify(path)?;
        if !findings.damaged.is_empty() {
            exit = Exit::No;
        }
        if args.json {
            let mut object = serde_json::to_value(&findings)?;
            object["file"] = json!(path);
            object["kind"] = json!(kind.name());
            out.json(&object)?;
        } else {
            print(path, kind, &findings, out)?;
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Checks a proof against the rules; whether it is refused is the answer.
fn proof(path: &Path, args: &Verify, out: &mut Output) -> Result<Exit> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let proof = Proof::read(&bytes).map_err(|cause| anyhow!("{}: {cause}", path.display()))?;
    let stop = interrupt("stopping")?;
    let progress = Mutex::new(Progress::new(proof.len() as u64, args.json));
    let step = |_| {
        if let Ok(mut progress) = progress.lock() {
            progress.step(|| "answers".to_owned());
        }
    };
    let checked = check::check(&proof, args.threads.get(), &stop, &step);
    if let Ok(progress) = progress.into_inner() {
        progress.finish();
    }
    if checked == Err(Refused::Stopped) {
        return Ok(Exit::Interrupted);
    }
    let (claims, answers) = (proof.claims.len(), proof.len());
    let refused = checked.err().map(|why| why.to_string());
    if args.json {
        out.json(&json!({
            "file": path, "kind": "proof", "game": "pentago-swap", "claims": claims, "answers": answers,
            "refused": refused,
        }))?;
    } else {
        match &refused {
            None => writeln!(
                out,
                "{}: White wins {}, {answers} answers checked",
                path.display(),
                claimed(&proof)
            )?,
            Some(why) => writeln!(out, "{}: refused: {why}", path.display())?,
        }
    }
    Ok(if refused.is_none() { Exit::Done } else { Exit::No })
}

/// What a proof claims, in words.
pub(crate) fn claimed(proof: &Proof) -> String {
    let pieces = |claim: &u64| proof::position(*claim).map_or(0, |game| game.plies());
    let after = |plies| proof.claims.iter().filter(|claim| pieces(claim) == plies).count();
    match (after(0), after(2), proof.claims.len()) {
        (1.., ..) => "from the start".to_owned(),
        (_, 0, all) => format!("{all} positions"),
        (_, first, all) => format!(
            "against {first} first moves of Black's and in {} other positions",
            all - first
        ),
    }
}

impl Kind {
    fn verify(self, path: &Path) -> Result<Findings> {
        Ok(match self {
            Kind::Tournament => verify::store(path, &setup())?,
            Kind::Rooms => truel_server::verify_rooms(path, roster())?,
            Kind::Records | Kind::Proof => {
                verify::records(open(path)?, &setup()).map_err(|cause| named(path, &cause))?
            }
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::Tournament => "tournament",
            Kind::Rooms => "rooms",
            Kind::Proof => "proof",
            Kind::Records => "records",
        }
    }
}

fn print(path: &Path, kind: Kind, findings: &Findings, out: &mut Output) -> Result<()> {
    let path = path.display();
    for Damage { what, why } in &findings.damaged {
        writeln!(out, "{path}: {what}: {why}")?;
    }
    let what = if kind == Kind::Rooms { "rooms" } else { "matches" };
    let mut parts = vec![
        format!("{} {what}", findings.matches),
        format!("{} plies replayed", findings.plies),
        format!("{} damaged", findings.damaged.len()),
    ];
    if findings.unsealed > 0 {
        parts.push(format!("{} without a checksum", findings.unsealed));
    }
    if !findings.unchecked.is_empty() {
        let all: Vec<&str> = findings.unchecked.iter().map(String::as_str).collect();
        parts.push(format!("not checked: {}", all.join(", ")));
    }
    Ok(writeln!(out, "{path}: {}", parts.join(", "))?)
}
