//! Reads lines of untrusted files and programs, each up to a limit, so that an endless line does
//! not fill the memory.

use std::io::{self, BufRead, Read};

/// The largest size of a line of records or traces, in bytes. The longest trace of an original
/// referee, with all legal moves, has 4 MB.
pub const LONGEST: usize = 32 << 20;

/// The result of reading a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line was read.
    Read,
    /// The line is too long; the rest of it is still unread.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line of at most `most` bytes into `line`, without its line break.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead, most: usize, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    let read = input.by_ref().take(most as u64 + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(LineRead::Read);
    }
    match read {
        0 => Ok(LineRead::End),
        read if read > most => {
            *line = Vec::new();
            Ok(LineRead::TooLong)
        }
        _ => Ok(LineRead::Read),
    }
}

/// Skips the rest of a line.
///
/// # Errors
/// When the input cannot be read.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

/// Reads a whole text of at most `most` bytes.
///
/// # Errors
/// When the input cannot be read, is longer, or is not UTF-8.
pub fn read_text(input: impl Read, most: usize) -> io::Result<String> {
    let mut text = String::new();
    let read = input.take(most as u64 + 1).read_to_string(&mut text)?;
    if read > most {
        let why = format!("it is longer than {}", size(most));
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(text)
}

/// A size as text, such as `16 MB`.
pub fn size(bytes: usize) -> String {
    match (bytes >> 20, bytes >> 10) {
        (0, 0) => format!("{bytes} bytes"),
        (0, kilo) => format!("{kilo} KB"),
        (mega, _) => format!("{mega} MB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_a_long_one_is_refused() {
        let mut input = &b"one\n\nfour\nfive5\nsix"[..];
        let mut next = || {
            let mut line = Vec::new();
            let read = read_line(&mut input, 4, &mut line).expect("read");
            if read == LineRead::TooLong {
                skip_line(&mut input).expect("read");
            }
            (read, String::from_utf8(line).expect("text"))
        };
        let read = |text: &str| (LineRead::Read, text.to_owned());
        assert_eq!([next(), next(), next()], [read("one"), read(""), read("four")]);
        assert_eq!(next().0, LineRead::TooLong);
        assert_eq!(next(), read("six"));
        assert_eq!(next().0, LineRead::End);
    }

    #[test]
    fn a_text_that_is_too_long_is_refused() {
        assert_eq!(read_text(&b"abcd"[..], 4).expect("short"), "abcd");
        let error = read_text(&b"abcde"[..], 4).expect_err("long").to_string();
        assert_eq!(error, "it is longer than 4 bytes");
    }
}
