//! A game as a search may look at it: other values, fewer moves.
//!
//! The reports' agents value positions on scales of their own (chess points, towers, men). Some of
//! their formulas only make sense there, and some leave moves out of the search on purpose. A
//! [`Lens`] says both, and [`Through`] is the game seen through it, a [`Game`] like any other. So
//! every search of this crate runs on every scale as it is, with the opinion [`LensOpinion`], and
//! [`LensSearch`] hands its answer back as one on the game itself.
//!
//! Cost: that of the lens; the wrapper is compiled away. Invariant: a choice made through a lens is
//! a legal move of the game, since a lens may only leave moves out.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::str::FromStr;

use truel_core::{Bounds, Evaluate, Game, Info, ParseError, Phase, Rng, Seat, Skip};

use crate::choice::Scale;
use crate::{AlphaBetaOpinion, Candidate, Choice, Limits, Opinion, Search};

/// How a search looks at a game. A lens may know whose search it is for, and what that seat is up
/// to.
pub trait Lens<G: Game>: Clone + Default + Debug + Send + Sync + 'static {
    /// Between which values every judgement lies.
    const BOUNDS: Bounds;

    /// What its values mean. Payoffs only where it leaves the ends as they are and estimates them
    /// everywhere else.
    const SCALE: Scale = Scale::Own;

    /// What a position is worth to each seat.
    fn judge(&self, game: &G) -> G::Payoffs;

    /// What a position is worth to one seat; a lens overrides this when one seat is cheaper than
    /// all.
    #[inline]
    fn judge_for(&self, game: &G, seat: Seat) -> f32 {
        self.judge(game)[seat]
    }

    /// What the end of a match is worth, given its payoffs; by default what the position is worth.
    #[inline]
    fn end(&self, game: &G, payoffs: G::Payoffs) -> G::Payoffs {
        let _ = payoffs;
        self.judge(game)
    }

    /// Appends the moves of `seat` that the search looks at, at least one where there is any. All
    /// must be legal, and their order must depend on the position and the lens alone.
    #[inline]
    fn moves(&self, game: &G, seat: Seat, out: &mut Vec<G::Move>) {
        game.moves(seat, out);
    }

    /// A move that chance makes for `seat`, in rollouts: by default any of the game's own, what is
    /// left out of a search included. Every legal move must be possible.
    #[inline]
    fn random_move(&self, game: &G, seat: Seat, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        game.random_move(seat, rng, scratch)
    }

    /// How good a move looks before it is searched; see [`Opinion::rank`].
    #[inline]
    fn rank(&self, game: &G, seat: Seat, mv: G::Move) -> f32 {
        let _ = (game, seat, mv);
        0.0
    }

    /// Whether quiescence search follows a move; see [`AlphaBetaOpinion::is_noisy`].
    #[inline]
    fn is_noisy(&self, game: &G, seat: Seat, mv: G::Move) -> bool {
        let _ = (game, seat, mv);
        false
    }
}

/// A game seen through a lens. Its texts are those of the game.
#[derive(Default, Debug)]
pub struct Through<G, L> {
    game: G,
    lens: L,
}

impl<G: Clone, L: Clone> Clone for Through<G, L> {
    fn clone(&self) -> Self {
        Through {
            game: self.game.clone(),
            lens: self.lens.clone(),
        }
    }

    /// Reuses the game's memory, as tree searches do with every simulation.
    fn clone_from(&mut self, source: &Self) {
        self.game.clone_from(&source.game);
        self.lens.clone_from(&source.lens);
    }
}

impl<G, L> Through<G, L> {
    /// `game` through `lens`.
    pub fn new(game: G, lens: L) -> Self {
        Through { game, lens }
    }

    /// The game itself.
    #[inline]
    pub fn inner(&self) -> &G {
        &self.game
    }

    /// What it is seen through.
    #[inline]
    pub fn lens(&self) -> &L {
        &self.lens
    }
}

impl<G: Game, L> fmt::Display for Through<G, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.game, f)
    }
}

impl<G: Game, L: Default> FromStr for Through<G, L> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Through::new(text.parse()?, L::default()))
    }
}

impl<G: Game, L: Lens<G>> Game for Through<G, L> {
    const INFO: Info = Info {
        bounds: L::BOUNDS,
        // Judgements need not add up to anything.
        sum: None,
        draw: (L::BOUNDS.low + L::BOUNDS.high) / 2.0,
        ..G::INFO
    };
    const HAS_MEMORY: bool = G::HAS_MEMORY;
    type Move = G::Move;
    type Joint = G::Joint;
    type Payoffs = G::Payoffs;
    type Undo = G::Undo;

