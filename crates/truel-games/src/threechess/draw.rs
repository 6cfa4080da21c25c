//! The board as a picture: a regular hexagon with Blue at the top, Green at the lower right and Red
//! at the lower left.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{
    self, Board, Draw, Field, Fill, Gesture, Kit, Look, Names, Piece, Point, Stroke, StrokeKind, Thing, Touch,
};

use super::board::{CELLS, Cell, Content, Kind, cells};
use super::notation::COLOURS;
use super::{Move, SEATS, ThreeChess};

/// The hexagon's radius; a cell is then about a unit wide.
const RADIUS: f32 = 8.0;

/// Where column lines `u` (0 to 8 from the A side) and row lines `v` (0 to 4 from the back edge) of
/// a section meet.
///
/// The line from the middle of the back edge to the centre cuts a section into two quadrilaterals:
/// columns A to D, and columns E to H. Each has a grid of 4 by 4.
fn crossing(section: usize, u: usize, v: usize) -> Point {
    let on_circle = |sixths: f32, radius: f32| {
        let angle = (sixths * 60.0 + 120.0 * section as f32 - 90.0).to_radians();
        Point::new(radius * angle.cos(), radius * angle.sin())
    };
    let side = if u <= 4 { 1.0 } else { -1.0 };
    let apothem = RADIUS * 3f32.sqrt() / 2.0;
    let (corner, back) = (on_circle(side * 0.5, RADIUS), on_circle(0.0, apothem));
    let (flank, centre) = (on_circle(side, apothem), Point::new(0.0, 0.0));
    let share = |quarters: usize| quarters as f32 / 4.0;
    let outer = corner.towards(flank, share(v));
    outer.towards(back.towards(centre, share(v)), share(if u <= 4 { u } else { 8 - u }))
}

fn drawn(cell: Cell) -> draw::Cell {
    let (section, column, row) = (cell.section(), cell.column(), cell.row());
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let outline = corners.map(|(u, v)| crossing(section, column + u, row + v));
    let mean = |axis: fn(&Point) -> f32| outline.iter().map(axis).sum::<f32>() / 4.0;
    let owner = Seat::new(section);
    draw::Cell {
        name: cell.to_string(),
        centre: Point::new(mean(|p| p.x), mean(|p| p.y)),
        fill: if cell.is_dark() {
            Fill::DarkOf(owner)
        } else {
            Fill::LightOf(owner)
        },
        outline: outline.to_vec(),
    }
}

/// The borders between sections and each owner's back edge.
fn strokes(seat: Seat) -> [Stroke; 2] {
    let section = seat.index();
    let border = [(0, 4), (4, 4)].map(|(u, v)| crossing(section, u, v));
    let edge = [(0, 0), (8, 0)].map(|(u, v)| crossing(section, u, v));
    [
        Stroke {
            kind: StrokeKind::Border,
            points: border.to_vec(),
        },
        Stroke {
            kind: StrokeKind::EdgeOf(seat),
            points: edge.to_vec(),
        },
    ]
}

fn figure(content: Content, cell: usize) -> Piece {
    let sign = content.kind().map_or("", |kind| match kind {
        Kind::King => "♚",
        Kind::Queen => "♛",
        Kind::Rook => "♜",
        Kind::Bishop => "♝",
        Kind::Knight => "♞",
        Kind::Pawn => "♟",
    });
    Piece {
        cell,
        seat: Some(content.seat()),
        look: Look::Sign,
        text: sign.into(),
        plain: content.to_string(),
    }
}

/// More than anybody can capture: the others' kings, and all else of theirs with every pawn a
/// queen.
const MOST_CAPTURED: u16 = 2 * (40 + 9 * 9 + 2 * (3 + 3 + 5));

impl Draw for ThreeChess {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = (0..CELLS).map(|index| drawn(Cell::from_index(index)));
            Board::new(cells.collect(), Names::Inside, 6.0).with_strokes(Seat::all(SEATS).flat_map(strokes))
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        for cell in cells(self.occupied()) {
            out.push(figure(self.contents[cell.index()], cell.index()));
        }
    }

    fn gesture(mv: Move) -> Gesture {
        vec![Touch::Cell(mv.from.index()), Touch::Cell(mv.to.index())]
    }

    fn status(&self, seat: Seat) -> String {
        let pieces = self.held[seat].count_ones();
        format!("{pieces} pieces, score {}", self.score(seat))
    }

    fn kit() -> Option<Kit> {
        let cells_of = |row: usize| {
            (0..8)
                .map(|column| Cell::new(row / 4, column, row % 4).index())
                .collect()
        };
        let pieces = Seat::all(SEATS).flat_map(|seat| Kind::ALL.map(|kind| Content::piece(seat, kind)));
        let things = pieces.map(|content| Thing {
            word: content.to_string(),
            piece: figure(content, 0),
        });
        let kit = Kit::new((0..12).map(cells_of).collect(), things.collect()).with_turn(COLOURS);
        Some(kit.with_field(Field::Counts {
            name: "points captured",
            most: MOST_CAPTURED,
        }))
    }
}
