//! RoPaSci 360: rock, paper and scissors on 61 hexes, thrown, slid and swung by two seats at once.
//!
//! ```text
//!   r= 4              56 57 58 59 60          Upper's home row
//!   r= 3            42 43 44 45 46 47
//!   r= 2          28 29 30 31 32 33 34
//!   r= 1        14 15 16 17 18 19 20 21
//!   r= 0       0  1  2  3  4  5  6  7  8
//!   r=-1        48 49 50 51 52 53 54 55
//!   r=-2          35 36 37 38 39 40 41
//!   r=-3            22 23 24 25 26 27
//!   r=-4               9 10 11 12 13          Lower's home row
//! ```
//!
//! A hexagon of side 5 tiles the plane. Its 61 hexes can be numbered so that a step in a direction
//! adds the same number everywhere. The hex `r,q` has place `q + 14 r + 4` modulo 61 on a ring, and
//! its neighbours lie ±1, ±13 and ±14 places away. So a set of hexes is one word of 61 bits, and
//! moving all of them one step rotates that word. For each direction, a mask holds the hexes that
//! can go there without leaving the board.
//!
//! That makes moves cheap: all slides and swings of a seat are 18 sets, one for each way to go. No
//! loop over tokens or pivots is needed. Counting moves is counting bits, and a random move is a
//! random bit.
//!
//! Beside the sets, each hex has a [`Stack`]. Battles leave one symbol on a hex, so a stack is that
//! symbol and a count for each seat, in one word. Tokens and throws are counted in eight bytes.
//! They change exactly when no earlier position can return. The first three ends and the history of
//! repetitions look at nothing else.

mod board;
mod draw;
mod end;
mod hexes;
mod moves;
mod notation;
mod position;
mod tokens;
mod turn;

use serde_json::Value;
use truel_core::draw::Rgb;
use truel_core::{Bounds, BySeat, Game, History, Info, Phase, Rng, Seat, SeatInfo, Seats, Symmetric, Timing};

pub use board::Hex;
pub use hexes::HexSet;
pub use moves::Move;
pub use tokens::{Stack, Symbol, THROWS};
pub use turn::Undo;

use board::HEXES;
use end::End;
use tokens::Material;

const UPPER: Seat = Seat::new(0);
const LOWER: Seat = Seat::new(1);

/// The most turns of a match.
const LONGEST: u16 = 360;

/// The occurrence of a position that is a draw.
const OCCURRENCES: usize = 3;

/// A position of RoPaSci 360.
#[derive(Debug)]
pub struct RoPaSci {
    stacks: [Stack; HEXES],
    /// The hexes where each seat has tokens.
    own: BySeat<u64, 2>,
    material: Material,
    turn: u16,
    end: Option<End>,
    key: u64,
    history: History,
}

impl RoPaSci {
    /// What lies on `hex`.
    #[inline]
    pub fn stack(&self, hex: Hex) -> Stack {
        self.stacks[hex.index()]
    }

    /// How many tokens of this symbol `seat` has on the board.
    #[inline]
    pub fn tokens(&self, seat: Seat, symbol: Symbol) -> u8 {
        self.material.tokens[seat][symbol.index()]
    }

    /// How many of its nine throws `seat` has used.
    #[inline]
    pub fn throws_used(&self, seat: Seat) -> u8 {
        self.material.throws_used[seat]
    }

    /// How many turns have been played.
    #[inline]
    pub fn turns(&self) -> u16 {
        self.turn
    }

    /// How many throws `seat` has left.
    #[inline]
    pub fn throws_left(&self, seat: Seat) -> u8 {
        THROWS - self.material.throws_used[seat]
    }

    /// How many tokens `seat` has on the board.
    #[inline]
    pub fn token_count(&self, seat: Seat) -> u8 {
        self.material.token_count(seat)
    }

    /// Whether `seat` has a token that nothing of the other seat can ever defeat (section 6 of the
    /// rules). It cannot lose then, unless it defeats its own tokens.
    #[inline]
    pub fn is_invincible(&self, seat: Seat) -> bool {
        self.material.is_invincible(seat)
    }

    /// Whether the position stood before in this match: once more, and it is a draw.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        self.history.has_occurred(2)
    }

    /// How many turns ago tokens or throws changed last.
    #[inline]
    pub fn turns_since_change(&self) -> u16 {
        self.history.live().len() as u16 - 1
    }

    /// The hexes where `seat` has tokens.
    #[inline]
    pub fn held(&self, seat: Seat) -> HexSet {
        HexSet(self.own[seat])
    }

    /// The hexes where `seat` has tokens, by symbol.
    #[inline]
    pub fn held_by_symbol(&self, seat: Seat) -> [HexSet; 3] {
        let mut sets = [HexSet::EMPTY; 3];
        for hex in self.held(seat).iter() {
            let symbol = self.stack(hex).symbol.expect("a token stands where one is held");
            sets[symbol.index()].0 |= hex.bit();
        }
        sets
    }

    /// The hexes onto which `seat` may throw: none after nine throws.
    #[inline]
    pub fn zone(&self, seat: Seat) -> HexSet {
        HexSet(board::throw_zone_set(seat, self.material.throws_used[seat]))
    }

    fn key_from_scratch(&self) -> u64 {
        let stacks = Hex::all().map(|hex| self.stack(hex).key(hex));
        stacks.fold(self.material.throws_key(), |key, word| key ^ word)
    }
}

