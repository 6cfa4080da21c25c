//! The language of the pentago-swap contest (McGill COMP 424, 2019): lines of text between its
//! server and its clients, which are also the lines of its logs.

use std::fmt::Write;

/// The quadrants in the order of our notation.
const QUADRANTS: [&str; 4] = ["tl", "tr", "bl", "br"];

/// A line from the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `START Player-i name`: the match begins, and the receiver has seat i.
    Start {
        /// The seat, counted from 0.
        seat: usize,
        /// The name that the server has for it.
        name: String,
    },
    /// `PLAY Player-i`: a move is wanted.
    Play,
    /// `x y A B i`: a move was played.
    Move {
        /// The move in our notation.
        mv: String,
        /// Who played it.
        seat: usize,
    },
    /// `GAMEOVER ...`.
    GameOver(Ending),
    /// Anything else, which clients ignore.
    Other,
}

/// How a match ended: why, in the server's words, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Empty when the rules ended it.
    pub why: String,
    /// Who won.
    pub outcome: Outcome,
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This seat.
    Win(usize),
    /// Nobody.
    Draw,
    /// It was broken off.
    Undecided,
}

impl Message {
    /// Reads a line.
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["START", player, ..] => match seat(player) {
                Some(seat) => Message::Start {
                    seat,
                    name: words[2..].join(" "),
                },
                None => Message::Other,
            },
            ["PLAY", ..] => Message::Play,
            ["GAMEOVER", rest @ ..] => Message::GameOver(ending(rest)),
            _ => read_move(line).map_or(Message::Other, |(mv, seat)| Message::Move { mv, seat }),
        }
    }
}

fn seat(player: &str) -> Option<usize> {
    player.strip_prefix("Player-")?.parse().ok().filter(|seat| *seat < 2)
}

fn ending(words: &[&str]) -> Ending {
    let (why, outcome) = match words {
        [why @ .., "WINNER", seat] => match seat.parse() {
            Ok(seat) if seat < 2 => (why, Outcome::Win(seat)),
            _ => (words, Outcome::Undecided),
        },
        [why @ .., "DRAW"] => (why, Outcome::Draw),
        [why @ .., "UNDECIDED"] => (why, Outcome::Undecided),
        _ => (words, Outcome::Undecided),
    };
    Ending {
        why: why.join(" "),
        outcome,
    }
}

/// A move and the seat that played it, in the order of quadrants that our notation has; nothing for
/// a line that is no move.
///
/// ```
/// use truel_courses::wire::{read_move, write_move};
/// assert_eq!(read_move("1 1 BR TL 0"), Some(("b2:tlbr".to_owned(), 0)));
/// assert_eq!(write_move("b2:tlbr", 0).as_deref(), Some("1 1 TL BR 0"));
/// ```
pub fn read_move(line: &str) -> Option<(String, usize)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [x, y, first, second, seat] = words[..] else {
        return None;
    };
    let cell = |text: &str| text.parse::<u8>().ok().filter(|number| *number < 6);
    let quadrant = |text: &str| QUADRANTS.iter().position(|name| name.eq_ignore_ascii_case(text));
    let (x, y) = (cell(x)?, cell(y)?);
    let (first, second) = (quadrant(first)?, quadrant(second)?);
    let seat = seat.parse().ok().filter(|seat| *seat < 2)?;
    let mut mv = String::new();
    let pair = (QUADRANTS[first.min(second)], QUADRANTS[first.max(second)]);
    write!(mv, "{}{}:{}{}", char::from(b'a' + y), x + 1, pair.0, pair.1).expect("a text takes everything");
    Some((mv, seat))
}

/// A move of our notation for the server; nothing for a text that is none.
pub fn write_move(mv: &str, seat: usize) -> Option<String> {
    let (cell, pair) = mv.split_once(':')?;
    let [column, row] = *cell.as_bytes() else { return None };
    let (x, y) = (row.checked_sub(b'1')?, column.checked_sub(b'a')?);
    let (first, second) = pair.split_at_checked(2)?;
    let named = |quadrant: &str| QUADRANTS.contains(&quadrant).then(|| quadrant.to_uppercase());
    Some(format!("{x} {y} {} {} {seat}", named(first)?, named(second)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_server_are_understood() {
        let over = |why: &str, outcome| {
            Message::GameOver(Ending {
                why: why.to_owned(),
                outcome,
            })
        };
        for (line, message) in [
            (
                "START Player-1 a b",
                Message::Start {
                    seat: 1,
                    name: "a b".into(),
                },
            ),
            ("PLAY Player-0", Message::Play),
            (
                "0 4 TR BL 1",
                Message::Move {
                    mv: "e1:trbl".into(),
                    seat: 1,
                },
            ),
            ("GAMEOVER WINNER 0", over("", Outcome::Win(0))),
            ("GAMEOVER TIMEOUT WINNER 1", over("TIMEOUT", Outcome::Win(1))),
            ("GAMEOVER DRAW", over("", Outcome::Draw)),
            (
                "GAMEOVER USER CANCEL UNDECIDED",
                over("USER CANCEL", Outcome::Undecided),
            ),
            ("START Player-7 x", Message::Other),
            ("6 0 TL TR 0", Message::Other),
            ("", Message::Other),
        ] {
            assert_eq!(Message::read(line), message, "{line}");
        }
    }

    #[test]
    fn every_move_has_its_line() {
        let table = truel_champions::roster().table("pentago-swap").expect("a game");
        for mv in table.moves(truel_core::Seat::new(0)) {
            let line = write_move(&mv, 1).expect("a line");
            assert_eq!(read_move(&line), Some((mv, 1)));
        }
        assert_eq!(write_move("pass", 0), None);
    }
}
