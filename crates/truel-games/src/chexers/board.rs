//! The hexagon: its cells as bits, its edges as masks, and what lies on it.

use truel_core::{BySeat, Seat, zobrist};

/// Red, who moves first and walks from the lower left edge to the upper right one.
pub const RED: Seat = Seat::new(0);
/// Green, who walks from the top edge to the bottom one.
pub const GREEN: Seat = Seat::new(1);
/// Blue, who walks from the lower right edge to the upper left one.
pub const BLUE: Seat = Seat::new(2);

/// How far the board reaches from its middle: `q`, `r` and `s = -q - r` run from -3 to 3.
pub(super) const REACH: i8 = 3;
/// Pieces at the start; later, pieces on the board and exits made.
pub(super) const MEN: u32 = 12;
/// A row of the board in bits: seven cells and one that is no cell, which stops pieces from walking
/// round the rim.
const STRIDE: i8 = 8;
/// What a neighbour's bit is away: left, right, and the two neighbours in the row above and in the
/// row below.
pub(super) const DELTAS: [i8; 6] = [-1, 1, -STRIDE, -STRIDE + 1, STRIDE - 1, STRIDE];

/// One hex of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// Where a piece that leaves the board goes: a bit that is no cell.
    pub(super) const OFF: Cell = Cell(63);

    /// The cell with these coordinates, if the board has one.
    ///
    /// ```
    /// # use truel_games::chexers::Cell;
    /// assert!(Cell::new(-3, 3).is_some());
    /// assert!(Cell::new(3, 1).is_none());
    /// ```
    pub const fn new(q: i8, r: i8) -> Option<Self> {
        if !is_in_reach(q) || !is_in_reach(r) || !is_in_reach(q + r) {
            return None;
        }
        Some(Cell(((r + REACH) * STRIDE + q + REACH) as u8))
    }

    /// Its column along a row, growing to the right.
    #[inline]
    pub const fn q(self) -> i8 {
        self.0 as i8 % STRIDE - REACH
    }

    /// Its row, growing downwards.
    #[inline]
    pub const fn r(self) -> i8 {
        self.0 as i8 / STRIDE - REACH
    }

    /// All cells, row by row from the top, each row from the left.
    pub fn all() -> impl Iterator<Item = Cell> {
        cells(BOARD)
    }

    /// How many steps `seat` is from its exit edge here: 0 on it, 6 on the start edge.
    ///
    /// ```
    /// # use truel_games::chexers::{BLUE, Cell, RED};
    /// let corner = Cell::new(-3, 0).unwrap();
    /// assert_eq!((corner.steps_to_exit(RED), corner.steps_to_exit(BLUE)), (6, 0));
    /// ```
    #[inline]
    pub const fn steps_to_exit(self, seat: Seat) -> u8 {
        let along = match seat.index() {
            0 => self.q(),
            1 => self.r(),
            _ => -self.q() - self.r(),
        };
        (REACH - along) as u8
    }

    /// How many steps it is from here to `other` on an empty board.
    ///
    /// ```
    /// # use truel_games::chexers::Cell;
    /// let (left, top) = (Cell::new(-3, 0).unwrap(), Cell::new(0, -3).unwrap());
    /// assert_eq!(left.distance(top), 3);
    /// ```
    #[inline]
    pub const fn distance(self, other: Cell) -> u8 {
        longest_side(self.q() - other.q(), self.r() - other.r())
    }

    /// How many steps it is from here to the nearest cell of the rim: 0 on it, 3 in the middle.
    #[inline]
    pub const fn steps_to_rim(self) -> u8 {
        REACH as u8 - longest_side(self.q(), self.r())
    }

    /// The cell after a third of a turn, which brings Red's edges to Green's, Green's to Blue's and
    /// Blue's to Red's.
    pub(super) fn turned(self) -> Cell {
        Cell::new(-self.q() - self.r(), self.q()).expect("a turn keeps cells on the board")
    }

    /// Its place in a table of 64.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its bit in a mask.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The largest of |q|, |r| and |q + r|: the steps between two cells that lie so far apart.
const fn longest_side(q: i8, r: i8) -> u8 {
    let (q, r, s) = (q.unsigned_abs(), r.unsigned_abs(), (q + r).unsigned_abs());
    let most = if q > r { q } else { r };
    if most > s { most } else { s }
}

const fn is_in_reach(coordinate: i8) -> bool {
    -REACH <= coordinate && coordinate <= REACH
}

