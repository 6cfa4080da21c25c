//! `truel import`: the original referees' logs as records.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use truel_core::record::Record;
use truel_courses::logs;

use crate::Exit;
use crate::args::Import;
use crate::output::{Output, remark, write_file};

pub(crate) fn run(args: &Import, out: &mut Output) -> Result<Exit> {
    // A game without a course is trouble before any log is opened.
    logs::read(&args.game, "", "")?;
    let mut records = Vec::new();
    let mut wrong = Vec::new();
    for path in &args.logs {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        // What agents print in between need not be text.
        let text = String::from_utf8_lossy(&bytes);
        for read in logs::read(&args.game, &name(path), &text)? {
            match read {
                Ok(record) => records.push(record),
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

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn write(records: &[Record], to: &mut dyn Write) -> Result<()> {
    records.iter().try_for_each(|record| Ok(record.write(to)?))
}
