//! A scene as SVG.

use std::fmt::Write as _;

use super::terminal::fill_colour;
use super::{Board, Look, Names, Piece, Point, Rgb, Scene, StrokeKind};

/// Fonts that have the signs of the games.
const FONTS: &str = "'DejaVu Sans', 'Segoe UI Symbol', 'Noto Sans Symbols2', sans-serif";
/// Light and dark wood on paper.
const WOOD: [Rgb; 2] = [Rgb(0xf1, 0xe9, 0xda), Rgb(0xd8, 0xc6, 0xa8)];
/// How a marked cell's outline stands out.
const MARKED: &str = r##" stroke="#c0392b" stroke-width="0.07""##;
/// How far below a cell's centre its name stands, as a share of its height.
const NAME_DROP: f32 = 0.34;
/// Pixels per board unit; the picture scales, this only sets its first size.
const UNIT: f32 = 48.0;

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Scene {
    /// The scene as one self-contained SVG document.
    pub fn to_svg(&self) -> String {
        let (low, high) = self.board.extent();
        let margin = 0.3;
        let (width, height) = (high.x - low.x + 2.0 * margin, high.y - low.y + 2.0 * margin);
        let mut svg = String::new();
        let _ = write!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{:.0}" "#,
            width * UNIT,
            height * UNIT
        );
        let (left, top) = (low.x - margin, low.y - margin);
        let _ = write!(
            svg,
            r#"viewBox="{left:.3} {top:.3} {width:.3} {height:.3}" role="img" "#
        );
        let _ = writeln!(svg, r#"font-family="{FONTS}" text-anchor="middle">"#);
        let _ = writeln!(
            svg,
            "  <title>{}: {}</title>",
            escape(self.title),
            escape(&self.headline)
        );
        self.write_ground(&mut svg);
        write_strokes(&mut svg, self.board, &self.colours);
        for label in &self.board.labels {
            write_text(&mut svg, label.at, 0.32, "#7a7264", &label.text);
        }
        for piece in &self.pieces {
            self.write_piece(&mut svg, piece);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn write_ground(&self, svg: &mut String) {
        svg.push_str("  <g stroke=\"#9c8f78\" stroke-width=\"0.02\" stroke-linejoin=\"round\">\n");
        // Marked cells come last, so that no neighbour is drawn over their outline.
        let (marked, plain): (Vec<usize>, Vec<usize>) =
            (0..self.board.cells.len()).partition(|cell| self.marked.contains(cell));
        let cells = plain
            .iter()
            .map(|cell| (cell, ""))
            .chain(marked.iter().map(|cell| (cell, MARKED)));
        for (&index, mark) in cells {
            let cell = &self.board.cells[index];
            let fill = fill_colour(cell.fill, WOOD, &self.colours);
            let _ = writeln!(
                svg,
                r#"    <polygon fill="{fill}"{mark} points="{}"/>"#,
                corners(&cell.outline)
            );
        }
        svg.push_str("  </g>\n");
        if self.board.names == Names::Inside {
            for cell in &self.board.cells {
                let room = height(&cell.outline);
                let at = Point::new(cell.centre.x, cell.centre.y + NAME_DROP * room);
                write_text(svg, at, 0.13 * room.min(1.2), "#7a7264", &cell.name);
            }
        }
    }

    fn write_piece(&self, svg: &mut String, piece: &Piece) {
        let cell = &self.board.cells[piece.cell];
        let stack = self.pieces.iter().filter(|other| other.cell == piece.cell).count();
        let place = self
            .pieces
            .iter()
            .filter(|other| other.cell == piece.cell)
            .position(|other| other == piece);
        let room = height(&cell.outline);
        // A piece makes way for the name below it, and for others on its cell.
        let (lift, share) = match self.board.names {
            Names::Inside => (0.08 * room, 0.86),
            Names::Edge => (0.0, 1.0),
        };
        let size = room.min(1.15) * share * if stack > 1 { 0.7 } else { 1.0 };
        let offset = (place.unwrap_or(0) as f32 - (stack as f32 - 1.0) / 2.0) * 0.42;
        let at = Point::new(cell.centre.x + offset, cell.centre.y - lift);
        let colour = piece
            .seat
            .map_or(Rgb(0xfd, 0xfb, 0xf5), |seat| self.colours[seat.index()]);
        let ink = if colour.is_bright() { "#222222" } else { "#ffffff" };
        let rim = colour.mix(Rgb(0, 0, 0), 0.45);
        match piece.look {
            Look::Disc => {
                let _ = writeln!(
                    svg,
                    r#"  <circle cx="{:.3}" cy="{:.3}" r="{:.3}" fill="{colour}" stroke="{rim}" stroke-width="0.05"/>"#,
                    at.x,
                    at.y,
                    0.36 * size
                );
                write_text(svg, at, 0.4 * size, ink, &piece.text);
            }
            Look::Sign => write_text(svg, at, 0.85 * size, &rim.to_string(), &piece.text),
            Look::Card => {
                let (x, y) = (at.x - 0.35, at.y - 0.43);
                let _ = write!(
                    svg,
                    r#"  <rect x="{x:.3}" y="{y:.3}" width="0.7" height="0.86" rx="0.1" "#
                );
                let _ = writeln!(svg, r#"fill="{colour}" stroke="{rim}" stroke-width="0.04"/>"#);
                write_text(svg, at, 0.42, ink, &piece.text);
            }
        }
    }
}

fn write_strokes(svg: &mut String, board: &Board, colours: &[Rgb]) {
    for stroke in &board.strokes {
        let (colour, width) = match stroke.kind {
            StrokeKind::Border => (Rgb(0x5f, 0x55, 0x44), 0.06),
            StrokeKind::EdgeOf(seat) => (colours[seat.index()], 0.14),
        };
        let _ = writeln!(
            svg,
            r#"  <polyline fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" points="{}"/>"#,
            corners(&stroke.points)
        );
    }
}

/// Text whose middle is at `at`.
fn write_text(svg: &mut String, at: Point, size: f32, colour: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(
            svg,
            r#"  <text x="{:.3}" y="{:.3}" font-size="{size:.3}" fill="{colour}">{}</text>"#,
            at.x,
            at.y + 0.36 * size,
            escape(text)
        );
    }
}

fn corners(points: &[Point]) -> String {
    let texts: Vec<String> = points.iter().map(|p| format!("{:.3},{:.3}", p.x, p.y)).collect();
    texts.join(" ")
}

fn height(outline: &[Point]) -> f32 {
    let (low, high) = outline
        .iter()
        .fold((f32::MAX, f32::MIN), |(low, high), p| (low.min(p.y), high.max(p.y)));
    high - low
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
