//! Leaving moves out before a search looks at them.

use truel_core::{Game, Seat};

/// Shortens move lists. With hundreds of moves for each seat a matrix has tens of thousands of
/// cells. A search that leaves most moves out sees further, but its proofs hold for the shortened
/// game only.
pub trait Prune<G: Game>: Send {
    /// Removes moves of `seat` from `moves[start..]`, and nothing before it. At least one must
    /// stay.
    fn prune(&self, game: &G, seat: Seat, moves: &mut Vec<G::Move>, start: usize);
}

/// Leaves nothing out.
#[derive(Clone, Copy, Default, Debug)]
pub struct Everything;

impl<G: Game> Prune<G> for Everything {
    #[inline]
    fn prune(&self, _: &G, _: Seat, _: &mut Vec<G::Move>, _: usize) {}
}
