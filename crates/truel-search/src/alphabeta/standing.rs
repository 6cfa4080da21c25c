//! Seats that do not choose; never used by plain alpha-beta, for which the compiler removes it.

use truel_core::{Phase, Seat, TurnBased};

use super::tree::{Place, Worker};
use super::turns::Turns;
use super::worth::{Tally, Window, Worth};
use crate::AlphaBetaOpinion;
use crate::fold::Fold;
use crate::ordering::SortKey;
use crate::transposition::Entry;

/// What it is worth to leave the reply to another seat.
pub(super) struct LeftReply {
    pub(super) tally: Tally,
    /// The place of the move that the seat made instead, which is not a reply any more.
    pub(super) without: u16,
}

/// How a seat stood by.
struct StoodBy<U, M> {
    undo: U,
    /// The move it made, and its place in the list. `None` where it skipped its turn.
    made: Option<Placed<M>>,
}

struct Placed<M> {
    place: usize,
    mv: M,
}

impl<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// A seat that may not choose skips its turn or, where the game knows no skipping, makes the
    /// move that ranks first.
    pub(super) fn stand_by(&mut self, place: Place<T::Round>, window: Window) -> Worth {
        let StoodBy { undo, made } = self.idle(place.seat);
        let side = self.fold.side(place.seat);
        let worth = if self.budget.spend() {
            self.child(place.depth, place.ply, window, side, place.round)
        } else {
            Worth::NOTHING
        };
        self.undo(undo);
        self.extend_line(place.ply, window, made.map(|made| made.mv));
        worth
    }

    /// The seat to move leaves the reply to an opponent after it; impossible where there is none,
    /// since somebody must reply.
    pub(super) fn leave_reply(&mut self, place: Place<T::Round>, window: Window, bottom: usize) -> LeftReply {
        let mut tally = Tally::default();
        let mut without = Entry::NO_MOVE;
        let StoodBy { undo, made } = self.idle_in(place.seat, bottom);
        if self.budget.spend()
            && let Phase::Act(seats) = self.game.phase()
            && self.turns.leaves_a_replier(&self.game, seats.first())
        {
            let side = self.fold.side(place.seat);
            tally.add(self.child(place.depth, place.ply, window, side, place.round));
            without = made.as_ref().map_or(Entry::NO_MOVE, |made| made.place as u16);
            if tally.best.value > window.alpha {
                self.extend_line(place.ply, window, made.map(|made| made.mv));
            }
        }
        self.undo(undo);
        LeftReply { tally, without }
    }

    fn idle(&mut self, seat: Seat) -> StoodBy<G::Undo, G::Move> {
        let bottom = self.moves.len();
        self.game.moves(seat, &mut self.moves);
        let idle = self.idle_in(seat, bottom);
        self.moves.truncate(bottom);
        idle
    }

    /// Skips, or plays the move that ranks first in the list at `bottom`, which is returned with
    /// its place.
    fn idle_in(&mut self, seat: Seat, bottom: usize) -> StoodBy<G::Undo, G::Move> {
        if let Some(undo) = self.skip() {
            return StoodBy { undo, made: None };
        }
        let ranked = self.moves[bottom..].iter().enumerate();
        let keys = ranked.map(|(at, mv)| SortKey::ranked(self.opinion.rank(&self.game, seat, *mv), at));
        let place = keys.max().expect("a seat that must move has a move").place();
        let mv = self.moves[bottom + place];
        StoodBy {
            undo: self.play(mv),
            made: Some(Placed { place, mv }),
        }
    }
}
