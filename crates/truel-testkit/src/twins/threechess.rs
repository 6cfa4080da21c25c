//! Threechess over names: a map from cells such as `BE2` to pieces such as `bP`, and words of the
//! letters F, B, L and R.

use std::collections::{BTreeMap, BTreeSet};

use crate::twin::Twin;

const SECTIONS: &str = "BGR";
const DIAGONALS: [&str; 8] = ["FL", "LF", "FR", "RF", "BL", "LB", "BR", "RB"];
const STRAIGHTS: [&str; 4] = ["F", "B", "L", "R"];
const LEAPS: [&str; 16] = [
    "FFL", "FFR", "BBL", "BBR", "LLF", "LLB", "RRF", "RRB", "LFF", "RFF", "LBB", "RBB", "FLL", "FRR", "BLL", "BRR",
];

/// The board by name, and who moves.
#[derive(Clone, Debug)]
pub struct ThreeChessTwin {
    /// Cell to piece: the owner's section letter and the kind's letter.
    board: BTreeMap<String, (char, char)>,
    turn: usize,
    /// Who took whose king.
    taken: Option<(char, char)>,
}

impl Default for ThreeChessTwin {
    fn default() -> Self {
        let mut board = BTreeMap::new();
        for section in SECTIONS.chars() {
            for (column, kind) in ('A'..='H').zip("RNBQKBNR".chars()) {
                board.insert(format!("{section}{column}1"), (section, kind));
                board.insert(format!("{section}{column}2"), (section, 'P'));
            }
        }
        ThreeChessTwin {
            board,
            turn: 0,
            taken: None,
        }
    }
}

fn letters(cell: &str) -> (char, char, char) {
    let letters: Vec<char> = cell.chars().collect();
    (letters[0], letters[1], letters[2])
}

fn neighbour(letter: char, by: i32) -> char {
    char::from_u32((letter as i32 + by) as u32).expect("a letter")
}

fn section_after(section: char, steps: usize) -> char {
    let place = SECTIONS.find(section).expect("a section");
    SECTIONS.chars().nth((place + steps) % 3).expect("a section")
}

/// One elementary step.
fn step(cell: &str, direction: char) -> Option<String> {
    let (section, column, row) = letters(cell);
    let mirrored = neighbour('A', 'H' as i32 - column as i32);
    match direction {
        'F' if row != '4' => Some(format!("{section}{column}{}", neighbour(row, 1))),
        'F' if column <= 'D' => Some(format!("{}{mirrored}4", section_after(section, 1))),
        'F' => Some(format!("{}{mirrored}4", section_after(section, 2))),
        'B' if row != '1' => Some(format!("{section}{column}{}", neighbour(row, -1))),
        'L' if column != 'A' => Some(format!("{section}{}{row}", neighbour(column, -1))),
        'R' if column != 'H' => Some(format!("{section}{}{row}", neighbour(column, 1))),
        _ => None,
    }
}

fn opposite(direction: char) -> char {
    match direction {
        'F' => 'B',
        'B' => 'F',
        'L' => 'R',
        _ => 'L',
    }
}

fn walk(from: &str, word: &str, mut flip: bool) -> Option<String> {
    let mut here = from.to_owned();
    for letter in word.chars() {
        let next = step(&here, if flip { opposite(letter) } else { letter })?;
        flip |= next[..1] != here[..1];
        here = next;
    }
    Some(here)
}

impl ThreeChessTwin {
    fn mover(&self) -> char {
        SECTIONS.chars().nth(self.turn).expect("a seat")
    }

    fn owner(&self, cell: &str) -> Option<char> {
        self.board.get(cell).map(|(owner, _)| *owner)
    }

    fn is_empty(&self, cell: &str) -> bool {
        !self.board.contains_key(cell)
    }

    fn is_enemy(&self, cell: &str) -> bool {
        self.owner(cell).is_some_and(|owner| owner != self.mover())
    }

    fn slides(&self, from: &str, word: &str) -> Vec<String> {
        let (mut here, mut reached) = (from.to_owned(), Vec::new());
        while let Some(next) = walk(&here, word, here[..1] != from[..1]) {
            reached.push(next.clone());
            if !self.is_empty(&next) {
                break;
            }
            here = next;
        }
        reached
    }

