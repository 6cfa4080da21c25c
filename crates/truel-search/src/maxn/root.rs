//! The root of a depth-first search: iterations, candidates, ties and progress reports.
//!
//! max^n, offensive and soft max^n differ only in what a position below the root is worth
//! ([`Descend`]).

use std::num::NonZeroUsize;

use truel_core::zobrist::splitmix;
use truel_core::{Game, Rng, Seat, TurnBased};

use super::bounds::{Best, Goal, Guard};
use super::config::{Config, Deepening, MoveOrder, TieBreak};
use super::lines::Sorter;
use super::trail::Trail;
use crate::sorting::sort_cold;
use crate::top::Top;
use crate::{Bound, Candidate, Choice, Limits, Opinion};

/// What a node says to the node above.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Found<P> {
    /// Its value, exactly.
    Value(P),
    /// The node above does not choose it.
    Rejected,
    /// If the node above chooses it, the node above that rejects the choice.
    Doubtful,
}

/// How a search walks below the root.
pub(crate) trait Descend<G: TurnBased> {
    /// What the root looks for.
    fn goal(&self) -> Goal;

    /// What it carries from node to node.
    fn trail(&mut self) -> &mut Trail<G>;

    /// What `game`, reached by a move at the root, is worth with `depth` plies to go. Anything once
    /// the budget is over.
    fn below(&mut self, game: &mut G, depth: u32, guard: Guard, is_on_line: bool) -> Found<G::Payoffs>;

    /// Whether a value without estimates below it is proven.
    fn proves(&self) -> bool {
        true
    }

    /// Whether no move at the root can score more than this.
    fn is_ideal(&self, score: f32) -> bool {
        let _ = score;
        false
    }
}

/// Searches `game` for `seat`, an iteration for each depth, with `descend` as the part below the
/// root.
pub(crate) fn deepen<G: TurnBased>(
    game: &G,
    seat: Seat,
    limits: &Limits,
    config: &Config,
    opinion: &impl Opinion<G>,
    descend: &mut impl Descend<G>,
    on_progress: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let mut root = Root::new(game, seat, descend.goal(), config, opinion, limits.candidates);
    let mut game = game.clone();
    let last = limits.depth.unwrap_or(u32::MAX).max(1);
    let is_straight = config.deepening == Deepening::Straight && limits.depth.is_some();
    let first = if is_straight { last } else { 1 };
    for depth in first..=last {
        root.iterate(&mut game, depth, config, descend);
        if descend.trail().budget.is_over() {
            break;
        }
        root.depth = depth;
        root.is_proven = descend.trail().estimates == 0;
        if root.is_proven || depth == last {
            break;
        }
        on_progress(&root.choice(descend.trail().budget.nodes()));
    }
    root.choice(descend.trail().budget.nodes())
}

/// What an iteration found.
struct Iteration<G: Game> {
    candidates: Vec<Candidate<G>>,
    value: G::Payoffs,
    line: Vec<G::Move>,
}

/// What is known at the root.
struct Root<G: TurnBased> {
    seat: Seat,
    goal: Goal,
    candidates: Vec<Candidate<G>>,
    value: G::Payoffs,
    /// The line expected, with the chosen move at its front.
    line: Vec<G::Move>,
    depth: u32,
    is_proven: bool,
    rng: Rng,
    /// How many of the best moves must be exact.
    wanted: NonZeroUsize,
}

impl<G: TurnBased> Root<G> {
    /// Before the first iteration the first move is the best and the position is worth what the
    /// opinion says.
    fn new(game: &G, seat: Seat, goal: Goal, config: &Config, opinion: &impl Opinion<G>, wanted: NonZeroUsize) -> Self {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        if config.order == MoveOrder::Ranked {
            Sorter::new().sort(&mut moves, |mv| opinion.rank(game, seat, mv));
        }
        let value = opinion.evaluate(game);
        Root {
            seat,
            goal,
            candidates: moves.iter().map(|&mv| Candidate::unknown(seat, mv)).collect(),
            value,
            line: vec![*moves.first().expect("a seat that must move has a move")],
            depth: 0,
            is_proven: false,
            rng: luck(config.seed, game),
            wanted: wanted.min(NonZeroUsize::new(moves.len()).unwrap_or(NonZeroUsize::MIN)),
        }
    }

