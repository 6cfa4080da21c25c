//! Moves that leave the other seat hardly any reply, found without playing them.
//!
//! Whoever moves, replies and moves again has made three swaps or one as far as the quadrants go:
//! an odd number. So the mover's next fives lie in the twelve odd arrangements, and the replies
//! lead to the twelve even ones. One pass over the odd ones collects windows that lack one piece or
//! two. A further piece then turns two into one, and six odd arrangements together are what a reply
//! has to meet.

use super::pair::{PAIRS, Pair};
use super::threats::Arrangement;
use super::{CELLS, PentagoSwap, Placement};
use crate::quadrants::pieces::{COVERED, ONE_SHORT, Pieces, TWO_SHORT, UNTOUCHED, WINDOWS};
use crate::quadrants::position::End;

/// Arrangements of one parity.
const HALF: usize = 12;

/// All arrangements that an even (0) or odd (1) number of swaps leads to.
const ARRANGEMENTS: [[Arrangement; HALF]; 2] = {
    let mut arrangements = [[[0; 4]; HALF]; 2];
    let mut found = [0; 2];
    let mut i = 0;
    while i < 256 {
        let arrangement = [i / 64, i / 16 % 4, i / 4 % 4, i % 4];
        let (mut seen, mut inversions, mut j) = (0, 0, 0);
        while j < 16 {
            let (a, b) = (j / 4, j % 4);
            seen |= 1 << arrangement[a];
            if a < b && arrangement[a] > arrangement[b] {
                inversions += 1;
            }
            j += 1;
        }
        if seen == 15 {
            let parity = inversions % 2;
            arrangements[parity][found[parity]] = arrangement;
            found[parity] += 1;
        }
        i += 1;
    }
    arrangements
};
const EVEN: usize = 0;
const ODD: usize = 1;

/// Where a swap leads from each arrangement: the number of the one of the other parity.
const SWAPPED: [[[usize; PAIRS.len()]; HALF]; 2] = {
    let mut swapped = [[[0; PAIRS.len()]; HALF]; 2];
    let mut i = 0;
    while i < 2 * HALF * PAIRS.len() {
        let (parity, from, pair) = (i % 2, i / 2 % HALF, i / 2 / HALF);
        let mut arrangement = ARRANGEMENTS[parity][from];
        arrangement.swap(PAIRS[pair].0 as usize, PAIRS[pair].1 as usize);
        swapped[parity][from][pair] = number_of(arrangement, 1 - parity);
        i += 1;
    }
    swapped
};

/// The number of the board as it lies among the even arrangements.
const UNMOVED: usize = number_of([0, 1, 2, 3], EVEN);

const fn number_of(arrangement: Arrangement, parity: usize) -> usize {
    let mut at = 0;
    loop {
        let [a, b, c, d] = ARRANGEMENTS[parity][at];
        if a == arrangement[0] && b == arrangement[1] && c == arrangement[2] && d == arrangement[3] {
            return at;
        }
        at += 1;
    }
}

/// A move after which every swap of the other seat meets a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forcing {
    /// The move.
    pub placement: Placement,
    /// How many [safe moves](PentagoSwap::safe_moves) the other seat has after it, at most one for
    /// each pair.
    pub replies: u8,
}

/// Part of a set of threats where a five stands whatever is placed: more than one cell can stop.
const UNSTOPPABLE: u64 = 3 << 62;

/// The windows of one seat, by place and quadrant.
struct Windows {
    contents: [usize; 4],
    covered: [[u32; 4]; 4],
    short: [[u32; 4]; 4],
    /// Those that the other seat has no piece in.
    untouched: [[u32; 4]; 4],
}

impl Windows {
    #[inline]
    fn of(own: Pieces, other: Pieces) -> Self {
        let (contents, others) = (own.contents(), other.contents());
        let look_up = |table: &[[u32; 512]; 4], contents: [usize; 4]| {
            std::array::from_fn(|place| contents.map(|content| table[place][content]))
        };
        Windows {
            contents,
            covered: look_up(&COVERED, contents),
            short: look_up(&ONE_SHORT, contents),
            untouched: look_up(&UNTOUCHED, others),
        }
    }

    /// The cells that complete a five, named as they lie now; [`UNSTOPPABLE`] where one stands.
    #[inline]
    fn completing(&self, arrangement: Arrangement) -> u64 {
        let [c0, c1, c2, c3] = std::array::from_fn(|place| self.covered[place][arrangement[place]]);
        let [s0, s1, s2, s3] = std::array::from_fn(|place| self.short[place][arrangement[place]]);
        let (top, bottom) = (c0 & c1, c2 & c3);
        let windows = ((s0 & c1) | (c0 & s1)) & bottom | top & ((s2 & c3) | (c2 & s3));
        let mut cells = if top & bottom == 0 { 0 } else { UNSTOPPABLE };
        self.each_gap(windows, arrangement, |cell, _| cells |= 1 << cell);
        cells
    }

