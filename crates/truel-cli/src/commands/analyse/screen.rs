//! A part of the terminal that is drawn over and over, in place.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::output::Output;

/// Faster than this nobody reads.
const PAUSE: Duration = Duration::from_millis(100);

/// Text that replaces what it was before.
pub(super) struct Screen {
    /// Lines that fit.
    height: usize,
    /// Lines that stand there now, above the cursor.
    lines: usize,
    drawn: Option<Instant>,
}

impl Screen {
    pub(super) fn new(height: usize) -> Self {
        Screen {
            height,
            lines: 0,
            drawn: None,
        }
    }

    /// Whether it is time to draw again.
    pub(super) fn is_due(&self) -> bool {
        self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE)
    }

    /// Draws `text` over what stood there; `text` is told how many lines it may take.
    pub(super) fn draw(&mut self, out: &mut Output, text: impl FnOnce(&Output, usize) -> String) -> Result<()> {
        // The line below the last belongs to the cursor.
        let text = text(out, self.height.saturating_sub(1));
        if self.lines > 0 {
            write!(out, "\x1b[{}A\r", self.lines)?;
        }
        // Without wrapping, each line stays one line however narrow the terminal has become
        // meanwhile.
        write!(out, "\x1b[?7l")?;
        for line in text.lines() {
            writeln!(out, "{line}\x1b[K")?;
        }
        write!(out, "\x1b[?7h\x1b[J")?;
        out.flush()?;
        self.lines = text.lines().count();
        self.drawn = Some(Instant::now());
        Ok(())
    }
}
