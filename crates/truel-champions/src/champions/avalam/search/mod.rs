//! Principal-variation search made for avalam.
//!
//! It judges by the same patterns as [`AlphaBeta`](truel_search::AlphaBeta) with
//! [`Patterns`], but faster and more selectively:
//!
//! - Squares are kept up to date along the line, and what moves lead to is found one by one, so a
//!   position that the first moves refute costs little.
//! - Inner positions leave out moves that cover an own tower, which are half of all moves.
//! - Late moves are reduced more, and near the leaves only the first are looked at.
//!
//! Values are log-odds of the seat to move. A proven win or loss comes from settled towers alone.

mod board;
mod foresight;
mod tree;

use std::cmp::Reverse;

use truel_core::{BySeat, Game, Seat};
use truel_games::Avalam;
use truel_games::avalam::Carry;
use truel_search::transposition::Transposition;
use truel_search::{Bound, Budget, Candidate, Choice, Limits, Search};

use crate::heuristics::avalam::Patterns;
use crate::heuristics::avalam::patterns::UNIT;
use crate::heuristics::two_seats;
use board::{Position, Views, code};
use foresight::Foresight;
use tree::{INFINITE, Question, Reductions, WON, Worker, worth};

/// Half the width of the first window around the last iteration's value.
const ASPIRATION: i32 = 250;
/// The deepest iteration. Matches are shorter, but late moves are searched less deep.
const DEEPEST: u32 = 60;
const TABLE_MB: usize = 16;

/// The search, and what it remembers.
#[derive(Debug)]
pub(super) struct Lookahead {
    views: Views,
    reductions: Reductions,
    table: Transposition,
}

impl Lookahead {
    pub(super) fn new(patterns: &Patterns) -> Self {
        Lookahead {
            views: Views::new(patterns),
            reductions: Reductions::new(),
            table: Transposition::new(TABLE_MB),
        }
    }
}

impl Search<Avalam> for Lookahead {
    fn search_with(
        &mut self,
        game: &Avalam,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<Avalam>),
    ) -> Choice<Avalam> {
        self.table.grow_older();
        let budget = Budget::start(limits);
        let root = Root {
            game,
            seat,
            position: Position::of(game),
            wanted: limits.candidates.get(),
        };
        let mut worker = Worker::new(&self.views, &self.table, &self.reductions, budget);
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        root.deepen(&mut worker, deepest, on_progress)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// A move at the root and what is known about it.
#[derive(Clone, Copy)]
struct Branch {
    carry: Carry,
    value: i32,
    bound: Bound,
    /// The iteration that found it.
    depth: u32,
    nodes: u64,
}

struct Root<'a> {
    game: &'a Avalam,
    seat: Seat,
    position: Position,
    /// How many of the best moves must be exact.
    wanted: usize,
}

