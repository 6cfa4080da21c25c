//! `mcts`: the centres first, a win where there is one, and a tree search otherwise.

use truel_core::{Payoffs, Rng, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Pair, Placement, Quadrant};
use truel_search::{Choice, Limits, Search};

/// How many of its own moves go to centres.
const OPENING: u32 = 4;

/// `search` with the report's two rules before it.
#[derive(Debug)]
pub(super) struct CentresFirst<S> {
    pub search: S,
    pub rng: Rng,
}

impl<S> CentresFirst<S> {
    /// A free centre during the first four moves, with any swap.
    fn opening(&mut self, game: &PentagoSwap, seat: Seat) -> Option<Placement> {
        let [own, other] = [seat, seat.next(2)].map(|seat| game.bits(seat));
        let is_free = |cell: usize| (own | other) & (1 << cell) == 0;
        let mut centres = Quadrant::ALL.into_iter().map(Quadrant::centre);
        let cell = centres.find(|cell| is_free(cell.index()) && own.count_ones() < OPENING)?;
        let pair = Pair::all().nth(self.rng.below(6) as usize)?;
        Some(Placement { cell, pair })
    }
}

impl<S: Search<PentagoSwap>> Search<PentagoSwap> for CentresFirst<S> {
    fn search_with(
        &mut self,
        game: &PentagoSwap,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<PentagoSwap>),
    ) -> Choice<PentagoSwap> {
        let mut wins = Vec::new();
        game.winning_moves(&mut wins);
        if let Some(mv) = wins.first() {
            return Choice::of(seat, *mv, Payoffs::one_against(seat, 1.0, 0.0));
        }
        match self.opening(game, seat) {
            Some(mv) => Choice::of(seat, mv, Payoffs::all(0.5)),
            None => self.search.search_with(game, seat, limits, on_progress),
        }
    }

    fn played(&mut self, before: &PentagoSwap, joint: [Placement; 1]) {
        self.search.played(before, joint);
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
