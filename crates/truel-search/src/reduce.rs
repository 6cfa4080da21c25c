//! Fewer seats, simpler search.
//!
//! A seat that is out ([`Game::is_out`]) only passes. With two seats left the match is one of two
//! seats, and passes need not use up depth. With one left it is a puzzle, for which a shortest way
//! is better than any look-ahead. This wrapper looks at who is left and hands over to the search
//! for that many.
//!
//! Cost: none beside the search chosen; a puzzle that proves too large leaves half of the limits to
//! the search for two.

use std::time::{Duration, Instant};

use truel_core::{Game, Payoffs, Seat, TurnBased};

use crate::solo::{Blind, Distance, Solo};
use crate::{Choice, Limits, Search};

/// One search for each number of seats that can still act.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::{Indifferent, Limits, MaxN, Paranoid, Reduce, Search};
///
/// let mut search = Reduce::new(Paranoid::new(Indifferent), MaxN::new(Indifferent));
/// // Nim has two seats, so max^n plays.
/// let choice = search.search(&Nim::default(), Seat::new(0), &Limits::depth(21));
/// assert_eq!(choice.best().to_string(), "1");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reduce<M, T, D = Blind> {
    /// For three seats or more.
    pub many: M,
    /// For two, and for one where `solo` finds no way.
    pub two: T,
    /// For one.
    pub solo: Solo<D>,
}

impl<M, T> Reduce<M, T> {
    /// `many` while nobody is out, `two` for two seats, and [`Solo`] for one.
    ///
    /// A good `two` takes no depth for passes; see [`Passes::Free`](crate::maxn::Passes::Free).
    pub fn new(many: M, two: T) -> Self {
        Reduce {
            many,
            two,
            solo: Solo::default(),
        }
    }
}

impl<M, T, D> Reduce<M, T, D> {
    /// The same with another search for one seat.
    pub fn with_solo<E>(self, solo: Solo<E>) -> Reduce<M, T, E> {
        Reduce {
            many: self.many,
            two: self.two,
            solo,
        }
    }
}

impl<M, T, D> Reduce<M, T, D> {
    /// A shortest way with half of the limits; without one the search for two with the rest.
    fn search_alone<G: TurnBased>(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G>
    where
        T: Search<G>,
        D: Distance<G>,
    {
        let start = Instant::now();
        let half = Limits {
            depth: None,
            nodes: limits.nodes.map(|nodes| nodes / 2),
            time: limits.time.map(|time| time / 2),
            ..limits.clone()
        };
        let way = self.solo.search_with(game, seat, &half, on_progress);
        if way.is_proven {
            return way;
        }
        let rest = rest(limits, way.nodes, start.elapsed());
        let mut choice = self.two.search_with(game, seat, &rest, on_progress);
        choice.nodes += way.nodes;
        choice
    }
}

impl<G, M, T, D> Search<G> for Reduce<M, T, D>
where
    G: TurnBased,
    M: Search<G>,
    T: Search<G>,
    D: Distance<G>,
{
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        if game.is_out(seat) {
            // There is nothing to choose.
            let glance = Limits {
                depth: Some(1),
                ..limits.clone()
            };
            return self.two.search_with(game, seat, &glance, on_progress);
        }
        match live_count(game) {
            1 => self.search_alone(game, seat, limits, on_progress),
            2 => self.two.search_with(game, seat, limits, on_progress),
            _ => self.many.search_with(game, seat, limits, on_progress),
        }
    }

    fn played(&mut self, before: &G, joint: G::Joint) {
        self.many.played(before, joint);
        self.two.played(before, joint);
    }

    fn forget(&mut self) {
        self.many.forget();
        self.two.forget();
    }
}

/// How many seats can still act.
fn live_count<G: Game>(game: &G) -> usize {
    Seat::all(G::Payoffs::SEATS).filter(|&seat| !game.is_out(seat)).count()
}

/// What is left of `limits` after so many nodes and so much time.
fn rest(limits: &Limits, nodes: u64, time: Duration) -> Limits {
    Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        time: limits.time.map(|most| most.saturating_sub(time)),
        ..limits.clone()
    }
}
