//! `truel completions`: a script that teaches a shell our words.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Exit;
use crate::args::Args;
use crate::output::Output;

pub(crate) fn run(shell: Shell, out: &mut Output) -> Result<Exit> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "truel", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
