//! The root of a depth-first search: iterations, candidates, ties, and what is told while it goes on.
//!
//! max^n, offensive and soft max^n differ only in what a position below the root is worth ([`Descend`]).

use truel_core::zobrist::splitmix;
use truel_core::{Rng, Seat, TurnBased};

use super::bounds::{Best, Goal, Guard};
use super::config::{Deepening, MaxNConfig, Order, Ties};
use super::lines::Sorter;
use super::trail::Trail;
use crate::{Candidate, Choice, Limits, Opinion};

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

    /// What `game`, reached by a move at the root, is worth with `depth` plies to go. Anything once the budget is over.
    fn below(&mut self, game: &mut G, depth: u32, guard: Guard, is_on_line: bool) -> Found<G::Payoffs>;

    /// Whether no move at the root can score more than this.
    fn is_ideal(&self, score: f32) -> bool {
        let _ = score;
        false
    }
}

/// Searches `game` for `seat`, an iteration for each depth, with `descend` as the part below the root.
pub(crate) fn deepen<G: TurnBased>(
    game: &G,
    seat: Seat,
    limits: &Limits,
    config: &MaxNConfig,
    opinion: &impl Opinion<G>,
    descend: &mut impl Descend<G>,
    watch: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let mut root = Root::new(game, seat, config, opinion);
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
        watch(&root.choice(descend.trail().budget.nodes()));
    }
    root.choice(descend.trail().budget.nodes())
}

/// What is known at the root.
struct Root<G: TurnBased> {
    seat: Seat,
    candidates: Vec<Candidate<G::Move>>,
    value: G::Payoffs,
    /// The line expected, with the chosen move at its front.
    line: Vec<G::Move>,
    depth: u32,
    is_proven: bool,
    rng: Rng,
}

impl<G: TurnBased> Root<G> {
    /// Before the first iteration the first move is the best and the position is worth what the opinion says.
    fn new(game: &G, seat: Seat, config: &MaxNConfig, opinion: &impl Opinion<G>) -> Self {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        if config.order == Order::Ranked {
            Sorter::new().sort(&mut moves, |mv| opinion.rank(game, seat, mv));
        }
        let value = opinion.evaluate(game);
        let candidate = |&mv: &G::Move| Candidate {
            mv,
            weight: 0.0,
            value: value[seat],
            visits: 0,
        };
        Root {
            seat,
            candidates: moves.iter().map(candidate).collect(),
            value,
            line: vec![*moves.first().expect("a seat that must move has a move")],
            depth: 0,
            is_proven: false,
            rng: luck(config.seed, game),
        }
    }

    /// Searches every move to `depth`, or until none can be better. What an iteration has found when the budget ends counts: its first move was the best
    /// of the one before, so a better one is better.
    fn iterate(&mut self, game: &mut G, depth: u32, config: &MaxNConfig, descend: &mut impl Descend<G>) {
        if config.order == Order::Ranked {
            let best = self.line[0];
            let place = self.candidates.iter().position(|candidate| candidate.mv == best);
            self.candidates[..=place.expect("the best move is a candidate")].rotate_right(1);
        }
        descend.trail().begin(&self.line);
        let goal = descend.goal();
        let is_random = config.ties != Ties::First;
        let mut best = Best::new();
        for place in 0..self.candidates.len() {
            let mv = self.candidates[place].mv;
            let guard = best.guard(goal, place, is_random);
            let before = descend.trail().budget.nodes();
            let undo = game.play([mv]);
            let found = descend.below(game, depth - 1, guard, place == 0 && config.order == Order::Ranked);
            game.undo(undo);
            if descend.trail().budget.is_over() {
                return;
            }
            let candidate = &mut self.candidates[place];
            candidate.visits = descend.trail().budget.nodes() - before;
            let Found::Value(value) = found else {
                // It is not better than the best so far, and that is all there is to know.
                candidate.value = self.value[self.seat];
                continue;
            };
            candidate.value = value[self.seat];
            if best.improves(value, goal, place, is_random.then_some(&mut self.rng)) {
                self.value = value;
                self.line.clear();
                self.line.push(mv);
                self.line.extend_from_slice(descend.trail().lines.from(1));
                if !is_random && descend.is_ideal(best.score()) {
                    break;
                }
            }
        }
    }

    /// What is known, told.
    fn choice(&self, nodes: u64) -> Choice<G> {
        let best = self.line[0];
        let mut candidates = self.candidates.clone();
        candidates.sort_by(|a, b| (b.mv == best).cmp(&(a.mv == best)).then(b.value.total_cmp(&a.value)));
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
