//! `truel engine`: any agent on any game, for whoever speaks the engine protocol.
//!
//! This thread listens; a second one thinks, so that `stop`, `quit` and `isready` are heard
//! meanwhile. Wrong input gets an `info string error: ...` line and changes nothing. A `go` is
//! always answered by a `bestmove`, by `bestmove none` where no move can be made, so that nobody
//! waits in vain.

mod session;
mod thinking;

use std::io::{self, Write};

use anyhow::Result;
use truel_arena::protocol::{EngineCommand, Reply, SearchInfo};
use truel_core::clean;
use truel_core::lines::{LineRead, read_line, size, skip_line};

use crate::Exit;
use crate::args::Engine;
use session::Session;

/// The most bytes of a line: the moves of the longest match are far fewer.
const LONGEST: usize = 1 << 20;

pub(crate) fn run(args: &Engine) -> Result<Exit> {
    let mut session = Session::new(args)?;
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock();
    loop {
        match read_line(&mut input, LONGEST, &mut bytes)? {
            LineRead::Read => {}
            LineRead::TooLong => {
                skip_line(&mut input)?;
                say(&error(&format_args!("the line is longer than {}", size(LONGEST))))?;
                continue;
            }
            LineRead::End => {
                session.finish();
                return Ok(Exit::Done);
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        if line.trim().is_empty() {
            continue;
        }
        match line.parse::<EngineCommand>() {
            Ok(EngineCommand::Quit) => {
                session.stop();
                session.finish();
                return Ok(Exit::Done);
            }
            Ok(order) => session.obey(order)?,
            Err(wrong) => say(&error(&wrong))?,
        }
    }
}

/// Says a line at once.
fn say(reply: &Reply) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{reply}")?;
    out.flush()
}

/// What is wrong, as a line that does no harm.
fn error(what: &dyn std::fmt::Display) -> Reply {
    Reply::Info(SearchInfo {
        string: Some(clean::sentence(&format!("error: {what}"), 500)),
        ..SearchInfo::default()
    })
}
