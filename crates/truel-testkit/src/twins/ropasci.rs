//! RoPaSci 360 over a map from hexes to letters: capitals are Upper's tokens, small letters
//! Lower's.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::twin::Twin;

type Hex = (i32, i32);

const NEIGHBOURS: [Hex; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// The slow, obvious RoPaSci 360.
#[derive(Debug)]
pub struct RoPaSci {
    board: BTreeMap<Hex, Vec<char>>,
    throws: [i32; 2],
    turns: u32,
    seen: HashMap<String, u32>,
    result: Option<(Vec<f32>, String)>,
}

impl Default for RoPaSci {
    fn default() -> Self {
        let mut twin = RoPaSci {
            board: BTreeMap::new(),
            throws: [0, 0],
            turns: 0,
            seen: HashMap::new(),
            result: None,
        };
        twin.seen.insert(twin.text(), 1);
        twin
    }
}

fn board() -> Vec<Hex> {
    let square = (-4..=4).flat_map(|r| (-4..=4).map(move |q| (r, q)));
    square.filter(|(r, q)| i32::abs(r + q) <= 4).collect()
}

fn neighbours((r, q): Hex) -> Vec<Hex> {
    let around = NEIGHBOURS.iter().map(|(dr, dq)| (r + dr, q + dq));
    around.filter(|hex| board().contains(hex)).collect()
}

/// Whether `letter` is a token of seat 0 (Upper) or 1 (Lower).
fn belongs(letter: char, seat: usize) -> bool {
    letter.is_uppercase() == (seat == 0)
}

/// The symbol that defeats this one, both as small letters.
fn killer(symbol: char) -> char {
    match symbol {
        'r' => 'p',
        'p' => 's',
        _ => 'r',
    }
}

fn hex(text: &str) -> Hex {
    let (r, q) = text.split_once(',').expect("a hex is `r,q`");
    (r.parse().expect("a row"), q.parse().expect("a column"))
}

impl RoPaSci {
    /// The position as conditions on repetition see it: sorted tokens and throws used.
    fn text(&self) -> String {
        let mut text = format!("{:?}", self.throws);
        for (hex, letters) in &self.board {
            let mut letters = letters.clone();
            letters.sort_unstable();
            text += &format!(" {hex:?}{letters:?}");
        }
        text
    }

    fn holds(&self, hex: Hex, seat: usize) -> bool {
        self.board
            .get(&hex)
            .is_some_and(|letters| letters.iter().any(|&letter| belongs(letter, seat)))
    }

    fn moves_of(&self, seat: usize) -> Vec<String> {
        let mut moves = BTreeSet::new();
        for (r, q) in board() {
            let forward = if seat == 0 { r } else { -r };
            if self.throws[seat] < 9 && forward >= 4 - self.throws[seat] {
                moves.extend(["r", "p", "s"].map(|symbol| format!("{symbol}@{r},{q}")));
            }
            if !self.holds((r, q), seat) {
                continue;
            }
            let near = neighbours((r, q));
            let mut targets: BTreeSet<Hex> = near.iter().copied().collect();
            for &pivot in near.iter().filter(|&&pivot| self.holds(pivot, seat)) {
                targets.extend(neighbours(pivot));
            }
            targets.remove(&(r, q));
            moves.extend(targets.iter().map(|(tr, tq)| format!("{r},{q}>{tr},{tq}")));
        }
        moves.into_iter().collect()
    }

    /// Takes the token of a move from where it was and says what lands where.
    fn lift(&mut self, seat: usize, mv: &str) -> (Hex, char) {
        if let Some((from, to)) = mv.split_once('>') {
            let letters = self.board.get_mut(&hex(from)).expect("tokens stand there");
            let place = letters.iter().position(|&letter| belongs(letter, seat));
            let letter = letters.remove(place.expect("one of them is the seat's"));
            self.board.retain(|_, letters| !letters.is_empty());
            return (hex(to), letter);
        }
        let (symbol, to) = mv.split_once('@').expect("a throw");
        self.throws[seat] += 1;
        let symbol = if seat == 0 {
            symbol.to_uppercase()
        } else {
            symbol.to_owned()
        };
        (hex(to), symbol.chars().next().expect("a letter"))
    }

    fn battle(&mut self, hex: Hex) {
        let letters = self.board.entry(hex).or_default();
        let symbols: BTreeSet<char> = letters.iter().map(char::to_ascii_lowercase).collect();
        letters.retain(|letter| !symbols.contains(&killer(letter.to_ascii_lowercase())));
        self.board.retain(|_, letters| !letters.is_empty());
    }

    /// The symbols of a seat's tokens, as small letters.
    fn symbols(&self, seat: usize) -> Vec<char> {
        let all = self.board.values().flatten();
        let own = all.filter(|&&letter| belongs(letter, seat));
        own.map(char::to_ascii_lowercase).collect()
    }

    fn judge(&self) -> Option<(Vec<f32>, String)> {
        let over = |payoffs: [f32; 2], reason: &str| Some((payoffs.to_vec(), reason.to_owned()));
        let symbols = [self.symbols(0), self.symbols(1)];
        let no_throws = [self.throws[0] == 9, self.throws[1] == 9];
        let lost = [0, 1].map(|seat| no_throws[seat] && symbols[seat].is_empty());
        let invincible = [0, 1].map(|seat| {
            let safe = |&symbol: &char| !symbols[1 - seat].contains(&killer(symbol));
            no_throws[1 - seat] && symbols[seat].iter().any(safe)
        });
        let one_left = [0, 1].map(|seat| no_throws[seat] && symbols[seat].len() == 1);
        if lost[0] && lost[1] {
            over([0.5, 0.5], "no-tokens")
        } else if lost[0] {
            over([0.0, 1.0], "no-tokens")
        } else if lost[1] {
            over([1.0, 0.0], "no-tokens")
        } else if invincible[0] && invincible[1] {
            over([0.5, 0.5], "both-invincible")
        } else if invincible[0] && one_left[1] {
            over([1.0, 0.0], "invincible-vs-one")
        } else if invincible[1] && one_left[0] {
            over([0.0, 1.0], "invincible-vs-one")
        } else if self.seen[&self.text()] >= 3 {
            over([0.5, 0.5], "repetition")
        } else if self.turns >= 360 {
            over([0.5, 0.5], "max-turns")
        } else {
            None
        }
    }
}

impl Twin for RoPaSci {
    fn moves(&self) -> Vec<Vec<String>> {
        match self.result {
            None => vec![self.moves_of(0), self.moves_of(1)],
            Some(_) => Vec::new(),
        }
    }

    fn play(&mut self, joint: &[&str]) {
        let landings = [self.lift(0, joint[0]), self.lift(1, joint[1])];
        for (to, letter) in landings {
            self.board.entry(to).or_default().push(letter);
        }
        for (to, _) in landings {
            self.battle(to);
        }
        self.turns += 1;
        *self.seen.entry(self.text()).or_default() += 1;
        self.result = self.judge();
    }

    fn result(&self) -> Option<(Vec<f32>, String)> {
        self.result.clone()
    }
}
