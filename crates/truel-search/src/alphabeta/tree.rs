//! The search below the root.
//!
//! Negamax: a value belongs to the side of the seat that moves. It is negated between two seats
//! only where they are on different sides. So three seats of which two are allies need nothing
//! special. No allocation: all move lists on the path share one stack.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use truel_core::{Payoffs, Phase, Seat, TurnBased};

use super::Model;
use super::config::{Config, Futility, Trust};
use super::opinion::LineStep;
use super::standing::LeftReply;
use super::turns::{Freedom, Turns};
use super::worth::{Tally, Window, Worth};
use crate::fold::{Fold, Side};
use crate::ordering::{Experience, Leads, SortKey};
use crate::sorting::{select_keys, sort_keys};
use crate::transposition::{Entry, EntryBound, Transposition};
use crate::{AlphaBetaOpinion, Budget, Limits, Outlook};

/// The deepest iteration.
pub(super) const DEEPEST: u32 = 127;
/// The longest path: room for plies that cost no depth and for quiescence.
pub(super) const PLIES: usize = 256;
/// Moves drawn one by one before the rest is sorted: most cut-offs come from the first.
const DRAWN: usize = 4;
/// The smallest depth at which moves are reduced, and the number of the first move that is.
const REDUCED_FROM_DEPTH: u32 = 3;
const REDUCED_FROM_MOVE: usize = 3;
const REDUCTIONS: usize = 64;

/// One thread's search.
pub(crate) struct Worker<'a, G: TurnBased, O: AlphaBetaOpinion<G>, F, T> {
    pub(super) game: G,
    pub(super) opinion: &'a O,
    /// The opinion's state at the position.
    state: O::LineState,
    pub(super) fold: F,
    pub(super) turns: T,
    pub(super) config: &'a Config,
    table: &'a Transposition,
    pub(super) budget: Budget,
    /// How many of the best root moves must be exact.
    pub(super) wanted: NonZeroUsize,
    /// The move lists of all nodes on the path, one on top of the other, and their order.
    pub(super) moves: Vec<G::Move>,
    pub(super) keys: Vec<SortKey>,
    /// What the opinion foresees for the moves of the node that is being listed; empty where it
    /// does not.
    pub(super) foreseen: Vec<f32>,
    /// The expected line from each ply on; nodes with an empty window have none.
    pub(super) lines: Vec<Vec<G::Move>>,
    experience: Experience<G::Move>,
    reductions: Vec<[u8; REDUCTIONS]>,
    salt: u64,
}

/// Where a node is and what is asked there.
#[derive(Clone, Copy)]
pub(super) struct Place<R> {
    /// Plies still to search.
    pub(super) depth: u32,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Who moves.
    pub(super) seat: Seat,
    /// What the turns remember.
    pub(super) round: R,
}

/// Where the lists of a node begin on the shared stacks.
#[derive(Clone, Copy)]
struct Lists {
    moves: usize,
    keys: usize,
}

/// What a node was found to be worth, and the place of its best move.
#[derive(Clone, Copy)]
struct Finding {
    worth: Worth,
    best: u16,
}

impl Finding {
    /// The budget ended first.
    const CUT_SHORT: Finding = Finding {
        worth: Worth::NOTHING,
        best: Entry::NO_MOVE,
    };
}

/// What a search is made of, shared by all its threads.
pub(super) struct Parts<'a, O, F, T> {
    pub(super) opinion: &'a O,
    pub(super) model: Model<F, T>,
    pub(super) config: &'a Config,
    pub(super) table: &'a Transposition,
}

