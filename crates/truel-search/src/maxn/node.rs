//! The nodes below the root of max^n and of offensive search.
//!
//! A node returns its exact value, or says that the node above will not choose it (`Rejected`). Or
//! it says that the node above may choose it, but the one above that will not (`Doubtful`). Each of
//! the three is a true statement, whichever pruning is on; that is the invariant, by induction over
//! the tree:
//!
//! - A node that shallow pruning leaves, and a leaf whose chooser has better, are rejected.
//! - A node is doubtful when three seats in a row, each by what it has, leave nothing that all
//!   prefer. The middle seat then goes on with its other branches. In the end either its best is
//!   nothing to the top seat; then, whatever the doubtful branches are worth, nothing from here is,
//!   and the middle node is rejected. Or the top seat wants it, and the doubtful branches are
//!   searched again for their exact values.

use truel_core::{Game, Phase, Rng, Seat, TurnBased};

use super::bounds::{Best, Goal, Guard, Rules};
use super::config::{Config, Leaves, Passes, TieBreak};
use super::root::{Descend, Found, luck};
use super::trail::Trail;
use crate::{Limits, Opinion};

/// What each seat looks for.
pub(crate) trait Wishes: Copy {
    fn goal(self, mover: Seat) -> Goal;
}

/// One walk through the tree: what it reads and what it carries.
pub(crate) struct Walk<'a, G: TurnBased, O, W> {
    seat: Seat,
    opinion: &'a O,
    wishes: W,
    config: &'a Config,
    rules: Rules,
    trail: Trail<G>,
    /// The places among the trail's moves of branches left speculatively, each node's above those
    /// of the node before.
    doubts: Vec<usize>,
    rng: Rng,
}

/// Where a node lies and what those above it have.
#[derive(Clone, Copy)]
struct At {
    ply: usize,
    depth: u32,
    above: Guard,
    /// The seat two plies up, if the seat one ply up may leave branches for its sake.
    top: Option<Guard>,
    is_on_line: bool,
}

/// A node under way: what its seat wants, and where its moves and its doubtful branches begin on
/// the stacks.
#[derive(Clone, Copy)]
struct Here {
    goal: Goal,
    at: At,
    base: usize,
    doubts: usize,
}

impl<'a, G: TurnBased, O: Opinion<G>, W: Wishes> Walk<'a, G, O, W> {
    pub(crate) fn new(game: &G, seat: Seat, opinion: &'a O, wishes: W, config: &'a Config, limits: &Limits) -> Self {
        Walk {
            seat,
            opinion,
            wishes,
            config,
            rules: Rules::of(config.pruning, config.promise, game),
            trail: Trail::new(config.order, limits),
            doubts: Vec::new(),
            rng: luck(config.seed, game),
        }
    }

    #[inline]
    fn node(&mut self, game: &mut G, at: At) -> Found<G::Payoffs> {
        self.trail.lines.begin(at.ply);
        if !self.trail.budget.spend() {
            return Found::Rejected;
        }
        let mover = match game.phase() {
            Phase::Over(payoffs) => return Found::Value(payoffs),
            Phase::Act(seats) => seats.first(),
        };
        if self.config.passes == Passes::Free && only_passes(game, mover) {
            return self.pass(game, mover, at);
        }
        if at.depth == 0 {
            return self.leaf(game, at.above);
        }
        self.turn(game, mover, at)
    }

    /// A node where a seat chooses. Apart from the leaves, so that those become part of the loop
    /// over branches.
    #[inline(never)]
    fn turn(&mut self, game: &mut G, mover: Seat, at: At) -> Found<G::Payoffs> {
        let here = Here {
            goal: self.wishes.goal(mover),
            at,
            base: self
                .trail
                .list(game, mover, self.opinion, at.ply, at.depth, at.is_on_line),
            doubts: self.doubts.len(),
        };
        let found = self.branches(game, here);
        self.trail.moves.truncate(here.base);
        self.doubts.truncate(here.doubts);
        found
    }

    /// The branches of a node, whose moves are the last on the stack.
    #[inline]
    fn branches(&mut self, game: &mut G, here: Here) -> Found<G::Payoffs> {
        let Here { goal, at, .. } = here;
        let mut best = Best::new();
        let last = self.trail.moves.len() - 1;
        for place in here.base..=last {
            let top = self.doubter(&best, at.above, place == last);
            let found = self.branch(game, here, &best, place, top);
            if self.trail.budget.is_over() {
                return Found::Rejected;
            }
            let is_better = match found {
                Found::Value(value) => self.offer(&mut best, value, here, place),
                Found::Rejected => false,
                Found::Doubtful => {
                    self.doubts.push(place);
                    false
                }
            };
            if !is_better || place == last {
                continue;
            }
            if self.rules.shuts(at.above, goal, best.score()) {
                return Found::Rejected;
            }
            if at
                .top
                .is_some_and(|top| self.rules.shuts_three(top, at.above, goal, best.score()))
            {
                return Found::Doubtful;
            }
            if !self.is_random() && self.rules.is_ideal(goal, best.score()) {
                break;
            }
        }
        self.settle(game, here, best)
    }

