//! The trait every game implements, and the few words it needs.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde_json::Value;

use crate::draw::Rgb;
use crate::{Joint, ParseError, Payoffs, Rng, Seat, Seats};

/// Who must move now, or the payoffs at the end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase<P> {
    /// These seats choose, without knowing each other's choices.
    Act(Seats),
    /// The match has ended with these payoffs.
    Over(P),
}

impl<P> Phase<P> {
    /// Whether the match has ended.
    #[inline]
    pub const fn is_over(&self) -> bool {
        matches!(self, Phase::Over(_))
    }

    /// The seats that must move; none once the match is over.
    #[inline]
    pub const fn acting(&self) -> Seats {
        match self {
            Phase::Act(seats) => *seats,
            Phase::Over(_) => Seats::NONE,
        }
    }
}

/// A position together with the rules that govern it.
///
/// The contract, checked for every game by the laws of `truel-testkit`:
///
/// - `Default` is the start position.
/// - `Display` writes the position text and `FromStr` reads it back: key, legal moves and the whole
///   future agree, repetition counts included. Text that describes no possible position is refused,
///   never repaired.
/// - [`moves`](Game::moves) appends the legal moves without duplicates, in an order that depends on
///   the position alone. Each acting seat has at least one move (a pass is a move), and nobody else
///   has any.
/// - [`play`](Game::play) trusts its caller; [`Table`](crate::Table) checks moves from outside.
///
/// ```
/// use truel_core::{Game, Phase};
/// # use truel_core::doc::Nim;
/// let mut game = Nim::default();
/// let mut moves = Vec::new();
/// while let Phase::Act(seats) = game.phase() {
///     moves.clear();
///     game.moves(seats.first(), &mut moves);
///     game.play([moves[0]]);
/// }
/// assert_eq!(game.reason(), Some("last-stone"));
/// ```
pub trait Game: Default + Clone + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The constants of the game: id, title, seats, payoff bounds and sum, longest match.
    const INFO: Info;

    /// Whether rules look back at earlier positions of the match, as rules on repetition do. Two
    /// positions with the same key and the same ply may then have different futures, and exact
    /// searches share nothing between them. `true` is always safe.
    const HAS_MEMORY: bool = true;

    /// One seat's choice; its text is the notation of records, protocol and screen.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static;

    /// The choices of one instant, in seat order: `[Self::Move; 1]` with turns, `[Self::Move; 2]`
    /// when two move at once, [`UpTo<Self::Move, K>`](crate::UpTo) when the number of acting seats
    /// changes.
    type Joint: Joint<Self::Move>;

    /// `BySeat<f32, N>`.
    type Payoffs: Payoffs;

    /// What [`undo`](Game::undo) needs: the whole old position where that is small, a delta where
    /// it carries a history.
    type Undo;

    /// Who must move now, or the payoffs at the end.
    fn phase(&self) -> Phase<Self::Payoffs>;

    /// Why the match ended, in one word of the rules (`exit4`, `repetition`); `None` while it goes
    /// on.
    fn reason(&self) -> Option<&'static str>;

    /// Appends the legal moves of `seat`; appends nothing when that seat need not move.
    fn moves(&self, seat: Seat, out: &mut Vec<Self::Move>);

    /// Plays one legal move for each acting seat.
    fn play(&mut self, joint: Self::Joint) -> Self::Undo;

    /// Takes the last [`play`](Game::play) back.
    fn undo(&mut self, undo: Self::Undo);

    /// A Zobrist key of what is on the board and who must move. It leaves out what matters only for
    /// rules on repetition or length (occurrence counts, ply numbers), so that transpositions have
    /// the same key.
    fn key(&self) -> u64;

    /// Whether `seat` is out for the rest of the match: it does not act, or all it can do is pass.
    ///
    /// Searches leave such a seat out. The default says that nobody ever is, which is always safe.
    fn is_out(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// The number of legal moves of `seat`. The scratch list is returned as it was.
    ///
    /// A game overrides this when it can count without listing.
    #[inline]
    fn move_count(&self, seat: Seat, scratch: &mut Vec<Self::Move>) -> usize {
        let start = scratch.len();
        self.moves(seat, scratch);
        let count = scratch.len() - start;
        scratch.truncate(start);
        count
    }

    /// A uniformly random legal move of `seat`, which must be acting. The scratch list is returned
    /// as it was.
    ///
    /// A game overrides this when it can choose a move without listing them all.
    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Self::Move {
        let start = scratch.len();
        self.moves(seat, scratch);
        let choice = rng.pick(&scratch[start..]);
        scratch.truncate(start);
        choice
    }

    /// Payoffs as points for tables and ratings: 0 to 1 for each seat.
    ///
    /// By default the smallest payoff is worth 0, the largest 1, and the others lie between in
    /// proportion.
    fn points(payoffs: Self::Payoffs) -> Self::Payoffs {
        Self::INFO.points(payoffs)
    }

    /// The payoffs when `offender` breaks the rules (an illegal move, a crash).
    ///
    /// By default the offender gets the smallest payoff, and the others share what is left of a
    /// constant sum. Without a constant sum, a single opponent wins and several opponents draw.
    fn forfeit(&self, offender: Seat) -> Self::Payoffs {
        Self::INFO.forfeit(offender)
    }

    /// The payoffs when the clock of `late` runs out; a forfeit unless the rules say otherwise.
    fn time_out(&self, late: Seat) -> Self::Payoffs {
        self.forfeit(late)
    }

    /// Further facts that a referee reports about the position, by name: scores, tower counts, a
    /// result in words.
    ///
    /// Records hold them, and traces are compared with them. By default there are none.
    fn facts(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
}

/// A game whose seats move one at a time. Nothing to implement: the type of `Joint` says it.
pub trait TurnBased: Game<Joint = [<Self as Game>::Move; 1]> {}
impl<G: Game<Joint = [<G as Game>::Move; 1]>> TurnBased for G {}

/// A game that looks the same when the board is turned or mirrored.
///
/// A symmetry may rename seats as well as cells: a third of a turn on a three-seat board does.
/// Symmetries are numbered from 0, the identity. An image does not carry its original's history of
/// repeated positions.
pub trait Symmetric: Game {
    /// The number of symmetries, including the identity.
    const SYMMETRIES: usize;

    /// The position seen through symmetry `s`.
    fn image(&self, s: usize) -> Self;

    /// The move that corresponds to `mv` in the image.
    fn image_move(mv: Self::Move, s: usize) -> Self::Move;

    /// The seat that takes the place of `seat` in the image.
    fn image_seat(seat: Seat, s: usize) -> Seat;
}

/// An evaluation of positions, on the scale of the payoffs.
pub trait Evaluate<G: Game> {
    /// The payoff that each seat can expect.
    fn evaluate(&self, game: &G) -> G::Payoffs;
}

/// The constants of a game.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name on the command line and in files: lower case, words joined by `-`.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence that explains the game.
    pub about: &'static str,
    /// Where the game and its referee come from.
    pub origin: &'static str,
    /// The seats in order: at least two, at most [`Seat::MOST`].
    pub seats: &'static [SeatInfo],
    /// Whether seats take turns or move at once. It agrees with the width of [`Game::Joint`].
    pub timing: Timing,
    /// The smallest and the largest payoff of a match played to its end. Only a forfeit may cost
    /// more.
    pub bounds: Bounds,
    /// The sum of all payoffs, if it is the same for every result.
    pub sum: Option<f32>,
    /// The payoff of each seat in a draw.
    pub draw: f32,
    /// The largest number of plies of a match, if the rules set a limit.
    pub longest: Option<u32>,
    /// How a position is written, as a pattern for people.
    pub position: &'static str,
    /// A few moves in its notation.
    pub notation: &'static str,
}

