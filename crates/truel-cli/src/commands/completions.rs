//! `truel completions`: a script that teaches a shell our words.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Exit;
use crate::args::Args;
use crate::output::Output;

pub(crate) fn run(shell: Shell, out: &mut Output) -> Result<Exit> {
    clap_complete::generate(shell, &mut Args::command(), "truel", out);
    Ok(Exit::Done)
}