impl Default for RoPaSci {
    fn default() -> Self {
        let material = Material::default();
        let key = material.throws_key();
        RoPaSci {
            stacks: [Stack::default(); HEXES],
            own: BySeat([0, 0]),
            material,
            turn: 0,
            end: None,
            key,
            history: History::new(key),
        }
    }
}

impl Clone for RoPaSci {
    #[inline]
    fn clone(&self) -> Self {
        RoPaSci {
            history: self.history.clone(),
            ..*self
        }
    }

    /// Reuses the memory of the history, so that a kept copy allocates nothing.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.history.clone_from(&source.history);
        (self.stacks, self.own, self.material) = (source.stacks, source.own, source.material);
        (self.turn, self.end, self.key) = (source.turn, source.end, source.key);
    }
}

impl Game for RoPaSci {
    const INFO: Info = Info {
        id: "ropasci",
        title: "RoPaSci 360",
        about: "Rock, paper and scissors on a hexagon: throw, slide and swing, both at once.",
        origin: "COMP30024 Artificial Intelligence, University of Melbourne, 2021",
        seats: &[
            SeatInfo {
                name: "Upper",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Lower",
                colour: Rgb::RED,
            },
        ],
        timing: Timing::Simultaneous,
        bounds: Bounds::UNIT,
        sum: Some(1.0),
        draw: 0.5,
        longest: Some(LONGEST as u32),
        position: "ROWS THROWS TURNS HISTORY: nine rows of `R P S r p s`, `[RRr]` for a stack, digits for empty hexes; \
                   throws used such as `3,4`; turns played; earlier keys or `-`",
        notation: "r@4,-2 4,-2>3,-2 (throw rock onto a hex; slide or swing)",
    };
    type Move = Move;
    type Joint = [Move; 2];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Undo;

    #[inline]
    fn phase(&self) -> Phase<Self::Payoffs> {
        match self.end {
            None => Phase::Act(Seats::all(2)),
            Some(end) => Phase::Over(end.payoffs()),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end.map(End::reason)
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Move>) {
        if self.end.is_none() {
            self.list_moves(seat, out);
        }
    }

    #[inline]
    fn play(&mut self, joint: [Move; 2]) -> Undo {
        self.carry_out(joint)
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.take_back(undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn move_count(&self, seat: Seat, _: &mut Vec<Move>) -> usize {
        match self.end {
            None => self.count_moves(seat) as usize,
            Some(_) => 0,
        }
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        self.draw_move(seat, rng)
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        let text = self.end.map(|end| ("text", end.announcement().into()));
        text.into_iter().collect()
    }
}

/// Seen from the other side of the table: the board turned by half a turn, the seats exchanged.
impl Symmetric for RoPaSci {
    const SYMMETRIES: usize = 2;

    fn image(&self, s: usize) -> Self {
        let mut image = self.clone();
        if s == 1 {
            for hex in Hex::all() {
                let Stack { symbol, tokens } = self.stack(hex);
                let tokens = exchanged(tokens);
                image.stacks[hex.mirrored().index()] = Stack { symbol, tokens };
            }
            let mirrored = |set| hexes::hexes(set).fold(0, |set, hex| set | hex.mirrored().bit());
            let BySeat([upper, lower]) = self.own;
            image.own = BySeat([mirrored(lower), mirrored(upper)]);
            image.material = Material {
                tokens: exchanged(self.material.tokens),
                throws_used: exchanged(self.material.throws_used),
            };
            image.end = self.end.map(End::mirrored);
            image.key = image.key_from_scratch();
        }
        // Of the history only the reason for a draw, so that the image's text tells it as well.
        let times = if self.reason() == Some(end::REPETITION) {
            OCCURRENCES
        } else {
            1
        };
        image.history = History::repeated(image.key, times);
        image
    }

    fn image_move(mv: Move, s: usize) -> Move {
        match (s, mv) {
            (0, mv) => mv,
            (_, Move::Throw { symbol, to }) => Move::Throw {
                symbol,
                to: to.mirrored(),
            },
            (_, Move::Go { from, to }) => Move::Go {
                from: from.mirrored(),
                to: to.mirrored(),
            },
        }
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        if s == 0 { seat } else { seat.next(2) }
    }
}

fn exchanged<T>(BySeat([upper, lower]): BySeat<T, 2>) -> BySeat<T, 2> {
    BySeat([lower, upper])
}