impl Info {
    /// The name of `seat`.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats[seat.index()].name
    }

    /// The default of [`Game::points`].
    pub fn points<P: Payoffs>(&self, payoffs: P) -> P {
        let Bounds { low, high } = self.bounds;
        P::from_fn(|seat| ((payoffs[seat] - low) / (high - low)).clamp(0.0, 1.0))
    }

    /// The default of [`Game::forfeit`].
    pub fn forfeit<P: Payoffs>(&self, offender: Seat) -> P {
        let rest = match self.sum {
            Some(sum) => (sum - self.bounds.low) / (P::SEATS - 1) as f32,
            None if P::SEATS == 2 => self.bounds.high,
            None => self.draw,
        };
        P::one_against(offender, self.bounds.low, rest)
    }
}

/// A seat's name and colour.
#[derive(Clone, Copy, Debug)]
pub struct SeatInfo {
    /// The name, capitalised.
    pub name: &'static str,
    /// The colour of its pieces on paper and screen.
    pub colour: Rgb,
}

/// Whether seats take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// One seat moves at a time.
    Turns,
    /// All acting seats choose at once.
    Simultaneous,
}

/// The range of payoffs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The smallest payoff.
    pub low: f32,
    /// The largest payoff.
    pub high: f32,
}

impl Bounds {
    /// From 0 for a loss to 1 for a win.
    pub const UNIT: Bounds = Bounds { low: 0.0, high: 1.0 };

    /// Whether `payoff` lies in the range.
    pub fn contains(&self, payoff: f32) -> bool {
        (self.low..=self.high).contains(&payoff)
    }
}
