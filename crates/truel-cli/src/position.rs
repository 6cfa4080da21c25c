//! From what was typed to a game at a position.

use anyhow::{Context, Result};
use truel_core::draw::Gesture;
use truel_core::{AnyGame, IllegalLine};

use crate::args::Position;
use crate::roster;

/// A table after the moves that were typed, and what a hand last touched.
pub(crate) struct Reached {
    pub table: Box<dyn AnyGame>,
    pub last: Gesture,
}

/// The position that `--position` and `--moves` lead to.
pub(crate) fn reach(at: &Position) -> Result<Reached> {
    let mut table = start(&at.game, at.position.as_deref())?;
    let mut last = Gesture::new();
    for (index, text) in at.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
        let gesture = table.gesture(text);
        let played = table.play(text).map_err(|cause| IllegalLine::new(index + 1, cause));
        played.with_context(|| format!("--moves of {}", at.game))?;
        last = gesture;
    }
    Ok(Reached { table, last })
}

/// The position that `--position` names, or the start of the game.
pub(crate) fn start(game: &str, position: Option<&str>) -> Result<Box<dyn AnyGame>> {
    let table = roster().table(game)?;
    match position {
        None => Ok(table),
        Some(text) => table.at(text).with_context(|| format!("--position of {game}")),
    }
}
