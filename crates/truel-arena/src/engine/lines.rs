//! Splits a program's output into lines, with limits on length and volume; and stores the end of a
//! dialogue as evidence.

use std::collections::VecDeque;

use thiserror::Error;
use truel_core::clean;

/// The longest line that is taken, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// The most output between two commands, in bytes.
pub(crate) const FLOOD: usize = 16 * 1024 * 1024;

/// What the shortest line counts towards [`FLOOD`], in bytes. A flood of empty lines costs the
/// arena time for each line, not for each byte: without this it would run out the clock before it
/// is recognised.
const LEAST: usize = 64;

/// Bytes that become lines.
///
/// All whole lines are taken out before more comes in, so it never holds more than one line and one
/// read.
#[derive(Default, Debug)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where no line end was found.
    searched: usize,
    /// Bytes since the count was last set back; a line counts as [`LEAST`] or more.
    pub(crate) heard: usize,
}

impl LineBuffer {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
        self.heard = self.heard.saturating_add(bytes.len());
    }

    /// The next whole line without its end.
    pub(crate) fn next(&mut self) -> Option<Result<String, BadLine>> {
        let Some(end) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.bytes.len();
            return (self.bytes.len() - self.start > LONGEST).then_some(Err(BadLine::TooLong));
        };
        let line = &self.bytes[self.start..self.searched + end];
        self.start = self.searched + end + 1;
        self.searched = self.start;
        self.heard = self.heard.saturating_add(LEAST.saturating_sub(line.len() + 1));
        if line.len() > LONGEST {
            return Some(Err(BadLine::TooLong));
        }
        match std::str::from_utf8(line) {
            Ok(text) => Some(Ok(cleaned(text))),
            Err(_) => {
                let text = clean::sentence(&String::from_utf8_lossy(line), 100);
                Some(Err(BadLine::NoText(text)))
            }
        }
    }

    /// The last words of a program that ended without ending the line.
    pub(crate) fn rest(&mut self) -> Option<String> {
        let rest = String::from_utf8_lossy(&self.bytes[self.start..]).trim().to_owned();
        self.start = self.bytes.len();
        self.searched = self.start;
        (!rest.is_empty()).then_some(rest)
    }
}

/// A line as the arena takes it in: all white space is blanks, and nothing in it is unseen. No move
/// or name has such characters, and whatever becomes of the line, somebody may show it.
fn cleaned(line: &str) -> String {
    let line = line.trim_end_matches('\r');
    if line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return line.to_owned();
    }
    let blank = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    clean::shown(&line.chars().map(blank).collect::<String>()).into_owned()
}

/// A line that is not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum BadLine {
    /// It is longer than [`LONGEST`].
    #[error("a line is longer than {LONGEST} bytes")]
    TooLong,
    /// Its bytes are no UTF-8; what can be shown of it.
    #[error("a line is no text: {0}")]
    NoText(String),
}

/// The last lines of a dialogue.
///
/// Both sides have a share of their own, so that a talkative engine does not push out what it was
/// asked.
#[derive(Default, Debug)]
pub(crate) struct Transcript {
    count: u64,
    said: VecDeque<(u64, String)>,
    heard: VecDeque<(u64, String)>,
    complaints: VecDeque<String>,
}

impl Transcript {
    const SAID: usize = 8;
    const HEARD: usize = 12;
    const COMPLAINTS: usize = 10;

    pub(crate) fn said(&mut self, line: &str) {
        self.count += 1;
        keep(&mut self.said, (self.count, shortened('>', line)), Self::SAID);
    }

    pub(crate) fn heard(&mut self, line: &str) {
        self.count += 1;
        keep(&mut self.heard, (self.count, shortened('<', line)), Self::HEARD);
    }

    /// A line from standard error.
    pub(crate) fn complained(&mut self, line: &str) {
        keep(&mut self.complaints, shortened('!', line), Self::COMPLAINTS);
    }

    /// All of it: the dialogue in its order, then the complaints.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut both: Vec<&(u64, String)> = self.said.iter().chain(&self.heard).collect();
        both.sort_unstable_by_key(|(count, _)| *count);
        let dialogue = both.into_iter().map(|(_, line)| line);
        dialogue.chain(&self.complaints).cloned().collect()
    }
}

fn keep<T>(ring: &mut VecDeque<T>, item: T, most: usize) {
    if ring.len() == most {
        ring.pop_front();
    }
    ring.push_back(item);
}

/// A line for people: marked, with nothing unseen, its middle left out when it is long.
fn shortened(mark: char, line: &str) -> String {
    const HEAD: usize = 120;
    const TAIL: usize = 240;
    let line = clean::shown(line);
    let count = line.chars().count();
    if count <= HEAD + TAIL {
        return format!("{mark} {line}");
    }
    let head: String = line.chars().take(HEAD).collect();
    let tail: String = line.chars().skip(count - TAIL).collect();
    format!("{mark} {head} … {tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_whole_however_the_bytes_come_in() {
        let text = "one\r\ntwo words\n\nthree";
        for size in 1..text.len() {
            let (mut lines, mut out) = (LineBuffer::default(), Vec::new());
            for chunk in text.as_bytes().chunks(size) {
                lines.push(chunk);
                out.extend(std::iter::from_fn(|| lines.next()).map(|line| line.expect("text")));
            }
            assert_eq!(out, ["one", "two words", ""], "{size}");
            assert_eq!(lines.rest().as_deref(), Some("three"));
            assert_eq!(lines.rest(), None);
        }
    }

    #[test]
    fn a_line_without_end_and_bytes_that_are_no_text_are_refused() {
        let mut lines = LineBuffer::default();
        lines.push(&vec![b'x'; LONGEST]);
        assert_eq!(lines.next(), None);
        lines.push(b"xx");
        assert!(lines.next().is_some_and(|line| line.is_err()));
        let mut lines = LineBuffer::default();
        lines.push(b"\xff\xfe\n");
        assert!(lines.next().is_some_and(|line| line.is_err()));
    }

    #[test]
    fn empty_lines_count_as_output() {
        let mut lines = LineBuffer::default();
        lines.push(&[b'\n'; 1000]);
        assert_eq!(std::iter::from_fn(|| lines.next()).count(), 1000);
        assert_eq!(lines.heard, 1000 * LEAST);
        lines.heard = 0;
        lines.push(&[b'x'; 2 * LEAST]);
        lines.push(b"\n");
        assert!(lines.next().is_some());
        assert_eq!(lines.heard, 2 * LEAST + 1);
    }

    #[test]
    fn evidence_drives_no_terminal() {
        let mut transcript = Transcript::default();
        transcript.heard("info string \x1b]0;title\x07 \u{9b}31m \u{202e}txt");
        assert_eq!(
            transcript.lines(),
            [r"< info string \u{1b}]0;title\u{7} \u{9b}31m \u{202e}txt"]
        );
    }

    #[test]
    fn evidence_keeps_what_was_asked_however_much_was_said() {
        let mut transcript = Transcript::default();
        transcript.said("go movetime 100");
        for index in 0..1000 {
            transcript.heard(&format!("info depth {index}"));
        }
        transcript.complained("panic");
        let lines = transcript.lines();
        assert_eq!(lines.first().map(String::as_str), Some("> go movetime 100"));
        assert_eq!(lines.last().map(String::as_str), Some("! panic"));
        assert!(lines.contains(&"< info depth 999".to_owned()));
        assert!(lines.len() <= 22);
        transcript.heard(&"y".repeat(100_000));
        assert!(transcript.lines().iter().all(|line| line.len() < 500));
    }
}