    fn targets(&self, from: &str, kind: char) -> Vec<String> {
        let slides = |words: &[&str]| words.iter().flat_map(|word| self.slides(from, word)).collect();
        let walks = |words: &[&str]| words.iter().filter_map(|word| walk(from, word, false)).collect();
        let queen_words = [&STRAIGHTS[..], &DIAGONALS[..]].concat();
        match kind {
            'R' => slides(&STRAIGHTS),
            'B' => slides(&DIAGONALS),
            'Q' => slides(&queen_words),
            'N' => walks(&LEAPS),
            'K' => [walks(&queen_words), self.castlings(from)].concat(),
            _ => self.pawn_targets(from),
        }
    }

    fn castlings(&self, from: &str) -> Vec<String> {
        let home = self.mover();
        if from != format!("{home}E1") {
            return Vec::new();
        }
        let open = |corner: char, between: &str| {
            self.board.get(&format!("{home}{corner}1")) == Some(&(home, 'R'))
                && between.chars().all(|column| self.is_empty(&format!("{home}{column}1")))
        };
        let mut targets = Vec::new();
        if open('H', "FG") {
            targets.push(format!("{home}G1"));
        }
        if open('A', "BCD") {
            targets.push(format!("{home}C1"));
        }
        targets
    }

    fn pawn_targets(&self, from: &str) -> Vec<String> {
        let (section, column, row) = letters(from);
        let abroad = section != self.mover();
        let mut targets: Vec<String> = walk(from, "F", abroad).into_iter().collect();
        targets.retain(|to| self.is_empty(to));
        let (third, fourth) = (format!("{section}{column}3"), format!("{section}{column}4"));
        if !abroad && row == '2' && self.is_empty(&third) && self.is_empty(&fourth) {
            targets.push(fourth);
        }
        let captures = ["FL", "LF", "FR", "RF"]
            .iter()
            .filter_map(|word| walk(from, word, abroad));
        targets.extend(captures.filter(|to| self.is_enemy(to)));
        targets
    }
}

impl Twin for ThreeChessTwin {
    fn moves(&self) -> Vec<Vec<String>> {
        if self.taken.is_some() {
            return Vec::new();
        }
        let mut moves = BTreeSet::new();
        for (from, &(owner, kind)) in &self.board {
            if owner == self.mover() {
                let targets = self.targets(from, kind).into_iter();
                let targets = targets.filter(|to| self.owner(to) != Some(owner));
                moves.extend(targets.map(|to| format!("{from}{to}")));
            }
        }
        // Nobody without a move is left to act; the result says so.
        if moves.is_empty() {
            Vec::new()
        } else {
            vec![moves.into_iter().collect()]
        }
    }

    fn play(&mut self, joint: &[&str]) {
        let (from, to) = joint[0].split_at(3);
        let (owner, mut kind) = self.board.remove(from).expect("a piece to move");
        if kind == 'K' && from == format!("{owner}E1") {
            let (short, long) = (format!("{owner}G1"), format!("{owner}C1"));
            for (target, corner, beside) in [(short, 'H', 'F'), (long, 'A', 'D')] {
                if to == target {
                    let rook = self
                        .board
                        .remove(&format!("{owner}{corner}1"))
                        .expect("a rook to castle with");
                    self.board.insert(format!("{owner}{beside}1"), rook);
                }
            }
        }
        if kind == 'P' && to.ends_with('1') && !to.starts_with(owner) {
            kind = 'Q';
        }
        if let Some((loser, 'K')) = self.board.insert(to.to_owned(), (owner, kind)) {
            self.taken = Some((owner, loser));
        }
        self.turn = (self.turn + 1) % 3;
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        let Some((winner, loser)) = self.taken else {
            let is_stuck = self.moves().is_empty();
            return is_stuck.then(|| (vec![0.0; 3], "no_moves".into()));
        };
        let payoff = |seat| match seat {
            seat if seat == winner => 1.0,
            seat if seat == loser => -1.0,
            _ => 0.0,
        };
        Some((SECTIONS.chars().map(payoff).collect(), "king_capture".into()))
    }
}
