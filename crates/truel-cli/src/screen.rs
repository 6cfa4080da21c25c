//! The last net before the terminal.
//!
//! Strings from strangers are cleaned where they come in ([`truel_core::clean`]). Should one slip
//! through, nothing that drives a terminal or turns the reading direction round leaves this program
//! all the same: on standard output only our own colours pass, on standard error nothing at all.

use std::borrow::Cow;

use truel_core::clean;
use truel_core::draw::Colour;

/// Takes the place of what is held back. It may appear in JSON too, so it needs no escape there.
const HELD_BACK: char = '\u{fffd}';

/// Bytes on their way to standard output. Characters may come in pieces.
#[derive(Default)]
pub(crate) struct Net {
    /// The begin of a character whose end has not come yet.
    piece: Vec<u8>,
}

impl Net {
    /// What may be written now.
    pub(crate) fn passed<'a>(&mut self, bytes: &'a [u8], colour: Colour) -> Cow<'a, [u8]> {
        let is_plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
        if self.piece.is_empty() && bytes.iter().all(is_plain) {
            return Cow::Borrowed(bytes);
        }
        let mut bytes = [&std::mem::take(&mut self.piece), bytes].concat();
        self.piece = bytes.split_off(whole(&bytes));
        Cow::Owned(filtered(&String::from_utf8_lossy(&bytes), colour).into_bytes())
    }
}

/// How many of these bytes are whole characters, or will never be one.
fn whole(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(error) => {
            let rest = error.valid_up_to() + error.error_len().unwrap_or(1);
            rest + whole(&bytes[rest..])
        }
        Ok(_) => bytes.len(),
    }
}

fn filtered(text: &str, colour: Colour) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let own = if colour == Colour::Plain { 0 } else { colours(rest) };
        if own > 0 {
            out.push_str(&rest[..own]);
            rest = &rest[own..];
            continue;
        }
        out.push(match letter {
            '\n' | '\t' => letter,
            _ if clean::is_steering(letter) => HELD_BACK,
            _ => letter,
        });
        rest = &rest[letter.len_utf8()..];
    }
    out
}

/// The length of the sequence that sets colours at the begin of a text; nothing where there is
/// none.
fn colours(text: &str) -> usize {
    let Some(inner) = text.strip_prefix("\x1b[") else {
        return 0;
    };
    let is_number = |letter: char| letter.is_ascii_digit() || letter == ';';
    let numbers = inner.find(|letter| !is_number(letter)).unwrap_or(inner.len());
    if inner[numbers..].starts_with('m') {
        numbers + 3
    } else {
        0
    }
}

/// A text for standard error, line by line.
pub(crate) fn lines(text: &str) -> String {
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(clean::shown).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(text: &str, colour: Colour) -> String {
        let mut net = Net::default();
        String::from_utf8(net.passed(text.as_bytes(), colour).into_owned()).expect("text")
    }

    #[test]
    fn only_our_colours_pass() {
        let text = "\x1b[1;31mred\x1b[0m \x1b[2J\x1b]0;title\x07 \u{9b}5n \u{202e}a\u{2066}\tb\n";
        let held = "\u{fffd}[2J\u{fffd}]0;title\u{fffd} \u{fffd}5n \u{fffd}a\u{fffd}\tb\n";
        assert_eq!(passed(text, Colour::True), format!("\x1b[1;31mred\x1b[0m {held}"));
        assert_eq!(
            passed(text, Colour::Plain),
            format!("\u{fffd}[1;31mred\u{fffd}[0m {held}")
        );
        assert_eq!(passed("⬢ é ⠀ │ 🙂", Colour::Plain), "⬢ é ⠀ │ 🙂");
    }

    #[test]
    fn characters_in_pieces_come_out_whole() {
        let text = "aé⬢\u{202e}🙂z";
        for size in 1..5 {
            let mut net = Net::default();
            let mut out = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                out.extend_from_slice(&net.passed(piece, Colour::Plain));
            }
            assert_eq!(String::from_utf8_lossy(&out), "aé⬢\u{fffd}🙂z", "{size}");
        }
        let mut net = Net::default();
        let bad = net.passed(b"a\xff\xfeb", Colour::Plain).into_owned();
        assert_eq!(String::from_utf8_lossy(&bad), "a\u{fffd}\u{fffd}b");
    }
}
