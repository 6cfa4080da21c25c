//! The hexagon as a picture.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{
    Board, Cell as Ground, Draw, Fill, Gesture, Look, Names, Piece, Point, Stroke, StrokeKind, Touch,
};

use super::board::{BLUE, Cell, GREEN, RED};
use super::{Chexers, Kind, Move};

/// How far apart rows of hexagons are whose width is 1.
const ROW_HEIGHT: f32 = 0.866_025_4;
/// How far outside the cells the bands along the exit edges run.
const BAND: f32 = 0.12;
/// As wide as makes a row of hexagons three lines high in a terminal.
const COLUMNS_PER_UNIT: f32 = 6.0 / ROW_HEIGHT;

/// Its place among [`Cell::all`], which is the order of the picture's cells.
fn index(cell: Cell) -> usize {
    Cell::all().take_while(|&other| other != cell).count()
}

fn centre(q: f32, r: f32) -> Point {
    Point::new(q + r / 2.0, ROW_HEIGHT * r)
}

fn hexagon(cell: Cell) -> Ground {
    let Point { x, y } = centre(f32::from(cell.q()), f32::from(cell.r()));
    let is_dark = (cell.q() - cell.r()) % 3 == 0;
    let goal = [RED, GREEN, BLUE]
        .into_iter()
        .find(|&seat| cell.steps_to_exit(seat) == 0);
    let fill = match (goal, is_dark) {
        (Some(seat), true) => Fill::DarkOf(seat),
        (Some(seat), false) => Fill::LightOf(seat),
        (None, true) => Fill::Dark,
        (None, false) => Fill::Light,
    };
    Ground::hexagon(cell.to_string(), x, y, fill)
}

/// The rim of the cells from which `seat` leaves, a little outside them: for each cell its three corners on that side.
fn exit_edge(seat: Seat) -> Stroke {
    // Red's edge faces the upper right; Green's and Blue's are the same after one third of a turn and two.
    let outward = (-30.0 + 120.0 * seat.index() as f32).to_radians();
    let cells = Cell::all().filter(|cell| cell.steps_to_exit(seat) == 0);
    let mut cells: Vec<Cell> = cells.collect();
    // In the order in which a hand draws the line, clockwise round the board.
    let next = seat.next(3);
    cells.sort_by_key(|cell| cell.steps_to_exit(next));
    cells.reverse();
    let corner = |cell: Cell, side: f32| {
        let Point { x, y } = centre(cell.q().into(), cell.r().into());
        let angle = outward + side.to_radians();
        let (radius, away) = (0.5 / ROW_HEIGHT, BAND);
        Point::new(
            x + radius * angle.cos() + away * outward.cos(),
            y + radius * angle.sin() + away * outward.sin(),
        )
    };
    let points = cells
        .into_iter()
        .flat_map(|cell| [-60.0, 0.0, 60.0].map(|side| corner(cell, side)));
    Stroke {
        kind: StrokeKind::EdgeOf(seat),
        points: points.collect(),
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
        for (seat, letter) in [(RED, "R"), (GREEN, "G"), (BLUE, "B")] {
            out.extend(self.pieces_of(seat).map(|cell| Piece {
                cell: index(cell),
                seat: Some(seat),
                look: Look::Disc,
                text: String::new(),
                plain: letter.into(),
            }));
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
}
