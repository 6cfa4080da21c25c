//! The board as a picture: nine rows of hexes, Upper's home row on top.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{
    Board, Cell, Draw, Field, Fill, Gesture, Kit, Look, Names, Piece, Point, Stroke, StrokeKind, Thing, Touch,
};

use super::board::Hex;
use super::moves::Move;
use super::position::columns;
use super::tokens::{Symbol, THROWS};
use super::{LONGEST, LOWER, RoPaSci, UPPER};

/// The height of a row where a hex is 1 wide.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Draw for RoPaSci {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = Hex::all().map(|hex| {
                let Point { x, y } = centre(hex);
                Cell::hexagon(hex.to_string(), x, y, fill(hex))
            });
            Board::new(cells.collect(), Names::Inside, 7.0).with_strokes([home_edge(UPPER), home_edge(LOWER)])
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        for hex in Hex::all() {
            let stack = self.stack(hex);
            let Some(symbol) = stack.symbol else { continue };
            let present = stack.tokens.iter().filter(|(_, count)| **count > 0);
            out.extend(present.map(|(seat, &count)| {
                let text = counted(symbol.letter_of(seat), count);
                token(seat, text, hex.index())
            }));
        }
    }

    fn gesture(mv: Move) -> Gesture {
        match mv {
            Move::Throw { symbol, to } => vec![
                Touch::Choice(format!("throw {}", name(symbol))),
                Touch::Cell(to.index()),
            ],
            Move::Go { from, to } => vec![Touch::Cell(from.index()), Touch::Cell(to.index())],
        }
    }

    fn status(&self, seat: Seat) -> String {
        let tokens: Vec<String> = Symbol::ALL
            .into_iter()
            .filter(|&symbol| self.tokens(seat, symbol) > 0)
            .map(|symbol| counted(symbol.letter_of(seat), self.tokens(seat, symbol)))
            .collect();
        let on_board = if tokens.is_empty() {
            "no tokens".to_owned()
        } else {
            tokens.join(" ")
        };
        let left = THROWS - self.throws_used(seat);
        format!("{on_board}, {left} throws left")
    }

    fn kit() -> Option<Kit> {
        let row = |r: i32| columns(r).filter_map(|q| Hex::new(r, q)).map(Hex::index).collect();
        let letters = [UPPER, LOWER].map(|seat| Symbol::ALL.map(|symbol| (seat, symbol.letter_of(seat))));
        let things = letters.into_iter().flatten().map(|(seat, letter)| Thing {
            word: letter.into(),
            piece: token(seat, letter.into(), 0),
        });
        let throws = Field::Counts {
            name: "throws used",
            most: THROWS.into(),
        };
        let turns = Field::Number {
            name: "turns played",
            most: LONGEST,
        };
        let kit = Kit::new((-4..=4).rev().map(row).collect(), things.collect()).with_piles();
        Some(kit.with_field(throws).with_field(turns).with_field(Field::History))
    }
}

fn token(seat: Seat, text: String, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Disc,
        text: text.clone(),
        plain: text,
    }
}

/// `R`, or `R3` for three of them.
fn counted(letter: char, count: u8) -> String {
    if count == 1 {
        letter.to_string()
    } else {
        format!("{letter}{count}")
    }
}

fn name(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Rock => "rock",
        Symbol::Paper => "paper",
        Symbol::Scissors => "scissors",
    }
}

fn centre(hex: Hex) -> Point {
    let (r, q) = hex.coordinates();
    Point::new(q as f32 + r as f32 / 2.0, -ROW_HEIGHT * r as f32)
}

/// Home rows in their seats' colours; columns by turns lighter and darker, so that neighbours in a
/// row differ.
fn fill(hex: Hex) -> Fill {
    let (r, q) = hex.coordinates();
    match (r, q % 2 == 0) {
        (4, true) => Fill::LightOf(UPPER),
        (4, false) => Fill::DarkOf(UPPER),
        (-4, true) => Fill::LightOf(LOWER),
        (-4, false) => Fill::DarkOf(LOWER),
        (_, true) => Fill::Light,
        (_, false) => Fill::Dark,
    }
}

/// The zigzag behind a seat's home row.
fn home_edge(seat: Seat) -> Stroke {
    let (r, outward) = if seat == UPPER { (4, -1.0) } else { (-4, 1.0) };
    let radius = 1.0 / 3f32.sqrt();
    let hexes = (-4..=4).filter_map(|q| Hex::new(r, q)).map(centre);
    let mut points: Vec<Point> = hexes
        .flat_map(|Point { x, y }| {
            [
                Point::new(x - 0.5, y + outward * radius / 2.0),
                Point::new(x, y + outward * radius),
            ]
        })
        .collect();
    let last = points[points.len() - 1];
    points.push(Point::new(last.x + 0.5, last.y - outward * radius / 2.0));
    Stroke {
        kind: StrokeKind::EdgeOf(seat),
        points,
    }
}
