//! The position that a room's line leads to, kept so that a question does not play the whole line again.

use std::fmt;
use std::sync::OnceLock;

use truel_core::AnyGame;

use crate::error::ApiError;
use crate::view::LineOfPlay;

/// A position that follows from other data: empty in a copy, never written, equal to any other.
#[derive(Default)]
pub(crate) struct CachedGame(OnceLock<Box<dyn AnyGame>>);

impl CachedGame {
    /// Where `line` leads; it must be the one that was kept.
    pub(crate) fn table(&self, line: &LineOfPlay) -> Result<&dyn AnyGame, ApiError> {
        if let Some(table) = self.0.get() {
            return Ok(&**table);
        }
        let table = line.end()?;
        Ok(&**self.0.get_or_init(|| table))
    }

    /// The line has got this joint move more.
    pub(crate) fn play(&mut self, joint: &str) {
        if self.0.get_mut().is_some_and(|table| table.play(joint).is_err()) {
            self.forget();
        }
    }

    /// The line is another one now.
    pub(crate) fn forget(&mut self) {
        self.0 = OnceLock::new();
    }
}

impl Clone for CachedGame {
    fn clone(&self) -> Self {
        CachedGame::default()
    }
}

impl PartialEq for CachedGame {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for CachedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() {
            "CachedGame"
        } else {
            "Nothing"
        })
    }
}
