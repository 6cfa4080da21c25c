//! The board as a picture: squares, discs with their height on them.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{self, Board, Draw, Fill, Gesture, Label, Look, Names, Piece, Touch};

use super::board::Cell;
use super::moves::Carry;
use super::{Avalam, YELLOW};

impl Draw for Avalam {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let cells = Cell::all().map(|cell| {
                let (row, column) = (cell.row(), cell.column());
                let fill = if (row + column) % 2 == 0 {
                    Fill::Light
                } else {
                    Fill::Dark
                };
                draw::Cell::square(cell.to_string(), column as f32, row as f32, fill)
            });
            let middle = |i: u8| f32::from(i) + 0.5;
            let columns = (0..9).map(|i| Label::new(char::from(b'a' + i), middle(i), -0.3));
            let rows = (0..9).map(|i| Label::new((i + 1).to_string(), -0.4, middle(i)));
            Board::new(cells.collect(), Names::Edge, 4.0).with_labels(columns.chain(rows))
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        out.extend(Cell::all().filter_map(|cell| {
            let tower = self.tower(cell);
            let seat = tower.seat()?;
            let height = tower.height();
            Some(Piece {
                cell: cell.index(),
                seat: Some(seat),
                look: Look::Disc,
                text: height.to_string(),
                plain: format!("{}{height}", if seat == YELLOW { 'y' } else { 'r' }),
            })
        }));
    }

    fn gesture(Carry { from, to }: Carry) -> Gesture {
        vec![Touch::Cell(from.index()), Touch::Cell(to.index())]
    }

    fn status(&self, seat: Seat) -> String {
        format!("{} towers, {} full", self.towers()[seat], self.fives()[seat])
    }
}