impl Root<'_> {
    fn deepen(
        &self,
        worker: &mut Worker<'_>,
        deepest: u32,
        on_progress: &mut dyn FnMut(&Choice<Avalam>),
    ) -> Choice<Avalam> {
        let mut branches = self.branches(worker);
        let mut reached = 1;
        for depth in 2..=deepest {
            // Moves that are compared are all told from one iteration.
            let last = (self.wanted > 1).then(|| branches.clone());
            self.iterate(worker, depth, &mut branches);
            if worker.budget.is_over() {
                branches = last.unwrap_or(branches);
                break;
            }
            reached = depth;
            on_progress(&self.choice(worker, &branches, reached));
            if self.wanted == 1 && (branches[0].value.abs() >= WON || branches.len() == 1) {
                break;
            }
        }
        self.choice(worker, &branches, reached)
    }

    /// All moves, the best foreseen first. That is the first iteration.
    fn branches(&self, worker: &Worker<'_>) -> Vec<Branch> {
        let mut branches = Vec::new();
        Foresight::new(&self.position, worker.views).each_onto(self.position.movable, |carry, foreseen| {
            branches.push(Branch {
                carry,
                value: worth(foreseen),
                bound: Bound::Exact,
                depth: 1,
                nodes: 0,
            });
            true
        });
        branches.sort_by_key(|branch| Reverse(branch.value));
        branches
    }

    /// One more ply for all moves; leaves the best first. An iteration that is cut short keeps what
    /// it found if the first move was searched.
    fn iterate(&self, worker: &mut Worker<'_>, depth: u32, branches: &mut [Branch]) {
        let last = branches[0];
        for number in 0..branches.len() {
            let alpha = match number.checked_sub(self.wanted) {
                Some(_) => branches[self.wanted - 1].value,
                None => -INFINITE,
            };
            let before = worker.budget.nodes();
            let carry = branches[number].carry;
            let value = if alpha == -INFINITE {
                let is_likely = number == 0 && depth > 2 && last.value.abs() < WON;
                self.open(worker, carry, depth, is_likely.then_some(last.value))
            } else {
                let question = Self::question(depth, alpha, INFINITE);
                let reduction = worker.reductions.plies(depth, number);
                worker.later_child(&self.after(carry), question, reduction)
            };
            if worker.budget.is_over() {
                return;
            }
            let branch = &mut branches[number];
            branch.nodes += worker.budget.nodes() - before;
            (branch.value, branch.depth) = (value, depth);
            branch.bound = if value > alpha { Bound::Exact } else { Bound::AtMost };
            if value > alpha {
                let found = &branches[..number.min(self.wanted)];
                let place = found.partition_point(|other| other.value >= value);
                branches[place..=number].rotate_right(1);
            }
            if self.wanted == 1 && branches[0].value >= WON {
                return;
            }
        }
    }

    fn question(depth: u32, alpha: i32, beta: i32) -> Question {
        Question {
            depth: depth - 1,
            alpha,
            beta,
            ply: 1,
        }
    }

    /// What a move is worth, first within a window around what it is `expected` to be.
    fn open(&self, worker: &mut Worker<'_>, carry: Carry, depth: u32, expected: Option<i32>) -> i32 {
        let after = self.after(carry);
        let [alpha, beta] = expected.map_or([-INFINITE, INFINITE], |value| [value - ASPIRATION, value + ASPIRATION]);
        let value = worker.first_child(&after, Self::question(depth, alpha, beta));
        let question = match value {
            value if value <= alpha => Self::question(depth, -INFINITE, value + 1),
            value if value >= beta => Self::question(depth, value - 1, INFINITE),
            value => return value,
        };
        if worker.budget.is_over() {
            return value;
        }
        worker.first_child(&after, question)
    }

    fn after(&self, carry: Carry) -> Position {
        let mut after = self.position;
        after.play(carry);
        after
    }

    fn choice(&self, worker: &Worker<'_>, branches: &[Branch], depth: u32) -> Choice<Avalam> {
        let candidate = |branch: &Branch| {
            // Values of different iterations cannot be compared.
            let is_older = branch.depth < branches[0].depth;
            Candidate {
                bound: if is_older { Bound::AtMost } else { branch.bound },
                visits: branch.nodes,
                is_proven: branch.value.abs() >= WON,
                ..Candidate::new(self.seat, branch.carry, self.payoffs(branch.value))
            }
        };
        let mut candidates: Vec<_> = branches.iter().map(candidate).collect();
        let best = &branches[0];
        let (line, value) = (self.line(worker, best.carry), self.payoffs(best.value));
        let is_proven = best.value.abs() >= WON;
        candidates[0] = Candidate {
            weight: 1.0,
            line: line.clone(),
            visits: best.nodes,
            is_proven,
            ..Candidate::new(self.seat, best.carry, value)
        };
        Choice {
            candidates,
            line,
            depth,
            nodes: worker.budget.nodes(),
            is_proven,
            ..Choice::of(self.seat, best.carry, value)
        }
    }

    /// Payoffs of a value that is the seat's.
    fn payoffs(&self, value: i32) -> BySeat<f32, 2> {
        let value = if self.seat.index() == 0 { value } else { -value };
        match value {
            WON.. => BySeat([1.0, 0.0]),
            value if value <= -WON => BySeat([0.0, 1.0]),
            value => two_seats(value as f32, UNIT),
        }
    }

    /// The expected line from the table.
    fn line(&self, worker: &Worker<'_>, first: Carry) -> Vec<[Carry; 1]> {
        let (mut at, mut line, mut legal) = (*self.game, vec![[first]], Vec::new());
        at.play([first]);
        while let Some(entry) = worker.table.find(Position::of(&at).key()) {
            legal.clear();
            at.moves(Position::of(&at).seat(), &mut legal);
            let Some(next) = legal.iter().find(|carry| code(**carry) == entry.place) else {
                break;
            };
            at.play([*next]);
            line.push([*next]);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use truel_core::{Phase, Rng, random_joint};
    use truel_search::alphabeta::Config;
    use truel_search::{AlphaBeta, Indifferent};

    use super::*;

    fn search(game: &Avalam, limits: &Limits) -> Choice<Avalam> {
        Lookahead::new(&Patterns::default()).search(game, Position::of(game).seat(), limits)
    }

    /// A random match after so many plies.
    fn after(plies: u32, seed: u64) -> Avalam {
        let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
        while game.plies() < plies {
            let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("the match goes on");
            game.play(joint);
        }
        game
    }

    /// Whatever the limits, all moves are there, each once.
    #[test]
    fn every_position_gets_all_its_moves() {
        let mut rng = Rng::new(3);
        let mut search = Lookahead::new(&Patterns::default());
        for round in 0..4 {
            let mut game = Avalam::default();
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let (seat, mut legal) = (Position::of(&game).seat(), Vec::new());
                game.moves(seat, &mut legal);
                let limits =
                    Limits::nodes(1 + 100 * round).with_candidates(NonZeroUsize::MIN.saturating_add(round as usize));
                let choice = search.search(&game, seat, &limits);
                let mut moves: Vec<_> = choice.candidates.iter().map(|candidate| code(candidate.mv)).collect();
                let mut expected: Vec<_> = legal.iter().map(|carry| code(*carry)).collect();
                moves.sort_unstable();
                expected.sort_unstable();
                assert_eq!(moves, expected, "{game}");
                game.play(joint);
            }
        }
    }

    /// What is proven near the end is what plain minimax finds.
    #[test]
    fn proofs_agree_with_minimax() {
        let mut proven = 0;
        for seed in 0..24 {
            let game = after(26, seed);
            if matches!(game.phase(), Phase::Over(_)) {
                continue;
            }
            let choice = search(&game, &Limits::nodes(60_000));
            if choice.is_proven {
                let config = Config::default().with_reductions(truel_search::alphabeta::Reductions::Off);
                let truth = AlphaBeta::with_config(Indifferent, config).search(&game, choice.seat, &Limits::depth(60));
                assert!(truth.is_proven);
                assert_eq!(choice.value, truth.value, "{game}");
                proven += 1;
            }
        }
        assert!(proven > 6, "only {proven}");
    }

    #[test]
    fn moves_that_are_compared_are_exact_and_in_order() {
        for nodes in [1, 500, 5000, 20_000] {
            let limits = Limits::nodes(nodes).with_candidates(NonZeroUsize::MIN.saturating_add(2));
            let choice = search(&after(8, 2), &limits);
            let [first, second, third] = &choice.candidates[..3] else {
                panic!("three of many moves");
            };
            assert!(
                [first, second, third]
                    .iter()
                    .all(|candidate| candidate.bound == Bound::Exact)
            );
            assert!(first.value >= second.value && second.value >= third.value, "{nodes}");
        }
    }

    #[test]
    fn the_same_nodes_give_the_same_answer() {
        let game = after(10, 1);
        let [first, second] = [(); 2].map(|()| search(&game, &Limits::nodes(5000)));
        assert_eq!(
            (first.best(), first.value, first.nodes),
            (second.best(), second.value, second.nodes)
        );
        assert!(first.depth > 3 && first.line.len() > 1, "{first:?}");
    }
}
