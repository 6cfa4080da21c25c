//! What a seat can do: step, jump, leave the board, or pass when there is nothing else.

use truel_core::{Rng, Seat};

use super::board::{BOARD, Board, Cell, DELTAS, EXIT_WORDS, EXITS, PIECE_WORDS, TURN_CHANGES, cells};

/// One seat's choice.
///
/// Three bits to change: where the piece stood, what becomes its colour on the way, and where it
/// ends. A step's way is its end, an exit's way and end lie off the board, and a pass happens there
/// altogether, so that one rule plays all four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Cell,
    via: Cell,
    to: Cell,
}

/// The four things a move can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A piece goes to a neighbouring empty cell.
    Step {
        /// Where it stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// A piece goes over a neighbour, which takes its colour, to the empty cell behind.
    Jump {
        /// Where it stood.
        from: Cell,
        /// The neighbour's cell.
        over: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// A piece leaves the board from its exit edge.
    Exit {
        /// Where it stood.
        from: Cell,
    },
    /// Nothing, because nothing else is possible.
    Pass,
}

impl Move {
    pub(super) const PASS: Move = Move::new(Cell::OFF, Cell::OFF, Cell::OFF);

    #[inline]
    const fn new(from: Cell, via: Cell, to: Cell) -> Self {
        Move { from, via, to }
    }

    #[inline]
    const fn exit(from: Cell) -> Self {
        Move::new(from, Cell::OFF, Cell::OFF)
    }

    /// What the move is.
    #[inline]
    pub fn kind(self) -> Kind {
        let Move { from, via, to } = self;
        if from == Cell::OFF {
            Kind::Pass
        } else if to == Cell::OFF {
            Kind::Exit { from }
        } else if via == to {
            Kind::Step { from, to }
        } else {
            Kind::Jump { from, over: via, to }
        }
    }

    /// The move after a third of a turn of the board.
    pub(super) fn turned(self) -> Self {
        let turned = |cell: Cell| if cell == Cell::OFF { cell } else { cell.turned() };
        Move::new(turned(self.from), turned(self.via), turned(self.to))
    }
}

impl From<Kind> for Move {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Step { from, to } => Move::new(from, to, to),
            Kind::Jump { from, over, to } => Move::new(from, over, to),
            Kind::Exit { from } => Move::exit(from),
            Kind::Pass => Move::PASS,
        }
    }
}

/// The ways to move a piece: six directions, the exit, and one that nobody goes, because eight
/// bytes are a word.
const WAYS: usize = 8;
const EXIT: usize = DELTAS.len();
/// No seat can have more moves: twelve pieces go in six directions, and four of them may leave.
const MOST_MOVES: usize = 12 * 6 + 4;

/// One in every byte of a word: a number times this stands in every byte.
const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x80 * EACH;

/// The cells whose neighbour in a direction is in the mask.
///
/// The board's bits are 3 to 51, so what a step of 8 turns round the ends of the word meets no cell
/// there.
#[inline]
const fn facing(mask: u64, delta: i8) -> u64 {
    mask.rotate_right(delta as u32 & 63)
}

impl Board {
    /// The pieces to move that can go each way.
    ///
    /// A piece can go in a direction if its neighbour there is empty (a step), or stands before an
    /// empty cell (a jump). It is never both, so each piece has at most one move in each direction.
    /// It can leave if it stands on its own exit edge.
    #[inline]
    fn movers(&self) -> [u64; WAYS] {
        let (own, occupied) = (self.pieces[self.turn], self.occupied());
        let empty = BOARD & !occupied;
        std::array::from_fn(|way| match way {
            0..EXIT => own & facing(empty | occupied & facing(empty, DELTAS[way]), DELTAS[way]),
            EXIT => own & EXITS[self.turn],
            _ => 0,
        })
    }

    /// The pieces of others that `by` could jump over if it were to move: those between one of its
    /// own and an empty cell.
    #[inline]
    pub(super) fn exposed(&self, by: Seat) -> u64 {
        let (own, occupied) = (self.pieces[by], self.occupied());
        let empty = BOARD & !occupied;
        let between = DELTAS.map(|delta| facing(own, -delta) & facing(empty, delta));
        between.into_iter().fold(0, |mask, cells| mask | cells) & occupied & !own
    }

    /// The move of the piece on `from`, which can go this way.
    #[inline]
    fn move_of(&self, from: Cell, way: usize) -> Move {
        let Some(&delta) = DELTAS.get(way) else {
            return Move::exit(from);
        };
        let next = from.0.wrapping_add_signed(delta);
        let is_jump = (self.occupied() >> (next & 63)) as i8 & 1;
        let to = next.wrapping_add_signed(delta * is_jump);
        Move::new(from, Cell(next), Cell(to))
    }

