//! Best-reply search: between two moves of one's own only one opponent replies, the one whose reply
//! hurts most.
//!
//! Schadd and Winands, "Best Reply Search for Multiplayer Games" (2011), and BRS+: Esser, Gras,
//! Winands, Schadd and Lanctot, "Improving Best-Reply Search" (2013). With all opponents in one
//! layer the search looks ahead further for its own seat than paranoid search does, and is less
//! afraid: not everybody strikes at once.
//!
//! What the opponents do that do not reply is the whole difference ([`StandBy`]). In BRS they skip
//! their turn, which few rules allow, so a game has to offer it through [`Skip`]. In BRS+ they make
//! the move that the opinion ranks first. An opponent to move either replies with any of its moves,
//! and those after it stand by. Or it stands by itself and leaves the reply to the next. The move
//! it stands by with is not tried as a reply too, since leaving the reply open includes it.
//! Somebody must reply: the last opponent cannot leave it to anybody, nor can one after whom all
//! others are out.
//!
//! One reply is too few where two opponents strike between two own moves. So the first rounds,
//! which decide the next move, can be free ([`BestReply::with_free_rounds`]): every opponent
//! chooses there. In chexers one such round is worth more than the depth that it costs.
//!
//! Depth counts choices: one's own move is a ply, and so is the opponents' layer. Standing by is
//! free. A layer that has begun is completed before it is judged. With two seats nobody stands by,
//! and the search is alpha-beta node for node. Values are those of this reduced tree, so none is
//! proven.

use truel_core::zobrist::splitmix;
use truel_core::{Payoffs, Seat, Skip, TurnBased};

pub use crate::alphabeta::Config;
use crate::alphabeta::Model;
use crate::alphabeta::turns::{Freedom, Turns};
use crate::fold::Own;
use crate::{AlphaBeta, AlphaBetaOpinion, Choice, Limits, Search};

/// What an opponent does that does not reply.
pub trait StandBy<G: TurnBased>: Copy + Send + Sync {
    /// Skips its turn; `None`, with the position unchanged, where it makes a move instead.
    fn skip(self, game: &mut G) -> Option<G::Undo>;
}

/// It makes the move that the opinion ranks first, in any game: BRS+.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FirstByRank;

impl<G: TurnBased> StandBy<G> for FirstByRank {
    #[inline]
    fn skip(self, _: &mut G) -> Option<G::Undo> {
        None
    }
}

/// It skips its turn, in games that are [`Skip`]: BRS.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Skipping;

impl<G: Skip> StandBy<G> for Skipping {
    #[inline]
    fn skip(self, game: &mut G) -> Option<G::Undo> {
        Some(game.skip())
    }
}

/// Best-reply search: BRS+, or BRS with [`Skipping`].
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::best_reply::Skipping;
/// use truel_search::{BestReply, Indifferent, Limits, Search};
///
/// let (game, limits) = (Nim::default(), Limits::depth(21));
/// let plus = BestReply::new(Indifferent).search(&game, Seat::new(0), &limits);
/// let brs = BestReply::new(Indifferent).with_stand_by(Skipping).search(&game, Seat::new(0), &limits);
/// // With two seats nobody stands by, so both are alpha-beta.
/// assert_eq!(plus.best().to_string(), "1");
/// assert_eq!((brs.best(), brs.nodes), (plus.best(), plus.nodes));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct BestReply<O, S = FirstByRank> {
    /// The search underneath, with its opinion and configuration.
    pub search: AlphaBeta<O>,
    stand_by: S,
    free_rounds: u8,
}

impl<O> BestReply<O> {
    /// BRS+ with this opinion and the default configuration.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// BRS+ with this opinion and configuration: seats that do not reply make their first move by
    /// rank.
    pub fn with_config(opinion: O, config: Config) -> Self {
        BestReply {
            search: AlphaBeta::with_config(opinion, config),
            stand_by: FirstByRank,
            free_rounds: 0,
        }
    }
}

impl<O, S> BestReply<O, S> {
    /// The same search, but seats that do not reply do this instead. [`Skipping`] makes it BRS.
    pub fn with_stand_by<T>(self, stand_by: T) -> BestReply<O, T> {
        BestReply {
            search: self.search,
            stand_by,
            free_rounds: self.free_rounds,
        }
    }

    /// The same search, but in so many rounds from the root on every opponent chooses freely, as in
    /// [paranoid](crate::paranoid) search, and costs a ply. By default there is none.
    #[must_use]
    pub fn with_free_rounds(self, free_rounds: u8) -> Self {
        BestReply { free_rounds, ..self }
    }
}

impl<G: TurnBased, O: AlphaBetaOpinion<G>, S: StandBy<G>> Search<G> for BestReply<O, S> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let turns = OneReplies {
            own: seat,
            stand_by: self.stand_by,
            free_rounds: self.free_rounds,
        };
        let model = Model { fold: Own(seat), turns };
        self.search.run(game, seat, limits, model, on_progress)
    }

    fn forget(&mut self) {
        self.search.forget_table();
    }
}

/// One opponent replies in each round, and the round remembers which.
#[derive(Clone, Copy, Debug)]
struct OneReplies<S> {
    own: Seat,
    stand_by: S,
    free_rounds: u8,
}

/// What is remembered since the searching seat's last move.
#[derive(Clone, Copy, Debug)]
struct Round {
    replied: Option<Seat>,
    /// Rounds begun, counted as far as they matter: one more than the free ones.
    begun: u8,
}

impl<S> OneReplies<S> {
    /// Whether everybody chooses freely.
    #[inline]
    fn is_free(&self, round: Round) -> bool {
        round.begun <= self.free_rounds && self.free_rounds > 0
    }
}

impl<G: TurnBased, S: StandBy<G>> Turns<G> for OneReplies<S> {
    type Round = Round;
    const PROVES: bool = G::Payoffs::SEATS == 2;

    fn start(self) -> Round {
        Round {
            replied: None,
            begun: 0,
        }
    }

    #[inline]
    fn freedom(self, round: Round, game: &G, seat: Seat) -> Freedom {
        match round.replied {
            _ if seat == self.own || G::Payoffs::SEATS == 2 => Freedom::Free,
            _ if game.is_out(seat) => Freedom::Bound,
            _ if self.is_free(round) => Freedom::Free,
            None => Freedom::Either,
            Some(replier) if replier == seat => Freedom::Free,
            Some(_) => Freedom::Bound,
        }
    }

    #[inline]
    fn chosen(self, round: Round, seat: Seat) -> Round {
        let is_own = seat == self.own;
        Round {
            replied: (!is_own && G::Payoffs::SEATS > 2).then_some(seat),
            begun: if is_own && self.free_rounds > 0 {
                round.begun.saturating_add(1).min(self.free_rounds.saturating_add(1))
            } else {
                round.begun
            },
        }
    }

    #[inline]
    fn leaves_a_replier(self, game: &G, next: Seat) -> bool {
        let order = std::iter::successors(Some(next), |seat| Some(seat.next(G::Payoffs::SEATS)));
        order
            .take_while(|&seat| seat != self.own)
            .any(|seat| !game.is_out(seat))
    }

    #[inline]
    fn tag(self, round: Round) -> u64 {
        let replied = round
            .replied
            .map_or(0, |seat| splitmix(0x6272_7300 + seat.index() as u64));
        if self.free_rounds == 0 {
            replied
        } else {
            replied ^ splitmix(0x6672_6565_0000 + u64::from(round.begun))
        }
    }

    #[inline]
    fn skip(self, game: &mut G) -> Option<G::Undo> {
        self.stand_by.skip(game)
    }
}