/// The cells of a mask, from its lowest bit.
#[inline]
pub(super) fn cells(mut mask: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then(|| Cell(mask.trailing_zeros() as u8))?;
        mask &= mask - 1;
        Some(cell)
    })
}

/// The 37 cells: every one is at most six steps from Red's exit edge.
pub(super) const BOARD: u64 = stretch(RED, 0, 6);
/// The four cells from which each seat may leave.
pub(super) const EXITS: BySeat<u64, 3> = BySeat([stretch(RED, 0, 0), stretch(GREEN, 0, 0), stretch(BLUE, 0, 0)]);
/// The cells so many steps from each seat's exit edge.
pub(super) const RINGS: BySeat<[u64; 7], 3> = BySeat([rings(RED), rings(GREEN), rings(BLUE)]);
/// The four cells on which each seat starts.
const STARTS: BySeat<u64, 3> = BySeat([stretch(RED, 6, 6), stretch(GREEN, 6, 6), stretch(BLUE, 6, 6)]);

const fn rings(seat: Seat) -> [u64; 7] {
    let (mut rings, mut steps) = ([0; 7], 0);
    while steps < 7 {
        rings[steps] = stretch(seat, steps as u8, steps as u8);
        steps += 1;
    }
    rings
}

/// The cells from which `seat` has so many steps to go.
const fn stretch(seat: Seat, fewest: u8, most: u8) -> u64 {
    let (mut mask, mut place) = (0, 0);
    while place < 7 * 7 {
        if let Some(cell) = Cell::new(place % 7 - REACH, place / 7 - REACH) {
            let steps = cell.steps_to_exit(seat);
            if fewest <= steps && steps <= most {
                mask |= cell.bit();
            }
        }
        place += 1;
    }
    mask
}

/// A word for each seat's piece on each bit; [`Cell::OFF`] has none, so that leaving the board
/// needs no case of its own.
pub(super) static PIECE_WORDS: [[u64; 64]; 3] = {
    let mut table = zobrist::rows(0x6368_6578);
    let mut seat = 0;
    while seat < 3 {
        table[seat][Cell::OFF.index()] = 0;
        seat += 1;
    }
    table
};
/// A word for each seat and number of exits.
pub(super) static EXIT_WORDS: [[u64; 5]; 3] = zobrist::rows(0x6578_6974);
/// What changes in the key when this seat has moved: its own word for "to move" goes, the next
/// one's comes.
pub(super) static TURN_CHANGES: [u64; 3] = {
    let [red, green, blue] = TURN_WORDS;
    [red ^ green, green ^ blue, blue ^ red]
};
const TURN_WORDS: [u64; 3] = zobrist::words(0x7475_726e);

/// What lies on the table: pieces, exits made, and whose turn it is, with their key.
///
/// It is small and knows no history, so a ply is taken back by putting the old one in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) pieces: BySeat<u64, 3>,
    pub(super) key: u64,
    pub(super) exits: BySeat<u8, 3>,
    pub(super) turn: Seat,
}

impl Board {
    /// The board with these pieces and exits, its key made from scratch.
    pub(super) fn new(pieces: BySeat<u64, 3>, exits: BySeat<u8, 3>, turn: Seat) -> Self {
        let mut key = TURN_WORDS[turn.index()];
        for (seat, &mask) in pieces.iter() {
            key ^= EXIT_WORDS[seat.index()][usize::from(exits[seat])];
            key = cells(mask).fold(key, |key, cell| key ^ PIECE_WORDS[seat.index()][cell.index()]);
        }
        Board {
            pieces,
            key,
            exits,
            turn,
        }
    }

    /// The start position's board.
    pub(super) fn start() -> Self {
        Board::new(STARTS, BySeat([0; 3]), RED)
    }

    /// All pieces.
    #[inline]
    pub(super) const fn occupied(&self) -> u64 {
        let BySeat([red, green, blue]) = self.pieces;
        red | green | blue
    }

    /// Whose piece stands on `cell`, if anybody's.
    #[inline]
    pub(super) fn owner(&self, cell: Cell) -> Option<Seat> {
        Seat::all(3).find(|&seat| self.pieces[seat] & cell.bit() != 0)
    }

    /// The board after a third of a turn, seats renamed with it.
    pub(super) fn turned(&self) -> Self {
        let before = |seat: Seat| seat.next(3).next(3);
        let pieces =
            BySeat::from_fn(|seat| cells(self.pieces[before(seat)]).fold(0, |mask, cell| mask | cell.turned().bit()));
        let exits = BySeat::from_fn(|seat| self.exits[before(seat)]);
        Board::new(pieces, exits, self.turn.next(3))
    }
}
