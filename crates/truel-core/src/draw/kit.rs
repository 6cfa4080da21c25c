//! The structure of a position text, so that people can set up a position piece by piece.
//!
//! The texts of board games are alike: rows of cells, then a few words such as who moves. A [`Kit`]
//! describes how a game writes them, and converts a text into a [`Layout`] and back. It knows no
//! rules: reading the text as a position decides whether it is one.

use serde::{Deserialize, Serialize};

use super::Piece;

/// The structure of a game's position text.
#[derive(Clone, Debug, Serialize)]
pub struct Kit {
    /// The cells in the order of the text, row by row.
    pub rows: Vec<Vec<usize>>,
    /// What can stand on a cell, in the order in which a pile is written.
    pub things: Vec<Thing>,
    /// The sign of an empty cell; without one, a run of empty cells is a digit.
    pub empty: Option<char>,
    /// Whether several things can stand on a cell; they are written between brackets.
    pub has_piles: bool,
    /// The words after the rows, separated by blanks.
    pub fields: Vec<Field>,
}

/// Something that can stand on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thing {
    /// As the text writes it.
    pub word: String,
    /// As it is drawn; the cell is ignored.
    pub piece: Piece,
}

/// A word of the text after the rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Field {
    /// Who moves.
    Turn {
        /// What is written, by seat.
        words: Vec<String>,
    },
    /// A number for each seat, with commas between.
    Counts {
        /// What is counted.
        name: &'static str,
        /// The largest.
        most: u16,
    },
    /// A number.
    Number {
        /// What is counted.
        name: &'static str,
        /// The largest.
        most: u16,
    },
    /// The history of earlier positions; [`Field::NO_HISTORY`] where people set up a position.
    History,
}

impl Field {
    /// The word for an empty history.
    pub const NO_HISTORY: &str = "-";
}

/// A position text split into cells and words. The rules need not allow the position.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The things on each cell of the board: indices into [`Kit::things`].
    pub cells: Vec<Vec<usize>>,
    /// The words after the rows.
    pub fields: Vec<String>,
}

impl Kit {
    /// A kit whose cells are written in these rows; runs of empty cells are digits.
    pub fn new(rows: Vec<Vec<usize>>, things: Vec<Thing>) -> Self {
        Kit {
            rows,
            things,
            empty: None,
            has_piles: false,
            fields: Vec::new(),
        }
    }

    /// With a sign for each empty cell.
    #[must_use]
    pub fn with_empty(mut self, sign: char) -> Self {
        self.empty = Some(sign);
        self
    }

    /// With cells that hold several things.
    #[must_use]
    pub fn with_piles(mut self) -> Self {
        self.has_piles = true;
        self
    }

    /// With a further word after the rows.
    #[must_use]
    pub fn with_field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// With who moves, as it is written for each seat.
    #[must_use]
    pub fn with_turn<S: ToString>(self, words: impl IntoIterator<Item = S>) -> Self {
        let words = words.into_iter().map(|word| word.to_string()).collect();
        self.with_field(Field::Turn { words })
    }

    /// The number of cells.
    pub fn cell_count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Splits a position text; `None` for a text of another form.
    pub fn layout(&self, text: &str) -> Option<Layout> {
        let mut words = text.split(' ');
        let rows: Vec<&str> = words.next()?.split('/').collect();
        let fields: Vec<String> = words.map(str::to_owned).collect();
        if rows.len() != self.rows.len() || fields.len() != self.fields.len() {
            return None;
        }
        let mut cells = vec![Vec::new(); self.cell_count()];
        for (cells_of_row, mut rest) in self.rows.iter().zip(rows) {
            let mut places = cells_of_row.iter();
            while let Some(first) = rest.chars().next() {
                let (things, empty, after) = self.first(first, rest)?;
                rest = after;
                if empty > 0 {
                    places.nth(empty - 1)?;
                } else {
                    *cells.get_mut(*places.next()?)? = things;
                }
            }
            if places.next().is_some() {
                return None;
            }
        }
        Some(Layout { cells, fields })
    }

    /// What a row begins with (the things on one cell, or a number of empty cells) and the rest of
    /// the row.
    fn first<'a>(&self, first: char, rest: &'a str) -> Option<(Vec<usize>, usize, &'a str)> {
        let after = &rest[first.len_utf8()..];
        let run = first.to_digit(10).filter(|run| self.empty.is_none() && *run > 0);
        if let Some(run) = run {
            return Some((Vec::new(), run as usize, after));
        }
        if self.empty == Some(first) {
            return Some((Vec::new(), 1, after));
        }
        if self.has_piles && first == '[' {
            let (mut pile, after) = after.split_once(']')?;
            let mut things = Vec::new();
            while !pile.is_empty() {
                let (thing, rest) = self.thing(pile)?;
                things.push(thing);
                pile = rest;
            }
            return Some((things, 0, after));
        }
        let (thing, after) = self.thing(rest)?;
        Some((vec![thing], 0, after))
    }

    fn thing<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let mut words = self.things.iter().map(|thing| thing.word.as_str()).enumerate();
        words.find_map(|(place, word)| text.strip_prefix(word).map(|rest| (place, rest)))
    }

    /// The text of a layout; `None` if it does not fit the board.
    pub fn text(&self, layout: &Layout) -> Option<String> {
        if layout.cells.len() != self.cell_count() || layout.fields.len() != self.fields.len() {
            return None;
        }
        let rows: Option<Vec<String>> = self.rows.iter().map(|row| self.row(row, layout)).collect();
        let words = std::iter::once(rows?.join("/")).chain(layout.fields.iter().cloned());
        Some(words.collect::<Vec<_>>().join(" "))
    }

    fn row(&self, row: &[usize], layout: &Layout) -> Option<String> {
        let (mut text, mut run) = (String::new(), 0);
        for cell in row {
            let mut things = layout.cells[*cell].clone();
            things.sort_unstable();
            let words: Option<String> = things
                .iter()
                .map(|&thing| Some(self.things.get(thing)?.word.as_str()))
                .collect();
            let word = match (things.len(), self.empty) {
                (0, None) => {
                    run += 1;
                    continue;
                }
                (0, Some(sign)) => sign.to_string(),
                (1, _) => words?,
                (_, _) if self.has_piles => format!("[{}]", words?),
                (_, _) => return None,
            };
            if run > 0 {
                text += &run.to_string();
            }
            text += &word;
            run = 0;
        }
        Some(if run > 0 { text + &run.to_string() } else { text })
    }
}
