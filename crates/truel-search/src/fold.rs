//! How payoffs become one number, and which seats want it large.
//!
//! Alpha-beta needs a scalar. With two seats of constant sum nothing is lost by taking one seat's
//! payoff; with more seats a fold is a model of the others. [`Own`] assumes that all others play
//! against the searching seat (paranoid, Sturtevant and Korf 2000); [`Against`] that all play
//! together against one. Whatever the fold, the search below it is an exact minimax of its scalar,
//! so pruning is sound without any assumption on sums.
//!
//! Cost: one payoff read per leaf; an opinion that can judge one seat alone is asked for that seat
//! only.

use truel_core::zobrist::splitmix;
use truel_core::{Bounds, Game, Payoffs, Seat};

/// What a seat does with the scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// It wants it large.
    Maximises,
    /// It wants it small.
    Minimises,
}

impl Side {
    /// The scalar as this side sees it: larger is better.
    #[inline]
    pub fn view(self, scalar: f32) -> f32 {
        match self {
            Side::Maximises => scalar,
            Side::Minimises => -scalar,
        }
    }

    /// The side against it.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Side::Maximises => Side::Minimises,
            Side::Minimises => Side::Maximises,
        }
    }
}

/// A way to make one number of all payoffs, with a side for every seat.
pub trait Fold<G: Game>: Copy + Send + Sync {
    /// The number that these payoffs come to.
    fn scalar(self, payoffs: G::Payoffs) -> f32;

    /// The number that an opinion expects, given what it says about each seat.
    #[inline]
    fn judge(self, value_for: impl FnMut(Seat) -> f32) -> f32 {
        self.scalar(G::Payoffs::from_fn(value_for))
    }

    /// Which side `seat` is on.
    fn side(self, seat: Seat) -> Side;

    /// Between which numbers every end of a match lies.
    fn bounds(self) -> Bounds;

    /// Payoffs that come to `scalar`, close to those of the position the search expects to reach.
    fn unfold(self, expected: G::Payoffs, scalar: f32) -> G::Payoffs;

    /// A word that tells this fold from others, so that they can share a table.
    fn tag(self) -> u64;
}

/// One seat's payoff: that seat maximises it, everybody else minimises it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Own(pub Seat);

impl<G: Game> Fold<G> for Own {
    #[inline]
    fn scalar(self, payoffs: G::Payoffs) -> f32 {
        payoffs[self.0]
    }

    #[inline]
    fn judge(self, mut value_for: impl FnMut(Seat) -> f32) -> f32 {
        value_for(self.0)
    }

    #[inline]
    fn side(self, seat: Seat) -> Side {
        if seat == self.0 {
            Side::Maximises
        } else {
            Side::Minimises
        }
    }

    fn bounds(self) -> Bounds {
        G::INFO.bounds
    }

    fn unfold(self, expected: G::Payoffs, scalar: f32) -> G::Payoffs {
        with_payoff::<G>(expected, self.0, scalar)
    }

    fn tag(self) -> u64 {
        splitmix(self.0.index() as u64)
    }
}

/// One seat's payoff, which everybody else works to keep small: the coalition against a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Against(pub Seat);

impl<G: Game> Fold<G> for Against {
    #[inline]
    fn scalar(self, payoffs: G::Payoffs) -> f32 {
        -payoffs[self.0]
    }

    #[inline]
    fn judge(self, mut value_for: impl FnMut(Seat) -> f32) -> f32 {
        -value_for(self.0)
    }

    #[inline]
    fn side(self, seat: Seat) -> Side {
        if seat == self.0 {
            Side::Minimises
        } else {
            Side::Maximises
        }
    }

    fn bounds(self) -> Bounds {
        Bounds {
            low: -G::INFO.bounds.high,
            high: -G::INFO.bounds.low,
        }
    }

    fn unfold(self, expected: G::Payoffs, scalar: f32) -> G::Payoffs {
        with_payoff::<G>(expected, self.0, -scalar)
    }

    fn tag(self) -> u64 {
        splitmix((Seat::MOST + self.0.index()) as u64)
    }
}

/// `payoffs` with one seat's replaced; where two seats share a constant sum, the other's follows.
fn with_payoff<G: Game>(mut payoffs: G::Payoffs, seat: Seat, payoff: f32) -> G::Payoffs {
    payoffs[seat] = payoff;
    if let (2, Some(sum)) = (G::Payoffs::SEATS, G::INFO.sum) {
        payoffs[seat.next(2)] = sum - payoff;
    }
    payoffs
}
