//! `truel verify`: what is damaged in a file, match by match.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::json;
use truel_arena::verify::{self, Damage, Findings};

use crate::Exit;
use crate::args::Verify;
use crate::files::{Kind, named, open};
use crate::output::Output;
use crate::roster;
use crate::setup::setup;

pub(crate) fn run(args: &Verify, out: &mut Output) -> Result<Exit> {
    let mut exit = Exit::Done;
    for path in &args.files {
        let kind = Kind::of(path)?;
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

impl Kind {
    fn verify(self, path: &Path) -> Result<Findings> {
        Ok(match self {
            Kind::Tournament => verify::store(path, &setup())?,
            Kind::Rooms => truel_server::verify_rooms(path, roster())?,
            Kind::Records => verify::records(open(path)?, &setup()).map_err(|cause| named(path, &cause))?,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::Tournament => "tournament",
            Kind::Rooms => "rooms",
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
