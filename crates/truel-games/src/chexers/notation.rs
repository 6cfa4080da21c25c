//! Moves and positions as text.

use std::fmt;
use std::str::FromStr;

use truel_core::{BySeat, History, ParseError, Seat};

use super::board::{BLUE, BOARD, Board, Cell, GREEN, MEN, REACH, RED, cells};
use super::{Chexers, Kind, LONGEST, Move, TO_WIN};

/// The letter of each seat's pieces.
pub(super) const LETTERS: BySeat<char, 3> = BySeat(['R', 'G', 'B']);

fn seat_of(letter: char) -> Option<Seat> {
    [RED, GREEN, BLUE].into_iter().find(|&seat| LETTERS[seat] == letter)
}

/// A number from 0 to `most`, written without a sign and without leading zeros.
fn number(text: &str, most: u16) -> Option<u16> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&value| is_plain && value <= most)
}

/// A coordinate: a digit, or a minus sign and a digit other than 0.
fn coordinate(text: &str) -> Option<i8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'3'] => Some((digit - b'0') as i8),
        [b'-', digit @ b'1'..=b'3'] => Some(-((digit - b'0') as i8)),
        _ => None,
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q(), self.r())
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = text
            .split_once(',')
            .and_then(|(q, r)| Cell::new(coordinate(q)?, coordinate(r)?));
        cell.ok_or_else(|| {
            ParseError::new(
                "cell",
                text,
                "a cell is `q,r` with q, r and q+r from -3 to 3, such as `-3,0`",
            )
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Step { from, to } | Kind::Jump { from, to, .. } => write!(f, "{from}>{to}"),
            Kind::Exit { from } => write!(f, "{from}>off"),
            Kind::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("move", text, why);
        if text == "pass" {
            return Ok(Kind::Pass.into());
        }
        let (from, to) = text
            .split_once('>')
            .ok_or_else(|| fault("a move is `q,r>q,r`, `q,r>off` or `pass`"))?;
        let from: Cell = from.parse().map_err(|error: ParseError| fault(error.why()))?;
        if to == "off" {
            return Ok(Kind::Exit { from }.into());
        }
        let to: Cell = to.parse().map_err(|error: ParseError| fault(error.why()))?;
        let kind = way(from, to).ok_or_else(|| fault("a piece goes one cell, or two in a straight line"))?;
        Ok(kind.into())
    }
}

/// What a piece does that goes from one cell to another.
fn way(from: Cell, to: Cell) -> Option<Kind> {
    let (dq, dr) = (to.q() - from.q(), to.r() - from.r());
    let distance = dq.abs().max(dr.abs()).max((dq + dr).abs());
    match distance {
        1 => Some(Kind::Step { from, to }),
        2 if dq % 2 == 0 && dr % 2 == 0 => {
            let over = Cell::new(from.q() + dq / 2, from.r() + dr / 2)?;
            Some(Kind::Jump { from, over, to })
        }
        _ => None,
    }
}

impl fmt::Display for Chexers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for r in -REACH..=REACH {
            if r > -REACH {
                f.write_str("/")?;
            }
            self.write_row(r, f)?;
        }
        let BySeat([red, green, blue]) = self.board.exits;
        let turn = LETTERS[self.board.turn];
        write!(f, " {turn} {red},{green},{blue} {} {}", self.ply, self.history.text())
    }
}

impl Chexers {
    fn write_row(&self, r: i8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for cell in row(r) {
            match self.board.owner(cell) {
                None => empty += 1,
                Some(seat) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    write!(f, "{}", LETTERS[seat])?;
                    empty = 0;
                }
            }
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}

/// The cells of a row from the left.
pub(super) fn row(r: i8) -> impl Iterator<Item = Cell> {
    cells(BOARD).filter(move |cell| cell.r() == r)
}

impl FromStr for Chexers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text).map_err(|why| ParseError::new("position", text, why))
    }
}