    #[inline]
    fn phase(&self) -> Phase<G::Payoffs> {
        match self.game.phase() {
            Phase::Over(payoffs) => Phase::Over(self.lens.end(&self.game, payoffs)),
            act @ Phase::Act(_) => act,
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.game.reason()
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<G::Move>) {
        self.lens.moves(&self.game, seat, out);
    }

    #[inline]
    fn play(&mut self, joint: G::Joint) -> G::Undo {
        self.game.play(joint)
    }

    #[inline]
    fn undo(&mut self, undo: G::Undo) {
        self.game.undo(undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.game.key()
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.game.is_out(seat)
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        self.lens.random_move(&self.game, seat, rng, scratch)
    }

    fn points(payoffs: G::Payoffs) -> G::Payoffs {
        G::points(payoffs)
    }

    fn forfeit(&self, offender: Seat) -> G::Payoffs {
        self.game.forfeit(offender)
    }

    fn time_out(&self, late: Seat) -> G::Payoffs {
        self.game.time_out(late)
    }
}

impl<G: Skip, L: Lens<G>> Skip for Through<G, L> {
    #[inline]
    fn skip(&mut self) -> G::Undo {
        self.game.skip()
    }
}

/// The opinion that the lens has.
#[derive(Clone, Copy, Default, Debug)]
pub struct LensOpinion;

impl<G: Game, L: Lens<G>> Evaluate<Through<G, L>> for LensOpinion {
    #[inline]
    fn evaluate(&self, game: &Through<G, L>) -> G::Payoffs {
        game.lens.judge(&game.game)
    }
}

impl<G: Game, L: Lens<G>> Opinion<Through<G, L>> for LensOpinion {
    #[inline]
    fn value_for(&self, game: &Through<G, L>, seat: Seat) -> f32 {
        game.lens.judge_for(&game.game, seat)
    }

    #[inline]
    fn rank(&self, game: &Through<G, L>, seat: Seat, mv: G::Move) -> f32 {
        game.lens.rank(&game.game, seat, mv)
    }
}

impl<G: Game, L: Lens<G>> AlphaBetaOpinion<Through<G, L>> for LensOpinion {
    type LineState = ();

    #[inline]
    fn is_noisy(&self, game: &Through<G, L>, seat: Seat, mv: G::Move) -> bool {
        game.lens.is_noisy(&game.game, seat, mv)
    }
}

/// A search through a lens as a search on the game itself. `focus` chooses the lens at the start of
/// each search, from the position and the seat that searches.
#[derive(Clone)]
pub struct LensSearch<L, S, F> {
    /// The search.
    pub search: S,
    focus: F,
    lens: PhantomData<L>,
}

impl<L, S, F> LensSearch<L, S, F> {
    /// `search` through the lens that `focus` chooses.
    pub fn new<G: Game>(search: S, focus: F) -> Self
    where
        L: Lens<G>,
        S: Search<Through<G, L>>,
        F: FnMut(&G, Seat) -> L,
    {
        LensSearch {
            search,
            focus,
            lens: PhantomData,
        }
    }
}

impl<L, S: Debug, F> Debug for LensSearch<L, S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LensSearch")
            .field("search", &self.search)
            .finish_non_exhaustive()
    }
}

impl<G, L, S, F> Search<G> for LensSearch<L, S, F>
where
    G: Game,
    L: Lens<G>,
    S: Search<Through<G, L>>,
    F: FnMut(&G, Seat) -> L + Send,
{
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let view = Through::new(game.clone(), (self.focus)(game, seat));
        let choice = self.search.search_with(&view, seat, limits, &mut |choice| {
            on_progress(&on_the_game(choice.clone()));
        });
        on_the_game(choice)
    }

    fn played(&mut self, before: &G, joint: G::Joint) {
        // Moves and keys identify what was played, and they are the same through every lens.
        self.search.played(&Through::new(before.clone(), L::default()), joint);
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

fn on_the_game<G: Game, L: Lens<G>>(choice: Choice<Through<G, L>>) -> Choice<G> {
    Choice {
        seat: choice.seat,
        candidates: choice.candidates.into_iter().map(Candidate::of_game).collect(),
        replies: choice.replies.into_iter().map(Candidate::of_game).collect(),
        value: choice.value,
        scale: L::SCALE,
        line: choice.line,
        depth: choice.depth,
        nodes: choice.nodes,
        is_proven: choice.is_proven,
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{BySeat, doc::Nim};

    use super::*;
    use crate::AlphaBeta;
    use crate::alphabeta::Config;

    /// Stones left over count for the seat that searches; only the smallest move of others is
    /// looked at.
    #[derive(Clone, Copy, Default, Debug)]
    struct Stones {
        root: usize,
    }

    fn stones(game: &Nim) -> f32 {
        let text = game.to_string();
        text.split(' ')
            .next()
            .and_then(|count| count.parse().ok())
            .expect("a count")
    }

    impl Lens<Nim> for Stones {
        const BOUNDS: Bounds = Bounds { low: 0.0, high: 21.0 };

        fn judge(&self, game: &Nim) -> BySeat<f32, 2> {
            BySeat::from_fn(|seat| {
                if seat.index() == self.root {
                    stones(game)
                } else {
                    -stones(game)
                }
            })
        }

        fn moves(&self, game: &Nim, seat: Seat, out: &mut Vec<<Nim as Game>::Move>) {
            let start = out.len();
            game.moves(seat, out);
            if seat.index() != self.root {
                out.truncate(start + 1);
            }
        }
    }

    #[test]
    fn a_search_values_and_moves_as_the_lens_says() {
        let search = AlphaBeta::with_config(LensOpinion, Config::exact());
        let mut look = LensSearch::new(search, |_: &Nim, seat: Seat| Stones { root: seat.index() });
        let choice = look.search(&Nim::default(), Seat::new(0), &Limits::depth(3));
        // One stone each: 21 less 3 is the most that can be left after three plies.
        assert_eq!((choice.best().to_string(), choice.value.0[0]), ("1".to_owned(), 18.0));
        assert_eq!(choice.scale, Scale::Own);
    }

    #[test]
    fn an_end_is_worth_what_the_lens_says() {
        let game: Nim = "0 2".parse().expect("a position");
        let view = Through::new(game, Stones { root: 1 });
        assert_eq!(view.phase(), Phase::Over(BySeat([0.0, 0.0])));
    }
}
