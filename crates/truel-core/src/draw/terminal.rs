//! A scene as text for a terminal, with colour or without.
//!
//! The board is rasterised: each character belongs to the cell whose outline holds its middle, so
//! squares, hexagons and threechess's bent quadrilaterals need no layout of their own. A cell is
//! two to four lines high; its piece stands on the line of its centre and its name, where names are
//! shown inside, on the line below.

use std::fmt::Write as _;

use super::{Fill, Names, Piece, Point, Rgb, Scene, StrokeKind};
use crate::Seat;

/// Whether to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Coloured grounds and pieces in exact colours.
    True,
    /// Coloured grounds and pieces, by the 256-colour codes that every terminal knows.
    Palette,
    /// Characters only: pieces by their letters, empty cells by dots.
    Plain,
}

#[derive(Clone, Copy, PartialEq)]
struct Glyph {
    symbol: char,
    ink: Option<Rgb>,
    ground: Option<Rgb>,
}

const BLANK: Glyph = Glyph {
    symbol: ' ',
    ink: None,
    ground: None,
};
const FAINT: Rgb = Rgb(0x60, 0x60, 0x60);
/// Light and dark wood, among the 256 colours too.
const WOOD: [Rgb; 2] = [Rgb(0xff, 0xd7, 0xaf), Rgb(0xd7, 0xaf, 0x87)];
const MARKED: Rgb = Rgb(0xff, 0xe0, 0x80);

/// A sheet of characters with board coordinates.
struct Sheet {
    glyphs: Vec<Vec<Glyph>>,
    origin: Point,
    columns_per_unit: f32,
}

impl Sheet {
    fn new(scene: &Scene) -> Self {
        let (low, high) = scene.board.extent();
        let columns_per_unit = scene.board.columns_per_unit;
        let columns = ((high.x - low.x) * columns_per_unit).ceil() as usize + 1;
        let rows = ((high.y - low.y) * columns_per_unit / 2.0).ceil() as usize + 1;
        Sheet {
            glyphs: vec![vec![BLANK; columns]; rows],
            origin: low,
            columns_per_unit,
        }
    }

    /// A point in the middle of a character, a hair off so that it never lies on the edge between
    /// two cells.
    fn middle(&self, row: usize, column: usize) -> Point {
        Point::new(
            self.origin.x + (column as f32 + 0.49) / self.columns_per_unit,
            self.origin.y + (row as f32 + 0.49) / (self.columns_per_unit / 2.0),
        )
    }

    fn place(&self, at: Point) -> (usize, usize) {
        let column = (at.x - self.origin.x) * self.columns_per_unit;
        let row = (at.y - self.origin.y) * self.columns_per_unit / 2.0;
        // A centre that falls between two lines belongs to the upper one, so that a name fits below
        // it.
        (((row - 0.01).max(0.0)) as usize, column as usize)
    }

    /// Writes `text` with its middle at `column`, leaving the ground as it is.
    fn write(&mut self, row: usize, column: usize, text: &str, ink: Option<Rgb>) {
        let start = (column + 1).saturating_sub(text.chars().count().div_ceil(2));
        for (i, symbol) in text.chars().enumerate() {
            if let Some(glyph) = self.glyphs.get_mut(row).and_then(|line| line.get_mut(start + i)) {
                (glyph.symbol, glyph.ink) = (symbol, ink);
            }
        }
    }
}

impl Scene {
    /// The scene as lines of text, ending with a line break.
    pub fn to_text(&self, colour: Colour) -> String {
        let mut sheet = Sheet::new(self);
        if colour != Colour::Plain {
            self.paint_grounds(&mut sheet);
        }
        for label in &self.board.labels {
            let (row, column) = sheet.place(label.at);
            sheet.write(row, column, &label.text, None);
        }
        self.write_cells(&mut sheet, colour);
        let mut text = String::new();
        let is_blank = |line: &Vec<Glyph>| line.iter().all(|glyph| *glyph == BLANK);
        let last = sheet
            .glyphs
            .iter()
            .rposition(|line| !is_blank(line))
            .map_or(0, |last| last + 1);
        for line in sheet.glyphs[..last].iter().skip_while(|line| is_blank(line)) {
            write_line(&mut text, line, colour);
        }
        text.push('\n');
        for (seat, standing) in self.standings.iter().enumerate() {
            let badge = Glyph {
                symbol: '●',
                ink: Some(self.colours[seat]),
                ground: None,
            };
            match colour {
                Colour::Plain => text.push('-'),
                _ => write_glyphs(&mut text, &[badge], colour),
            }
            let _ = writeln!(text, " {standing}");
        }
        let _ = writeln!(text, "{}", self.headline);
        text
    }

    fn paint_grounds(&self, sheet: &mut Sheet) {
        for row in 0..sheet.glyphs.len() {
            for column in 0..sheet.glyphs[row].len() {
                let middle = sheet.middle(row, column);
                let cell = self.board.cells.iter().position(|cell| cell.contains(middle));
                sheet.glyphs[row][column].ground = cell.map(|cell| self.ground(cell));
            }
        }
        for stroke in &self.board.strokes {
            if let StrokeKind::EdgeOf(seat) = stroke.kind {
                self.paint_edge(sheet, &stroke.points, seat);
            }
        }
    }

