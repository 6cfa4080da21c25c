//! The picture: the shared board, and a button for each rotation beside it.

use truel_core::Seat;
use truel_core::draw::{Board, Draw, Gesture, Kit, Piece, Touch};

use super::{Direction, Pentago, Placement};
use crate::quadrants::draw;

impl Draw for Pentago {
    fn board() -> &'static Board {
        draw::board()
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        self.position.pieces(out);
    }

    /// A hand touches the cell, then one of eight buttons such as `↻ top left`.
    fn gesture(placement: Placement) -> Gesture {
        let arrow = match placement.rotation.direction() {
            Direction::Clockwise => '↻',
            Direction::CounterClockwise => '↺',
        };
        let place = ["top left", "top right", "bottom left", "bottom right"][placement.rotation.quadrant() as usize];
        vec![
            Touch::Cell(placement.cell.index()),
            Touch::Choice(format!("{arrow} {place}")),
        ]
    }

    fn status(&self, seat: Seat) -> String {
        self.position.status(seat)
    }

    fn kit() -> Option<Kit> {
        Some(draw::kit())
    }
}