    /// Passes the two cells of each window that lacks two.
    #[inline]
    fn each_two_short(&self, arrangement: Arrangement, tell: impl FnMut(usize, usize)) {
        let [t0, t1, t2, t3] = std::array::from_fn(|place| TWO_SHORT[place][self.contents[arrangement[place]]]);
        let [c0, c1, c2, c3] = std::array::from_fn(|place| self.covered[place][arrangement[place]]);
        let [s0, s1, s2, s3] = std::array::from_fn(|place| self.short[place][arrangement[place]]);
        let (top, bottom) = (c0 & c1, c2 & c3);
        let (top_one, bottom_one) = ((s0 & c1) | (c0 & s1), (s2 & c3) | (c2 & s3));
        let (top_two, bottom_two) = ((t0 & c1) | (c0 & t1) | (s0 & s1), (t2 & c3) | (c2 & t3) | (s2 & s3));
        let windows = top & bottom_two | top_one & bottom_one | top_two & bottom;
        self.each_gap(windows, arrangement, tell);
    }

    /// Passes the first and the last empty cell of each window that the other seat is not in.
    #[inline]
    fn each_gap(&self, windows: u32, arrangement: Arrangement, mut tell: impl FnMut(usize, usize)) {
        let [o0, o1, o2, o3] = std::array::from_fn(|place| self.untouched[place][arrangement[place]]);
        let mut windows = windows & o0 & o1 & o2 & o3;
        if windows == 0 {
            return;
        }
        let arranged = (0..4).fold(0, |bits, place| {
            bits | (self.contents[arrangement[place]] as u64) << (9 * place)
        });
        let now = |cell: u32| 9 * arrangement[cell as usize / 9] + cell as usize % 9;
        while windows != 0 {
            let missing = WINDOWS[windows.trailing_zeros() as usize] & !arranged;
            tell(now(missing.trailing_zeros()), now(63 - missing.leading_zeros()));
            windows &= windows - 1;
        }
    }
}

impl PentagoSwap {
    /// The cells that do not lose at once with each of the six pairs, a bit each by
    /// [`Cell::index`](super::Cell::index): the other seat wins neither now nor with its next move.
    ///
    /// These are the [safe cells](Self::safe_cells), and those where a five of the mover's makes a
    /// draw of the other's.
    pub fn holding_cells(&self) -> [u64; PAIRS.len()] {
        let mut holding = self.safe_cells();
        if self.position.end.is_some() || !self.is_near_five() {
            return holding;
        }
        let empty = self.position.occupied().outside();
        for (pair, cells) in Pair::all().zip(&mut holding) {
            for cell in empty.iter() {
                let after = self.position.after(cell, pair);
                let is_held = match after.end {
                    None => !PentagoSwap { position: after }.can_win(),
                    end => end != Some(End::OpponentFive),
                };
                *cells |= u64::from(is_held) << cell.index();
            }
        }
        holding
    }

    /// Whether one piece can give the mover a five in any arrangement.
    #[inline]
    fn is_near_five(&self) -> bool {
        let windows = Windows::of(self.position.mover, self.position.waiter);
        let mut arrangements = ARRANGEMENTS.as_flattened().iter();
        arrangements.any(|arrangement| windows.completing(*arrangement) != 0)
    }

    /// Appends every move after which each swap of the other seat leaves a threat of the mover's,
    /// so that the other has at most one safe move for each pair. Moves that end the match are
    /// appended too where they look so.
    pub fn forcing_moves(&self, out: &mut Vec<Forcing>) {
        if self.position.end.is_some() || self.position.plies + 1 >= CELLS {
            return;
        }
        let windows = Windows::of(self.position.mover, self.position.waiter);
        // By cell, what a piece there adds to the threats in each odd arrangement.
        let mut added = [[0u64; HALF]; CELLS as usize];
        let mut adding = 0u64;
        let mut threats = [0u64; HALF];
        let mut standing = 0;
        for (number, arrangement) in ARRANGEMENTS[ODD].into_iter().enumerate() {
            threats[number] = windows.completing(arrangement);
            standing |= threats[number];
            windows.each_two_short(arrangement, |one, other| {
                added[one][number] |= 1 << other;
                added[other][number] |= 1 << one;
                adding |= 1 << one | 1 << other;
            });
        }
        // With threats already there, a swap alone may be enough.
        let empty = self.position.occupied().outside();
        let cells = if standing == 0 { Pieces(adding) } else { empty };
        if cells.len() == 0 {
            return;
        }
        let completing = ARRANGEMENTS[EVEN].map(|arrangement| windows.completing(arrangement));
        for cell in cells.iter() {
            let here = 1 << cell.index();
            let with_piece = |threats: u64| threats | if threats & here == 0 { 0 } else { UNSTOPPABLE };
            let threats: [u64; HALF] =
                std::array::from_fn(|odd| with_piece(threats[odd]) & !here | added[cell.index()][odd]);
            let to_stop: [u32; HALF] = std::array::from_fn(|even| {
                let stands = with_piece(completing[even]) & UNSTOPPABLE;
                let next = SWAPPED[EVEN][even].iter().fold(stands, |all, odd| all | threats[*odd]);
                next.count_ones()
            });
            for pair in Pair::all() {
                let odd = SWAPPED[EVEN][UNMOVED][usize::from(pair.0)];
                let after = SWAPPED[ODD][odd].map(|even| to_stop[even]);
                if after.iter().all(|threats| *threats > 0) {
                    out.push(Forcing {
                        placement: Placement { cell, pair },
                        replies: after.iter().filter(|threats| **threats == 1).count() as u8,
                    });
                }
            }
        }
    }
}
