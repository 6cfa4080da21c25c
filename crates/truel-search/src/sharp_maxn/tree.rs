//! Below the root.

use truel_core::{Payoffs, Phase, Seat, TurnBased};

use super::memory::Memory;
use super::{Config, SharpOpinion, worth};
use crate::Budget;
use crate::ordering::{Experience, Leads, OrderPriority, SortKey};
use crate::sorting::sort_keys;

/// The longest path, quiescence included.
const DEEPEST: usize = 96;
/// Moves of one position with a reduction of their own; those after them have the last one's.
const NUMBERED: usize = 64;
const NO_PLACE: u16 = u16::MAX;

/// A walk through the tree with all that it carries along.
pub(super) struct Walk<'a, G: TurnBased, O> {
    pub(super) opinion: &'a O,
    pub(super) config: &'a Config,
    pub(super) memory: &'a mut Memory<G>,
    pub(super) searcher: Seat,
    pub(super) budget: Budget,
    /// How many leaves of this iteration were estimated rather than decided by the rules.
    pub(super) estimates: u64,
    experience: Experience<G::Move>,
    /// The moves of all nodes of the current path, and the order in which they are searched.
    moves: Vec<G::Move>,
    keys: Vec<SortKey>,
    /// By depth and number of the move.
    reductions: Box<[[u8; NUMBERED]]>,
}

/// Where a node is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) ply: usize,
    /// How many more leaves of this path may be searched deeper.
    pub(super) extensions: u32,
}

impl Place {
    fn below(self) -> Self {
        Place {
            ply: self.ply + 1,
            ..self
        }
    }
}

impl<'a, G: TurnBased, O: SharpOpinion<G>> Walk<'a, G, O> {
    pub(super) fn new(
        opinion: &'a O,
        config: &'a Config,
        memory: &'a mut Memory<G>,
        searcher: Seat,
        budget: Budget,
    ) -> Self {
        let plies = |depth: usize, number: usize| match config.reductions {
            Some(reductions) if depth >= 2 && number >= 2 => reductions.plies(depth, number),
            _ => 0,
        };
        let row = |depth| std::array::from_fn(|number| plies(depth, number));
        Walk {
            opinion,
            config,
            memory,
            searcher,
            budget,
            estimates: 0,
            experience: Experience::new(OrderPriority::Rank, G::Payoffs::SEATS, DEEPEST),
            moves: Vec::new(),
            keys: Vec::new(),
            reductions: (0..DEEPEST).map(row).collect(),
        }
    }

    /// Plies that the move of this number loses at first.
    #[inline]
    pub(super) fn reduction(&self, depth: u32, number: usize) -> u32 {
        u32::from(self.reductions[(depth as usize).min(DEEPEST - 1)][number.min(NUMBERED - 1)])
    }

    /// What an end of the match is worth.
    #[inline]
    fn end(&self, mut payoffs: G::Payoffs) -> G::Payoffs {
        if let Some(price) = self.config.between {
            let own = &mut payoffs[self.searcher];
            if *own > G::INFO.bounds.low && *own < G::INFO.bounds.high {
                *own = price;
            }
        }
        payoffs
    }

    /// The value one ply earlier.
    #[inline]
    fn earlier(&self, value: G::Payoffs) -> G::Payoffs {
        if self.config.patience == 1.0 {
            return value;
        }
        let draw = G::INFO.draw;
        G::Payoffs::from_fn(|seat| draw + (value[seat] - draw) * self.config.patience)
    }

    /// What `game` is worth, `depth` plies above its leaves; anything once the budget is over.
    pub(super) fn value(&mut self, game: &mut G, depth: u32, place: Place) -> G::Payoffs {
        let mover = match game.phase() {
            Phase::Over(payoffs) => return self.end(payoffs),
            Phase::Act(seats) => seats.first(),
        };
        if !self.budget.spend() {
            return G::Payoffs::all(G::INFO.draw);
        }
        let notes = self.opinion.notes(game, mover);
        if let Some(payoffs) = self.opinion.foregone(notes, mover, self.searcher) {
            let end = self.end(payoffs);
            return self.earlier(end);
        }
        if place.ply + 1 >= DEEPEST {
            return self.judge(game, mover, notes);
        }
        let is_urgent = self.config.extensions > 0 && self.opinion.is_urgent(notes, mover, self.searcher);
        if depth > 0 {
            return self.inner(game, mover, depth, place, is_urgent);
        }
        if !is_urgent || place.extensions == 0 {
            return self.calm(game, mover, notes, self.config.quiescence, place);
        }
        let extended = Place {
            extensions: place.extensions - 1,
            ..place
        };
        self.inner(game, mover, 1, extended, is_urgent)
    }

    fn judge(&mut self, game: &G, mover: Seat, notes: O::Notes) -> G::Payoffs {
        self.estimates += 1;
        self.opinion.estimate(game, mover, notes)
    }

