//! Avalam over a map of names, straight from its rules.

use std::collections::BTreeMap;

use crate::twin::Twin;

/// The start position as the rules print it, columns a to i, rows 1 to 9.
const START: &str = "
. . 1 2 . . . . .
. 1 2 1 2 . . . .
. 2 1 2 1 2 1 . .
. 1 2 1 2 1 2 1 2
1 2 1 2 . 2 1 2 1
2 1 2 1 2 1 2 1 .
. . 1 2 1 2 1 2 .
. . . . 2 1 2 1 .
. . . . . 2 1 . .
";

/// Each tower by the name of its cell: its seat, 1 or 2, and its height. Cells without a tower are
/// not in the map.
#[derive(Clone, Debug)]
pub struct Avalam(BTreeMap<String, (u32, u32)>);

impl Default for Avalam {
    fn default() -> Self {
        let mut towers = BTreeMap::new();
        for (line, row) in START.trim().lines().zip('1'..='9') {
            for (entry, column) in line.split(' ').zip('a'..='i') {
                if let Ok(seat) = entry.parse() {
                    towers.insert(format!("{column}{row}"), (seat, 1));
                }
            }
        }
        Avalam(towers)
    }
}

/// Whether both letters and both digits are at most one apart.
fn are_neighbours(a: &str, b: &str) -> bool {
    a != b && a.bytes().zip(b.bytes()).all(|(x, y)| x.abs_diff(y) <= 1)
}

impl Avalam {
    fn count(&self, seat: u32, lowest: u32) -> i64 {
        let counted = self.0.values().filter(|tower| tower.0 == seat && tower.1 >= lowest);
        counted.count() as i64
    }
}

impl Twin for Avalam {
    fn moves(&self) -> Vec<Vec<String>> {
        let mut moves = Vec::new();
        for (from, (_, carried)) in &self.0 {
            for (to, (_, below)) in &self.0 {
                if are_neighbours(from, to) && carried + below <= 5 {
                    moves.push(format!("{from}{to}"));
                }
            }
        }
        if moves.is_empty() { Vec::new() } else { vec![moves] }
    }

    fn play(&mut self, joint: &[&str]) {
        let (from, to) = joint[0].split_at(2);
        let (seat, carried) = self.0.remove(from).expect("a tower is carried");
        let (_, below) = self.0[to];
        self.0.insert(to.to_owned(), (seat, carried + below));
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        if !self.moves().is_empty() {
            return None;
        }
        let towers = self.count(1, 1) - self.count(2, 1);
        let fives = self.count(1, 5) - self.count(2, 5);
        let (score, reason) = if towers != 0 {
            (towers, "towers")
        } else if fives != 0 {
            (fives, "fives")
        } else {
            (0, "draw")
        };
        let payoffs = match score {
            0 => vec![0.5, 0.5],
            1.. => vec![1.0, 0.0],
            _ => vec![0.0, 1.0],
        };
        Some((payoffs, reason.to_owned()))
    }
}
