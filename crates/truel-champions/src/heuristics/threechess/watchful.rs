//! Leaves out, at the root of a search, the moves after which the next seat takes a king.
//!
//! Best-reply search sees that its own king is in reach. That the next seat takes the king of the
//! last one costs it nothing, and most matches that it did not win ended so. Almost always there
//! was a move that prevents it. A price for being third does not help inside such a search, in
//! which one of the others always finds a way. At the root it is no matter of price: whoever is
//! third can no longer win.

use truel_core::{Bounds, BySeat, Evaluate, Game, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::Move;
use truel_search::lens::Lens;
use truel_search::{AlphaBetaOpinion, Opinion, Scale};

use super::kings::Kings;

/// Positions as [`Kings`] sees them, with fewer moves at the root.
#[derive(Clone, Default, Debug)]
pub struct Watchful {
    kings: Kings,
    /// The key of the root.
    root: u64,
    /// What is looked at there.
    moves: Vec<Move>,
}

impl Watchful {
    /// For a search of `seat`'s moves at `game`.
    pub fn new(kings: Kings, game: &ThreeChess, seat: Seat) -> Self {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        let outcomes: Vec<Outcome> = moves.iter().map(|mv| Outcome::of(*game, seat, *mv)).collect();
        let best = outcomes.iter().copied().max();
        let mut at = outcomes.iter();
        moves.retain(|_| at.next().copied() == best);
        Watchful {
            kings,
            root: game.key(),
            moves,
        }
    }
}

/// What comes of a move at once, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    /// The next seat can take the king of who moved.
    Lost,
    /// It can take the king of the last seat.
    Third,
    GoesOn,
    Won,
}

impl Outcome {
    fn of(mut game: ThreeChess, seat: Seat, mv: Move) -> Self {
        game.play([mv]);
        let next = seat.next(3);
        let takes = |king: Seat| game.attacks(next, game.king_of(king));
        match game.phase().is_over() {
            true if game.reason() == Some("king_capture") => Outcome::Won,
            true => Outcome::GoesOn,
            false if takes(seat) => Outcome::Lost,
            false if takes(next.next(3)) => Outcome::Third,
            false => Outcome::GoesOn,
        }
    }
}

impl Lens<ThreeChess> for Watchful {
    const BOUNDS: Bounds = ThreeChess::INFO.bounds;
    const SCALE: Scale = Scale::Payoffs;

    #[inline]
    fn judge(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        self.kings.evaluate(game)
    }

    #[inline]
    fn end(&self, _: &ThreeChess, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        payoffs
    }

    #[inline]
    fn moves(&self, game: &ThreeChess, seat: Seat, out: &mut Vec<Move>) {
        if game.key() == self.root && !self.moves.is_empty() {
            out.extend_from_slice(&self.moves);
        } else {
            game.moves(seat, out);
        }
    }

    #[inline]
    fn rank(&self, game: &ThreeChess, seat: Seat, mv: Move) -> f32 {
        self.kings.rank(game, seat, mv)
    }

    #[inline]
    fn is_noisy(&self, game: &ThreeChess, seat: Seat, mv: Move) -> bool {
        self.kings.is_noisy(game, seat, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blue's queen is about to take Green's king, and Red is to move.
    #[test]
    fn only_moves_that_guard_the_king_of_another_are_looked_at() {
        let mut game = ThreeChess::default();
        for mv in "BC2BC4 GF2GF4 RD2RD4 BD1BA4 GE2GE4 RC1RF4 BA4GH4 GD1GF3".split(' ') {
            game.play([mv.parse().expect("a move")]);
        }
        let [blue, green, red] = [0, 1, 2].map(Seat::new);
        let lens = Watchful::new(Kings::default(), &game, red);
        let mut all = Vec::new();
        game.moves(red, &mut all);
        assert!(!lens.moves.is_empty() && lens.moves.len() < all.len());
        for mv in all {
            let mut after = game;
            after.play([mv]);
            let is_guarded = !after.attacks(blue, after.king_of(green));
            assert_eq!(is_guarded, lens.moves.contains(&mv), "{mv}");
        }
    }

    #[test]
    fn a_king_is_taken_whatever_else_hangs() {
        let text = "4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33";
        let game: ThreeChess = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let lens = Watchful::new(Kings::default(), &game, Seat::new(0));
        let moves: Vec<String> = lens.moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["GE3GE1"]);
    }

    /// Where nothing is in reach, nothing is left out.
    #[test]
    fn at_the_start_every_move_is_looked_at() {
        let game = ThreeChess::default();
        let lens = Watchful::new(Kings::default(), &game, Seat::new(0));
        assert_eq!(lens.moves.len(), 20);
    }
}
