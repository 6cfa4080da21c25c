//! Pentago-Swap over a map from row and column to a letter.

use std::collections::BTreeMap;

use crate::twin::Twin;

const QUADRANTS: [(&str, i32, i32); 4] = [("tl", 0, 0), ("tr", 0, 3), ("bl", 3, 0), ("br", 3, 3)];

/// Pentago-Swap told slowly: pieces by (row, column), lines found by walking.
#[derive(Default, Debug)]
pub struct PentagoSwap {
    pieces: BTreeMap<(i32, i32), char>,
    plies: usize,
}

/// The upper left corner of a quadrant.
fn corner(name: &str) -> (i32, i32) {
    let (_, row, column) = QUADRANTS
        .into_iter()
        .find(|(each, _, _)| *each == name)
        .expect("a quadrant");
    (row, column)
}

impl PentagoSwap {
    fn has_five(&self, colour: char) -> bool {
        let is_ours = |row, column| self.pieces.get(&(row, column)) == Some(&colour);
        let starts = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
        starts.into_iter().any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| (0..5).all(|step| is_ours(row + step * down, column + step * right)))
        })
    }

    /// Takes out what stands in both quadrants and puts each piece back at the same place of the
    /// other.
    fn swap(&mut self, one: &str, other: &str) {
        let (a, b) = (corner(one), corner(other));
        for i in 0..3 {
            for j in 0..3 {
                let (here, there) = ((a.0 + i, a.1 + j), (b.0 + i, b.1 + j));
                let (first, second) = (self.pieces.remove(&here), self.pieces.remove(&there));
                if let Some(piece) = first {
                    self.pieces.insert(there, piece);
                }
                if let Some(piece) = second {
                    self.pieces.insert(here, piece);
                }
            }
        }
    }
}

impl Twin for PentagoSwap {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (column, letter) in (0..6).zip("abcdef".chars()) {
            for row in (0..6).filter(|row| !self.pieces.contains_key(&(*row, column))) {
                for (i, (one, _, _)) in QUADRANTS.iter().enumerate() {
                    for (other, _, _) in &QUADRANTS[i + 1..] {
                        moves.push(format!("{letter}{}:{one}{other}", row + 1));
                    }
                }
            }
        }
        moves.sort();
        vec![moves]
    }

    fn play(&mut self, joint: &[&str]) {
        let (cell, pair) = joint[0].split_once(':').expect("cell:pair");
        let (letter, digit) = cell.split_at(1);
        let column = "abcdef".find(letter).expect("a column") as i32;
        let row: i32 = digit.parse().expect("a row");
        let colour = if self.plies.is_multiple_of(2) { 'w' } else { 'b' };
        let before = self.pieces.insert((row - 1, column), colour);
        assert_eq!(before, None, "{cell} is occupied");
        self.swap(&pair[..2], &pair[2..]);
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
