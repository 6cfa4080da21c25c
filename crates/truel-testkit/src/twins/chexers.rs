//! Chexers on a map from coordinates to colours, with a map from whole positions to how often they
//! occurred.

use std::collections::BTreeMap;

use crate::twin::Twin;

/// A cell by its axial coordinates.
type Hex = (i32, i32);

const DIRECTIONS: [Hex; 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];
const COLOURS: [char; 3] = ['R', 'G', 'B'];

/// The slow twin of chexers.
#[derive(Debug)]
pub struct Chexers {
    pieces: BTreeMap<Hex, char>,
    exits: BTreeMap<char, u32>,
    plies: usize,
    seen: BTreeMap<String, u32>,
    result: Option<(Vec<f32>, String)>,
}

impl Default for Chexers {
    fn default() -> Self {
        let mut pieces = BTreeMap::new();
        for i in 0..4 {
            pieces.insert((-3, i), 'R');
            pieces.insert((i, -3), 'G');
            pieces.insert((3 - i, i), 'B');
        }
        let mut twin = Chexers {
            pieces,
            exits: COLOURS.map(|colour| (colour, 0)).into(),
            plies: 0,
            seen: BTreeMap::new(),
            result: None,
        };
        twin.see();
        twin
    }
}

fn exists((q, r): Hex) -> bool {
    q.abs() <= 3 && r.abs() <= 3 && (-q - r).abs() <= 3
}

fn may_exit((q, r): Hex, colour: char) -> bool {
    match colour {
        'R' => q == 3,
        'G' => r == 3,
        _ => -q - r == 3,
    }
}

fn text((q, r): Hex) -> String {
    format!("{q},{r}")
}

fn hex(text: &str) -> Hex {
    let (q, r) = text.split_once(',').expect("a comma between coordinates");
    (q.parse().expect("a number"), r.parse().expect("a number"))
}

impl Chexers {
    fn colour_to_move(&self) -> char {
        COLOURS[self.plies % 3]
    }

    fn is_empty(&self, hex: Hex) -> bool {
        exists(hex) && !self.pieces.contains_key(&hex)
    }

    /// Counts the present position, and tells how often it has now occurred.
    fn see(&mut self) -> u32 {
        let position = format!("{:?} {}", self.pieces, self.colour_to_move());
        let times = self.seen.entry(position).or_insert(0);
        *times += 1;
        *times
    }
}

impl Twin for Chexers {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.result.is_some() {
            return Vec::new();
        }
        let colour = self.colour_to_move();
        let mut moves = Vec::new();
        for (&(q, r), _) in self.pieces.iter().filter(|(_, piece)| **piece == colour) {
            for (dq, dr) in DIRECTIONS {
                let (near, far) = ((q + dq, r + dr), (q + 2 * dq, r + 2 * dr));
                if self.is_empty(near) {
                    moves.push(format!("{}>{}", text((q, r)), text(near)));
                } else if exists(near) && self.is_empty(far) {
                    moves.push(format!("{}>{}", text((q, r)), text(far)));
                }
            }
            if may_exit((q, r), colour) {
                moves.push(format!("{}>off", text((q, r))));
            }
        }
        if moves.is_empty() {
            moves.push("pass".into());
        }
        moves.sort();
        vec![moves]
    }

    fn play(&mut self, joint: &[&str]) {
        let colour = self.colour_to_move();
        if let Some((from, to)) = joint[0].split_once('>') {
            let from = hex(from);
            self.pieces.remove(&from);
            if to == "off" {
                *self.exits.entry(colour).or_default() += 1;
            } else {
                let to = hex(to);
                self.pieces.insert(to, colour);
                let (dq, dr) = (to.0 - from.0, to.1 - from.1);
                if dq.abs().max(dr.abs()) == 2 {
                    self.pieces.insert((from.0 + dq / 2, from.1 + dr / 2), colour);
                }
            }
        }
        self.plies += 1;
        let draw = |reason: &str| Some((vec![0.5; 3], reason.to_owned()));
        if self.plies >= 768 {
            self.result = draw("maxturns");
        }
        if self.see() >= 4 {
            self.result = draw("repetition");
        }
        if self.result.is_none() && self.exits[&colour] == 4 {
            let payoffs = COLOURS.map(|seat| if seat == colour { 1.0 } else { 0.0 });
            self.result = Some((payoffs.to_vec(), "exit4".into()));
        }
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        self.result.clone()
    }
}
