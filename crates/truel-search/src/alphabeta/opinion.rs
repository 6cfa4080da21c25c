//! What alpha-beta asks of an opinion beyond what every search asks.

use std::ops::ControlFlow;

use truel_core::{Bounds, Game, Seat, Serial};

use crate::{HashOpinion, Indifferent, Opinion, SerialOpinion};

/// An opinion for the alpha-beta family: [`AlphaBeta`](crate::AlphaBeta),
/// [`Paranoid`](crate::Paranoid), [`BestReply`](crate::BestReply) and
/// [`SmAlphaBeta`](crate::joint::SmAlphaBeta).
///
/// Everything has a default. An opinion without hints and without state takes one line:
///
/// ```
/// use truel_core::{BySeat, Evaluate, Seat, doc::Nim};
/// use truel_search::{AlphaBeta, AlphaBetaOpinion, Limits, Opinion, Search};
///
/// struct Even;
///
/// impl Evaluate<Nim> for Even {
///     fn evaluate(&self, _: &Nim) -> BySeat<f32, 2> {
///         BySeat([0.5, 0.5])
///     }
/// }
/// impl Opinion<Nim> for Even {}
/// impl AlphaBetaOpinion<Nim> for Even { type LineState = (); }
///
/// let choice = AlphaBeta::new(Even).search(&Nim::default(), Seat::new(0), &Limits::depth(3));
/// assert_eq!(choice.value[Seat::new(0)], 0.5);
/// ```
///
/// # State along a line
///
/// An evaluation that is cheaper to update than to compute keeps its sums in a
/// [`LineState`](Self::LineState). The search starts one at the root of each thread, pushes every
/// move before it is made and pops it after it is taken back. So the state always belongs to the
/// position that [`line_value`](Self::line_value) is asked about.
pub trait AlphaBetaOpinion<G: Game>: Opinion<G> {
    /// State that is kept along the line from the root. `()` is none and costs nothing.
    type LineState: Default;

    /// The state at the root.
    #[inline]
    fn start(&self, game: &G) -> Self::LineState {
        let _ = game;
        Self::LineState::default()
    }

    /// A step is about to be made at `before`.
    #[inline]
    fn push(&self, state: &mut Self::LineState, before: &G, step: LineStep<G::Move>) {
        let _ = (state, before, step);
    }

    /// The last step that was pushed has been taken back.
    #[inline]
    fn pop(&self, state: &mut Self::LineState) {
        let _ = state;
    }

    /// What `seat` may expect at `game`, to which `state` belongs.
    ///
    /// It must agree with [`value_for`](Opinion::value_for). The state is mutable so that it can be
    /// brought up to date only when it is needed.
    #[inline]
    fn line_value(&self, state: &mut Self::LineState, game: &G, seat: Seat) -> f32 {
        let _ = state;
        self.value_for(game, seat)
    }

    /// The payoffs, where they are certain before the end. Alpha-beta treats the position as an
    /// end.
    #[inline]
    fn decided(&self, game: &G) -> Option<G::Payoffs> {
        let _ = game;
        None
    }

    /// The bounds of `seat`'s payoff, if all seats play well from here.
    ///
    /// Override it where the position rules out part of the scale. Evaluations must lie within the
    /// bounds.
    #[inline]
    fn bounds(&self, game: &G, seat: Seat) -> Bounds {
        let _ = (game, seat);
        G::INFO.bounds
    }

    /// The key of the position in the transposition table.
    ///
    /// Override it where the game's own key distinguishes positions with the same moves and the
    /// same future.
    #[inline]
    fn key(&self, game: &G) -> u64 {
        game.key()
    }

    /// Whether a move changes so much that evaluating before it would mislead. Quiescence search
    /// follows such moves.
    #[inline]
    fn is_noisy(&self, game: &G, seat: Seat, mv: G::Move) -> bool {
        let _ = (game, seat, mv);
        false
    }

    /// What [`foresee`](Self::foresee) can tell about `moves`, which are all moves of the seat to
    /// move.
    #[inline]
    fn outlook(&self, game: &G, moves: &[G::Move]) -> Outlook {
        let _ = (game, moves);
        Outlook::Nothing
    }

    /// Passes the value after each of `moves` to `tell`, in order, until `tell` says stop.
    ///
    /// `moves` are all moves of `seat`. Override this and [`outlook`](Self::outlook) where it costs
    /// less than making and evaluating every move.
    #[inline]
    fn foresee(
        &self,
        state: &mut Self::LineState,
        game: &G,
        seat: Seat,
        moves: &[G::Move],
        tell: impl FnMut(G::Payoffs) -> ControlFlow<()>,
    ) {
        let _ = (state, game, seat, moves, tell);
    }
}

/// What leads from one position of a line to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStep<M> {
    /// The seat to move makes this move.
    Move(M),
    /// The seat to move skips its turn, which only best-reply search does.
    Skip,
}

/// What an opinion can tell about moves without making them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// Nothing but their ranks.
    Nothing,
    /// Roughly what they lead to. Alpha-beta orders moves by it.
    Order,
    /// Exactly what evaluating would tell, and none of them ends the match. Alpha-beta need not
    /// make moves to leaves.
    Worths,
}

impl<G: Game> AlphaBetaOpinion<G> for Indifferent {
    type LineState = ();
}

impl<G: Game> AlphaBetaOpinion<G> for HashOpinion {
    type LineState = ();
}

/// The state of the opinion inside is not used: a step in turns is only part of a joint move.
impl<G: Game, O: AlphaBetaOpinion<G>> AlphaBetaOpinion<Serial<G>> for SerialOpinion<O> {
    type LineState = ();

    #[inline]
    fn is_noisy(&self, game: &Serial<G>, seat: Seat, mv: G::Move) -> bool {
        self.0.is_noisy(game.inner(), seat, mv)
    }
}