impl<'a, G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'a, G, O, F, T> {
    pub(super) fn new(game: &G, parts: &Parts<'a, O, F, T>, limits: &Limits) -> Self {
        let Parts {
            opinion,
            model: Model { fold, turns },
            config,
            table,
        } = *parts;
        let plies = |depth, number| config.reductions.plies(depth, number).clamp(0.0, 64.0) as u8;
        Worker {
            game: game.clone(),
            opinion,
            state: opinion.start(game),
            fold,
            turns,
            config,
            table,
            budget: Budget::start(limits),
            wanted: limits.candidates,
            moves: Vec::with_capacity(1 << 12),
            keys: Vec::with_capacity(1 << 12),
            foreseen: Vec::new(),
            lines: vec![Vec::new(); PLIES + 2],
            experience: Experience::new(config.order, G::Payoffs::SEATS, PLIES + 1),
            reductions: (0..REDUCTIONS)
                .map(|depth| std::array::from_fn(|number| plies(depth.max(1), number.max(1))))
                .collect(),
            salt: fold.tag(),
        }
    }

    /// Makes a move. The opinion's state follows.
    #[inline]
    pub(super) fn play(&mut self, mv: G::Move) -> G::Undo {
        self.opinion.push(&mut self.state, &self.game, LineStep::Move(mv));
        self.game.play([mv])
    }

    /// Lets the seat to move skip its turn, if it can.
    #[inline]
    pub(super) fn skip(&mut self) -> Option<G::Undo> {
        self.opinion.push(&mut self.state, &self.game, LineStep::Skip);
        let undo = self.turns.skip(&mut self.game);
        if undo.is_none() {
            self.opinion.pop(&mut self.state);
        }
        undo
    }

    /// Takes back a move or a skipped turn.
    #[inline]
    pub(super) fn undo(&mut self, undo: G::Undo) {
        self.game.undo(undo);
        self.opinion.pop(&mut self.state);
    }

    /// What the opinion says about the position, as the number that is searched for.
    #[inline]
    pub(super) fn judge(&mut self) -> f32 {
        let (opinion, state, game) = (self.opinion, &mut self.state, &self.game);
        self.fold.judge(|seat| opinion.line_value(state, game, seat))
    }

    /// The best that the rules can give to `side`.
    #[inline]
    pub(super) fn most(&self, side: Side) -> f32 {
        let bounds = self.fold.bounds();
        match side {
            Side::Maximises => bounds.high,
            Side::Minimises => -bounds.low,
        }
    }

    /// What the position is worth to `side`, the one that has just moved.
    #[inline]
    fn visit(&mut self, depth: u32, ply: usize, window: Window, side: Side, round: T::Round) -> Worth {
        let seat = match self.game.phase() {
            Phase::Over(payoffs) => return Worth::proven(side.view(self.fold.scalar(payoffs))),
            Phase::Act(seats) => seats.first(),
        };
        if let Some(payoffs) = self.opinion.decided(&self.game) {
            return Worth::proven(side.view(self.fold.scalar(payoffs)));
        }
        let freedom = self.turns.freedom(round, &self.game, seat);
        // A round is completed before it is judged, so a seat that may only stand by still does.
        let is_leaf = ply >= PLIES || (depth == 0 && freedom != Freedom::Bound);
        if is_leaf && self.config.quiescence == 0 {
            return Worth::estimate(side.view(self.judge()));
        }
        let place = Place {
            depth,
            ply,
            seat,
            round,
        };
        let search = |worker: &mut Self, window| match freedom {
            _ if is_leaf => worker.calm(worker.config.quiescence, ply, window, seat),
            Freedom::Bound => worker.stand_by(place, window),
            _ => worker.node(place, window, freedom),
        };
        if self.fold.side(seat) == side {
            search(self, window)
        } else {
            -search(self, -window)
        }
    }

    /// A node at which the seat to move chooses, answered by the table or searched.
    fn node(&mut self, place: Place<T::Round>, window: Window, freedom: Freedom) -> Worth {
        let key = self.opinion.key(&self.game) ^ self.salt ^ self.turns.tag(place.round);
        let known = self.table.find(key);
        if let Some(worth) = known.and_then(|entry| self.answer(entry, place.depth, window)) {
            return worth;
        }
        let lists = Lists {
            moves: self.moves.len(),
            keys: self.keys.len(),
        };
        self.game.moves(place.seat, &mut self.moves);
        let Finding { worth, best } = match self.foresee_leaves(place, window, freedom, lists.moves) {
            Some(found) => found,
            None => {
                let first = known.map_or(Entry::NO_MOVE, |entry| entry.place);
                self.expand(place, window, freedom, lists, first)
            }
        };
        self.moves.truncate(lists.moves);
        self.keys.truncate(lists.keys);
        if !self.budget.is_over() {
            let entry = Entry {
                value: worth.value,
                place: best,
                depth: place.depth as u8,
                bound: window.bound(worth.value),
                is_proven: worth.is_proven,
            };
            self.table.keep(key, entry);
        }
        worth
    }

