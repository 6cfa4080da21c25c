//! Seats that do not choose; never used by plain alpha-beta, for which the compiler removes it.

use truel_core::{Phase, Seat, TurnBased};

use super::tree::{Place, Worker};
use super::turns::Turns;
use super::worth::{Tally, Window, Worth};
use crate::AlphaBetaOpinion;
use crate::fold::Fold;
use crate::ordering::SortKey;
use crate::transposition::Entry;

impl<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// A seat that may not choose skips its turn or, where the game knows no skipping, makes the move that ranks first.
    pub(super) fn stand_by(&mut self, place: Place<T::Round>, window: Window) -> Worth {
        let (undo, idle) = self.idle(place.seat);
        let side = self.fold.side(place.seat);
        let worth = if self.budget.spend() {
            self.child(place.depth, place.ply, window, side, place.round)
        } else {
            Worth::NOTHING
        };
        self.undo(undo);
        self.extend_line(place.ply, window, idle.map(|(_, mv)| mv));
        worth
    }

    /// The seat to move leaves the reply to an opponent after it; impossible where there is none, since somebody
    /// must reply. Returns what that is worth and the place of the move it stood by with.
    pub(super) fn leave_reply(&mut self, place: Place<T::Round>, window: Window, bottom: usize) -> (Tally, u16) {
        let mut tally = Tally::default();
        let mut without = Entry::NO_MOVE;
        let (undo, idle) = self.idle_in(place.seat, bottom);
        if self.budget.spend()
            && let Phase::Act(seats) = self.game.phase()
            && self.turns.leaves_a_replier(&self.game, seats.first())
        {
            let side = self.fold.side(place.seat);
            tally.add(self.child(place.depth, place.ply, window, side, place.round));
            without = idle.map_or(Entry::NO_MOVE, |(at, _)| at as u16);
            if tally.best.value > window.alpha {
                self.extend_line(place.ply, window, idle.map(|(_, mv)| mv));
            }
        }
        self.undo(undo);
        (tally, without)
    }

    fn idle(&mut self, seat: Seat) -> (G::Undo, Option<(usize, G::Move)>) {
        let bottom = self.moves.len();
        self.game.moves(seat, &mut self.moves);
        let idle = self.idle_in(seat, bottom);
        self.moves.truncate(bottom);
        idle
    }

    /// Skips, or plays the move that ranks first in the list at `bottom`, which is returned with its place.
    fn idle_in(&mut self, seat: Seat, bottom: usize) -> (G::Undo, Option<(usize, G::Move)>) {
        if let Some(undo) = self.skip() {
            return (undo, None);
        }
        let ranked = self.moves[bottom..].iter().enumerate();
        let keys = ranked.map(|(at, mv)| SortKey::ranked(self.opinion.rank(&self.game, seat, *mv), at));
        let at = keys.max().expect("a seat that must move has a move").place();
        let mv = self.moves[bottom + at];
        (self.play(mv), Some((at, mv)))
    }
}
