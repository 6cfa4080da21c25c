//! `truel import`: the original referees' logs as records.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use truel_core::clean;
use truel_core::lines::size;
use truel_core::record::Record;
use truel_courses::logs;

use crate::Exit;
use crate::args::Import;
use crate::files::{check_writable_if_any, write_file};
use crate::naming::unlike;
use crate::output::{Output, remark};
use crate::roster;

pub(crate) fn run(args: &Import, out: &mut Output) -> Result<Exit> {
    // A game without a course is trouble before any log is opened.
    let table = roster().table(&args.game)?;
    logs::read(&*table, "", "")?;
    check_writable_if_any(args.out.as_ref())?;
    let mut records = Vec::new();
    let mut wrong = Vec::new();
    for (path, name) in args.logs.iter().zip(names(&args.logs)) {
        let bytes = read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = text(&bytes);
        for read in logs::read(&*table, &name, &text)? {
            match read {
                Ok(record) => records.push(cleaned(record)),
                Err(error) => wrong.push(format!("{}:{error}", path.display())),
            }
        }
    }
    match &args.out {
        None => write(&records, out)?,
        Some(path) => write_file(path, |to| write(&records, to))?,
    }
    out.flush()?;
    for line in &wrong {
        remark(line);
    }
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    remark(&format!("{}, {} wrong", count(records.len(), "record"), wrong.len()));
    Ok(if wrong.is_empty() { Exit::Done } else { Exit::No })
}

/// A record with names that are fit to show: they are whatever the players called themselves.
fn cleaned(mut record: Record) -> Record {
    record.id = clean::shown(&record.id).into_owned();
    for name in record.seats.iter_mut().chain(&mut record.entrants) {
        *name = clean::shown(name).into_owned();
    }
    record
}

/// The most bytes of a log.
const LARGEST: usize = 64 << 20;

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LARGEST {
        bail!("a log is at most {} long", size(LARGEST));
    }
    Ok(bytes)
}

/// A log as text. Some shells write what a program prints as UTF-16; what agents print in between
/// need not be text at all.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |read: fn([u8; 2]) -> u16, rest: &[u8]| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => wide(u16::from_be_bytes, rest),
        [0xef, 0xbb, 0xbf, rest @ ..] | rest => String::from_utf8_lossy(rest),
    }
}

/// What the records of each log are named after: its file's name, the path where others have the
/// same name, and a number where it was named twice.
fn names(logs: &[PathBuf]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name = |path: &PathBuf| {
        let file = path.file_name().unwrap_or(path.as_os_str());
        let is_alone = logs.iter().filter(|other| other.file_name() == Some(file)).count() < 2;
        let name = if is_alone { file } else { path.as_os_str() }.to_string_lossy();
        unlike(&mut taken, &name)
    };
    logs.iter().map(&mut name).collect()
}

fn write(records: &[Record], to: &mut dyn Write) -> Result<()> {
    records.iter().try_for_each(|record| Ok(record.write(to)?))
}
