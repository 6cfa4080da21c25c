//! Moves and positions as text.

use std::fmt;
use std::str::FromStr;

use truel_core::{BySeat, ParseError, Seat};

use super::board::{Cell, Content, Kind};
use super::{End, Move, SEATS, ThreeChess};

const SECTIONS: [char; SEATS] = ['B', 'G', 'R'];
pub(super) const COLOURS: [char; SEATS] = ['b', 'g', 'r'];

impl Kind {
    /// The letter of the kind.
    pub(super) fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'A' + self.column() as u8);
        write!(f, "{}{column}{}", SECTIONS[self.section()], self.row() + 1)
    }
}

impl Cell {
    fn read(name: &[u8]) -> Option<Cell> {
        let &[section, column @ b'A'..=b'H', row @ b'1'..=b'4'] = name else {
            return None;
        };
        let section = SECTIONS.iter().position(|letter| *letter == char::from(section))?;
        Some(Cell::new(section, usize::from(column - b'A'), usize::from(row - b'1')))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cells = text.as_bytes().split_at_checked(3);
        let cells = cells.and_then(|(from, to)| Cell::read(from).zip(Cell::read(to)));
        let (from, to) = cells.ok_or_else(|| {
            let why =
                "a move is two cells, each a section B, G or R, a column A to H and a row 1 to 4, such as `BE2BE4`";
            ParseError::new("move", text, why)
        })?;
        Ok(Move { from, to })
    }
}

/// A piece is its owner's small letter and its kind's capital one, `bK`.
impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Some(kind) => write!(f, "{}{}", COLOURS[self.seat().index()], kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ThreeChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..12 {
            if row > 0 {
                f.write_str("/")?;
            }
            self.write_row(f, row / 4, row % 4)?;
        }
        let BySeat([blue, green, red]) = self.captured;
        write!(f, " {} {blue},{green},{red}", COLOURS[self.turn.index()])
    }
}

impl ThreeChess {
    fn write_row(&self, f: &mut fmt::Formatter<'_>, section: usize, row: usize) -> fmt::Result {
        let mut empty = 0;
        for column in 0..8 {
            let content = self.contents[Cell::new(section, column, row).index()];
            if content.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            write!(f, "{content}")?;
            empty = 0;
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}

impl FromStr for ThreeChess {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_position(text).map_err(|why| ParseError::new("position", text, why))
    }
}

/// A reason to refuse a position.
type Reason = &'static str;

fn read_position(text: &str) -> Result<ThreeChess, Reason> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [rows, turn, captured] = fields[..] else {
        return Err("it is twelve rows, who moves, and what each has captured, with a blank between");
    };
    let turn = COLOURS.iter().position(|colour| turn == colour.to_string());
    let turn = turn.ok_or("who moves is `b`, `g` or `r`")?;
    let mut game = ThreeChess::empty(Seat::new(turn));
    game.captured = read_captured(captured)?;
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != 12 {
        return Err("it needs twelve rows joined by `/`");
    }
    for (i, row) in rows.into_iter().enumerate() {
        read_row(&mut game, i / 4, i % 4, row)?;
    }
    game.end = lost_king(&game)?.map(|loser| End::KingTaken { loser });
    Census::check(&game)?;
    game.settle();
    Ok(game)
}

fn read_row(game: &mut ThreeChess, section: usize, row: usize, text: &str) -> Result<(), Reason> {
    let (mut column, mut after_digit) = (0, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let skip = letter.to_digit(10).filter(|digit| (1..=8).contains(digit));
        if let Some(skip) = skip {
            if std::mem::replace(&mut after_digit, true) {
                return Err("a run of empty cells is one digit");
            }
            column += skip as usize;
            continue;
        }
        let content = read_piece(letter, letters.next())?;
        if column >= 8 {
            return Err("a row has eight cells");
        }
        if content.is(Kind::Pawn) && row == 0 {
            return Err("a pawn never stands on a back rank");
        }
        game.set(Cell::new(section, column, row), content);
        (column, after_digit) = (column + 1, false);
    }
    if column == 8 {
        Ok(())
    } else {
        Err("a row has eight cells")
    }
}

fn read_piece(colour: char, letter: Option<char>) -> Result<Content, Reason> {
    let seat = COLOURS.iter().position(|&c| c == colour).map(Seat::new);
    let kind = Kind::ALL.into_iter().find(|kind| Some(kind.letter()) == letter);
    seat.zip(kind)
        .map(|(seat, kind)| Content::piece(seat, kind))
        .ok_or("a piece is `b`, `g` or `r` with P, N, B, R, Q or K behind it, and empty cells are a digit 1 to 8")
}

