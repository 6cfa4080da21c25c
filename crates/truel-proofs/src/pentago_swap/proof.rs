//! The proof as a file: claims, and White's answer in every position that needs one.
//!
//! One line of text, `truel-proof 1 pentago-swap CLAIMS ANSWERS CHECKSUM`, and then numbers of
//! seven bits a byte, the lowest first and the top bit set on all but the last byte: the claims,
//! and for each answer the distance of its position to the one before and a byte for the move.
//!
//! A position is its 36 cells as digits to the base three (0 empty, 1 White, 2 Black), the first
//! cell lowest. Of the eight images of a position the file has the one with the least white word,
//! and the least black word among those.

use thiserror::Error;
use truel_core::{Game, Seat, Symmetric};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Pair, Placement};
use xxhash_rust::xxh3::xxh3_64;

/// How every proof begins.
pub const MAGIC: &str = "truel-proof ";
const VERSION: &str = "1";

/// Why a file is not a proof that can be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unreadable {
    /// It does not begin as one.
    #[error("this is no proof of truel's: it does not begin with `truel-proof`")]
    Foreign,
    /// It is of a version that this program does not know.
    #[error("the proof is of version {0}; this program knows version {VERSION}")]
    Version(String),
    /// It is about another game.
    #[error("the proof is about `{0}`, not pentago-swap")]
    Game(String),
    /// Its first line makes no sense.
    #[error("the proof's first line is damaged")]
    Header,
    /// It ends too early.
    #[error("the proof is cut off: {found} of {promised} answers are there")]
    CutOff {
        /// The answers that are there.
        found: usize,
        /// Those that the first line promises.
        promised: usize,
    },
    /// Its bytes are not those that were written.
    #[error("the proof is damaged: its checksum does not match")]
    Damaged,
}

/// Positions that White is said to win, and White's answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// The positions that White is said to win, White to move, by [`key`].
    pub claims: Vec<u64>,
    positions: Vec<u64>,
    answers: Vec<u8>,
}

/// The number of a position, and the symmetry that leads to the image which has it.
pub fn key(game: &PentagoSwap) -> (u64, usize) {
    let images = (0..PentagoSwap::SYMMETRIES).map(|s| {
        let image = game.image(s);
        (image.bits(Seat::new(0)), image.bits(Seat::new(1)), s)
    });
    let (white, black, symmetry) = images.min().expect("there are eight images");
    let digit = |cell: usize| (white >> cell & 1) + 2 * (black >> cell & 1);
    let number = (0..36).rev().fold(0, |number, cell| 3 * number + digit(cell));
    (number, symmetry)
}

/// The position with this number; `None` if the rules know no such position.
pub fn position(key: u64) -> Option<PentagoSwap> {
    let digit = |cell: Cell| key / 3u64.pow(cell.index() as u32) % 3;
    let row = |row| (0..6).map(move |column| ['.', 'w', 'b'][digit(Cell::at(row, column)) as usize]);
    let rows: Vec<String> = (0..6).map(|number| row(number).collect()).collect();
    // Position text has digits for runs of empty cells; the longest first.
    let runs = (1..=6).rev().map(|length| (".".repeat(length), length.to_string()));
    let text = runs.fold(rows.join("/"), |text, (run, digit)| text.replace(&run, &digit));
    (key < 3u64.pow(36)).then(|| format!("{text} w").parse().ok())?
}

/// The number of a move, below 216.
pub fn code(Placement { cell, pair }: Placement) -> u8 {
    (6 * cell.index() + pair.index()) as u8
}

/// The move with this number.
pub fn placement(code: u8) -> Option<Placement> {
    let cell = Cell::all().nth(usize::from(code / 6))?;
    let pair = Pair::all().nth(usize::from(code % 6))?;
    Some(Placement { cell, pair })
}

impl Proof {
    /// With these claims and answers, in any order; where a position comes twice, the first counts.
    pub fn new(mut claims: Vec<u64>, mut answers: Vec<(u64, u8)>) -> Self {
        claims.sort_unstable();
        claims.dedup();
        answers.sort_by_key(|(position, _)| *position);
        answers.dedup_by_key(|(position, _)| *position);
        let (positions, answers) = answers.into_iter().unzip();
        Proof {
            claims,
            positions,
            answers,
        }
    }

    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position and the answer with this index below [`len`](Self::len).
    pub fn answer(&self, index: usize) -> (u64, u8) {
        (self.positions[index], self.answers[index])
    }

    /// All positions with their answers.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u8)> {
        (0..self.len()).map(|index| self.answer(index))
    }

    /// Whether there is an answer in the position with this number.
    pub fn has(&self, key: u64) -> bool {
        self.positions.binary_search(&key).is_ok()
    }

    /// White's move in this position, if it has one here.
    pub fn find(&self, game: &PentagoSwap) -> Option<Placement> {
        let (key, symmetry) = key(game);
        let answer = placement(self.answers[self.positions.binary_search(&key).ok()?])?;
        let mut moves = Vec::new();
        game.moves(Seat::new(0), &mut moves);
        moves
            .into_iter()
            .find(|mv| PentagoSwap::image_move(*mv, symmetry) == answer)
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(6 * self.len() + 9 * self.claims.len());
        self.claims.iter().for_each(|claim| push(&mut body, *claim));
        let mut before = 0;
        for (position, answer) in self.iter() {
            push(&mut body, position - before);
            body.push(answer);
            before = position;
        }
        let mut file = self.first_line(&body).into_bytes();
        file.push(b'\n');
        file.append(&mut body);
        file
    }

    fn first_line(&self, body: &[u8]) -> String {
        let (claims, answers, checksum) = (self.claims.len(), self.len(), xxh3_64(body));
        format!("{MAGIC}{VERSION} pentago-swap {claims} {answers} {checksum:016x}")
    }

    /// Reads the file.
    pub fn read(file: &[u8]) -> Result<Self, Unreadable> {
        if !file.starts_with(MAGIC.as_bytes()) {
            return Err(Unreadable::Foreign);
        }
        let end = file
            .iter()
            .take(200)
            .position(|byte| *byte == b'\n')
            .ok_or(Unreadable::Header)?;
        let line = str::from_utf8(&file[..end]).map_err(|_| Unreadable::Header)?;
        let [_, version, game, claims, answers, _] = line
            .split(' ')
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| Unreadable::Header)?;
        if version != VERSION {
            return Err(Unreadable::Version(version.to_owned()));
        }
        if game != PentagoSwap::INFO.id {
            return Err(Unreadable::Game(game.to_owned()));
        }
        let count = |text: &str| text.parse::<usize>().map_err(|_| Unreadable::Header);
        let (promised_claims, promised) = (count(claims)?, count(answers)?);
        let body = &file[end + 1..];
        let mut proof = Proof::default();
        let cut_off = |found| Unreadable::CutOff { found, promised };
        let mut rest = body;
        for _ in 0..promised_claims {
            proof.claims.push(pop(&mut rest).ok_or(cut_off(0))?);
        }
        let mut before = 0u64;
        for found in 0..promised {
            let distance = pop(&mut rest).ok_or(cut_off(found))?;
            let (answer, others) = rest.split_first().ok_or(cut_off(found))?;
            before = before.checked_add(distance).ok_or(Unreadable::Damaged)?;
            proof.positions.push(before);
            proof.answers.push(*answer);
            rest = others;
        }
        let is_whole = rest.is_empty() && proof.first_line(body) == line;
        is_whole.then_some(proof).ok_or(Unreadable::Damaged)
    }
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pop(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
