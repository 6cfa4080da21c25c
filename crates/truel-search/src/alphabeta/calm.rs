//! Quiescence: below the last full ply noisy moves are followed, since judging in the middle of an
//! exchange misleads (Beal 1990). Best-reply search does not keep its rounds here: any seat may
//! follow.

use truel_core::{Phase, Seat, TurnBased};

use super::tree::{PLIES, Worker};
use super::turns::Turns;
use super::worth::{Window, Worth};
use crate::AlphaBetaOpinion;
use crate::fold::{Fold, Side};
use crate::ordering::SortKey;
use crate::sorting::sort_keys;

impl<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// Follows noisy moves until the position is calm, for at most `left` plies. A seat may always
    /// decline to follow, so the opinion's value is a lower bound.
    pub(super) fn calm(&mut self, left: u32, ply: usize, mut window: Window, seat: Seat) -> Worth {
        let (side, asked) = (self.fold.side(seat), window);
        let mut best = Worth::estimate(side.view(self.judge()));
        if left == 0 || best.value >= window.beta || ply >= PLIES {
            return best;
        }
        window.alpha = window.alpha.max(best.value);
        let (moves, keys) = (self.moves.len(), self.keys.len());
        self.game.moves(seat, &mut self.moves);
        for at in 0..self.moves.len() - moves {
            let mv = self.moves[moves + at];
            if self.opinion.is_noisy(&self.game, seat, mv) {
                let rank = self.opinion.rank(&self.game, seat, mv);
                self.keys.push(SortKey::ranked(rank, at));
            }
        }
        sort_keys(&mut self.keys[keys..]);
        for number in keys..self.keys.len() {
            let mv = self.moves[moves + self.keys[number].place()];
            let undo = self.play(mv);
            self.lines[ply + 1].clear();
            let worth = if self.budget.spend() {
                self.calm_child(left - 1, ply + 1, window, side)
            } else {
                Worth::NOTHING
            };
            self.undo(undo);
            if self.budget.is_over() || worth.value >= window.beta {
                best = worth;
                break;
            }
            if worth.value > best.value {
                best = Worth::estimate(worth.value);
            }
            if worth.value > window.alpha {
                window.alpha = worth.value;
                self.extend_line(ply, asked, Some(mv));
            }
        }
        self.moves.truncate(moves);
        self.keys.truncate(keys);
        best
    }

    fn calm_child(&mut self, left: u32, ply: usize, window: Window, side: Side) -> Worth {
        match self.game.phase() {
            Phase::Over(payoffs) => Worth::proven(side.view(self.fold.scalar(payoffs))),
            Phase::Act(seats) if self.fold.side(seats.first()) == side => self.calm(left, ply, window, seats.first()),
            Phase::Act(seats) => -self.calm(left, ply, -window, seats.first()),
        }
    }
}