    /// Appends the legal moves of the seat to move.
    ///
    /// Which of a piece's six directions are open looks random to a processor, so there is no
    /// branch on it. Every move is written, and the next one overwrites it if it is not legal.
    pub(super) fn list(&self, out: &mut Vec<Move>) {
        let (own, occupied) = (self.pieces[self.turn], self.occupied());
        let empty = BOARD & !occupied;
        let mut slots = [Move::PASS; MOST_MOVES + 1];
        let mut count = 0;
        for from in cells(own) {
            for way in 0..EXIT {
                let mv = self.move_of(from, way);
                slots[count] = mv;
                count += (empty >> (mv.to.0 & 63)) as usize & 1;
            }
        }
        for from in cells(own & EXITS[self.turn]) {
            slots[count] = Move::exit(from);
            count += 1;
        }
        if count == 0 {
            out.push(Move::PASS);
        } else {
            out.extend_from_slice(&slots[..count]);
        }
    }

    /// How many legal moves the seat to move has.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let moves: u32 = self.movers().into_iter().map(u64::count_ones).sum();
        moves.max(1) as usize
    }

    /// One of the legal moves of the seat to move, each as likely as the other.
    ///
    /// A number below the count of all moves names one. It is compared with the running sums of all
    /// ways at once, one in each byte of a word (no sum exceeds 76). That gives the way; the piece
    /// is the nth of that way.
    #[inline]
    pub(super) fn random(&self, rng: &mut Rng) -> Move {
        if self.pieces[self.turn] == 0 {
            return Move::PASS;
        }
        let movers = self.movers();
        let counts = (0..WAYS).fold(0, |counts, way| {
            counts | u64::from(movers[way].count_ones()) << (8 * way)
        });
        let sums = counts.wrapping_mul(EACH);
        let total = sums >> 56;
        if total == 0 {
            return Move::PASS;
        }
        let chosen = u64::from(rng.below(total as u32));
        let sums_passed = ((chosen * EACH) | HIGH_BITS).wrapping_sub(sums) & HIGH_BITS;
        let way = sums_passed.count_ones() as usize;
        let before = ((sums << 8) >> (8 * way)) & 0xff;
        self.move_of(nth(movers[way % WAYS], (chosen - before) as u32), way)
    }

    /// Plays a legal move for the seat to move. Returns whether no earlier position can come again:
    /// a piece has left the board, or a seat has lost its last one.
    #[inline]
    pub(super) fn play(&mut self, Move { from, via, to }: Move) -> bool {
        let (seat, own) = (self.turn, self.pieces[self.turn]);
        let words = &PIECE_WORDS[seat.index()];
        let is_capture = self.occupied() & !own & via.bit() != 0;
        self.pieces[seat] = ((own ^ from.bit()) | via.bit() | to.bit()) & BOARD;
        self.key ^= words[from.index()] ^ words[to.index()] ^ TURN_CHANGES[seat.index()];
        self.turn = seat.next(3);
        if is_capture {
            self.take_from_others(seat, via)
        } else if to == Cell::OFF && from != Cell::OFF {
            self.count_exit(seat);
            true
        } else {
            false
        }
    }

    /// The piece on `cell`, which counts as one of `seat` already, is its former owner's no longer.
    /// Returns whether it was the last.
    #[inline]
    fn take_from_others(&mut self, seat: Seat, cell: Cell) -> bool {
        let next = seat.next(3);
        let is_of_next = self.pieces[next] & cell.bit() != 0;
        let loser = if is_of_next { next } else { next.next(3) };
        self.pieces[loser] ^= cell.bit();
        self.key ^= PIECE_WORDS[seat.index()][cell.index()] ^ PIECE_WORDS[loser.index()][cell.index()];
        self.pieces[loser] == 0
    }

    #[inline]
    fn count_exit(&mut self, seat: Seat) {
        let (words, exits) = (&EXIT_WORDS[seat.index()], usize::from(self.exits[seat]));
        self.key ^= words[exits] ^ words[exits + 1];
        self.exits[seat] += 1;
    }
}

/// The cell of the nth bit of a mask, counted from 0.
///
/// A loop of n turns would be mispredicted about every other time. Three conditional moves find the
/// first four bits, and few draws look further.
#[inline]
fn nth(mask: u64, n: u32) -> Cell {
    let without_lowest = |mask: u64| mask & mask.wrapping_sub(1);
    let mut mask = mask;
    for step in 1..4 {
        mask = if n >= step { without_lowest(mask) } else { mask };
    }
    for _ in 3..n {
        mask = without_lowest(mask);
    }
    Cell(mask.trailing_zeros() as u8)
}
