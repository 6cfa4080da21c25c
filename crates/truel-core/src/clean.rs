//! Makes untrusted strings safe to show.
//!
//! A string from an engine, a person or a file may hold terminal escape sequences, characters that
//! reverse the reading direction, or invisible characters. Everything that shows such a string
//! (terminal, page, report, log) calls one of these functions, and nothing else decides what is
//! harmless:
//!
//! - [`shown`] for evidence: invisible characters become visible, as `\u{1b}` and the like.
//! - [`sentence`] for a sentence in a message: the same, on one line of limited length.
//! - [`name`] for a name that somebody chose: invisible characters are dropped.
//!
//! JSON answers hold the cleaned string too, because somebody prints it in the end.

use std::borrow::Cow;
use std::fmt::Write;

use serde::{Deserialize, Deserializer};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The most combining marks in a row in a name: enough for every living language, too few to cover
/// the next line.
const MOST_MARKS: usize = 4;

/// Whether a character is invisible or changes how its neighbours are shown.
fn is_unseen(letter: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned};
    // Fillers that count as letters or symbols but are invisible.
    const FILLERS: [char; 6] = ['\u{34f}', '\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];
    let is_selector = matches!(letter, '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let unseen = [
        Control,
        Format,
        LineSeparator,
        ParagraphSeparator,
        PrivateUse,
        Surrogate,
        Unassigned,
    ];
    !letter.is_ascii_graphic()
        && letter != ' '
        && (is_selector || FILLERS.contains(&letter) || unseen.contains(&letter.general_category()))
}

/// Whether a character controls a terminal, begins a line or changes the reading direction of
/// others. Other invisible characters do no harm in a text that is otherwise ours.
pub fn is_steering(letter: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let steering = [Control, Format, LineSeparator, ParagraphSeparator];
    !letter.is_ascii_graphic() && letter != ' ' && steering.contains(&letter.general_category())
}

/// Writes every invisible character as `\u{…}`, tabs and line feeds included.
///
/// ```
/// assert_eq!(truel_core::clean::shown("a\x1b[31mb"), r"a\u{1b}[31mb");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_unseen(letter) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// Reads a string for serde and makes it fit to show.
///
/// # Errors
/// When there is no string.
pub fn read_shown<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| shown(&text).into_owned())
}

/// Reads a list of strings for serde and makes each fit to show.
///
/// # Errors
/// When there is no list of strings.
pub fn read_all_shown<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let list = Vec::<String>::deserialize(from)?;
    Ok(list.iter().map(|text| shown(text).into_owned()).collect())
}

/// One line of at most `most` characters and an ellipsis: white space becomes single blanks, the
/// rest is [`shown`].
///
/// ```
/// assert_eq!(truel_core::clean::sentence("no\r\n such\u{202e}thing ", 40), r"no such\u{202e}thing");
/// assert_eq!(truel_core::clean::sentence("abcdef", 3), "abc…");
/// ```
pub fn sentence(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let line = shown(&line);
    let mut short: String = line.chars().take(most).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// A name that somebody chose, without invisible characters, cut to `most` characters. `None` if
/// nothing visible is left.
///
/// ```
/// assert_eq!(truel_core::clean::name(" \u{202e}Ann\u{200b}  Lee\u{7}", 40).as_deref(), Some("Ann Lee"));
/// assert_eq!(truel_core::clean::name("\u{200b} \u{3164}", 40), None);
/// ```
pub fn name(text: &str, most: usize) -> Option<String> {
    let mut marks = 0;
    let mut seen = |letter: char| {
        let category = letter.general_category();
        let is_mark = matches!(
            category,
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
        );
        marks = if is_mark { marks + 1 } else { 0 };
        marks <= MOST_MARKS
    };
    let kept: String = text
        .chars()
        .filter(|letter| letter.is_whitespace() || !is_unseen(*letter))
        .filter(|letter| seen(*letter))
        .collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(most).collect();
    let line = line.trim_end();
    (!line.is_empty()).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_of_any_language_stays_as_it_is() {
        for text in ["", "a b", "é", "Zoë 李 Ωμέγα", "שלום", "e4d4 -3,0>-2,0", "🙂"] {
            assert_eq!(shown(text), text);
            assert_eq!(name(text, 40).unwrap_or_default(), text);
        }
    }

    #[test]
    fn nothing_unseen_is_left() {
        let every = (0..=u32::from(char::MAX))
            .filter_map(char::from_u32)
            .filter(|c| is_unseen(*c));
        for letter in every {
            let text = format!("a{letter}b");
            for clean in [
                shown(&text).into_owned(),
                sentence(&text, 40),
                name(&text, 40).expect("a and b"),
            ] {
                assert!(!clean.contains(is_unseen), "{:x}", u32::from(letter));
            }
        }
        for harmful in [
            '\x1b',
            '\u{9b}',
            '\u{202e}',
            '\u{2066}',
            '\u{200b}',
            '\u{feff}',
            '\u{2028}',
            '\u{e0041}',
            '\u{7f}',
            '\n',
        ] {
            assert!(is_unseen(harmful), "{harmful:?}");
        }
    }

    #[test]
    fn a_name_cannot_paint_over_its_neighbours() {
        let tower = format!("Z{}", "\u{301}".repeat(100));
        assert_eq!(name(&tower, 200).expect("a name").chars().count(), 1 + MOST_MARKS);
        assert_eq!(name("abc def", 4).as_deref(), Some("abc"));
    }
}
