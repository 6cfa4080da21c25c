//! Fives that are one move away, for all ways in which the quadrants may come to lie.
//!
//! A piece never leaves its place within its quadrant, so a swap only changes which quadrant lies
//! where. There are 24 arrangements: one swap reaches six of them, two swaps twelve. In one
//! arrangement, a handful of table look-ups finds the windows of five that lack a single piece.
//! Placing before a swap is the same as placing after it. So no move has to be played to find all
//! moves that win at once, and all after which the other seat cannot.

use truel_core::Seat;

use super::pair::{PAIRS, Pair};
use super::{CELLS, Cell, PentagoSwap, Placement};
use crate::quadrants::Twist;
use crate::quadrants::pieces::{COVERED, ONE_SHORT, Pieces, WINDOWS};

/// Which quadrant lies in each place.
pub(super) type Arrangement = [usize; 4];

/// What one swap makes of the board as it lies, by [`Pair`].
const ONE_SWAP: [Arrangement; PAIRS.len()] = {
    let mut arrangements = [[0, 1, 2, 3]; PAIRS.len()];
    let mut i = 0;
    while i < PAIRS.len() {
        arrangements[i].swap(PAIRS[i].0 as usize, PAIRS[i].1 as usize);
        i += 1;
    }
    arrangements
};

/// What a second swap makes of each of them.
const TWO_SWAPS: [[Arrangement; PAIRS.len()]; PAIRS.len()] = {
    let mut arrangements = [[[0; 4]; PAIRS.len()]; PAIRS.len()];
    let mut i = 0;
    while i < PAIRS.len() * PAIRS.len() {
        let (first, second) = (i / PAIRS.len(), i % PAIRS.len());
        arrangements[first][second] = ONE_SWAP[first];
        arrangements[first][second].swap(PAIRS[second].0 as usize, PAIRS[second].1 as usize);
        i += 1;
    }
    arrangements
};

/// The windows that each quadrant of one seat fills, and those it leaves one short, in each place.
struct Reach {
    pieces: Pieces,
    others: Pieces,
    covered: [[u32; 4]; 4],
    short: [[u32; 4]; 4],
}

/// What a seat can complete in one arrangement.
enum Threat {
    /// It has a five whatever is placed.
    Five,
    /// A piece on one of these cells, named as they lie now, makes a five.
    Completes(Pieces),
}

impl Reach {
    #[inline]
    fn of(pieces: Pieces, others: Pieces) -> Self {
        let contents = pieces.contents();
        let look_up = |table: &[[u32; 512]; 4]| {
            let place = |place: usize| contents.map(|content| table[place][content]);
            [place(0), place(1), place(2), place(3)]
        };
        Reach {
            pieces,
            others,
            covered: look_up(&COVERED),
            short: look_up(&ONE_SHORT),
        }
    }

    #[inline]
    fn threat(&self, arrangement: Arrangement) -> Threat {
        let [c0, c1, c2, c3] = std::array::from_fn(|place| self.covered[place][arrangement[place]]);
        let (top, bottom) = (c0 & c1, c2 & c3);
        if top & bottom != 0 {
            return Threat::Five;
        }
        let [s0, s1, s2, s3] = std::array::from_fn(|place| self.short[place][arrangement[place]]);
        let windows = ((s0 & c1) | (c0 & s1)) & bottom | top & ((s2 & c3) | (c2 & s3));
        Threat::Completes(if windows == 0 {
            Pieces::default()
        } else {
            self.missing(windows, arrangement)
        })
    }

    /// The one cell that each of these windows lacks, where it is empty.
    fn missing(&self, mut windows: u32, arrangement: Arrangement) -> Pieces {
        let (contents, mut cells) = (self.pieces.contents(), Pieces::default());
        let arranged = (0..4).fold(0, |bits, place| {
            bits | (contents[arrangement[place]] as u64) << (9 * place)
        });
        while windows != 0 {
            let lacking = (WINDOWS[windows.trailing_zeros() as usize] & !arranged).trailing_zeros() as usize;
            let cell = Cell((9 * arrangement[lacking / 9] + lacking % 9) as u8);
            if !self.others.contains(cell) {
                cells = cells.with(cell);
            }
            windows &= windows - 1;
        }
        cells
    }
}

