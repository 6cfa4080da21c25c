//! Skipped turns. They are for searches; they are not a rule of any game.

use crate::TurnBased;

/// A game in which a search may skip the turn of the seat to move, even where the rules do not
/// allow it.
///
/// Best-reply search and null-move pruning look at positions in which somebody has not moved. Such
/// a position need not occur in any match, but it is a full position: it has a key, a text and
/// legal moves, or it is over. A skip is not a move: it never appears in a move list, a record or a
/// line of play, and no referee accepts it.
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
    /// Passes the turn to the next seat and changes nothing else. The match must not be over.
    ///
    /// A skip counts as a ply where plies or repetitions are counted.
    /// [`Game::undo`](crate::Game::undo) takes it back.
    fn skip(&mut self) -> Self::Undo;
}
