//! `truel verify`: what is damaged in a file, match by match.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;
use truel_arena::verify::{self, Damage, Findings};

use crate::Exit;
use crate::args::Verify;
use crate::files::{named, open};
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

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The store of a tournament.
    Tournament,
    /// The store of the web arena.
    Rooms,
    /// Records or traces, plain or gzip.
    Records,
}

impl Kind {
    /// By how the file begins; a store also by its tables.
    fn of(path: &Path) -> Result<Self> {
        const SQLITE: &[u8] = b"SQLite format 3\0";
        if path == Path::new("-") {
            return Ok(Kind::Records);
        }
        let named = || format!("cannot read {}", path.display());
        let found = path.metadata().with_context(named)?;
        if found.is_dir() {
            bail!("cannot read {}: this is a folder", path.display());
        }
        // A pipe is read once, from its beginning.
        if !found.is_file() {
            return Ok(Kind::Records);
        }
        let mut head = Vec::new();
        let file = File::open(path).with_context(named)?;
        file.take(SQLITE.len() as u64)
            .read_to_end(&mut head)
            .with_context(named)?;
        Ok(match head == SQLITE {
            true if truel_server::is_room_store(path) => Kind::Rooms,
            true => Kind::Tournament,
            false => Kind::Records,
        })
    }

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
