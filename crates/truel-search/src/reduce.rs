//! Fewer seats, simpler search.
//!
//! A seat that is out ([`Game::is_out`]) only passes. With two seats left the match is one of two
//! seats, and passes need not use up depth; with one left it is a puzzle, for which a shortest way is better than any
//! look-ahead. This wrapper looks at who is left and hands over to the search for that many.
//!
//! Cost: none beside the search chosen; a puzzle that proves too large leaves half of the limits to the search for two.

use std::time::{Duration, Instant};

use truel_core::{Game, Payoffs, Seat, TurnBased};

use crate::maxn::{MaxN, MaxNConfig, Passes};
use crate::solo::{Blind, Distance, Solo};
use crate::{Choice, Limits, Search};

/// One search for each number of seats that can still act.
#[derive(Clone, Debug)]
pub struct Reduce<M, T, D = Blind> {
    /// For three seats or more.
    pub many: M,
    /// For two, and for one where `solo` finds no way.
    pub two: T,
    /// For one.
    pub solo: Solo<D>,
}

impl<M, O> Reduce<M, MaxN<O>> {
    /// `many` as long as nobody is out, then max^n with free passes over `opinion`.
    pub fn new(many: M, opinion: O) -> Self {
        let config = MaxNConfig {
            passes: Passes::Free,
            ..MaxNConfig::default()
        };
        Reduce {
            many,
            two: MaxN { opinion, config },
            solo: Solo::default(),
        }
    }
}

impl<M, T, D> Reduce<M, T, D> {
    /// The same with another measure of the way that is left.
    pub fn with_distance<E>(self, distance: E) -> Reduce<M, T, E> {
        Reduce {
            many: self.many,
            two: self.two,
            solo: Solo {
                distance,
                most_nodes: self.solo.most_nodes,
            },
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
        watch: &mut dyn FnMut(&Choice<G>),
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
        let way = self.solo.search(game, seat, &half, watch);
        if way.is_proven {
            return way;
        }
        let rest = rest(limits, way.nodes, start.elapsed());
        let mut choice = self.two.search(game, seat, &rest, watch);
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
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        if game.is_out(seat) {
            // There is nothing to choose.
            let glance = Limits {
                depth: Some(1),
                ..limits.clone()
            };
            return self.two.search(game, seat, &glance, watch);
        }
        match live_count(game) {
            1 => self.search_alone(game, seat, limits, watch),
            2 => self.two.search(game, seat, limits, watch),
            _ => self.many.search(game, seat, limits, watch),
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
