//! Turns that are skipped: for searches, not a rule.

use crate::TurnBased;

/// A game in which a search may let the seat to move skip its turn, whether or not the rules would.
///
/// Best-reply search and null-move pruning look at positions in which somebody has not moved. Such a position need not
/// come up in any match, but it is a position like any other: it has a key, a text and legal moves, and its match may go on
/// or be over. A skip is no move; it never stands in a list, a record or a line of play, and no referee takes it.
///
/// ```
/// use truel_core::{Game, Skip, doc::Nim};
/// let mut game = Nim::default();
/// let undo = game.skip();
/// assert_eq!(game.to_string(), "21 2");
/// game.undo(undo);
/// assert_eq!(game.to_string(), "21 1");
/// ```
pub trait Skip: TurnBased {
    /// Passes the turn to the next seat and leaves all else as it is; the match must not be over. Counts as a ply where plies
    /// or repetitions are counted, and is taken back by [`Game::undo`](crate::Game::undo).
    fn skip(&mut self) -> Self::Undo;
}