impl PentagoSwap {
    /// Whether the seat to move can win with this move.
    #[inline]
    pub fn can_win(&self) -> bool {
        self.winning_cells().next().is_some()
    }

    /// Appends every move that wins at once.
    pub fn winning_moves(&self, out: &mut Vec<Placement>) {
        for (pair, cells) in self.winning_cells() {
            out.extend(cells.iter().map(|cell| Placement { cell, pair }));
        }
    }

    /// The cells that win with each pair that can win.
    fn winning_cells(&self) -> impl Iterator<Item = (Pair, Pieces)> {
        let own = Reach::of(self.position.mover, self.position.waiter);
        Pair::all().filter_map(move |pair| {
            let cells = match own.threat(ONE_SWAP[usize::from(pair.0)]) {
                Threat::Five => self.position.occupied().outside(),
                Threat::Completes(cells) => cells,
            };
            // With a five of the other's beside it the match is drawn.
            let wins = cells.len() > 0 && self.position.end.is_none() && !pair.twist(self.position.waiter).has_five();
            wins.then_some((pair, cells))
        })
    }

    /// Appends every move that gives the other seat no five, neither now nor with its next move.
    pub fn safe_moves(&self, out: &mut Vec<Placement>) {
        for (pair, cells) in self.safe_by_pair() {
            out.extend(cells.iter().map(|cell| Placement { cell, pair }));
        }
    }

    /// The cells of [`safe_moves`](Self::safe_moves) for each of the six pairs, a bit each by
    /// [`Cell::index`].
    pub fn safe_cells(&self) -> [u64; PAIRS.len()] {
        let mut safe = [0; PAIRS.len()];
        for (pair, cells) in self.safe_by_pair() {
            safe[usize::from(pair.0)] = cells.bits();
        }
        safe
    }

    /// Whether the seat to move has a move that gives the other no five, neither now nor with its
    /// next move.
    #[inline]
    pub fn has_safe_move(&self) -> bool {
        self.safe_by_pair().next().is_some()
    }

    /// The cells that are safe with each pair that can be.
    fn safe_by_pair(&self) -> impl Iterator<Item = (Pair, Pieces)> {
        let other = Reach::of(self.position.waiter, self.position.mover);
        let empty = self.position.occupied().outside();
        let goes_on = self.position.end.is_none() && self.position.plies < CELLS;
        Pair::all().filter_map(move |pair| {
            let first = usize::from(pair.0);
            if !goes_on || matches!(other.threat(ONE_SWAP[first]), Threat::Five) {
                return None;
            }
            let mut threatened = Pieces::default();
            for arrangement in TWO_SWAPS[first] {
                match other.threat(arrangement) {
                    Threat::Five => return None,
                    Threat::Completes(cells) => threatened = threatened.with_all(cells),
                }
            }
            match threatened.len() {
                0 => Some((pair, empty)),
                // The only cell that would complete a five can be taken.
                1 => Some((pair, threatened)),
                _ => None,
            }
        })
    }

    /// The cells that `seat` threatens while the other is to move: a piece there would complete a
    /// five in some arrangement that two swaps lead to. `None` if it will have a five in one of
    /// them whatever is placed.
    pub fn threatened_cells(&self, seat: Seat) -> Option<u64> {
        let pieces = self.position.by_seat();
        let reach = Reach::of(pieces[seat], pieces[seat.next(2)]);
        let mut cells = Pieces::default();
        for arrangement in TWO_SWAPS.as_flattened() {
            match reach.threat(*arrangement) {
                Threat::Five => return None,
                Threat::Completes(more) => cells = cells.with_all(more),
            }
        }
        Some(cells.bits())
    }
}
