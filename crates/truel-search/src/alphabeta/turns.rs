//! Which seats choose: all in turn, or only one opponent between two own moves.

use truel_core::{Seat, TurnBased};

/// How freely the seat to move chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Freedom {
    /// Among all its moves.
    Free,
    /// Not at all: it stands by.
    Bound,
    /// It replies with any of its moves, or stands by and leaves the reply to an opponent after it.
    Either,
}

/// Which seats are searched with all their moves. Everything here is known to the compiler for
/// plain alpha-beta.
pub(crate) trait Turns<G: TurnBased>: Copy + Send + Sync {
    /// What must be remembered since the searching seat's last move.
    type Round: Copy + Send;

    /// Whether a value that the rules give is proven in the game itself.
    const PROVES: bool;

    /// The round at the root.
    fn start(self) -> Self::Round;

    /// How freely `seat` chooses.
    fn freedom(self, round: Self::Round, game: &G, seat: Seat) -> Freedom;

    /// The round after a free choice of `seat`.
    fn chosen(self, round: Self::Round, seat: Seat) -> Self::Round;

    /// Whether an opponent that can still act comes before the searching seat when `next` is to
    /// move.
    fn leaves_a_replier(self, game: &G, next: Seat) -> bool;

    /// A word that tells rounds apart in the table.
    fn tag(self, round: Self::Round) -> u64;

    /// Lets the seat to move skip its turn, if that can be done.
    fn skip(self, game: &mut G) -> Option<G::Undo>;
}

/// Everybody chooses, each in turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Everybody;

impl<G: TurnBased> Turns<G> for Everybody {
    type Round = ();
    const PROVES: bool = true;

    fn start(self) {}

    #[inline]
    fn freedom(self, (): (), _: &G, _: Seat) -> Freedom {
        Freedom::Free
    }

    #[inline]
    fn chosen(self, (): (), _: Seat) {}

    #[inline]
    fn leaves_a_replier(self, _: &G, _: Seat) -> bool {
        false
    }

    #[inline]
    fn tag(self, (): ()) -> u64 {
        0
    }

    #[inline]
    fn skip(self, _: &mut G) -> Option<G::Undo> {
        None
    }
}