fn read_captured(text: &str) -> Result<BySeat<u16, SEATS>, Reason> {
    const REASON: Reason = "what each has captured is three numbers with commas between, such as `0,3,0`";
    let numbers: Vec<&str> = text.split(',').collect();
    let numbers: [&str; SEATS] = numbers.try_into().map_err(|_| REASON)?;
    let mut captured = BySeat([0; SEATS]);
    for (seat, text) in Seat::all(SEATS).zip(numbers) {
        let number: u16 = text.parse().map_err(|_| REASON)?;
        if number.to_string() != text {
            return Err(REASON);
        }
        captured[seat] = number;
    }
    Ok(captured)
}

/// Whose king is missing, if one is. It can only have been taken by the seat that moved last.
fn lost_king(game: &ThreeChess) -> Result<Option<Seat>, Reason> {
    let has_king = |seat| game.contents[game.kings[seat].index()] == Content::piece(seat, Kind::King);
    let mut missing = Seat::all(SEATS).filter(|seat| !has_king(*seat));
    let lost = missing.next();
    if missing.next().is_some() {
        return Err("the match ends with the first king, so that at most one is missing");
    }
    let taker = game.last();
    if lost == Some(taker) {
        return Err("the king of the seat that moved last is missing");
    }
    if lost.is_some() && game.captured[taker] < Kind::King.value() {
        return Err("who took the king has its 40 points");
    }
    Ok(lost)
}

/// What one seat has on the board, counted against the sixteen pieces it began with.
struct Census {
    /// The least that its lost pieces were worth when they were taken.
    least: u16,
    /// The most: as many of its lost pawns as possible were queens when they were taken.
    most: u16,
}

impl Census {
    /// Refuses pieces that no match can bring about, and captures that do not account for what is
    /// missing.
    fn check(game: &ThreeChess) -> Result<(), Reason> {
        let mut lost = Vec::new();
        for seat in Seat::all(SEATS) {
            lost.push(Census::of(game, seat)?);
        }
        let least: u32 = lost.iter().map(|census| u32::from(census.least)).sum();
        let most: u32 = lost.iter().map(|census| u32::from(census.most)).sum();
        let captured: u32 = game.captured.0.iter().map(|points| u32::from(*points)).sum();
        // A pawn that was taken as a queen counts 8 more.
        if !(least..=most).contains(&captured) || !(captured - least).is_multiple_of(8) {
            return Err("the points captured are not those of the missing pieces");
        }
        for (seat, points) in game.captured.iter() {
            let points = u32::from(*points);
            let own = &lost[seat.index()];
            if points > most - u32::from(own.most) || captured - points < u32::from(own.least) {
                return Err("a seat has captured more than the others have lost");
            }
        }
        Ok(())
    }

    fn of(game: &ThreeChess, seat: Seat) -> Result<Census, Reason> {
        let count = |kind| {
            game.contents
                .iter()
                .filter(|c| **c == Content::piece(seat, kind))
                .count() as u16
        };
        let [pawns, knights, bishops, rooks, queens, kings] = Kind::ALL.map(count);
        if kings > 1 {
            return Err("a seat has one king");
        }
        if knights > 2 || bishops > 2 || rooks > 2 {
            return Err("a seat has at most two knights, two bishops and two rooks");
        }
        if pawns > 8 || pawns + queens > 9 {
            return Err("a seat has at most eight pawns, and a further queen for each that is gone");
        }
        let bishop = Content::piece(seat, Kind::Bishop);
        let on_dark = (0..super::CELLS)
            .map(Cell::from_index)
            .filter(|cell| cell.is_dark() && game.contents[cell.index()] == bishop);
        if bishops == 2 && on_dark.count() != 1 {
            return Err("a seat's bishops stand on different shades");
        }
        let certain = 3 * (2 - knights) + 3 * (2 - bishops) + 5 * (2 - rooks) + 40 * (1 - kings);
        // With `promoted` pawns promoted so far, the seat has lost the other queens and the other
        // pawns.
        let lost = |promoted: u16| certain + 9 * (1 + promoted - queens) + (8 - promoted - pawns);
        Ok(Census {
            least: lost(queens.saturating_sub(1)),
            most: lost(8 - pawns),
        })
    }
}
