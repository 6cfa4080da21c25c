//! Somebody at the keyboard, or a file of lines in their place.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use truel_core::lines::{LineRead, read_line, size};

use crate::output::Output;

/// The most bytes of a line.
const LONGEST: usize = 64 << 10;

/// What a person may say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Nothing,
    Help,
    Board,
    /// Legal moves that begin so.
    Moves(String),
    Hint,
    Undo,
    Resign,
    Save(PathBuf),
    Quit,
    /// Anything else is meant as a move.
    Move(String),
}

impl Word {
    fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Word::Nothing,
            ("?" | "help", "") => Word::Help,
            ("board", "") => Word::Board,
            ("moves", prefix) => Word::Moves(prefix.to_owned()),
            ("hint", "") => Word::Hint,
            ("undo", "") => Word::Undo,
            ("resign", "") => Word::Resign,
            ("save", path) if !path.is_empty() => Word::Save(path.into()),
            ("q" | "quit" | "exit", "") => Word::Quit,
            _ => Word::Move(line.to_owned()),
        }
    }
}

/// Whoever types, and how.
pub(super) struct Person {
    types: bool,
    sees: bool,
}

impl Person {
    pub(super) fn new() -> Self {
        Person {
            types: io::stdin().is_terminal(),
            sees: io::stdout().is_terminal(),
        }
    }

    /// Whether somebody types at a terminal.
    pub(super) fn types(&self) -> bool {
        self.types
    }

    /// Asks for a word; `None` at the end of the input.
    pub(super) fn ask(&self, out: &mut Output, prompt: &str) -> Result<Option<Word>> {
        write!(out, "{}", out.bold(prompt))?;
        out.flush()?;
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock();
        match read_line(&mut input, LONGEST, &mut bytes).context("cannot read the input")? {
            LineRead::Read => {}
            LineRead::TooLong => bail!("cannot read the input: a line is longer than {}", size(LONGEST)),
            LineRead::End => {
                writeln!(out)?;
                return Ok(None);
            }
        }
        let line = String::from_utf8(bytes).context("cannot read the input")?;
        if !self.types {
            // A terminal shows what is typed; without one the transcript would lack it.
            writeln!(out, "{}", line.trim())?;
        }
        Ok(Some(Word::read(&line)))
    }

    /// Shows a passing remark, or takes it away with an empty one; only where somebody sees it
    /// pass.
    pub(super) fn note(&self, out: &mut Output, text: &str) -> Result<()> {
        if self.sees {
            write!(out, "\r\x1b[K{}", out.faint(text))?;
            out.flush()?;
        }
        Ok(())
    }

    /// Wipes what the last person typed off the screen, before the next one looks; whether there
    /// was anything to wipe.
    pub(super) fn hide(&self, out: &mut Output) -> Result<bool> {
        if self.sees {
            write!(out, "\x1b[H\x1b[2J\x1b[3J")?;
        }
        Ok(self.sees)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words_and_everything_else_is_a_move() {
        for (line, word) in [
            ("  \n", Word::Nothing),
            ("?\n", Word::Help),
            ("moves e4\n", Word::Moves("e4".into())),
            ("save a b.jsonl\n", Word::Save("a b.jsonl".into())),
            ("save\n", Word::Move("save".into())),
            (" e4d4 \n", Word::Move("e4d4".into())),
            ("undo twice\n", Word::Move("undo twice".into())),
            ("q\n", Word::Quit),
            ("quit\n", Word::Quit),
            ("exit\n", Word::Quit),
        ] {
            assert_eq!(Word::read(line), word, "{line:?}");
        }
    }
}