    /// Searches every move to `depth`, or until none can be better. What an iteration has found
    /// when the budget ends counts once it has searched the wanted moves of the one before: they
    /// come first, so a better one is better.
    fn iterate(&mut self, game: &mut G, depth: u32, config: &Config, descend: &mut impl Descend<G>) {
        let goal = self.goal;
        if config.order == MoveOrder::Ranked {
            self.put_best_first();
        }
        descend.trail().begin(&self.line);
        let is_random = config.ties != TieBreak::First;
        let last = self.last_iteration();
        let (mut best, mut top) = (Best::new(), Top::new(self.wanted));
        for place in 0..self.candidates.len() {
            let mv = self.candidates[place].mv;
            let guard = Guard {
                score: top.least(),
                ..best.guard(goal, place, is_random)
            };
            let (before, estimates) = (descend.trail().budget.nodes(), descend.trail().estimates);
            let undo = game.play([mv]);
            let found = descend.below(game, depth - 1, guard, place == 0 && config.order == MoveOrder::Ranked);
            game.undo(undo);
            if descend.trail().budget.is_over() {
                self.cut_short(place, config.order, last);
                return;
            }
            let candidate = &mut self.candidates[place];
            candidate.visits = descend.trail().budget.nodes() - before;
            candidate.is_proven = descend.proves() && descend.trail().estimates == estimates;
            candidate.line.clear();
            let Found::Value(value) = found else {
                // It is not better than the least of the best so far, and that is all there is to
                // know.
                candidate.bound = Bound::AtMost;
                candidate.value = match goal {
                    Goal::Raise(_) => guard.score,
                    // The leader gets as much or more; what that leaves for this seat is open.
                    Goal::Lower(_) => G::INFO.bounds.high,
                };
                candidate.values = self.value;
                candidate.values[self.seat] = candidate.value;
                continue;
            };
            (candidate.value, candidate.values, candidate.bound) = (value[self.seat], value, Bound::Exact);
            candidate.line.push([mv]);
            let after = descend.trail().lines.from(1).iter();
            candidate.line.extend(after.map(|&mv| [mv]));
            top.add(goal.score(&value));
            if best.improves(value, goal, place, is_random.then_some(&mut self.rng)) {
                self.value = value;
                self.line.clear();
                self.line.push(mv);
                self.line.extend_from_slice(descend.trail().lines.from(1));
            }
            if !is_random && descend.is_ideal(top.least()) {
                // Nothing is known about the others but that none is better.
                for other in &mut self.candidates[place + 1..] {
                    *other = Candidate::unknown(other.seat, other.mv);
                }
                break;
            }
        }
    }

    /// Moves the best move to the front, and the others that were wanted behind it, best first.
    fn put_best_first(&mut self) {
        if self.wanted.get() > 1 {
            let score = |candidate: &Candidate<G>| match candidate.bound {
                Bound::Exact => self.goal.score(&candidate.values),
                // Those with bounds keep their order.
                Bound::AtMost => f32::NEG_INFINITY,
            };
            sort_cold(&mut self.candidates, |a, b| score(b).total_cmp(&score(a)));
        }
        let best = self.line[0];
        let place = self.candidates.iter().position(|candidate| candidate.mv == best);
        self.candidates[..=place.expect("the best move is a candidate")].rotate_right(1);
    }

    /// What the last iteration said, where a part of the next must not be mixed with it.
    fn last_iteration(&self) -> Option<Iteration<G>> {
        let is_kept = self.wanted.get() > 1 && self.depth > 0;
        is_kept.then(|| Iteration {
            candidates: self.candidates.clone(),
            value: self.value,
            line: self.line.clone(),
        })
    }

    /// The budget ended after the first `searched` moves of an iteration.
    fn cut_short(&mut self, searched: usize, order: MoveOrder, last: Option<Iteration<G>>) {
        match last {
            Some(last) if order == MoveOrder::Listed || searched < self.wanted.get() => {
                Iteration {
                    candidates: self.candidates,
                    value: self.value,
                    line: self.line,
                } = last;
            }
            // Values of the last iteration are less deep, so they cannot be compared with the new
            // ones.
            _ if searched > 0 => {
                let others = self.candidates[searched..].iter_mut();
                others.for_each(|candidate| candidate.bound = Bound::AtMost);
            }
            _ => {}
        }
    }

    /// The answer so far.
    fn choice(&self, nodes: u64) -> Choice<G> {
        let best = self.line[0];
        let mut candidates = self.candidates.clone();
        // The chosen one, then exact values before bounds.
        sort_cold(&mut candidates, |a, b| {
            let rank = |candidate: &Candidate<G>| (candidate.mv != best, candidate.bound == Bound::AtMost);
            let score = |candidate: &Candidate<G>| match candidate.bound {
                Bound::Exact => self.goal.score(&candidate.values),
                Bound::AtMost => candidate.value,
            };
            rank(a).cmp(&rank(b)).then(score(b).total_cmp(&score(a)))
        });
        candidates[0].weight = 1.0;
        Choice {
            seat: self.seat,
            candidates,
            replies: Vec::new(),
            value: self.value,
            line: self.line.iter().map(|&mv| [mv]).collect(),
            depth: self.depth,
            nodes,
            scale: crate::Scale::Payoffs,
            is_proven: self.is_proven,
        }
    }
}

/// The random numbers of a search that begins at `game`.
pub(crate) fn luck<G: TurnBased>(seed: u64, game: &G) -> Rng {
    Rng::new(seed ^ splitmix(game.key()))
}
