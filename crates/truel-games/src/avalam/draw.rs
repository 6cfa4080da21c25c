//! The board as a picture: squares, discs with their height on them.

use std::sync::LazyLock;

use truel_core::Seat;
use truel_core::draw::{self, Board, Draw, Fill, Gesture, Kit, Label, Look, Names, Piece, Thing, Touch};

use super::board::Cell;
use super::moves::{Carry, HIGHEST, Tower};
use super::notation::letter;
use super::{Avalam, RED, YELLOW};

fn drawn(seat: Seat, height: u8, cell: usize) -> Piece {
    Piece {
        cell,
        seat: Some(seat),
        look: Look::Disc,
        text: height.to_string(),
        plain: format!("{}{height}", if seat == YELLOW { 'y' } else { 'r' }),
    }
}

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
            Some(drawn(tower.seat()?, tower.height(), cell.index()))
        }));
    }

    fn gesture(Carry { from, to }: Carry) -> Gesture {
        vec![Touch::Cell(from.index()), Touch::Cell(to.index())]
    }

    fn status(&self, seat: Seat) -> String {
        format!("{} towers, {} full", self.towers()[seat], self.fives()[seat])
    }

    fn kit() -> Option<Kit> {
        let of_row = |row| Cell::all().filter(|cell| cell.row() == row).map(Cell::index).collect();
        let towers = [YELLOW, RED].map(|seat| (1..=HIGHEST).map(move |height| (seat, height)));
        let things = towers.into_iter().flatten().map(|(seat, height)| Thing {
            word: letter(Tower::new(seat, height)).into(),
            piece: drawn(seat, height, 0),
        });
        let kit = Kit::new((0..9).map(of_row).collect(), things.collect());
        Some(kit.with_empty('.').with_turn(['y', 'r']))
    }
}
