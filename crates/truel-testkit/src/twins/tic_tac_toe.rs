//! Tic-tac-toe on a grid of characters.

use super::longest_run;
use crate::twin::Twin;

/// A slow position of tic-tac-toe.
#[derive(Debug)]
pub struct TicTacToeTwin {
    rows: Vec<Vec<char>>,
    turn: usize,
}

impl Default for TicTacToeTwin {
    fn default() -> Self {
        TicTacToeTwin {
            rows: vec![vec!['.'; 3]; 3],
            turn: 0,
        }
    }
}

impl Twin for TicTacToeTwin {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut list = Vec::new();
        for (column, letter) in ["a", "b", "c"].iter().enumerate() {
            for row in 0..3 {
                if self.rows[row][column] == '.' {
                    list.push(format!("{letter}{}", row + 1));
                }
            }
        }
        vec![list]
    }

    fn play(&mut self, joint: &[&str]) {
        let column = "abc".find(&joint[0][..1]).expect("a column");
        let row: usize = joint[0][1..].parse().expect("a row");
        self.rows[row - 1][column] = ['x', 'o'][self.turn % 2];
        self.turn += 1;
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        if longest_run(&self.rows, 'x') == 3 {
            Some((vec![1.0, 0.0], "line".into()))
        } else if longest_run(&self.rows, 'o') == 3 {
            Some((vec![0.0, 1.0], "line".into()))
        } else if self.turn == 9 {
            Some((vec![0.5, 0.5], "full-board".into()))
        } else {
            None
        }
    }
}
