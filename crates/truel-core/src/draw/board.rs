//! The board without anything on it: cells with outlines, lines, labels.

use serde::Serialize;

use crate::Seat;

/// A point in board units, x to the right and y down.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        point(x, y)
    }

    /// The point `share` (0 to 1) of the way from here to `other`.
    #[must_use]
    pub fn towards(self, other: Point, share: f32) -> Point {
        point(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }
}

/// The background of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// The lighter background.
    Light,
    /// The darker background.
    Dark,
    /// The lighter background, tinted with a seat's colour.
    LightOf(#[serde(serialize_with = "seat_index")] Seat),
    /// The darker background, tinted with a seat's colour.
    DarkOf(#[serde(serialize_with = "seat_index")] Seat),
}

pub(super) fn seat_index<S: serde::Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(seat.index() as u8)
}

/// A place where pieces stand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its name in the game's notation.
    pub name: String,
    /// Its corners in order.
    pub outline: Vec<Point>,
    /// Where a piece is drawn.
    pub centre: Point,
    /// Its background.
    pub fill: Fill,
}

impl Cell {
    /// A square with sides of 1 whose upper left corner is at `(x, y)`.
    pub fn square(name: impl Into<String>, x: f32, y: f32, fill: Fill) -> Self {
        let outline = vec![
            point(x, y),
            point(x + 1.0, y),
            point(x + 1.0, y + 1.0),
            point(x, y + 1.0),
        ];
        Cell {
            name: name.into(),
            outline,
            centre: point(x + 0.5, y + 0.5),
            fill,
        }
    }

    /// A hexagon with a corner on top, width 1 from flat side to flat side, around `(x, y)`.
    pub fn hexagon(name: impl Into<String>, x: f32, y: f32, fill: Fill) -> Self {
        let radius = 1.0 / 3f32.sqrt();
        let corner = |i: u16| {
            let angle = f32::from(60 * i + 30).to_radians();
            point(x + radius * angle.cos(), y + radius * angle.sin())
        };
        Cell {
            name: name.into(),
            outline: (0..6).map(corner).collect(),
            centre: point(x, y),
            fill,
        }
    }

    /// Whether `at` lies inside the outline.
    pub fn contains(&self, at: Point) -> bool {
        let corners = &self.outline;
        let mut inside = false;
        let mut before = corners[corners.len() - 1];
        for &corner in corners {
            let crosses = (corner.y > at.y) != (before.y > at.y);
            if crosses && at.x < (before.x - corner.x) * (at.y - corner.y) / (before.y - corner.y) + corner.x {
                inside = !inside;
            }
            before = corner;
        }
        inside
    }
}

/// A word beside the board, such as a column letter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Label {
    /// Its middle.
    pub at: Point,
    /// What it says.
    pub text: String,
}

impl Label {
    /// `text` around `(x, y)`.
    pub fn new(text: impl Into<String>, x: f32, y: f32) -> Self {
        Label {
            at: point(x, y),
            text: text.into(),
        }
    }
}

/// What a line on the board means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeKind {
    /// A border between parts of the board.
    Border,
    /// An edge that belongs to a seat: its goal, its home.
    EdgeOf(#[serde(serialize_with = "seat_index")] Seat),
}

/// A line on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stroke {
    /// What it means.
    pub kind: StrokeKind,
    /// Its corners in order.
    pub points: Vec<Point>,
}

/// Where cell names are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// By labels along the edge, as on a chessboard.
    Edge,
    /// In each cell, where labels along the edge would not be clear.
    Inside,
}

/// The board without anything on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Board {
    /// The cells, in the order of their indices.
    pub cells: Vec<Cell>,
    /// Lines over the cells.
    pub strokes: Vec<Stroke>,
    /// Words beside the board.
    pub labels: Vec<Label>,
    /// Where cell names are shown.
    pub names: Names,
    /// The width of a unit in terminal columns. A line is about twice as high as a column is wide.
    pub columns_per_unit: f32,
}

impl Board {
    /// A board of these cells, without lines and labels.
    pub fn new(cells: Vec<Cell>, names: Names, columns_per_unit: f32) -> Self {
        Board {
            cells,
            strokes: Vec::new(),
            labels: Vec::new(),
            names,
            columns_per_unit,
        }
    }

    /// The board with these lines.
    #[must_use]
    pub fn with_strokes(mut self, strokes: impl IntoIterator<Item = Stroke>) -> Self {
        self.strokes.extend(strokes);
        self
    }

    /// The board with these labels.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.labels.extend(labels);
        self
    }

    /// The corners of the smallest box around everything that is drawn, with half a unit for
    /// labels.
    pub fn extent(&self) -> (Point, Point) {
        let outlines = self.cells.iter().flat_map(|cell| cell.outline.iter().copied());
        let strokes = self.strokes.iter().flat_map(|stroke| stroke.points.iter().copied());
        let labels = self
            .labels
            .iter()
            .flat_map(|Label { at, .. }| [point(at.x - 0.4, at.y - 0.4), point(at.x + 0.4, at.y + 0.4)]);
        let start = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        outlines.chain(strokes).chain(labels).fold(start, |(low, high), p| {
            (
                point(low.x.min(p.x), low.y.min(p.y)),
                point(high.x.max(p.x), high.y.max(p.y)),
            )
        })
    }
}
