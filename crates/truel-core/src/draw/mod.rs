//! Boards as data. A game says which cells it has and what stands on them. The terminal, SVG and
//! the browser read the same [`Scene`].

mod board;
mod kit;
mod scene;
mod svg;
mod terminal;

pub use board::{Board, Cell, Fill, Label, Names, Point, Stroke, StrokeKind};
pub use kit::{Field, Kit, Layout, Thing};
pub use scene::{Gesture, Look, Piece, Scene, Touch};
pub use terminal::Colour;

use crate::{Game, Seat};

/// An RGB colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Blue of Okabe and Ito's palette, whose colours colour-blind people can tell apart.
    pub const BLUE: Rgb = Rgb(0x00, 0x72, 0xb2);
    /// Green of the same palette.
    pub const GREEN: Rgb = Rgb(0x00, 0x9e, 0x73);
    /// Red (vermilion) of the same palette.
    pub const RED: Rgb = Rgb(0xd5, 0x5e, 0x00);
    /// Yellow of the same palette, a little deeper.
    pub const YELLOW: Rgb = Rgb(0xf0, 0xc8, 0x28);
    /// A white that shows on white paper.
    pub const WHITE: Rgb = Rgb(0xfa, 0xfa, 0xf7);
    /// A black that shows on a black screen.
    pub const BLACK: Rgb = Rgb(0x26, 0x26, 0x26);

    /// This colour mixed with `share` (0 to 1) of another.
    #[must_use]
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Whether text on this colour should be dark.
    pub fn is_bright(self) -> bool {
        299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2) > 140_000
    }
}

/// A game that can be shown.
pub trait Draw: Game {
    /// The board without anything on it.
    fn board() -> &'static Board;

    /// Appends what stands on the board.
    fn pieces(&self, out: &mut Vec<Piece>);

    /// The cells to touch, and the choices to make, for this move.
    fn gesture(mv: Self::Move) -> Gesture;

    /// How `seat` stands, in a few words for the line beside its name: `2 exits, 5 pieces`.
    fn status(&self, seat: Seat) -> String;

    /// The structure of the position text, for games whose positions people can set up by hand.
    fn kit() -> Option<Kit> {
        None
    }
}
