//! The root: deeper and deeper, each time with what the last time taught.

use std::ops::RangeInclusive;

use truel_core::{Phase, Rng, Seat, TurnBased};

use super::config::RootTies;
use super::tree::{DEEPEST, Worker, rank};
use super::turns::Turns;
use super::worth::{Tally, Window, Worth};
use crate::fold::Fold;
use crate::ordering::SortKey;
use crate::sorting::{sort_cold, sort_keys};
use crate::{AlphaBetaOpinion, Bound, Candidate, Choice};

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Branch<M> {
    pub(super) mv: M,
    pub(super) worth: Worth,
    pub(super) bound: Bound,
    /// The iteration that found it, 0 before the first.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// The line that led to an exact value.
    pub(super) line: Vec<M>,
}

/// What the iterations have come to so far; the first branch is the best.
#[derive(Clone, Debug)]
pub(super) struct Progress<M> {
    pub(super) seat: Seat,
    pub(super) branches: Vec<Branch<M>>,
    pub(super) worth: Worth,
    pub(super) line: Vec<M>,
    pub(super) depth: u32,
    pub(super) is_complete: bool,
    /// Whether the branches began in an order that was foreseen; only then are late ones less deep
    /// first.
    pub(super) is_foreseen: bool,
    /// Whether a deeper iteration would say the same.
    pub(super) is_settled: bool,
}

