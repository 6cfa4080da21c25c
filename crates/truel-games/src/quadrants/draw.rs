//! The board as a picture: four blocks with a gap between them, so that one can see them move.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{self, Board, Fill, Kit, Label, Look, Names, Piece, Point, Stroke, StrokeKind, Thing};

use super::notation::letter;
use super::{BLACK, Cell, Position, SIDE, WHITE};

/// The space between quadrants: just enough for a terminal, at two lines a cell, to leave a line
/// free.
const GAP: f32 = 0.3;
/// How far from the board the letters and digits stand.
const ASIDE: f32 = 0.6;

/// Where a row or column begins.
fn offset(line: u8) -> f32 {
    f32::from(line) + if line < SIDE / 2 { 0.0 } else { GAP }
}

fn cell(cell: Cell) -> draw::Cell {
    let (row, column) = (cell.row(), cell.column());
    let fill = if (row + column) % 2 == 0 {
        Fill::Light
    } else {
        Fill::Dark
    };
    draw::Cell::square(cell.to_string(), offset(column), offset(row), fill)
}

/// The outline of the quadrant whose upper left cell is in this row and column.
fn outline(row: u8, column: u8) -> Stroke {
    let (left, top, side) = (offset(column), offset(row), f32::from(SIDE / 2));
    let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side), (0.0, 0.0)];
    Stroke {
        kind: StrokeKind::Border,
        points: corners.map(|(x, y)| Point::new(left + x, top + y)).to_vec(),
    }
}

fn drawn_piece(seat: Seat, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Disc,
        text: String::new(),
        plain: letter(seat).into(),
    }
}

/// The board of both games.
pub(crate) fn board() -> &'static Board {
    static BOARD: LazyLock<Board> = LazyLock::new(|| {
        let outlines = [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(row, column)| outline(row, column));
        let labels = (0..SIDE).flat_map(|line| {
            let middle = offset(line) + 0.5;
            let column = char::from(b'a' + line);
            [
                Label::new(column, middle, -ASIDE),
                Label::new((line + 1).to_string(), -ASIDE, middle),
            ]
        });
        Board::new(Cell::all().map(cell).collect(), Names::Edge, 4.0)
            .with_strokes(outlines)
            .with_labels(labels)
    });
    &BOARD
}

/// What the position text of both games is put together from.
pub(crate) fn kit() -> Kit {
    let row = |row| (0..SIDE).map(|column| Cell::at(row, column).index()).collect();
    let things = [WHITE, BLACK].map(|seat| Thing {
        word: letter(seat).into(),
        piece: drawn_piece(seat, 0),
    });
    Kit::new((0..SIDE).map(row).collect(), things.into()).with_turn([WHITE, BLACK].map(letter))
}

impl Position {
    /// Appends the pieces as they are drawn.
    pub(crate) fn pieces(&self, out: &mut Vec<Piece>) {
        out.extend(Cell::all().filter_map(|cell| Some(drawn_piece(self.owner(cell)?, cell.index()))));
    }

    /// How many pieces `seat` has, and whether it has a five.
    pub(crate) fn status(&self, seat: Seat) -> String {
        let pieces = self.by_seat()[seat];
        let noun = if pieces.len() == 1 { "piece" } else { "pieces" };
        let five = if pieces.has_five() { ", a five" } else { "" };
        format!("{} {noun}{five}", pieces.len())
    }
}
