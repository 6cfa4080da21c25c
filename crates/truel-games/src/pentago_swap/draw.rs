//! The picture: the shared board, and a button for each pair beside it.

use truel_core::Seat;
use truel_core::draw::{Board, Draw, Gesture, Kit, Piece, Touch};

use super::{PentagoSwap, Placement};
use crate::quadrants::draw;

impl Draw for PentagoSwap {
    fn board() -> &'static Board {
        draw::board()
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        self.position.pieces(out);
    }

    fn gesture(placement: Placement) -> Gesture {
        vec![
            Touch::Cell(placement.cell.index()),
            Touch::Choice(placement.pair.to_string()),
        ]
    }

    fn status(&self, seat: Seat) -> String {
        self.position.status(seat)
    }

    fn kit() -> Option<Kit> {
        Some(draw::kit())
    }
}