impl<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// Searches 1, 2, 3 … plies, as far as `depths` says, and shows what each iteration has found.
    pub(super) fn deepen(
        &mut self,
        seat: Seat,
        depths: RangeInclusive<u32>,
        rng: Option<Rng>,
        mut show: impl FnMut(&mut Self, &Progress<G::Move>),
    ) -> Progress<G::Move> {
        let mut progress = self.start(seat, rng);
        let is_one_wanted = self.wanted.get().min(progress.branches.len()) == 1;
        for depth in *depths.start()..=DEEPEST.min(*depths.end()) {
            let found = if is_one_wanted {
                self.iterate(&mut progress, depth)
            } else {
                self.compare(&mut progress, depth)
            };
            let Some(worth) = found else {
                break;
            };
            progress.worth = worth;
            progress.depth = depth;
            progress.is_settled |= is_one_wanted && worth.is_proven;
            if progress.is_settled {
                break;
            }
            show(self, &progress);
        }
        progress
    }

    /// The moves by rank, none searched yet.
    fn start(&mut self, seat: Seat, rng: Option<Rng>) -> Progress<G::Move> {
        self.game.moves(seat, &mut self.moves);
        let count = self.moves.len();
        if let Some(mut rng) = rng {
            (1..count).for_each(|last| self.moves.swap(last, rng.below(last as u32 + 1) as usize));
        }
        self.foresee(seat, 0);
        let moves: Vec<G::Move> = self.moves.drain(..).collect();
        let mut keys: Vec<SortKey> = moves
            .iter()
            .enumerate()
            .map(rank(self.opinion, &self.game, seat, &self.foreseen))
            .collect();
        sort_keys(&mut keys);
        keys.truncate(self.config.breadth.unwrap_or(count).max(1));
        let worth = Worth::estimate(self.fold.side(seat).view(self.judge()));
        let branch = |key: &SortKey| Branch {
            mv: moves[key.place()],
            worth,
            bound: Bound::AtMost,
            depth: 0,
            nodes: 0,
            line: Vec::new(),
        };
        Progress {
            seat,
            branches: keys.iter().map(branch).collect(),
            worth,
            line: Vec::new(),
            depth: 0,
            is_complete: keys.len() == count,
            is_foreseen: !self.foreseen.is_empty(),
            is_settled: false,
        }
    }

    /// One iteration within a window around the last one's value, widened until the value lies
    /// inside. `None` when the budget ends before.
    fn iterate(&mut self, progress: &mut Progress<G::Move>, depth: u32) -> Option<Worth> {
        let bounds = self.fold.bounds();
        let mut width = self
            .config
            .aspiration
            .filter(|_| progress.depth > 0)
            .unwrap_or(f32::INFINITY);
        width *= bounds.high - bounds.low;
        let centre = progress.worth.value;
        let mut window = Window {
            alpha: centre - width,
            beta: centre + width,
        };
        loop {
            let worth = self.root(progress, depth, window)?;
            width *= 4.0;
            if worth.value <= window.alpha && window.alpha > f32::NEG_INFINITY {
                window.alpha = widened(worth.value - width, bounds.low);
            } else if worth.value >= window.beta && window.beta < f32::INFINITY {
                window.beta = -widened(-(worth.value + width), -bounds.high);
            } else {
                return Some(worth);
            }
        }
    }

    /// Searches every root move. A move that turns out better than those before it goes to the
    /// front at once, so that an iteration that is cut short is not lost.
    fn root(&mut self, progress: &mut Progress<G::Move>, depth: u32, asked: Window) -> Option<Worth> {
        let (seat, mut window) = (progress.seat, asked);
        let (side, (left, round)) = (self.fold.side(seat), self.below_root(depth, seat));
        let mut tally = Tally {
            all_proven: progress.is_complete,
            ..Tally::default()
        };
        for number in 0..progress.branches.len() {
            let (mv, before) = (progress.branches[number].mv, self.budget.nodes());
            let reduction = if progress.is_foreseen {
                self.reduction(depth, seat, number, mv)
            } else {
                None
            };
            let undo = self.play(mv);
            let worth = match number {
                _ if !self.budget.spend() => Worth::NOTHING,
                0 => self.child(left, 0, window, side, round),
                _ => self.later_child(left, reduction, 0, window, side, round),
            };
            self.undo(undo);
            let branch = &mut progress.branches[number];
            branch.nodes += self.budget.nodes() - before;
            if self.budget.is_over() {
                return None;
            }
            (branch.worth, branch.bound, branch.depth) = (worth, Bound::AtMost, depth);
            tally.add(worth);
            if worth.value > window.alpha {
                window.alpha = worth.value;
                self.extend_line(0, Window::OPEN, Some(mv));
                branch.bound = Bound::Exact;
                branch.line.clone_from(&self.lines[0]);
                progress.line.clone_from(&self.lines[0]);
                progress.worth = Worth::estimate(worth.value);
                progress.branches[..=number].rotate_right(1);
            }
            let is_settled = worth.is_proven && worth.value >= self.most(side);
            tally.all_proven |= is_settled;
            if is_settled || window.alpha >= window.beta {
                break;
            }
        }
        Some(tally.worth(asked))
    }

    /// Plies left below a root move of `seat`, and the round it leads to.
    pub(super) fn below_root(&self, depth: u32, seat: Seat) -> (u32, T::Round) {
        let left = depth - u32::from(!self.game.is_out(seat));
        (left, self.turns.chosen(self.turns.start(), seat))
    }

    /// What to tell about `progress`.
    pub(super) fn choice(&mut self, progress: &Progress<G::Move>) -> Choice<G> {
        let side = self.fold.side(progress.seat);
        let scalar = side.view(progress.worth.value);
        let value = self.fold.unfold(self.expected(&progress.line), scalar);
        let line: Vec<G::Joint> = progress.line.iter().map(|mv| [*mv]).collect();
        let is_proven = T::PROVES && progress.worth.is_proven;
        let (best, others) = progress
            .branches
            .split_first()
            .expect("a seat that must move has a move");
        let best = match best.depth {
            0 => self.candidate(best, progress, value),
            _ => Candidate {
                value: progress.worth.value,
                // Its own value may be proven where that nothing is better is not.
                is_proven: is_proven || (T::PROVES && best.bound == Bound::Exact && best.worth.is_proven),
                visits: best.nodes,
                line: line.clone(),
                ..Candidate::new(progress.seat, best.mv, value)
            },
        };
        let mut candidates: Vec<_> = std::iter::once(best)
            .chain(others.iter().map(|branch| self.candidate(branch, progress, value)))
            .collect();
        candidates[0].weight = 1.0;
        // Exact values come before bounds.
        sort_cold(&mut candidates[1..], |a, b| {
            let is_bound = |candidate: &Candidate<G>| candidate.bound == Bound::AtMost;
            is_bound(a).cmp(&is_bound(b)).then(b.value.total_cmp(&a.value))
        });
        Choice {
            seat: progress.seat,
            candidates,
            replies: Vec::new(),
            value,
            line,
            depth: progress.depth,
            nodes: self.budget.nodes(),
            scale: crate::Scale::Payoffs,
            is_proven,
        }
    }

    /// A move that was not chosen, or not searched. `expected` fills in what a bound does not say
    /// about the other seats.
    fn candidate(&self, branch: &Branch<G::Move>, progress: &Progress<G::Move>, expected: G::Payoffs) -> Candidate<G> {
        let side = self.fold.side(progress.seat);
        // An iteration leaves out the rest of the moves once nothing can be better.
        let is_left_out = branch.depth == 0 || branch.depth < progress.depth;
        // Where an iteration was cut short, values of the one before cannot be compared with the
        // new ones.
        let is_older = branch.depth < progress.branches[0].depth;
        let (value, bound) = match branch.bound {
            _ if is_left_out => (self.most(side), Bound::AtMost),
            _ if is_older => (branch.worth.value, Bound::AtMost),
            bound => (branch.worth.value, bound),
        };
        let (expected, line) = match bound {
            Bound::Exact => (self.expected(&branch.line), &*branch.line),
            Bound::AtMost => (expected, &[][..]),
        };
        Candidate {
            value,
            bound,
            is_proven: T::PROVES && !is_left_out && branch.worth.is_proven,
            visits: branch.nodes,
            line: line.iter().map(|mv| [*mv]).collect(),
            ..Candidate::new(progress.seat, branch.mv, self.fold.unfold(expected, side.view(value)))
        }
    }

    /// The payoffs at the end of a line, or what the opinion expects there.
    fn expected(&self, line: &[G::Move]) -> G::Payoffs {
        let mut game = self.game.clone();
        for mv in line {
            game.play([*mv]);
        }
        match game.phase() {
            Phase::Over(payoffs) => payoffs,
            Phase::Act(_) => self.opinion.evaluate(&game),
        }
    }

    /// The shuffle of root moves that the configuration asks for.
    pub(super) fn shuffle(&self) -> Option<Rng> {
        (self.config.ties == RootTies::Shuffled).then(|| Rng::new(self.config.seed))
    }
}

/// The lower end of a wider window: open once it is as low as payoffs go.
pub(super) fn widened(alpha: f32, low: f32) -> f32 {
    if alpha <= low { f32::NEG_INFINITY } else { alpha }
}