/// Reads a position text, or says in a clause why there is no such position.
fn read(text: &str) -> Result<Chexers, String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, turn, exits, ply, history] = fields[..] else {
        return Err("it is rows, seat to move, exits, ply number and history, with single blanks between".into());
    };
    let board = Board::new(read_rows(rows)?, read_exits(exits)?, read_turn(turn)?);
    let men = board.occupied().count_ones() + board.exits.0.iter().map(|&exits| u32::from(exits)).sum::<u32>();
    if men != MEN {
        return Err(format!("pieces and exits are {MEN} together, not {men}"));
    }
    let ply = number(ply, LONGEST).ok_or_else(|| format!("the ply number is from 0 to {LONGEST}, not `{ply}`"))?;
    let history = read_history(history, &board, ply)?;
    let last = board.turn.next(3).next(3);
    if let Some((winner, _)) = board.exits.iter().find(|(_, exits)| **exits == TO_WIN) {
        if winner != last {
            return Err("the match ended with the fourth exit, but another seat has moved since".into());
        }
        if history.live().len() > 1 {
            return Err("no position before an exit can come again, so the history is `-` after it".into());
        }
    }
    let mut game = Chexers::with(board, ply, history);
    game.end = game.judge(last);
    Ok(game)
}

fn read_turn(text: &str) -> Result<Seat, String> {
    let mut letters = text.chars();
    let seat = letters.next().filter(|_| letters.as_str().is_empty()).and_then(seat_of);
    seat.ok_or_else(|| format!("the seat to move is `R`, `G` or `B`, not `{text}`"))
}

fn read_rows(text: &str) -> Result<BySeat<u64, 3>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 7 {
        return Err(format!("the board has 7 rows joined by `/`, not {}", rows.len()));
    }
    let mut pieces = BySeat([0; 3]);
    for (r, text) in (-REACH..).zip(rows) {
        read_row(text, r, &mut pieces)?;
    }
    Ok(pieces)
}

/// Adds the pieces of one row: letters for pieces and digits for runs of empty cells, each run as
/// long as it can be.
fn read_row(text: &str, r: i8, pieces: &mut BySeat<u64, 3>) -> Result<(), String> {
    let mut places = row(r);
    let width = row(r).count();
    let wrong_width = || format!("row `{text}` (r = {r}) does not have {width} cells");
    let mut was_digit = false;
    for letter in text.chars() {
        if let Some(seat) = seat_of(letter) {
            pieces[seat] |= places.next().ok_or_else(wrong_width)?.bit();
            was_digit = false;
        } else if let '1'..='7' = letter
            && !was_digit
        {
            for _ in 0..letter as u32 - '0' as u32 {
                places.next().ok_or_else(wrong_width)?;
            }
            was_digit = true;
        } else {
            return Err(format!(
                "row `{text}` (r = {r}) is `R`, `G`, `B` and single digits from 1 to 7 for runs of empty cells"
            ));
        }
    }
    if places.next().is_some() {
        Err(wrong_width())
    } else {
        Ok(())
    }
}

fn read_exits(text: &str) -> Result<BySeat<u8, 3>, String> {
    let fault = || format!("exits are three numbers from 0 to {TO_WIN}, such as `0,2,1`, not `{text}`");
    let mut words = text.split(',');
    let mut exits = BySeat([0; 3]);
    for seat in [RED, GREEN, BLUE] {
        let word = words.next().ok_or_else(fault)?;
        exits[seat] = number(word, TO_WIN.into()).ok_or_else(fault)? as u8;
    }
    if words.next().is_some() {
        return Err(fault());
    }
    if exits.0.iter().filter(|&&exits| exits == TO_WIN).count() > 1 {
        return Err("two seats have a fourth exit, but the match ends with the first".into());
    }
    Ok(exits)
}

/// The positions before this one, each since the last ply that cannot be taken back.
fn read_history(text: &str, board: &Board, ply: u16) -> Result<History, String> {
    let history = History::parse(text, board.key).map_err(|error| error.why().to_owned())?;
    if history.live().len() > usize::from(ply) + 1 {
        return Err(format!(
            "the history has more positions than {ply} plies can have passed through"
        ));
    }
    let (_, earlier) = history.live().split_last().expect("the present position is there");
    let mut sorted = earlier.to_vec();
    sorted.sort_unstable();
    if sorted.windows(4).any(|keys| keys[0] == keys[3]) {
        return Err("the history holds a position four times, but the match ends with the fourth".into());
    }
    Ok(history)
}
