//! Moves and positions as text.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use truel_core::{Game, ParseError};

use super::board::{CELLS, Cell};
use super::moves::{self, Carry, HIGHEST, Tower};
use super::{Avalam, RED, YELLOW};

impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Carry {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("move", text, why);
        let (from, to) = text
            .split_at_checked(2)
            .filter(|(_, to)| to.len() == 2)
            .ok_or_else(|| fault("a move is a cell and a neighbouring cell, such as `e4d4`"))?;
        let cell = |cell: &str| cell.parse::<Cell>().map_err(|error| fault(&error.to_string()));
        Ok(Carry {
            from: cell(from)?,
            to: cell(to)?,
        })
    }
}

/// A tower as one letter: `A` to `E` or `a` to `e` by height, `.` for none.
pub(super) fn letter(tower: Tower) -> char {
    let nth = |first: u8| char::from(first + tower.height() - 1);
    match tower.seat() {
        None => '.',
        Some(YELLOW) => nth(b'A'),
        Some(_) => nth(b'a'),
    }
}

fn tower(letter: char) -> Option<Tower> {
    match letter {
        '.' => Some(Tower::NONE),
        'A'..='E' => Some(Tower::new(YELLOW, letter as u8 - b'A' + 1)),
        'a'..='e' => Some(Tower::new(RED, letter as u8 - b'a' + 1)),
        _ => None,
    }
}

impl fmt::Display for Avalam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = 0;
        for cell in Cell::all() {
            if cell.row() != row {
                f.write_char('/')?;
                row = cell.row();
            }
            f.write_char(letter(self.tower(cell)))?;
        }
        f.write_str(if self.turn() == YELLOW { " y" } else { " r" })
    }
}

impl FromStr for Avalam {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("position", text, why);
        let (rows, turn) = text
            .split_once(' ')
            .ok_or_else(|| fault("it is nine rows, a blank and who moves"))?;
        let game = Avalam::with_towers(read_towers(rows).map_err(|why| fault(&why))?);
        let expected = if game.turn() == YELLOW { "y" } else { "r" };
        if !matches!(turn, "y" | "r") {
            return Err(fault("who moves is `y` or `r`"));
        }
        if turn != expected {
            return Err(fault("with so many towers it is the other's turn"));
        }
        game.check_counters().map_err(|why| fault(&why))?;
        Ok(game)
    }
}

fn read_towers(rows: &str) -> Result<[Tower; CELLS], String> {
    let mut towers = [Tower::NONE; CELLS];
    let mut cells = Cell::all();
    let mut rows = rows.split('/');
    for row in 0..9 {
        let length = Cell::all().filter(|cell| cell.row() == row).count();
        let letters = rows.next().ok_or("it needs nine rows joined by `/`")?;
        if letters.chars().count() != length {
            return Err(format!("row {} has {length} cells", row + 1));
        }
        for (letter, cell) in letters.chars().zip(&mut cells) {
            towers[cell.index()] = tower(letter).ok_or_else(|| format!("{cell} is `A` to `E`, `a` to `e` or `.`"))?;
        }
    }
    match rows.next() {
        None => Ok(towers),
        Some(_) => Err("it needs nine rows joined by `/`".into()),
    }
}

impl Avalam {
    /// Whether the counters that the board started with can make these towers, as far as counting
    /// tells.
    fn check_counters(&self) -> Result<(), String> {
        let counters: usize = Cell::all().map(|cell| usize::from(self.tower(cell).height())).sum();
        if counters != CELLS {
            return Err(format!("the towers have {counters} counters, not {CELLS}"));
        }
        for (seat, towers) in self.towers().iter() {
            if towers > &(CELLS as u32 / 2) {
                return Err(format!(
                    "{} has {towers} towers but only 24 counters",
                    Self::INFO.seat_name(seat)
                ));
            }
        }
        for cell in Cell::all() {
            let (now, start) = (self.tower(cell), moves::START[cell.index()]);
            // Nothing was ever put on a single counter, so it is the one that started there.
            if now.height() == 1 && now != start {
                return Err(format!(
                    "the single counter on {cell} has the other colour from the start on"
                ));
            }
            // What was put on a tower last came from a cell next to it, which is vacated since.
            let has_source = || cell.neighbours().any(|other| self.tower(other) == Tower::NONE);
            if (2..=HIGHEST).contains(&now.height()) && !has_source() {
                return Err(format!(
                    "the tower on {cell} has no vacated cell beside it to have grown from"
                ));
            }
        }
        Ok(())
    }
}
