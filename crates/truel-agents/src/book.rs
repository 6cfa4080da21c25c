//! Opening books: moves that a longer search chose beforehand, found by the position's key.
//!
//! A book is a text, one position a line: its key in hexadecimal, then moves with their weights.
//! `truel book` makes one, and any agent with the parameter `book` plays from it. What a book says
//! is checked against the rules when it is played, so a book of other rules can make nobody play an
//! illegal move.

use std::collections::HashMap;
use std::fmt::Write as _;

use thiserror::Error;
use truel_core::{Game, Seat, legal_move};
use truel_search::{Candidate, Choice};

/// Moves worth playing, by position.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Book {
    positions: HashMap<u64, Vec<Suggestion>>,
}

/// A move with its share in the choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The move's text.
    pub mv: String,
    /// Its weight beside the others of the position.
    pub weight: f32,
}

/// A line that is no line of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} of the book is `{text}`, not a key in hexadecimal followed by moves with their weights")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl Book {
    /// Reads a book. Lines that begin with `#` are remarks.
    pub fn read(text: &str) -> Result<Self, BadLine> {
        let mut book = Book::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, moves) = entry(line).ok_or_else(|| BadLine {
                line: number + 1,
                text: line.to_owned(),
            })?;
            book.positions.insert(key, moves);
        }
        Ok(book)
    }

    /// The same as [`Book::read`] reads it, in the order of keys.
    pub fn write(&self) -> String {
        let mut keys: Vec<&u64> = self.positions.keys().collect();
        keys.sort_unstable();
        let mut text = String::new();
        for key in keys {
            let _ = write!(text, "{key:016x}");
            for Suggestion { mv, weight } in &self.positions[key] {
                let _ = write!(text, " {mv} {weight}");
            }
            text.push('\n');
        }
        text
    }

    /// Adds a position; what was known of it is replaced.
    pub fn insert(&mut self, key: u64, moves: Vec<Suggestion>) {
        self.positions.insert(key, moves);
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<&[Suggestion]> {
        self.positions.get(&key).map(Vec::as_slice)
    }

    /// The choice the book offers `seat`; none where it does not know the position, or nothing
    /// legal there.
    pub(crate) fn choice<G: Game>(&self, game: &G, seat: Seat) -> Option<Choice<G>> {
        let legal = |known: &Suggestion| Some((legal_move(game, seat, &known.mv).ok()?, known.weight));
        let moves: Vec<(G::Move, f32)> = self.get(game.key())?.iter().filter_map(legal).collect();
        let whole: f32 = moves.iter().map(|(_, weight)| weight).sum();
        let (first, _) = moves.first()?;
        let mut choice = Choice::of(seat, *first, truel_core::Payoffs::all(G::INFO.draw));
        let candidate = |(mv, weight): &(G::Move, f32)| Candidate {
            weight: weight / whole,
            ..Candidate::unknown(seat, *mv)
        };
        choice.candidates = moves.iter().map(candidate).collect();
        Some(choice)
    }
}

fn entry(line: &str) -> Option<(u64, Vec<Suggestion>)> {
    let mut words = line.split_whitespace();
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let mut moves = Vec::new();
    while let Some(mv) = words.next() {
        let weight: f32 = words.next()?.parse().ok()?;
        if !(weight > 0.0 && weight.is_finite()) {
            return None;
        }
        moves.push(Suggestion {
            mv: mv.to_owned(),
            weight,
        });
    }
    (!moves.is_empty()).then_some((key, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let text = "# made by hand\n\n00000000000000ff a1 0.75 b2 0.25\n0000000000000100 c3 1\n";
        let book = Book::read(text).expect("a book");
        assert_eq!(book.len(), 2);
        assert_eq!(Book::read(&book.write()), Ok(book));
    }

    #[test]
    fn a_broken_line_is_named() {
        for broken in ["xyz a1 1", "ff a1", "ff", "ff a1 -1", "ff a1 nan"] {
            let error = Book::read(&format!("# remark\n{broken}")).expect_err("it is broken");
            assert_eq!((error.line, error.text.as_str()), (2, broken));
        }
    }
}