    /// What a node above leaves is worth and its best move, where the opinion can tell that without
    /// a search and no line is wanted.
    #[inline]
    fn foresee_leaves(
        &mut self,
        place: Place<T::Round>,
        window: Window,
        freedom: Freedom,
        bottom: usize,
    ) -> Option<Finding> {
        let leads_to_leaves = place.depth == 1 && self.config.quiescence == 0 && !self.game.is_out(place.seat);
        let is_plain = freedom == Freedom::Free && window.is_empty() && self.config.breadth.is_none();
        let moves = &self.moves[bottom..];
        if !leads_to_leaves || !is_plain || self.opinion.outlook(&self.game, moves) != Outlook::Worths {
            return None;
        }
        let side = self.fold.side(place.seat);
        let (mut best, mut at, mut next) = (f32::NEG_INFINITY, 0, 0);
        self.opinion
            .foresee(&mut self.state, &self.game, place.seat, moves, |payoffs| {
                let value = side.view(self.fold.scalar(payoffs));
                if value > best {
                    (best, at) = (value, next);
                }
                next += 1;
                if best >= window.beta {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        Some(Finding {
            worth: Worth::estimate(best),
            best: at,
        })
    }

    /// What an entry says, if that is enough. Where a line is wanted it never is.
    #[inline]
    fn answer(&self, entry: Entry, depth: u32, window: Window) -> Option<Worth> {
        let is_trusted = match self.config.trust {
            Trust::SameDepth => u32::from(entry.depth) == depth,
            Trust::Deeper => u32::from(entry.depth) >= depth || entry.is_proven,
        };
        let is_enough = match entry.bound {
            EntryBound::Exact => true,
            EntryBound::Lower => entry.value >= window.beta,
            EntryBound::Upper => entry.value <= window.alpha,
        };
        (is_trusted && is_enough && window.is_empty()).then_some(Worth {
            value: entry.value,
            is_proven: entry.is_proven,
        })
    }

    /// Searches the moves of a node, whose lists begin at `lists`, the move at `first` before the
    /// others. Returns what the node is worth and the place of the move that is worth more than
    /// `window.alpha`.
    #[inline]
    fn expand(
        &mut self,
        place: Place<T::Round>,
        mut window: Window,
        freedom: Freedom,
        lists: Lists,
        first: u16,
    ) -> Finding {
        let Place {
            depth,
            ply,
            seat,
            round,
        } = place;
        let (side, asked) = (self.fold.side(seat), window);
        let mut tally = Tally::default();
        let mut without = Entry::NO_MOVE;
        if freedom == Freedom::Either {
            LeftReply { tally, without } = self.leave_reply(place, window, lists.moves);
            if self.budget.is_over() {
                return Finding::CUT_SHORT;
            }
            window.alpha = window.alpha.max(tally.best.value);
        }
        tally.all_proven &= self.list(place, lists, first, without);
        let count = self.keys.len() - lists.keys;
        let hopeless = self.hopeless(depth, window);
        // A seat that is out has nothing to decide, so it costs no depth.
        let left = depth - u32::from(!self.game.is_out(seat));
        let next = self.turns.chosen(round, seat);
        for number in 0..count {
            if window.alpha >= window.beta {
                break;
            }
            let key = self.draw(lists.keys, number, depth);
            let at = key.place();
            let mv = self.moves[lists.moves + at];
            let is_later = number > 0 || without != Entry::NO_MOVE;
            if is_later && key.rank() < hopeless {
                tally.add(Worth::estimate(key.rank()));
                continue;
            }
            let reduction = if is_later {
                self.reduction(depth, seat, number, mv)
            } else {
                None
            };
            let undo = self.play(mv);
            let worth = match is_later {
                _ if !self.budget.spend() => Worth::NOTHING,
                true => self.later_child(left, reduction, ply, window, side, next),
                false => self.child(left, ply, window, side, next),
            };
            self.undo(undo);
            if self.budget.is_over() {
                return Finding::CUT_SHORT;
            }
            tally.add(worth);
            if worth.value > window.alpha {
                window.alpha = worth.value;
                tally.place = at as u16;
                self.extend_line(ply, asked, Some(mv));
                if worth.value >= window.beta {
                    self.learn(place, lists, number);
                }
            }
            if worth.is_proven && worth.value >= self.most(side) {
                // Nothing in the rules is better, whatever the moves not looked at are.
                tally.all_proven = true;
                break;
            }
        }
        Finding {
            worth: tally.worth(asked),
            best: tally.place,
        }
    }

    /// Puts the order of the moves on top of the keys. Returns whether every move is in it.
    #[inline]
    fn list(&mut self, place: Place<T::Round>, lists: Lists, first: u16, without: u16) -> bool {
        let seat = place.seat;
        self.foresee(seat, lists.moves);
        let moves = &self.moves[lists.moves..];
        let rank = rank(self.opinion, &self.game, seat, &self.foreseen);
        let breadth = self.config.breadth.unwrap_or(usize::MAX).max(1);
        let refine = |leads| self.experience.refine(leads, seat, place.ply, first);
        if without != Entry::NO_MOVE || moves.len() > breadth {
            let ranked = moves.iter().enumerate().map(rank);
            self.keys
                .extend(ranked.filter(|key| key.place() != usize::from(without)));
            let keys = &mut self.keys[lists.keys..];
            let kept = breadth.min(keys.len());
            if kept < keys.len() {
                select_keys(keys, kept);
            }
            let (refine, is_all) = (refine(Leads::On), kept == keys.len());
            keys[..kept]
                .iter_mut()
                .for_each(|key| *key = refine(*key, moves[key.place()]));
            self.keys.truncate(lists.keys + kept);
            return is_all;
        }
        // One pass, and one for leaves with nothing in it that they do not need.
        let moves = moves.iter().enumerate();
        if place.depth > 1 {
            let refine = refine(Leads::On);
            self.keys.extend(moves.map(|(at, mv)| refine(rank((at, mv)), *mv)));
        } else {
            let refine = refine(Leads::ToLeaves);
            self.keys.extend(moves.map(|(at, mv)| refine(rank((at, mv)), *mv)));
        }
        true
    }

    /// Move number `number` in the order of the keys from `bottom` on. The first few are drawn;
    /// then the rest is sorted, unless it leads to leaves, which are cheaper than sorting.
    #[inline]
    fn draw(&mut self, bottom: usize, number: usize, depth: u32) -> SortKey {
        let rest = &mut self.keys[bottom + number..];
        if number < DRAWN {
            let (mut best, mut key) = (0, rest[0]);
            for (at, other) in rest.iter().enumerate() {
                if *other > key {
                    (best, key) = (at, *other);
                }
            }
            rest.swap(0, best);
        } else if number == DRAWN && depth > 1 {
            sort_keys(rest);
        }
        rest[0]
    }

    /// The first move's child: the window as it is.
    #[inline]
    pub(super) fn child(&mut self, left: u32, ply: usize, window: Window, side: Side, round: T::Round) -> Worth {
        if !window.is_empty() {
            self.lines[ply + 1].clear();
        }
        self.visit(left, ply + 1, window, side, round)
    }

    /// A later move's child (Marsland and Campbell 1982; Pearl 1980): an empty window asks whether
    /// it is better than the best so far, first less deep where it is reduced; only one that is
    /// gets the whole window.
    #[inline]
    pub(super) fn later_child(
        &mut self,
        left: u32,
        reduction: Option<u32>,
        ply: usize,
        window: Window,
        side: Side,
        round: T::Round,
    ) -> Worth {
        if left == 0 && self.config.quiescence == 0 {
            return self.child(left, ply, window, side, round);
        }
        let probe = Window::empty(window.alpha);
        if let Some(plies) = reduction {
            let worth = self.child(left.saturating_sub(plies), ply, probe, side, round);
            if worth.value <= window.alpha || self.budget.is_over() {
                return worth;
            }
        }
        let worth = self.child(left, ply, probe, side, round);
        let is_inside = window.alpha < worth.value && worth.value < window.beta;
        if is_inside && !self.budget.is_over() {
            return self.child(left, ply, window, side, round);
        }
        if !window.is_empty() {
            self.lines[ply + 1].clear();
        }
        worth
    }

    /// Plies to take off a late, quiet move.
    #[inline]
    pub(super) fn reduction(&self, depth: u32, seat: Seat, number: usize, mv: G::Move) -> Option<u32> {
        let depth = depth.min(REDUCTIONS as u32 - 1);
        if depth < REDUCED_FROM_DEPTH || number < REDUCED_FROM_MOVE {
            return None;
        }
        let plies = self.reductions[depth as usize][number.min(REDUCTIONS - 1)];
        (plies > 0 && !self.opinion.is_noisy(&self.game, seat, mv)).then_some(u32::from(plies))
    }

    /// Moves of the node just listed that are foreseen to be worth less than this are not searched.
    /// Where a line is wanted, or nothing was foreseen, every move is.
    #[inline]
    fn hopeless(&self, depth: u32, window: Window) -> f32 {
        match self.config.futility {
            Some(Futility { plies, margin }) if (2..=plies).contains(&depth) => {
                let range = self.fold.bounds().high - self.fold.bounds().low;
                if window.is_empty() && !self.foreseen.is_empty() {
                    window.alpha - margin * range * (depth - 1) as f32
                } else {
                    f32::NEG_INFINITY
                }
            }
            _ => f32::NEG_INFINITY,
        }
    }

    /// What the opinion foresees for all moves of the list from `bottom` on, if it does.
    #[inline]
    pub(super) fn foresee(&mut self, seat: Seat, bottom: usize) {
        let (moves, side) = (&self.moves[bottom..], self.fold.side(seat));
        self.foreseen.clear();
        if self.opinion.outlook(&self.game, moves) != Outlook::Nothing {
            self.opinion
                .foresee(&mut self.state, &self.game, seat, moves, |payoffs| {
                    self.foreseen.push(side.view(self.fold.scalar(payoffs)));
                    ControlFlow::Continue(())
                });
        }
    }

    /// The line from this ply on is `mv` and what was expected after it; after a skipped turn,
    /// which no line can tell, nothing.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, asked: Window, mv: Option<G::Move>) {
        if asked.is_empty() {
            return;
        }
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        if let Some(mv) = mv {
            line.push(mv);
            line.extend_from_slice(&after[0]);
        }
    }

    /// Move number `number` has cut off; those before it have not.
    fn learn(&mut self, place: Place<T::Round>, lists: Lists, number: usize) {
        let mv = |worker: &Self, number: usize| worker.moves[lists.moves + worker.keys[lists.keys + number].place()];
        let best = mv(self, number);
        self.experience.reward(best, place.seat, place.ply, place.depth);
        for earlier in 0..number.min(DRAWN) {
            let earlier = mv(self, earlier);
            self.experience.blame(earlier, place.seat, place.depth);
        }
    }
}

/// How good each move of the list looks for which `foreseen` was found: by that, or by the
/// opinion's rank where it is empty.
#[inline]
pub(super) fn rank<'a, G: TurnBased, O: AlphaBetaOpinion<G>>(
    opinion: &'a O,
    game: &'a G,
    seat: Seat,
    foreseen: &'a [f32],
) -> impl Fn((usize, &G::Move)) -> SortKey + 'a {
    move |(at, mv)| {
        let rank = match foreseen.get(at) {
            Some(value) => *value,
            None => opinion.rank(game, seat, *mv),
        };
        SortKey::ranked(rank, at)
    }
}
