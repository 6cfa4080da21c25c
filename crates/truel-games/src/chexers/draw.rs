//! The hexagon as a picture.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{
    Board, Cell as Ground, Draw, Field, Fill, Gesture, Kit, Look, Names, Piece, Point, Stroke, StrokeKind, Thing, Touch,
};

use super::board::{BLUE, Cell, GREEN, REACH, RED};
use super::notation::{LETTERS, row};
use super::{Chexers, Kind, LONGEST, Move, TO_WIN};

/// The distance between rows of hexagons of width 1.
const ROW_HEIGHT: f32 = 0.866_025_4;
/// From such a hexagon's middle to its corners.
const RADIUS: f32 = 0.5 / ROW_HEIGHT;
/// How far outside the cells the bands along the exit edges run.
const BAND: f32 = 0.12;
/// Seven columns hold any name and a gap, and make a row of hexagons three lines high.
const COLUMNS_PER_UNIT: f32 = 7.0;

/// Its place among [`Cell::all`], which is the order of the picture's cells.
fn index(cell: Cell) -> usize {
    Cell::all().take_while(|&other| other != cell).count()
}

fn centre(cell: Cell) -> Point {
    let (q, r) = (f32::from(cell.q()), f32::from(cell.r()));
    Point::new(q + r / 2.0, ROW_HEIGHT * r)
}

/// A cell in the picture: tinted where a seat leaves, otherwise every third one darker, so that no
/// two dark ones touch.
fn hexagon(cell: Cell) -> Ground {
    let Point { x, y } = centre(cell);
    let goal = [RED, GREEN, BLUE]
        .into_iter()
        .find(|&seat| cell.steps_to_exit(seat) == 0);
    let fill = match goal {
        Some(seat) => Fill::DarkOf(seat),
        None if (cell.q() - cell.r()) % 3 == 0 => Fill::Dark,
        None => Fill::Light,
    };
    Ground::hexagon(cell.to_string(), x, y, fill)
}

/// The rim of the cells from which `seat` leaves, a little outside them: the three corners of each
/// cell on that side.
fn exit_edge(seat: Seat) -> Stroke {
    // Red's edge faces the upper right; Green's and Blue's are the same after one third of a turn
    // and two.
    let outward = (120.0 * seat.index() as f32 - 30.0).to_radians();
    let mut cells: Vec<Cell> = Cell::all().filter(|cell| cell.steps_to_exit(seat) == 0).collect();
    // The next seat's edge follows clockwise, so the line is drawn towards it.
    cells.sort_by_key(|cell| std::cmp::Reverse(cell.steps_to_exit(seat.next(3))));
    let corner = |cell: Cell, degrees: f32| {
        let Point { x, y } = centre(cell);
        let angle = outward + degrees.to_radians();
        Point::new(
            x + RADIUS * angle.cos() + BAND * outward.cos(),
            y + RADIUS * angle.sin() + BAND * outward.sin(),
        )
    };
    let corners = cells
        .into_iter()
        .flat_map(|cell| [-60.0, 0.0, 60.0].map(|degrees| corner(cell, degrees)));
    Stroke {
        kind: StrokeKind::EdgeOf(seat),
        points: corners.collect(),
    }
}

fn drawn_piece(seat: Seat, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Disc,
        text: String::new(),
        plain: LETTERS[seat].into(),
    }
}

impl Draw for Chexers {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = Cell::all().map(hexagon).collect();
            Board::new(cells, Names::Inside, COLUMNS_PER_UNIT).with_strokes([RED, GREEN, BLUE].map(exit_edge))
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        for seat in [RED, GREEN, BLUE] {
            out.extend(self.pieces_of(seat).map(|cell| drawn_piece(seat, index(cell))));
        }
    }

    fn gesture(mv: Move) -> Gesture {
        match mv.kind() {
            Kind::Step { from, to } | Kind::Jump { from, to, .. } => {
                vec![Touch::Cell(index(from)), Touch::Cell(index(to))]
            }
            Kind::Exit { from } => vec![Touch::Cell(index(from)), Touch::Choice("off".into())],
            Kind::Pass => vec![Touch::Choice("pass".into())],
        }
    }

    fn status(&self, seat: Seat) -> String {
        let plural = |count: u32, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        format!(
            "{}, {}",
            plural(self.exits(seat).into(), "exit"),
            plural(self.piece_count(seat), "piece")
        )
    }

    fn kit() -> Option<Kit> {
        let rows = (-REACH..=REACH).map(|r| row(r).map(index).collect()).collect();
        let things = [RED, GREEN, BLUE].map(|seat| Thing {
            word: LETTERS[seat].into(),
            piece: drawn_piece(seat, 0),
        });
        let exits = Field::Counts {
            name: "exits",
            most: TO_WIN.into(),
        };
        let plies = Field::Number {
            name: "plies played",
            most: LONGEST,
        };
        let kit = Kit::new(rows, things.into()).with_turn(LETTERS.0);
        Some(kit.with_field(exits).with_field(plies).with_field(Field::History))
    }
}
