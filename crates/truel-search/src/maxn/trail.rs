//! What a depth-first walk carries from node to node: what it may spend, the moves on its path and
//! the lines it expects.
//!
//! Shared by max^n, offensive and soft max^n. All memory is kept from node to node, so that none is
//! allocated there.

use truel_core::{Seat, TurnBased};

use super::config::MoveOrder;
use super::lines::{Lines, Sorter, put_first};
use crate::{Budget, Limits, Opinion};

/// The path of a walk and what is kept beside it.
pub(crate) struct Trail<G: TurnBased> {
    pub(crate) budget: Budget,
    /// How many leaves of this iteration were estimated rather than decided by the rules.
    pub(crate) estimates: u64,
    /// The moves of all nodes of the current path, each node's above those of the node before.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) lines: Lines<G::Move>,
    /// The line of the last iteration, from the root on.
    expected: Vec<G::Move>,
    sorter: Sorter<G::Move>,
    order: MoveOrder,
}

impl<G: TurnBased> Trail<G> {
    pub(crate) fn new(order: MoveOrder, limits: &Limits) -> Self {
        Trail {
            budget: Budget::start(limits),
            estimates: 0,
            moves: Vec::new(),
            lines: Lines::new(),
            expected: Vec::new(),
            sorter: Sorter::new(),
            order,
        }
    }

    /// An iteration begins; moves on this line are to be searched first.
    pub(super) fn begin(&mut self, line: &[G::Move]) {
        self.expected.clear();
        self.expected.extend_from_slice(line);
        self.estimates = 0;
    }

    /// Puts the moves of a node on top of the others, in search order. The expected move comes
    /// first where the path has followed the line so far. Returns where they begin.
    #[inline]
    pub(crate) fn list(
        &mut self,
        game: &G,
        mover: Seat,
        opinion: &impl Opinion<G>,
        ply: usize,
        depth: u32,
        is_on_line: bool,
    ) -> usize {
        let base = self.moves.len();
        game.moves(mover, &mut self.moves);
        if depth > 1 && self.order == MoveOrder::Ranked {
            let moves = &mut self.moves[base..];
            self.sorter.sort(moves, |mv| opinion.rank(game, mover, mv));
            if let Some(&first) = self.expected.get(ply).filter(|_| is_on_line) {
                put_first(moves, first);
            }
        }
        base
    }
}
