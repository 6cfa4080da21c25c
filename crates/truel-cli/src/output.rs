//! Terminals, colours and closed pipes.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use truel_core::clean;
use truel_core::draw::Colour;

use crate::args::When;
use crate::screen::{self, Net};

/// Lines longer than this are hard to read on any terminal.
const WIDEST: usize = 120;
/// The most characters of a complaint.
const LONGEST_COMPLAINT: usize = 2000;
/// Where there is no terminal.
const UNKNOWN: usize = 100;

/// Standard output, buffered, which knows whether it may use colour.
pub(crate) struct Output {
    stream: BufWriter<Stdout>,
    net: Net,
    pub colour: Colour,
    /// Whether the reader has gone. Libraries wrap an error of a write in errors of their own, so
    /// it is noted here.
    is_closed: bool,
}

impl Output {
    pub(crate) fn new(when: When) -> Self {
        let colour = match when {
            When::Never => Colour::Plain,
            // Looks at the terminal and at NO_COLOR, CLICOLOR and CLICOLOR_FORCE.
            When::Auto if AutoStream::choice(&io::stdout()) == ColorChoice::Never => Colour::Plain,
            When::Auto | When::Always => depth(),
        };
        Output {
            stream: BufWriter::new(io::stdout()),
            net: Net::default(),
            colour,
            is_closed: false,
        }
    }

    /// `text` in bold where colour is allowed.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.styled("1", text)
    }

    /// `text` held back where colour is allowed.
    pub(crate) fn faint(&self, text: &str) -> String {
        self.styled("2", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        match self.colour {
            Colour::Plain => text.to_owned(),
            _ => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    /// How wide and high what we print may be: the terminal, or what reads well in a file.
    pub(crate) fn size(&self) -> (usize, usize) {
        match terminal_size::terminal_size_of(io::stdout()) {
            Some((width, height)) => (usize::from(width.0).clamp(40, WIDEST), usize::from(height.0).max(10)),
            None => (UNKNOWN, usize::MAX),
        }
    }

    /// `text` after `head`, which takes the first `indent` columns, in as many lines as it needs.
    pub(crate) fn hanging(&self, head: &str, indent: usize, text: &str) -> String {
        let gap = " ".repeat(indent);
        let options = textwrap::Options::new(self.size().0)
            .initial_indent(&gap)
            .subsequent_indent(&gap)
            .break_words(false);
        let lines = textwrap::fill(text, options);
        format!("{head}{}\n", lines.get(indent..).unwrap_or_default())
    }

    /// Short texts side by side.
    pub(crate) fn columns(&mut self, texts: &[String]) -> Result<()> {
        let width = texts.iter().map(String::len).max().unwrap_or(0) + 2;
        for row in texts.chunks((self.size().0 / width).max(1)) {
            let line: String = row.iter().map(|text| format!("{text:width$}")).collect();
            writeln!(self, "  {}", line.trim_end())?;
        }
        Ok(())
    }

    /// One JSON object on a line of its own.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<()> {
        Ok(writeln!(self, "{value}")?)
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        Ok(Write::flush(self)?)
    }

    /// Whether an error means no more than that nobody reads on: `truel legal avalam | head -1` is
    /// no trouble.
    pub(crate) fn is_closed_by(&self, error: &anyhow::Error) -> bool {
        let is_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
        self.is_closed
            || error
                .chain()
                .any(|link| link.downcast_ref::<io::Error>().is_some_and(is_pipe))
    }

    fn noting<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| {
            self.is_closed |= error.kind() == io::ErrorKind::BrokenPipe;
            io::Error::new(error.kind(), format!("cannot write standard output: {error}"))
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let passed = self.net.passed(bytes, self.colour);
        let done = self.stream.write_all(&passed).map(|()| bytes.len());
        self.noting(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.stream.flush();
        self.noting(done)
    }
}

/// How many colours the terminal says it has.
fn depth() -> Colour {
    match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Colour::True,
        _ => Colour::Palette,
    }
}

/// Prints an error as one line.
pub(crate) fn complain(error: &anyhow::Error) {
    // It may quote what was wrong, and that may be a whole file.
    let line = clean::sentence(&format!("{error:#}"), LONGEST_COMPLAINT);
    if io::stderr().is_terminal() {
        write_error(&format!("\x1b[1;31merror:\x1b[0m {line}"));
    } else {
        write_error(&format!("error: {line}"));
    }
}

/// Prints a remark that is neither result nor error: results alone go to standard output.
pub(crate) fn remark(text: &str) {
    write_error(&screen::lines(text));
}

/// Prints one line by code of the standard library alone, for a CPU that may not run ours.
#[inline(never)]
pub(crate) fn complain_plainly(line: &'static str) {
    let mut error = io::stderr();
    let _ = error.write_all(line.as_bytes());
    let _ = error.write_all(b"\n");
}

fn write_error(line: &str) {
    // Nobody is left to hear of a standard error that cannot be written.
    let _ = writeln!(io::stderr(), "{line}");
}

/// A whole number with its thousands set apart.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(
            [999.4, 1000.0, 1_234_567.0].map(super::grouped),
            ["999", "1,000", "1,234,567"]
        );
    }
}
