//! Towers, moves, and how much the towers can still grow.

use truel_core::Seat;

use super::board::{CELLS, Cell, starts_yellow};
use super::pairs::Pairs;
use super::{RED, YELLOW};

/// The most counters a tower can have.
pub const HIGHEST: u8 = 5;

/// A move: the tower on `from` is carried, whole, onto the tower on `to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Carry {
    /// The cell that is vacated.
    pub from: Cell,
    /// The neighbouring cell whose tower grows.
    pub to: Cell,
}

impl Carry {
    /// The same two towers merged the other way.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Carry {
        Carry {
            from: self.to,
            to: self.from,
        }
    }
}

/// What stands on a cell: the height in the low three bits, above them a bit that is set when Red's
/// counter is on top. All zero once the cell is vacated.
///
/// What lies below the top counter never matters, so putting one tower on another is adding a
/// height.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tower(u8);

impl Tower {
    /// No tower.
    pub const NONE: Tower = Tower(0);

    const HEIGHT: u8 = 7;
    const RED: u8 = 8;

    /// The tower of `seat` with so many counters, 1 to [`HIGHEST`].
    #[inline]
    pub const fn new(seat: Seat, height: u8) -> Self {
        debug_assert!(1 <= height && height <= HIGHEST, "a tower has one to five counters");
        Tower(height | if seat.index() == RED.index() { Self::RED } else { 0 })
    }

    /// How many counters it has.
    #[inline]
    pub const fn height(self) -> u8 {
        self.0 & Self::HEIGHT
    }

    /// Whose counter is on top, if there is any.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self.0 {
            0 => None,
            1..Self::RED => Some(YELLOW),
            _ => Some(RED),
        }
    }

    /// This tower put on another one: it keeps its top.
    #[inline]
    #[must_use]
    pub const fn on(self, below: Tower) -> Tower {
        Tower(self.0 + below.height())
    }

    /// A column for it in a table of sixteen; 0 for no tower.
    #[inline]
    pub const fn code(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// A counter on each cell, in the colours of a chessboard.
pub(super) const START: [Tower; CELLS] = {
    let (mut towers, mut number) = ([Tower::NONE; CELLS], 0);
    while number < CELLS {
        towers[number] = Tower::new(if starts_yellow(number) { YELLOW } else { RED }, 1);
        number += 1;
    }
    towers
};

/// How many more counters the merged tower of each pair of neighbours could take.
///
/// Set `k` holds the pairs whose towers both stand and, merged, could take `k` counters more. Set 0
/// is the moves: a pair in it can be merged either way. Two towers have at least two counters, so
/// set 4 is always empty; it is there to be read.
///
/// Towers only grow and vacated cells stay vacated, so pairs only ever leave these sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Headroom([Pairs; 5]);

impl Headroom {
    /// Every pair at the start: two single counters.
    pub(super) const START: Headroom = Headroom([Pairs::ALL, Pairs::ALL, Pairs::ALL, Pairs::ALL, Pairs::NONE]);

    /// The headroom of these towers, found by looking at every pair.
    pub(super) fn between(towers: &[Tower; CELLS]) -> Headroom {
        let mut headroom = Headroom([Pairs::NONE; 5]);
        for (first, second) in Pairs::ALL.iter() {
            let (a, b) = (towers[first.index()].height(), towers[second.index()].height());
            if a > 0 && b > 0 && a + b <= HIGHEST {
                let pair = Pairs::of(first).zip(Pairs::of(second), |x, y| x & y);
                for set in &mut headroom.0[..=usize::from(HIGHEST - a - b)] {
                    *set = set.zip(pair, |x, y| x | y);
                }
            }
        }
        headroom
    }

    /// The pairs that can be merged.
    #[inline]
    pub(super) fn mergers(&self) -> Pairs {
        self.0[0]
    }

    /// The pairs that the merged tower will be in once a tower of `height` was carried.
    #[inline]
    pub(super) fn after(&self, Carry { from, to }: Carry, height: u8) -> Pairs {
        let (left, gone) = (self.0[usize::from(height).min(4)], Pairs::of(from));
        left.zip(Pairs::of(to), |left, own| left & own)
            .zip(gone, |left, gone| left & !gone)
    }

    /// Records that a tower of `height` was carried.
    ///
    /// Pairs at the vacated cell are gone. Pairs at the other cell have `height` less to spare, so
    /// set `k` keeps of them what set `k + height` held.
    #[inline(always)]
    pub(super) fn carry(&mut self, Carry { from, to }: Carry, height: u8) {
        let (gone, fuller) = (Pairs::of(from), Pairs::of(to));
        for k in 0..4 {
            let left = self.0[(k + usize::from(height)).min(4)];
            let kept = left
                .zip(fuller, |left, fuller| left | !fuller)
                .zip(gone, |kept, gone| kept & !gone);
            self.0[k] = self.0[k].zip(kept, |now, kept| now & kept);
        }
    }
}
