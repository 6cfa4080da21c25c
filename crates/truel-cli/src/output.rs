//! Terminals, colours, closed pipes and files that must not be lost.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};
use truel_core::draw::Colour;

use crate::args::When;
use crate::screen::{self, Net};

/// Lines longer than this are hard to read on any terminal.
const WIDEST: usize = 120;
/// Where there is no terminal.
const UNKNOWN: usize = 100;

/// Standard output, buffered, which knows whether it may use colour.
pub(crate) struct Output {
    stream: BufWriter<Stdout>,
    net: Net,
    pub colour: Colour,
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
        Ok(self.stream.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write_all(&self.net.passed(bytes, self.colour))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// How many colours the terminal says it has.
fn depth() -> Colour {
    match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Colour::True,
        _ => Colour::Palette,
    }
}

/// Whether the reader of our output has gone.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|link| link.downcast_ref::<io::Error>().is_some_and(cause))
}

/// Prints an error as one line.
#[expect(clippy::print_stderr, reason = "this is where complaints go")]
pub(crate) fn complain(error: &anyhow::Error) {
    let line = format!("{error:#}").replace(['\n', '\r', '\t'], " ");
    let line = screen::lines(&line);
    if io::stderr().is_terminal() {
        eprintln!("\x1b[1;31merror:\x1b[0m {line}");
    } else {
        eprintln!("error: {line}");
    }
}

/// Prints a remark that is neither result nor error.
#[expect(clippy::print_stderr, reason = "results alone go to standard output")]
pub(crate) fn remark(text: &str) {
    eprintln!("{}", screen::lines(text));
}

/// Writes a file whole or not at all: what was there before stays until everything is written.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let named = || format!("cannot write {}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        // A device or a pipe cannot be replaced.
        let mut file = BufWriter::new(File::create(path).with_context(named)?);
        write(&mut file).with_context(named)?;
        return file.flush().with_context(named);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(named)?;
    {
        let mut buffer = BufWriter::new(file.as_file_mut());
        write(&mut buffer).with_context(named)?;
        buffer.flush().with_context(named)?;
    }
    let file = file.persist(path).with_context(named)?;
    share_like_others(&file).with_context(named)
}

/// A temporary file is for its owner's eyes; a result gets what a file written directly would have got.
#[cfg(unix)]
fn share_like_others(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share_like_others(_: &File) -> io::Result<()> {
    Ok(())
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