    /// Searches the branch at `place`, which must beat `best`; for the sake of `top` it may be left
    /// in doubt.
    #[inline]
    fn branch(
        &mut self,
        game: &mut G,
        Here { goal, at, base, .. }: Here,
        best: &Best<G::Payoffs>,
        place: usize,
        top: Option<Guard>,
    ) -> Found<G::Payoffs> {
        let below = At {
            ply: at.ply + 1,
            depth: at.depth - 1,
            above: best.guard(goal, place, self.is_random()),
            top,
            is_on_line: at.is_on_line && place == base,
        };
        let undo = game.play([self.trail.moves[place]]);
        let found = self.node(game, below);
        game.undo(undo);
        found
    }

    /// The seat for whose sake the next branch may be left: the one above, as long as it wants
    /// nothing from here.
    #[inline]
    fn doubter(&self, best: &Best<G::Payoffs>, above: Guard, is_last: bool) -> Option<Guard> {
        let may = self.rules.may_doubt(is_last)
            && !above.is_open()
            && best.value.as_ref().is_none_or(|value| !above.takes(value));
        may.then_some(above)
    }

    #[inline]
    fn offer(&mut self, best: &mut Best<G::Payoffs>, value: G::Payoffs, here: Here, place: usize) -> bool {
        let luck = (self.config.ties == TieBreak::RandomEverywhere).then_some(&mut self.rng);
        let is_better = best.improves(value, here.goal, place, luck);
        if is_better {
            self.trail.lines.prefer(here.at.ply, self.trail.moves[place]);
        }
        is_better
    }

    /// The result of a node: exact, unless it has doubtful branches and the seat above does not
    /// care.
    #[inline]
    fn settle(&mut self, game: &mut G, here: Here, mut best: Best<G::Payoffs>) -> Found<G::Payoffs> {
        if self.doubts.len() > here.doubts {
            if best.value.as_ref().is_none_or(|value| !here.at.above.takes(value)) {
                return Found::Rejected;
            }
            for doubt in here.doubts..self.doubts.len() {
                let place = self.doubts[doubt];
                let found = self.branch(game, here, &best, place, None);
                if self.trail.budget.is_over() {
                    return Found::Rejected;
                }
                if let Found::Value(value) = found {
                    self.offer(&mut best, value, here, place);
                }
            }
        }
        Found::Value(best.value.expect("without doubts the first branch has a value"))
    }

    /// A seat that is out passes; the node is as if it were not there.
    #[inline(never)]
    fn pass(&mut self, game: &mut G, mover: Seat, at: At) -> Found<G::Payoffs> {
        let base = self.trail.moves.len();
        game.moves(mover, &mut self.trail.moves);
        let mv = self.trail.moves[base];
        self.trail.moves.truncate(base);
        let undo = game.play([mv]);
        let found = self.node(game, At { ply: at.ply + 1, ..at });
        game.undo(undo);
        self.trail.lines.prefer(at.ply, mv);
        found
    }

    #[inline]
    fn leaf(&mut self, game: &G, above: Guard) -> Found<G::Payoffs> {
        self.trail.estimates += 1;
        if self.config.leaves == Leaves::MoverFirst && !above.is_open() {
            let payoff = self.opinion.value_for(game, above.goal.seat());
            if !above.takes_score(above.goal.score_of(payoff)) {
                return Found::Rejected;
            }
        }
        let value = self.opinion.evaluate(game);
        debug_assert!(
            self.rules.is_kept_by(&value, |seat| !game.is_out(seat)),
            "{value:?} breaks the promise of bounds and sum that pruning relies on"
        );
        Found::Value(value)
    }

    #[inline]
    fn is_random(&self) -> bool {
        self.config.ties == TieBreak::RandomEverywhere
    }
}

/// Whether `mover` is out while another seat still plays.
#[inline]
pub(crate) fn only_passes<G: Game>(game: &G, mover: Seat) -> bool {
    use truel_core::Payoffs;
    game.is_out(mover) && Seat::all(G::Payoffs::SEATS).any(|seat| !game.is_out(seat))
}

impl<G: TurnBased, O: Opinion<G>, W: Wishes> Descend<G> for Walk<'_, G, O, W> {
    fn goal(&self) -> Goal {
        self.wishes.goal(self.seat)
    }

    fn trail(&mut self) -> &mut Trail<G> {
        &mut self.trail
    }

    fn below(&mut self, game: &mut G, depth: u32, above: Guard, is_on_line: bool) -> Found<G::Payoffs> {
        let at = At {
            ply: 1,
            depth,
            above,
            top: None,
            is_on_line,
        };
        self.node(game, at)
    }

    fn is_ideal(&self, score: f32) -> bool {
        self.rules.is_ideal(self.goal(), score)
    }
}
