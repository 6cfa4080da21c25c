//! Pentago over a map from row and column to a letter.

use std::collections::BTreeMap;

use crate::twin::Twin;

const QUADRANTS: [(&str, i32, i32); 4] = [("tl", 0, 0), ("tr", 0, 3), ("bl", 3, 0), ("br", 3, 3)];

/// Pentago told slowly: pieces by (row, column), lines found by walking.
#[derive(Clone, Default, Debug)]
pub struct Pentago {
    pieces: BTreeMap<(i32, i32), char>,
    plies: usize,
}

impl Pentago {
    fn has_five(&self, colour: char) -> bool {
        let is_ours = |row, column| self.pieces.get(&(row, column)) == Some(&colour);
        (0..36).map(|cell| (cell / 6, cell % 6)).any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| (0..5).all(|step| is_ours(row + step * down, column + step * right)))
        })
    }

    /// Takes out what stands in the quadrant and puts each piece back where the rotation takes it.
    fn rotate(&mut self, quadrant: &str, direction: &str) {
        let (_, top, left) = QUADRANTS
            .into_iter()
            .find(|(name, _, _)| *name == quadrant)
            .expect("a quadrant");
        let mut taken = Vec::new();
        for i in 0..3 {
            for j in 0..3 {
                let piece = self.pieces.remove(&(top + i, left + j));
                taken.extend(piece.map(|piece| (i, j, piece)));
            }
        }
        for (i, j, piece) in taken {
            // Clockwise, the top row becomes the right column and the left column the top row.
            let (row, column) = match direction {
                "cw" => (j, 2 - i),
                "ccw" => (2 - j, i),
                other => panic!("{other} is no direction"),
            };
            self.pieces.insert((top + row, left + column), piece);
        }
    }
}

impl Twin for Pentago {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (column, letter) in (0..6).zip("abcdef".chars()) {
            for row in (0..6).filter(|row| !self.pieces.contains_key(&(*row, column))) {
                for (quadrant, _, _) in QUADRANTS {
                    for direction in ["cw", "ccw"] {
                        moves.push(format!("{letter}{}:{quadrant}{direction}", row + 1));
                    }
                }
            }
        }
        moves.sort();
        vec![moves]
    }

    fn play(&mut self, joint: &[&str]) {
        let (cell, rotation) = joint[0].split_once(':').expect("cell:rotation");
        let (letter, digit) = cell.split_at(1);
        let column = "abcdef".find(letter).expect("a column") as i32;
        let row: i32 = digit.parse().expect("a row");
        let colour = if self.plies.is_multiple_of(2) { 'w' } else { 'b' };
        let before = self.pieces.insert((row - 1, column), colour);
        assert_eq!(before, None, "{cell} is occupied");
        self.rotate(&rotation[..2], &rotation[2..]);
        self.plies += 1;
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        let (white, black) = (self.has_five('w'), self.has_five('b'));
        let white_moved = self.plies % 2 == 1;
        let (payoffs, reason) = match (white, black) {
            (true, true) => (vec![0.5, 0.5], "both_five"),
            (true, false) => (vec![1.0, 0.0], if white_moved { "five" } else { "opponent_five" }),
            (false, true) => (vec![0.0, 1.0], if white_moved { "opponent_five" } else { "five" }),
            (false, false) if self.plies == 36 => (vec![0.5, 0.5], "full_board"),
            (false, false) => return None,
        };
        Some((payoffs, reason.to_owned()))
    }
}
