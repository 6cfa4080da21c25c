//! What a position is worth before its end, and which moves look good before they are searched.

use std::ops::ControlFlow;

use truel_core::zobrist::splitmix;
use truel_core::{Bounds, Evaluate, Game, Payoffs, Seat, Serial};

/// An evaluation with the two further opinions that searches can use.
///
/// [`Evaluate`] is the required part. Searches for one seat's value ask [`value_for`](Opinion::value_for), which an opinion
/// overrides when one seat is cheaper than all.
pub trait Opinion<G: Game>: Evaluate<G> + Send + Sync {
    /// What `seat` may expect.
    #[inline]
    fn value_for(&self, game: &G, seat: Seat) -> f32 {
        self.evaluate(game)[seat]
    }

    /// Between what `seat`'s payoff must lie once the game is played well from here, where the position closes part of the scale;
    /// opinions on the position and on what follows keep to it.
    #[inline]
    fn bounds(&self, game: &G, seat: Seat) -> Bounds {
        let _ = (game, seat);
        G::INFO.bounds
    }

    /// The payoffs, where they are certain before the end however the match goes on; alpha-beta takes them for the end.
    #[inline]
    fn decided(&self, game: &G) -> Option<G::Payoffs> {
        let _ = game;
        None
    }

    /// What alpha-beta's table knows a position by. An opinion overrides it where the game's own key tells positions apart that
    /// have the same moves and the same future.
    #[inline]
    fn key(&self, game: &G) -> u64 {
        game.key()
    }

    /// How good a move looks before it is searched; larger is better. Orders moves and limits breadth.
    #[inline]
    fn rank(&self, game: &G, seat: Seat, mv: G::Move) -> f32 {
        let _ = (game, seat, mv);
        0.0
    }

    /// What [`foresee`](Opinion::foresee) can tell about `moves`, all that the seat to move has.
    #[inline]
    fn outlook(&self, game: &G, moves: &[G::Move]) -> Outlook {
        let _ = (game, moves);
        Outlook::Nothing
    }

    /// Tells what the position after each of `moves`, all that `seat` has, is worth, until it is told to stop. An opinion has an
    /// outlook where that costs less than playing and evaluating every move.
    #[inline]
    fn foresee(&self, game: &G, seat: Seat, moves: &[G::Move], tell: impl FnMut(G::Payoffs) -> ControlFlow<()>) {
        let _ = (game, seat, moves, tell);
    }

    /// Whether a move changes so much at once that evaluating before it would mislead; quiescence search follows it.
    #[inline]
    fn is_noisy(&self, game: &G, seat: Seat, mv: G::Move) -> bool {
        let _ = (game, seat, mv);
        false
    }
}

/// What an opinion can tell about moves without making them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// Nothing but their ranks.
    Nothing,
    /// About what they lead to, so alpha-beta orders moves by it.
    Order,
    /// Just what evaluating would tell, and that none of them ends the match, so alpha-beta need not make moves to leaves.
    Worths,
}

/// No opinion: every position that is not over is worth a draw.
#[derive(Clone, Copy, Default, Debug)]
pub struct Indifferent;

impl<G: Game> Evaluate<G> for Indifferent {
    #[inline]
    fn evaluate(&self, _: &G) -> G::Payoffs {
        G::Payoffs::all(G::INFO.draw)
    }
}

impl<G: Game> Opinion<G> for Indifferent {
    #[inline]
    fn value_for(&self, _: &G, _: Seat) -> f32 {
        G::INFO.draw
    }
}

/// A random but fixed opinion, made from the position's key: what tests and benches of searches use where only the search
/// matters. It respects the game's bounds and, where there is one, its constant sum.
#[derive(Clone, Copy, Default, Debug)]
pub struct HashOpinion {
    /// Another seed, another opinion.
    pub seed: u64,
}

impl<G: Game> Evaluate<G> for HashOpinion {
    #[inline]
    fn evaluate(&self, game: &G) -> G::Payoffs {
        let key = game.key() ^ splitmix(self.seed);
        let share = |seat: Seat| splitmix(key ^ (seat.index() as u64 + 1)) as u32 as f32 / u32::MAX as f32;
        let Bounds { low, high } = G::INFO.bounds;
        if G::INFO.sum.is_none() {
            return G::Payoffs::from_fn(|seat| low + share(seat) * (high - low));
        }
        // Around a draw, whose payoffs have the constant sum, by amounts that cancel out.
        let draw = G::INFO.draw;
        let mean = Seat::all(G::Payoffs::SEATS).map(share).sum::<f32>() / G::Payoffs::SEATS as f32;
        let room = (draw - low).min(high - draw);
        G::Payoffs::from_fn(|seat| draw + (share(seat) - mean) * room)
    }
}

impl<G: Game> Opinion<G> for HashOpinion {
    #[inline]
    fn rank(&self, game: &G, _: Seat, mv: G::Move) -> f32 {
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&(game.key(), mv), &mut hasher);
        (std::hash::Hasher::finish(&hasher) >> 40) as f32
    }
}

/// An opinion on a game as an opinion on the same game in turns: choices made this instant are not looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct SerialOpinion<O>(pub O);

impl<G: Game, O: Opinion<G>> Evaluate<Serial<G>> for SerialOpinion<O> {
    #[inline]
    fn evaluate(&self, game: &Serial<G>) -> G::Payoffs {
        self.0.evaluate(game.inner())
    }
}

impl<G: Game, O: Opinion<G>> Opinion<Serial<G>> for SerialOpinion<O> {
    #[inline]
    fn value_for(&self, game: &Serial<G>, seat: Seat) -> f32 {
        self.0.value_for(game.inner(), seat)
    }

    #[inline]
    fn rank(&self, game: &Serial<G>, seat: Seat, mv: G::Move) -> f32 {
        self.0.rank(game.inner(), seat, mv)
    }

    #[inline]
    fn is_noisy(&self, game: &Serial<G>, seat: Seat, mv: G::Move) -> bool {
        self.0.is_noisy(game.inner(), seat, mv)
    }
}
