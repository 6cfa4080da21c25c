//! Best-reply search: between two moves of one's own only one opponent replies, the one whose reply hurts most.
//!
//! Schadd and Winands, "Best Reply Search for Multiplayer Games" (2011), and BRS+: Esser, Gras, Winands, Schadd and Lanctot,
//! "Improving Best-Reply Search" (2013). With all opponents in one layer the search looks ahead further for its own
//! seat than paranoid search does, and is less afraid: not everybody strikes at once.
//!
//! What the opponents do that do not reply is the whole difference. In BRS they skip their turn, which few rules allow, so a
//! game has to offer it through [`Skip`]. Where it does not ([`NoSkip`], the default), they make the move that the opinion
//! ranks first: BRS+. An opponent to move either replies with any of its moves, and those after it stand by, or stands by
//! itself and leaves the reply to the next (with the same move that leaves more open, so it is not tried as a reply too).
//! Somebody must reply: the last opponent cannot leave it to anybody.
//!
//! Depth counts choices: one's own move is a ply, the opponents' layer is a ply, standing by is free, and a layer that has
//! begun is completed before it is judged. With two seats nobody stands by, and the search is alpha-beta node for node.
//! Values are those of this reduced tree, so none is proven.

use truel_core::zobrist::splitmix;
use truel_core::{Payoffs, Seat, TurnBased};

use crate::alphabeta::Config;
use crate::alphabeta::turns::{Freedom, Turns};
use crate::fold::Own;
use crate::{AlphaBeta, Choice, Limits, Opinion, Search};

/// How a game lets the seat to move skip its turn, even where its rules would not.
pub trait Skip<G: TurnBased>: Copy + Send + Sync {
    /// Passes the turn on. `None`, with the position unchanged, where that cannot be.
    fn skip(self, game: &mut G) -> Option<G::Undo>;
}

/// Nobody can skip.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NoSkip;

impl<G: TurnBased> Skip<G> for NoSkip {
    #[inline]
    fn skip(self, _: &mut G) -> Option<G::Undo> {
        None
    }
}

/// Best-reply search: BRS where `S` can skip, BRS+ where it cannot.
#[derive(Debug)]
pub struct BestReply<O, S = NoSkip> {
    /// The search underneath, with its opinion and configuration.
    pub search: AlphaBeta<O>,
    skip: S,
}

impl<O> BestReply<O> {
    /// BRS+ with this opinion and configuration: who does not reply makes the move that ranks first.
    pub fn plus(opinion: O, config: Config) -> Self {
        BestReply::skipping(opinion, config, NoSkip)
    }
}

impl<O, S> BestReply<O, S> {
    /// BRS with this opinion and configuration: who does not reply skips its turn.
    pub fn skipping(opinion: O, config: Config, skip: S) -> Self {
        BestReply {
            search: AlphaBeta::with(opinion, config),
            skip,
        }
    }
}

impl<G: TurnBased, O: Opinion<G>, S: Skip<G>> Search<G> for BestReply<O, S> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let turns = OneReplies {
            own: seat,
            skip: self.skip,
        };
        self.search.run(game, seat, (Own(seat), turns), limits, watch)
    }

    fn forget(&mut self) {
        self.search.forget_table();
    }
}

/// One opponent replies in each round, and the round remembers which.
#[derive(Clone, Copy, Debug)]
struct OneReplies<S> {
    own: Seat,
    skip: S,
}

impl<G: TurnBased, S: Skip<G>> Turns<G> for OneReplies<S> {
    type Round = Option<Seat>;
    const PROVES: bool = G::Payoffs::SEATS == 2;

    fn start(self) -> Option<Seat> {
        None
    }

    #[inline]
    fn freedom(self, replied: Option<Seat>, game: &G, seat: Seat) -> Freedom {
        match replied {
            _ if seat == self.own || G::Payoffs::SEATS == 2 => Freedom::Free,
            _ if game.is_out(seat) => Freedom::Bound,
            None => Freedom::Either,
            Some(replier) if replier == seat => Freedom::Free,
            Some(_) => Freedom::Bound,
        }
    }

    #[inline]
    fn chosen(self, _: Option<Seat>, seat: Seat) -> Option<Seat> {
        (seat != self.own && G::Payoffs::SEATS > 2).then_some(seat)
    }

    #[inline]
    fn is_own(self, seat: Seat) -> bool {
        seat == self.own
    }

    #[inline]
    fn tag(self, replied: Option<Seat>) -> u64 {
        replied.map_or(0, |seat| splitmix(0x6272_7300 + seat.index() as u64))
    }

    #[inline]
    fn skip(self, game: &mut G) -> Option<G::Undo> {
        self.skip.skip(game)
    }
}
