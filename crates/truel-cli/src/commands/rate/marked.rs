//! Tables in files that people write: all between two marker lines is ours.
//!
//! ```text
//! <!-- ratings:chexers -->            or, for the best five: <!-- ratings:chexers top 5 -->
//! ...
//! <!-- /ratings:chexers -->
//! ```

use std::fs::{self, File};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use truel_core::lines::read_text;

use crate::files::{check_writable, write_file};

/// The most bytes of a file with markers.
const LARGEST: usize = 16 << 20;

/// Refuses a file that has no place for the ratings of `game`, before any match is played.
pub(super) fn check(path: &Path, game: &str) -> Result<()> {
    let text = read(path)?;
    find(&text, game).with_context(|| path.display().to_string())?;
    check_writable(path)
}

/// Puts a table between the markers of `game`; `table` is told how many rows the marker asks for.
/// The rest of the file stays as it is, and all of it where something goes wrong.
pub(super) fn replace(path: &Path, game: &str, table: &dyn Fn(Option<usize>) -> String) -> Result<()> {
    // Somebody may have edited it while the matches were played.
    let text = read(path)?;
    let replaced = replaced(&text, game, table).with_context(|| path.display().to_string())?;
    if replaced == text {
        return Ok(());
    }
    write_file(path, |file| Ok(file.write_all(replaced.as_bytes())?))
}

fn read(path: &Path) -> Result<String> {
    let named = || format!("cannot read {}", path.display());
    if fs::metadata(path).with_context(named)?.is_file() {
        let text = File::open(path).and_then(|file| read_text(file, LARGEST));
        return text.with_context(named);
    }
    Err(anyhow!("this is no file")).with_context(named)
}

fn replaced(text: &str, game: &str, table: &dyn Fn(Option<usize>) -> String) -> Result<String> {
    let Place { inside, most, end } = find(text, game)?;
    let table = table(most).trim_end().replace('\n', end);
    // Blank lines around it, or it would be part of the comments.
    let table = format!("{end}{table}{end}{end}");
    Ok([&text[..inside.start], &table, &text[inside.end..]].concat())
}

/// The place between two markers.
struct Place<'a> {
    /// The bytes between the marker lines.
    inside: Range<usize>,
    /// How many rows it has room for.
    most: Option<usize>,
    /// How lines end there.
    end: &'a str,
}

fn find<'a>(text: &'a str, game: &str) -> Result<Place<'a>> {
    let (first, last) = (format!("<!-- ratings:{game}"), format!("<!-- /ratings:{game} -->"));
    let none = || anyhow!("it needs one line `{first} -->` and below it one line `{last}`");
    let (mut opened, mut closed, mut at) = (None, None, 0);
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(most) = line.trim().strip_prefix(&first).and_then(wanted) {
            let end = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
            if opened.replace((next, most, end)).is_some() {
                return Err(none());
            }
        } else if line.trim() == last && closed.replace(at).is_some() {
            return Err(none());
        }
        at = next;
    }
    match (opened, closed) {
        (Some((start, most, end)), Some(stop)) if start <= stop => Ok(Place {
            inside: start..stop,
            most,
            end,
        }),
        _ => Err(none()),
    }
}

/// How many rows a marker asks for, from what follows the game's name; nothing if this is no
/// marker.
fn wanted(rest: &str) -> Option<Option<usize>> {
    let rest = rest.strip_suffix("-->")?;
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [] => Some(None),
        ["top", most] if rest.starts_with(' ') => most.parse().ok().filter(|most| *most > 0).map(Some),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n<!-- ratings:chexers -->\nold\n<!-- /ratings:chexers -->\nb\n";

    fn three(most: Option<usize>) -> String {
        let rows = ["1\n", "2\n", "3\n"];
        rows[..most.unwrap_or(3)].concat()
    }

    #[test]
    fn only_what_is_between_the_markers_changes_and_only_once() {
        let once = replaced(TEXT, "chexers", &three).expect("markers");
        assert_eq!(
            once,
            "a\n<!-- ratings:chexers -->\n\n1\n2\n3\n\n<!-- /ratings:chexers -->\nb\n"
        );
        assert_eq!(replaced(&once, "chexers", &three).expect("markers"), once);
    }

    #[test]
    fn a_marker_may_ask_for_the_best_and_lines_end_as_they_did() {
        let text = TEXT
            .replace("chexers -->\nold", "chexers top 2 -->\nold")
            .replace('\n', "\r\n");
        let best = replaced(&text, "chexers", &three).expect("markers");
        assert!(best.contains("top 2 -->\r\n\r\n1\r\n2\r\n\r\n<!-- /"), "{best:?}");
        assert_eq!(replaced(&best, "chexers", &three).expect("markers"), best);
    }

    #[test]
    fn a_file_without_one_pair_of_markers_is_refused() {
        let upside_down = "<!-- /ratings:chexers -->\n<!-- ratings:chexers -->\n";
        let half = "<!-- ratings:chexers -->\n";
        let wrong = TEXT.replace("ratings:chexers -->\nold", "ratings:chexers top x -->\n");
        let twice = TEXT.repeat(2);
        for text in [
            "",
            half,
            upside_down,
            &wrong,
            &twice,
            &TEXT.replace("chexers", "chexers2"),
        ] {
            let told = replaced(text, "chexers", &three).expect_err(text).to_string();
            assert!(told.contains("`<!-- ratings:chexers -->`"), "{told}");
        }
    }
}
