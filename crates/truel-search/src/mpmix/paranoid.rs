//! A plain paranoid search: everybody else is one opponent who wants the seat searched for to get as little as possible.
//!
//! Sturtevant and Korf, *On Pruning Techniques for Multi-Player Games*, 2000. Alpha-beta over the payoff of that one seat. Values
//! are whole payoffs, ordered by that seat's, so that the line's end tells what everybody may expect.

use truel_core::{Payoffs, Phase, Seat, TurnBased};

use crate::maxn::{Descend, Found, Goal, Guard, Lines, MaxNConfig, Order, Passes, Sorter};
use crate::maxn::{arrange, only_passes};
use crate::{Budget, Limits, Opinion};

pub(super) struct ParanoidWalk<'a, G: TurnBased, O> {
    seat: Seat,
    opinion: &'a O,
    config: &'a MaxNConfig,
    budget: Budget,
    estimates: u64,
    moves: Vec<G::Move>,
    lines: Lines<G::Move>,
    expected: Vec<G::Move>,
    sorter: Sorter<G::Move>,
}

/// What the seat is sure of, and what the others allow it at most.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl<'a, G: TurnBased, O: Opinion<G>> ParanoidWalk<'a, G, O> {
    pub(super) fn new(seat: Seat, opinion: &'a O, config: &'a MaxNConfig, limits: &Limits) -> Self {
        ParanoidWalk {
            seat,
            opinion,
            config,
            budget: Budget::start(limits),
            estimates: 0,
            moves: Vec::new(),
            lines: Lines::new(),
            expected: Vec::new(),
            sorter: Sorter::new(),
        }
    }

    fn node(&mut self, game: &mut G, depth: u32, ply: usize, window: Window, is_on_line: bool) -> G::Payoffs {
        self.lines.begin(ply);
        if !self.budget.spend() {
            return G::Payoffs::all(window.alpha);
        }
        let mover = match game.phase() {
            Phase::Over(payoffs) => return payoffs,
            Phase::Act(seats) => seats.first(),
        };
        let is_pass = self.config.passes == Passes::Free && only_passes(game, mover);
        if depth == 0 && !is_pass {
            self.estimates += 1;
            return self.opinion.evaluate(game);
        }
        let base = self.moves.len();
        game.moves(mover, &mut self.moves);
        if depth > 1 && self.config.order == Order::Ranked {
            let first = self.expected.get(ply).copied().filter(|_| is_on_line);
            arrange(
                &mut self.sorter,
                game,
                mover,
                self.opinion,
                &mut self.moves[base..],
                first,
            );
        }
        let mut best: Option<G::Payoffs> = None;
        let mut window = window;
        for place in base..self.moves.len() {
            let mv = self.moves[place];
            let undo = game.play([mv]);
            let value = self.node(
                game,
                depth - u32::from(!is_pass),
                ply + 1,
                window,
                is_on_line && place == base,
            );
            game.undo(undo);
            if self.is_better(mover, &value, best.as_ref()) {
                best = Some(value);
                self.lines.prefer(ply, mv);
            }
            if mover == self.seat {
                window.alpha = window.alpha.max(value[self.seat]);
            } else {
                window.beta = window.beta.min(value[self.seat]);
            }
            if window.alpha >= window.beta || self.budget.is_over() {
                break;
            }
        }
        self.moves.truncate(base);
        best.expect("an acting seat has a move")
    }

    #[inline]
    fn is_better(&self, mover: Seat, value: &G::Payoffs, best: Option<&G::Payoffs>) -> bool {
        best.is_none_or(|best| {
            let (new, old) = (value[self.seat], best[self.seat]);
            if mover == self.seat { new > old } else { new < old }
        })
    }
}

impl<G: TurnBased, O: Opinion<G>> Descend<G> for ParanoidWalk<'_, G, O> {
    fn goal(&self) -> Goal {
        Goal::Raise(self.seat)
    }

    fn begin(&mut self, line: &[G::Move]) {
        self.expected.clear();
        self.expected.extend_from_slice(line);
        self.estimates = 0;
    }

    fn below(&mut self, game: &mut G, depth: u32, above: Guard, is_on_line: bool) -> Found<G::Payoffs> {
        // Alpha-beta tells a tie from less only if it lies inside the window.
        let alpha = if above.welcomes_ties {
            above.score.next_down()
        } else {
            above.score
        };
        let window = Window {
            alpha,
            beta: f32::INFINITY,
        };
        let value = self.node(game, depth, 1, window, is_on_line);
        if above.takes(&value) {
            Found::Value(value)
        } else {
            Found::Rejected
        }
    }

    fn line(&self) -> &[G::Move] {
        self.lines.from(1)
    }

    fn estimates(&self) -> u64 {
        self.estimates
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }
}
