//! What a newcomer sees first.

use std::io::Write;

use anyhow::{Context, Result};
use truel_core::AnyGame;

use crate::Exit;
use crate::output::Output;
use crate::roster;

/// A game that shows at a glance what is different here.
const SHOWN: &str = "chexers";
const PLIES: u32 = 30;

pub(crate) fn run(out: &mut Output) -> Result<Exit> {
    writeln!(
        out,
        "{}: board games for three seats, simultaneous moves, and two players.\n",
        out.bold("truel")
    )?;
    let listing = roster().listing(SHOWN).ok().or(roster().listings().first());
    let listing = listing.context("there is no game on the roster")?;
    board(&*listing.table(), out)?;
    let ids: Vec<&str> = roster().infos().map(|info| info.id).collect();
    writeln!(out, "\n{} {}\n", out.bold("Games:"), ids.join(", "))?;
    writeln!(out, "{}", out.bold("Try:"))?;
    for (command, what) in [
        ("truel games", "what can be played"),
        ("truel show threechess", "a board in the terminal"),
        ("truel show avalam --svg avalam.svg", "the same as a picture"),
        ("truel legal ropasci", "what both seats may do at once"),
        ("truel perft chexers 5", "how many ways five plies can go"),
        ("truel random pentago-swap -n 3", "random matches as records"),
        ("truel play connect-four", "a match against an agent"),
        ("truel agents chexers", "who can sit at the table"),
        ("truel analyse avalam --time 5s", "what an agent sees, live"),
        ("truel solve tic-tac-toe", "what is true, with proof"),
        ("truel bench avalam", "how fast it is here"),
        ("truel --help", "everything else"),
    ] {
        writeln!(out, "  {command:37} {what}")?;
    }
    Ok(Exit::Done)
}

/// A random match some way in.
fn board(table: &dyn AnyGame, out: &mut Output) -> Result<()> {
    let positions = table.workbench().positions(2, PLIES, 3);
    let shown = positions.last().expect("the start is one of them");
    writeln!(out, "{}, {PLIES} plies into a random match:\n", table.info().title)?;
    Ok(write!(out, "{}", shown.scene().to_text(out.colour))?)
}
