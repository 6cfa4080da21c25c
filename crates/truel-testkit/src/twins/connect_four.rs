//! Connect four on a grid of characters.

use super::longest_run;
use crate::twin::Twin;

/// A slow position of connect four; the first row is the top one.
#[derive(Debug)]
pub struct ConnectFourTwin {
    rows: Vec<Vec<char>>,
    turn: usize,
}

impl Default for ConnectFourTwin {
    fn default() -> Self {
        ConnectFourTwin {
            rows: vec![vec!['.'; 7]; 6],
            turn: 0,
        }
    }
}

impl Twin for ConnectFourTwin {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result().is_some() {
            return Vec::new();
        }
        let open = "abcdefg"
            .chars()
            .enumerate()
            .filter(|(column, _)| self.rows[0][*column] == '.');
        vec![open.map(|(_, letter)| letter.to_string()).collect()]
    }

    fn play(&mut self, joint: &[&str]) {
        let column = "abcdefg".find(joint[0]).expect("a column");
        let row = (0..6)
            .rev()
            .find(|row| self.rows[*row][column] == '.')
            .expect("room in the column");
        self.rows[row][column] = ['y', 'r'][self.turn % 2];
        self.turn += 1;
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        if longest_run(&self.rows, 'y') >= 4 {
            Some((vec![1.0, 0.0], "four".into()))
        } else if longest_run(&self.rows, 'r') >= 4 {
            Some((vec![0.0, 1.0], "four".into()))
        } else if self.turn == 42 {
            Some((vec![0.5, 0.5], "full-board".into()))
        } else {
            None
        }
    }
}
