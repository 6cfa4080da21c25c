//! The position text: `S2[RR]1/6/7/1[Pp]6/P2pp3s/8/7/4s1/5 9,9 14 8d38d343fbda0d6d`.
//!
//! Rows from Upper's home row down, throws used, turns played, and the keys of earlier positions
//! that can still return.

use std::fmt;
use std::str::FromStr;

use truel_core::{BySeat, Game, History, ParseError, Seat};

use super::board::{Hex, is_on_board};
use super::end::End;
use super::tokens::{Stack, Symbol, THROWS};
use super::{LONGEST, LOWER, RoPaSci, UPPER};

/// The columns of a row, from left to right.
pub(super) fn columns(r: i32) -> impl Iterator<Item = i32> {
    (-4..=4).filter(move |&q| is_on_board(r, q))
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(symbol) = self.symbol else { return Ok(()) };
        let letters = |seat: Seat| {
            let count = usize::from(self.tokens[seat]);
            symbol.letter_of(seat).to_string().repeat(count)
        };
        let letters = letters(UPPER) + &letters(LOWER);
        match letters.len() {
            1 => f.write_str(&letters),
            _ => write!(f, "[{letters}]"),
        }
    }
}

impl fmt::Display for RoPaSci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for r in (-4..=4).rev() {
            let mut gap = 0;
            for hex in columns(r).filter_map(|q| Hex::new(r, q)) {
                let stack = self.stack(hex);
                if stack.is_empty() {
                    gap += 1;
                } else {
                    write_gap(f, gap)?;
                    gap = 0;
                    write!(f, "{stack}")?;
                }
            }
            write_gap(f, gap)?;
            f.write_str(if r > -4 { "/" } else { " " })?;
        }
        let BySeat([upper, lower]) = self.material.throws_used;
        write!(f, "{upper},{lower} {} {}", self.turn, self.history.text())
    }
}

fn write_gap(f: &mut fmt::Formatter<'_>, gap: u8) -> fmt::Result {
    if gap > 0 { write!(f, "{gap}") } else { Ok(()) }
}

impl FromStr for RoPaSci {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = read_position(text);
        read.map_err(|why| ParseError::new("position", text, why))
    }
}

fn read_position(text: &str) -> Result<RoPaSci, String> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, throws, turn, history] = fields[..] else {
        return Err("it is rows, throws used, turns played and history, separated by single blanks".into());
    };
    let mut game = RoPaSci::default();
    read_rows(rows, &mut game)?;
    game.material.throws_used = read_throws(throws)?;
    game.turn = number(turn, LONGEST).ok_or_else(|| format!("turns played are a number from 0 to {LONGEST}"))?;
    check_counts(&game)?;
    game.key = game.key_from_scratch();
    game.history = read_history(history, &game)?;
    game.end = End::by_material(&game.material).or_else(|| game.end_by_length());
    Ok(game)
}

/// A number without sign or leading zeros, up to `most`.
fn number(text: &str, most: u16) -> Option<u16> {
    let is_plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|&value| is_plain && value <= most)
}

fn read_rows(text: &str, game: &mut RoPaSci) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err("it needs nine rows, joined by `/`".into());
    }
    for (row, r) in rows.into_iter().zip((-4..=4).rev()) {
        read_row(row, r, game)?;
    }
    Ok(())
}

fn read_row(row: &str, r: i32, game: &mut RoPaSci) -> Result<(), String> {
    let mut hexes = columns(r).filter_map(|q| Hex::new(r, q));
    let length = || format!("row {r} needs {} hexes", 9 - r.abs());
    let (mut rest, mut after_gap) = (row, false);
    while let Some(first) = rest.chars().next() {
        let is_gap = first.is_ascii_digit();
        if is_gap {
            if first == '0' || after_gap {
                return Err(format!("in row {r} empty hexes in a row are one digit, 1 to 9"));
            }
            let gap = usize::from(first as u8 - b'0');
            hexes.nth(gap - 1).ok_or_else(length)?;
            rest = &rest[1..];
        } else {
            let (letters, after) = stack_letters(rest)
                .ok_or_else(|| format!("in row {r} a stack is two or more letters between `[` and `]`"))?;
            let hex = hexes.next().ok_or_else(length)?;
            put(letters, hex, game)?;
            rest = after;
        }
        after_gap = is_gap;
    }
    if hexes.next().is_some() {
        return Err(length());
    }
    Ok(())
}