    /// Goal edges become a band of the seat's colour in the free characters they touch.
    fn paint_edge(&self, sheet: &mut Sheet, points: &[Point], seat: Seat) {
        for pair in points.windows(2) {
            for step in 0..=60 {
                let (row, column) = sheet.place(pair[0].towards(pair[1], step as f32 / 60.0));
                if let Some(glyph) = sheet.glyphs.get_mut(row).and_then(|line| line.get_mut(column))
                    && glyph.ground.is_none()
                {
                    (glyph.symbol, glyph.ink) = ('•', Some(self.colours[seat.index()]));
                }
            }
        }
    }

    fn ground(&self, cell: usize) -> Rgb {
        let ground = fill_colour(self.board.cells[cell].fill, WOOD, &self.colours);
        if self.marked.contains(&cell) {
            ground.mix(MARKED, 0.6)
        } else {
            ground
        }
    }

    fn write_cells(&self, sheet: &mut Sheet, colour: Colour) {
        for (index, cell) in self.board.cells.iter().enumerate() {
            let (row, column) = sheet.place(cell.centre);
            let here: Vec<&Piece> = self.pieces.iter().filter(|piece| piece.cell == index).collect();
            match colour {
                Colour::Plain if here.is_empty() => sheet.write(row, column, ".", None),
                Colour::Plain => {
                    let plain: String = here.iter().map(|piece| piece.plain.as_str()).collect();
                    sheet.write(row, column, &plain, None);
                }
                _ => self.write_pieces(sheet, row, column, &here),
            }
            if self.board.names == Names::Inside {
                let ink = (colour != Colour::Plain).then(|| FAINT.mix(self.ground(index), 0.2));
                sheet.write(row + 1, column, &cell.name, ink);
            }
        }
    }

    /// Pieces are chips of their seat's colour; several stand side by side.
    fn write_pieces(&self, sheet: &mut Sheet, row: usize, column: usize, pieces: &[&Piece]) {
        let text = |piece: &Piece| match piece.text.as_str() {
            _ if pieces.len() > 1 => piece.plain.clone(),
            "" => format!(" {} ", piece.plain),
            text => format!(" {text} "),
        };
        let whole: usize = pieces.iter().map(|piece| text(piece).chars().count()).sum();
        let mut at = (column + 1).saturating_sub(whole.div_ceil(2));
        for piece in pieces {
            let chip = piece.seat.map_or(Rgb::WHITE, |seat| self.colours[seat.index()]);
            let ink = if chip.is_bright() {
                Rgb(0, 0, 0)
            } else {
                Rgb(255, 255, 255)
            };
            for symbol in text(piece).chars() {
                if let Some(glyph) = sheet.glyphs.get_mut(row).and_then(|line| line.get_mut(at)) {
                    *glyph = Glyph {
                        symbol,
                        ink: Some(ink),
                        ground: Some(chip),
                    };
                }
                at += 1;
            }
        }
    }
}

/// The colour of a cell's ground: plain wood, or white tinted with a seat's colour.
pub(super) fn fill_colour(fill: Fill, [light, dark]: [Rgb; 2], seats: &[Rgb]) -> Rgb {
    let tinted = |seat: Seat, share| Rgb(0xff, 0xff, 0xff).mix(seats[seat.index()], share);
    match fill {
        Fill::Light => light,
        Fill::Dark => dark,
        Fill::LightOf(seat) => tinted(seat, 0.25),
        Fill::DarkOf(seat) => tinted(seat, 0.5),
    }
}

fn write_line(text: &mut String, line: &[Glyph], colour: Colour) {
    let end = line
        .iter()
        .rposition(|glyph| *glyph != BLANK)
        .map_or(0, |last| last + 1);
    write_glyphs(text, &line[..end], colour);
    text.push('\n');
}

/// Writes characters, changing colour only where it changes and leaving the terminal as it was.
fn write_glyphs(text: &mut String, glyphs: &[Glyph], colour: Colour) {
    let code = |Rgb(r, g, b): Rgb| match colour {
        Colour::True => format!("2;{r};{g};{b}"),
        _ => format!("5;{}", palette(Rgb(r, g, b))),
    };
    let mut style = (None, None);
    for glyph in glyphs {
        if (glyph.ink, glyph.ground) != style {
            style = (glyph.ink, glyph.ground);
            text.push_str("\x1b[0m");
            if let Some(ink) = glyph.ink {
                let _ = write!(text, "\x1b[1;38;{}m", code(ink));
            }
            if let Some(ground) = glyph.ground {
                let _ = write!(text, "\x1b[48;{}m", code(ground));
            }
        }
        text.push(glyph.symbol);
    }
    if style != (None, None) {
        text.push_str("\x1b[0m");
    }
}

/// The nearest colour of the 6 × 6 × 6 cube or the grey ramp of the 256-colour codes.
fn palette(Rgb(r, g, b): Rgb) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let level = |value: u8| {
        (0..6)
            .min_by_key(|&i| (LEVELS[i] - i32::from(value)).abs())
            .unwrap_or(0)
    };
    let distance =
        |x: i32, y: i32, z: i32| (x - i32::from(r)).pow(2) + (y - i32::from(g)).pow(2) + (z - i32::from(b)).pow(2);
    let (i, j, k) = (level(r), level(g), level(b));
    let grey = (((i32::from(r) + i32::from(g) + i32::from(b)) / 3 - 3) / 10).clamp(0, 23);
    // A warm or cool light colour must not turn into grey, however near a grey is.
    let is_grey = r.max(g).max(b) - r.min(g).min(b) < 12;
    let ramp = 8 + 10 * grey;
    if is_grey && distance(ramp, ramp, ramp) < distance(LEVELS[i], LEVELS[j], LEVELS[k]) {
        (232 + grey) as u8
    } else {
        (16 + 36 * i + 6 * j + k) as u8
    }
}