    /// A node that is no leaf.
    fn inner(&mut self, game: &mut G, mover: Seat, depth: u32, place: Place, is_urgent: bool) -> G::Payoffs {
        let position = game.key();
        let mut first = NO_PLACE;
        if let Some(known) = self.memory.find(position) {
            if u32::from(known.depth) >= depth {
                let value = known.value;
                // Whatever it rests on, it was not proven here.
                self.estimates += 1;
                return value;
            }
            first = known.place;
        }
        let base = self.list(game, mover, place.ply, depth, first);
        let count = self.keys.len() - base;
        let kept = match self.config.breadth {
            Some(breadth) if depth <= 2 && !is_urgent => breadth * depth as usize,
            _ => count,
        };
        let (mut best, mut best_worth, mut best_place) = (None, f32::NEG_INFINITY, NO_PLACE);
        for number in 0..count {
            let key = self.keys[base + number];
            let (at, is_quiet) = (key.place(), key.rank() <= O::QUIET);
            let mv = self.moves[base + at];
            if number >= kept && is_quiet {
                self.estimates += 1;
                continue;
            }
            let reduction = if is_quiet && !is_urgent && best.is_some() {
                self.reduction(depth, number).min(depth - 1)
            } else {
                0
            };
            let undo = game.play([mv]);
            let mut value = self.value(game, depth - 1 - reduction, place.below());
            if reduction > 0 && worth(&value, mover, self.searcher, self.config.spite) > best_worth {
                value = self.value(game, depth - 1, place.below());
            }
            game.undo(undo);
            if self.budget.is_over() {
                break;
            }
            let worth = worth(&value, mover, self.searcher, self.config.spite);
            if best.is_none() || worth > best_worth {
                (best, best_worth, best_place) = (Some(value), worth, at as u16);
                if value[mover] >= G::INFO.bounds.high {
                    break;
                }
            }
        }
        let best_move = self.moves.get(base + usize::from(best_place)).copied();
        self.moves.truncate(base);
        self.keys.truncate(base);
        let Some(value) = best.filter(|_| !self.budget.is_over()) else {
            return G::Payoffs::all(G::INFO.draw);
        };
        if let Some(mv) = best_move {
            self.experience.reward(mv, mover, place.ply, depth);
        }
        let value = self.earlier(value);
        self.memory.keep(position, value, best_place, depth.min(255) as u8);
        value
    }

    /// A leaf: what it is worth as it stands, or after noisy moves if the seat to move prefers one.
    fn calm(&mut self, game: &mut G, mover: Seat, notes: O::Notes, plies: u32, place: Place) -> G::Payoffs {
        let mut best = self.judge(game, mover, notes);
        if plies == 0 || place.ply + 1 >= DEEPEST {
            return best;
        }
        let mut best_worth = worth(&best, mover, self.searcher, self.config.spite);
        let base = self.moves.len();
        self.opinion.noisy_moves(game, mover, &mut self.moves);
        self.keys.resize(base, SortKey::ranked(0.0, 0));
        for (at, &mv) in self.moves[base..].iter().enumerate() {
            self.keys.push(SortKey::ranked(self.opinion.rank(game, mover, mv), at));
        }
        sort_keys(&mut self.keys[base..]);
        self.keys
            .truncate(self.config.noisy_breadth.map_or(usize::MAX, |breadth| base + breadth));
        for number in base..self.keys.len() {
            let mv = self.moves[base + self.keys[number].place()];
            let undo = game.play([mv]);
            let value = self.calm_below(game, plies - 1, place.below());
            game.undo(undo);
            if self.budget.is_over() {
                break;
            }
            let worth = worth(&value, mover, self.searcher, self.config.spite);
            if worth > best_worth {
                (best, best_worth) = (value, worth);
            }
        }
        self.moves.truncate(base);
        self.keys.truncate(base);
        self.earlier(best)
    }

    fn calm_below(&mut self, game: &mut G, plies: u32, place: Place) -> G::Payoffs {
        let mover = match game.phase() {
            Phase::Over(payoffs) => return self.end(payoffs),
            Phase::Act(seats) => seats.first(),
        };
        if !self.budget.spend() {
            return G::Payoffs::all(G::INFO.draw);
        }
        let notes = self.opinion.notes(game, mover);
        match self.opinion.foregone(notes, mover, self.searcher) {
            Some(payoffs) => {
                let end = self.end(payoffs);
                self.earlier(end)
            }
            None => self.calm(game, mover, notes, plies, place),
        }
    }

    /// Puts the moves of a node on top of the others, with their order. Returns where they begin.
    fn list(&mut self, game: &G, mover: Seat, ply: usize, depth: u32, first: u16) -> usize {
        let base = self.moves.len();
        game.moves(mover, &mut self.moves);
        let leads = if depth > 1 { Leads::On } else { Leads::ToLeaves };
        let refine = self.experience.refine(leads, mover, ply, first);
        self.keys.resize(base, SortKey::ranked(0.0, 0));
        for (at, &mv) in self.moves[base..].iter().enumerate() {
            let key = SortKey::ranked(self.opinion.rank(game, mover, mv), at);
            self.keys.push(refine(key, mv));
        }
        sort_keys(&mut self.keys[base..]);
        base
    }
}