/// The letters of the first stack of a row's text, and what follows it.
fn stack_letters(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix('[') {
        Some(inside) => inside.split_once(']').filter(|(letters, _)| letters.len() > 1),
        None => Some(text.split_at(text.chars().next()?.len_utf8())),
    }
}

/// Lays tokens onto an empty hex.
fn put(letters: &str, hex: Hex, game: &mut RoPaSci) -> Result<(), String> {
    for letter in letters.chars() {
        let symbol = Symbol::from_letter(letter.to_ascii_lowercase())
            .ok_or_else(|| format!("`{}` on {hex} is none of R P S r p s", letter.escape_debug()))?;
        let seat = if letter.is_ascii_uppercase() { UPPER } else { LOWER };
        let stack = &mut game.stacks[hex.index()];
        if stack.symbol.is_some_and(|standing| standing != symbol) {
            return Err(format!("different symbols cannot stay together on {hex}"));
        }
        if seat == UPPER && stack.tokens[LOWER] > 0 {
            return Err(format!("on {hex} Upper's tokens are written first"));
        }
        if game.material.token_count(seat) == THROWS {
            return Err(format!("a seat has at most {THROWS} tokens"));
        }
        stack.symbol = Some(symbol);
        stack.tokens[seat] += 1;
        game.own[seat] |= hex.bit();
        game.material.tokens[seat][symbol.index()] += 1;
    }
    Ok(())
}

fn read_throws(text: &str) -> Result<BySeat<u8, 2>, String> {
    let used = |word| number(word, THROWS.into()).map(|used| used as u8);
    let both = text
        .split_once(',')
        .and_then(|(upper, lower)| Some(BySeat([used(upper)?, used(lower)?])));
    both.ok_or_else(|| format!("throws used are two numbers from 0 to {THROWS}, such as `3,4`"))
}

/// Refuses what no turns can lead to, as far as tokens, throws and turns tell.
fn check_counts(game: &RoPaSci) -> Result<(), String> {
    for (seat, &used) in game.material.throws_used.iter() {
        let name = RoPaSci::INFO.seat_name(seat);
        if game.material.token_count(seat) > used {
            return Err(format!("{name} has more tokens than throws used"));
        }
        if u16::from(used) > game.turn {
            return Err(format!("{name} has used more throws than turns were played"));
        }
        if game.turn > 0 && used == 0 {
            return Err(format!("{name} must have thrown in the first turn"));
        }
        // A throw zone grows by a row with each throw, and a swing leads only one row beyond its
        // pivot.
        let reach = 5 - i32::from(game.turn);
        let is_too_far = |hex: Hex| {
            let (r, _) = hex.coordinates();
            game.stack(hex).tokens[seat] > 0 && if seat == UPPER { r < reach } else { -r < reach }
        };
        if let Some(hex) = Hex::all().find(|&hex| is_too_far(hex)) {
            return Err(format!("{name} cannot have come to {hex} so soon"));
        }
    }
    Ok(())
}

fn read_history(text: &str, game: &RoPaSci) -> Result<History, String> {
    let history = History::parse(text, game.key).map_err(|error| error.why().to_owned())?;
    let (_, earlier) = history
        .live()
        .split_last()
        .expect("the present position is always there");
    let BySeat([upper, lower]) = game.material.throws_used;
    if earlier.len() + usize::from(upper.max(lower)) > usize::from(game.turn) {
        return Err("the history is longer than the turns since the last throw can be".into());
    }
    let mut sorted = earlier.to_vec();
    sorted.sort_unstable();
    if sorted.windows(3).any(|three| three[0] == three[2]) {
        return Err("a position that stood three times has ended the match before".into());
    }
    Ok(history)
}
