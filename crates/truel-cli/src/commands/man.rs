//! `truel man`: the manual page, for those who make packages.
//!
//! One page has all commands: what clap writes for each becomes a section, and its sections become
//! subsections.

use std::io::Write;

use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::Exit;
use crate::args::Args;
use crate::output::Output;

pub(crate) fn run(out: &mut Output) -> Result<Exit> {
    let mut truel = Args::command();
    truel.build();
    let mut page = Vec::new();
    // The title line and all sections of the whole.
    Man::new(truel.clone()).render(&mut page)?;
    for command in truel.get_subcommands().filter(|command| !command.is_hide_set()) {
        section(command, "truel", &mut page)?;
    }
    out.write_all(&page)?;
    Ok(Exit::Done)
}

/// The section of a command, then those of its own commands.
fn section(command: &Command, parent: &str, page: &mut Vec<u8>) -> Result<()> {
    let name = format!("{parent} {}", command.get_name());
    let (man, mut text) = (Man::new(command.clone()), Vec::new());
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_after_help().is_some() || command.get_after_long_help().is_some() {
        man.render_extra_section(&mut text)?;
    }
    writeln!(page, ".SH {}", name.to_uppercase())?;
    page.write_all(String::from_utf8_lossy(&text).replace(".SH ", ".SS ").as_bytes())?;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        section(below, &name, page)?;
    }
    Ok(())
}
