//! Avalam: towers of two colours on a slanted board, merged until nothing fits.
//!
//! ```text
//!      a b c d e f g h i          cells are numbered row by row: c1 is 0, d1 is 1, ... g9 is 47
//!   1      y r
//!   2    y r y r                  a pair of neighbours is named by its first cell and one of four ways:
//!   3    r y r y r y
//!   4    y r y r y r y r              first -- east            4 words of 48 bits hold
//!   5  y r y r   r y r y             /  |  \                   any set of the 146 pairs
//!   6  r y r y r y r y      south-west  |   south-east
//!   7      y r y r y r                south
//!   8          r y r y
//!   9            r y
//! ```
//!
//! A move merges two neighbouring towers, so a pair of neighbours is two moves, one each way, for
//! either seat. Towers only grow and vacated cells stay vacated: a pair that cannot be merged now
//! never can again. So a position also keeps the set of pairs that can still be merged, and a move
//! only takes pairs out of it. That costs a few word operations without a branch; `Headroom` in
//! `moves.rs` shows how. Counting moves is counting bits, and a random move is a random bit. The
//! match is over when the set is empty.
//!
//! A move is two cells, `e4d4`. Position text: nine rows of cells joined by `/`, a blank, who
//! moves. A cell is `A` to `E` for a tower of Yellow with 1 to 5 counters, `a` to `e` for one of
//! Red, `.` once it is vacated.
//!
//! ```
//! use truel_core::{Game, legal_joint};
//! use truel_games::Avalam;
//!
//! let mut game = Avalam::default();
//! assert_eq!(game.to_string(), "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA y");
//! game.play(legal_joint(&game, "c1d1").expect("neighbours"));
//! assert_eq!(game.to_string(), ".B/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA r");
//! ```

mod board;
mod draw;
mod groups;
mod moves;
mod notation;
mod pairs;
mod score;

use serde_json::{Value, json};
use truel_core::draw::Rgb;
use truel_core::{Bounds, BySeat, Game, Info, Phase, Rng, Seat, SeatInfo, Seats, Symmetric, Timing, zobrist};

use board::CELLS;
use moves::Headroom;

pub use board::Cell;
pub use groups::Cells;
pub use moves::{Carry, HIGHEST, Tower};

const YELLOW: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);

/// A word for each cell and tower. Whose turn it is follows from the number of towers, so it has no
/// word of its own.
static WORDS: [[u64; 16]; CELLS] = zobrist::rows(0x6176_616c_616d);

/// A position of avalam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avalam {
    headroom: Headroom,
    towers: [Tower; CELLS],
    key: u64,
    plies: u8,
}

impl Avalam {
    const START: Avalam = Avalam {
        headroom: Headroom::START,
        towers: moves::START,
        key: key_of(&moves::START),
        plies: 0,
    };

    /// The position with these towers; each ply has vacated one cell.
    fn with_towers(towers: [Tower; CELLS]) -> Self {
        Avalam {
            headroom: Headroom::between(&towers),
            towers,
            key: key_of(&towers),
            plies: towers.iter().filter(|tower| **tower == Tower::NONE).count() as u8,
        }
    }

    /// What stands on `cell`.
    #[inline]
    pub fn tower(&self, cell: Cell) -> Tower {
        self.towers[cell.index()]
    }

    #[inline]
    fn turn(&self) -> Seat {
        if self.plies.is_multiple_of(2) { YELLOW } else { RED }
    }

    /// Both seats have the same moves, so when there is none for one there is none for the other.
    #[inline]
    fn is_over(&self) -> bool {
        self.headroom.mergers().is_empty()
    }
}

const fn key_of(towers: &[Tower; CELLS]) -> u64 {
    let (mut key, mut number) = (0, 0);
    while number < CELLS {
        if towers[number].height() > 0 {
            key ^= WORDS[number][towers[number].code()];
        }
        number += 1;
    }
    key
}

impl Default for Avalam {
    fn default() -> Self {
        Self::START
    }
}

impl Game for Avalam {
    const INFO: Info = Info {
        id: "avalam",
        title: "Avalam",
        about: "Stack neighbouring towers up to five high; in the end whoever tops more towers wins.",
        origin: "Philippe Deweys; referee of Polytechnique Montréal's INF8215 contest (2022), after UCLouvain's \
                 LINGI2261",
        seats: &[
            SeatInfo {
                name: "Yellow",
                colour: Rgb::YELLOW,
            },
            SeatInfo {
                name: "Red",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Turns,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(38),
        position: "ROW/…/ROW TURN: nine rows of cells, `A`-`E` Yellow's towers, `a`-`e` Red's, `.` vacated; `y` or `r` \
                   to move",
        notation: "e4d4 c1d1 a5b6",
    };
    const HAS_MEMORY: bool = false;
    type Move = Carry;
    type Joint = [Carry; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        if self.is_over() {
            Phase::Over(self.payoffs())
        } else {
            Phase::Act(Seats::one(self.turn()))
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.is_over().then(|| self.score().1)
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Carry>) {
        if seat == self.turn() {
            let mergers = self.headroom.mergers();
            out.reserve(2 * mergers.len() as usize);
            mergers.each(|from, to| {
                let carry = Carry { from, to };
                out.push(carry);
                out.push(carry.reversed());
            });
        }
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Carry>) -> usize {
        if seat == self.turn() {
            2 * self.headroom.mergers().len() as usize
        } else {
            0
        }
    }

    /// A number below the count of moves is a pair and, in its lowest bit, which way.
    #[inline]
    fn random_move(&self, _: Seat, rng: &mut Rng, _: &mut Vec<Carry>) -> Carry {
        let mergers = self.headroom.mergers();
        let number = rng.below(2 * mergers.len());
        let (from, to) = mergers.nth(number / 2);
        let carry = Carry { from, to };
        if number.is_multiple_of(2) {
            carry
        } else {
            carry.reversed()
        }
    }

    /// Always inlined: whoever does not undo then copies no position.
    #[inline(always)]
    fn play(&mut self, [carry]: [Carry; 1]) -> Self {
        let before = *self;
        let (from, to) = (carry.from.index(), carry.to.index());
        let (carried, below) = (self.towers[from], self.towers[to]);
        let merged = carried.on(below);
        self.towers[from] = Tower::NONE;
        self.towers[to] = merged;
        self.headroom.carry(carry, carried.height());
        self.key ^= WORDS[from][carried.code()] ^ WORDS[to][below.code()] ^ WORDS[to][merged.code()];
        self.plies += 1;
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("score", json!(self.score().0)),
            ("towers", json!(self.towers().0)),
            ("fives", json!(self.fives().0)),
        ]
    }
}

/// The half turn, which keeps every counter's colour.
impl Symmetric for Avalam {
    const SYMMETRIES: usize = 2;

    fn image(&self, s: usize) -> Self {
        let mut towers = self.towers;
        if s == 1 {
            towers.reverse();
        }
        Self::with_towers(towers)
    }

    fn image_move(Carry { from, to }: Carry, s: usize) -> Carry {
        let turned = |cell: Cell| if s == 1 { cell.half_turn() } else { cell };
        Carry {
            from: turned(from),
            to: turned(to),
        }
    }

    fn image_seat(seat: Seat, _: usize) -> Seat {
        seat
    }
}
