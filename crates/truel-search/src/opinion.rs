//! What a position is worth before its end, and which moves look good before they are searched.

use truel_core::zobrist::splitmix;
use truel_core::{Bounds, Evaluate, Game, Payoffs, Seat, Serial};

/// An evaluation of positions and a ranking of moves: what every search may ask for.
///
/// [`Evaluate`] is the required part. Both methods here have defaults, so most opinions need one
/// line more: `impl Opinion<MyGame> for MyOpinion {}`. Alpha-beta asks for more; see
/// [`AlphaBetaOpinion`](crate::AlphaBetaOpinion).
pub trait Opinion<G: Game>: Evaluate<G> + Send + Sync {
    /// What `seat` may expect. Override it where one seat is cheaper to evaluate than all.
    #[inline]
    fn value_for(&self, game: &G, seat: Seat) -> f32 {
        self.evaluate(game)[seat]
    }

    /// How good a move looks before it is searched; larger is better. It orders moves and limits
    /// breadth.
    #[inline]
    fn rank(&self, game: &G, seat: Seat, mv: G::Move) -> f32 {
        let _ = (game, seat, mv);
        0.0
    }
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

/// A fixed pseudo-random opinion, made by hashing the position's key.
///
/// Tests and benches use it where only the search matters. It keeps to the game's bounds and to its
/// constant sum, where there is one.
#[derive(Clone, Copy, Default, Debug)]
pub struct HashOpinion {
    /// Each seed gives another opinion.
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

/// An opinion on a game of simultaneous moves as an opinion on the same game in turns.
///
/// It ignores choices that were made but not played yet.
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
}
