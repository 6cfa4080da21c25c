//! The root: deeper and deeper, each time with what the last time taught.

use truel_core::{Phase, Rng, Seat, TurnBased};

use super::config::{Candidates, Ties};
use super::tree::{DEEPEST, Worker, rank};
use super::turns::Turns;
use super::worth::{Tally, Window, Worth};
use crate::fold::Fold;
use crate::ordering::SortKey;
use crate::{Candidate, Choice, Opinion};

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
struct Branch<M> {
    mv: M,
    worth: Worth,
    nodes: u64,
}

/// What the iterations have come to so far; the first branch is the best.
#[derive(Clone, Debug)]
pub(super) struct Progress<M> {
    seat: Seat,
    branches: Vec<Branch<M>>,
    worth: Worth,
    line: Vec<M>,
    depth: u32,
    is_complete: bool,
    /// Whether the branches began in an order that was foreseen; only then are late ones less deep first.
    is_foreseen: bool,
}

impl<G: TurnBased, O: Opinion<G>, F: Fold<G>, T: Turns<G>> Worker<'_, G, O, F, T> {
    /// Searches 1, 2, 3 … plies, from `first` to at most `last`, and shows what each iteration has found.
    pub(super) fn deepen(
        &mut self,
        seat: Seat,
        (first, last): (u32, u32),
        rng: Option<Rng>,
        mut show: impl FnMut(&mut Self, &Progress<G::Move>),
    ) -> Progress<G::Move> {
        let mut progress = self.start(seat, rng);
        for depth in first..=last.min(DEEPEST) {
            let Some(worth) = self.iterate(&mut progress, depth) else {
                break;
            };
            progress.worth = worth;
            progress.depth = depth;
            if worth.is_proven {
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
        keys.sort_unstable_by(|a, b| b.cmp(a));
        keys.truncate(self.config.breadth.unwrap_or(count).max(1));
        let judged = self.fold.judge(self.opinion, &self.game);
        let worth = Worth::estimate(self.fold.side(seat).view(judged));
        let branch = |key: &SortKey| Branch {
            mv: moves[key.place()],
            worth,
            nodes: 0,
        };
        Progress {
            seat,
            branches: keys.iter().map(branch).collect(),
            worth,
            line: Vec::new(),
            depth: 0,
            is_complete: keys.len() == count,
            is_foreseen: !self.foreseen.is_empty(),
        }
    }

    /// One iteration within a window around the last one's value, widened until the value lies inside. `None` when the
    /// budget ends before.
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

    /// Searches every root move. A move that turns out better than those before it goes to the front at once, so that an
    /// iteration that is cut short is not lost.
    fn root(&mut self, progress: &mut Progress<G::Move>, depth: u32, asked: Window) -> Option<Worth> {
        let (seat, mut window) = (progress.seat, asked);
        let (side, round) = (self.fold.side(seat), self.turns.chosen(self.turns.start(), seat));
        let left = depth - u32::from(!self.game.is_out(seat));
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
            let undo = self.game.play([mv]);
            let worth = match self.config.candidates {
                _ if !self.budget.spend() => Worth::NOTHING,
                Candidates::Bounds if number > 0 => self.later_child(left, reduction, 0, window, side, round),
                Candidates::Bounds => self.child(left, 0, window, side, round),
                Candidates::Exact => self.child(left, 0, Window::OPEN, side, round),
            };
            self.game.undo(undo);
            let branch = &mut progress.branches[number];
            branch.nodes += self.budget.nodes() - before;
            if self.budget.is_over() {
                return None;
            }
            branch.worth = worth;
            tally.add(worth);
            if worth.value > window.alpha {
                window.alpha = worth.value;
                self.extend_line(0, Window::OPEN, Some(mv));
                progress.line.clone_from(&self.lines[0]);
                progress.worth = Worth::estimate(worth.value);
                progress.branches[..=number].rotate_right(1);
            }
            let is_settled = worth.is_proven && worth.value >= self.most(side);
            tally.all_proven |= is_settled;
            if (is_settled || window.alpha >= window.beta) && self.config.candidates == Candidates::Bounds {
                break;
            }
        }
        Some(tally.worth(asked))
    }

    /// What to tell about `progress`.
    pub(super) fn choice(&mut self, progress: &Progress<G::Move>) -> Choice<G> {
        let side = self.fold.side(progress.seat);
        let scalar = side.view(progress.worth.value);
        let candidate = |branch: &Branch<G::Move>| Candidate {
            mv: branch.mv,
            weight: 0.0,
            value: branch.worth.value,
            visits: branch.nodes,
        };
        let mut candidates: Vec<_> = progress.branches.iter().map(candidate).collect();
        (candidates[0].weight, candidates[0].value) = (1.0, progress.worth.value);
        candidates[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
        Choice {
            seat: progress.seat,
            candidates,
            replies: Vec::new(),
            value: self.fold.unfold(self.expected(&progress.line), scalar),
            line: progress.line.iter().map(|mv| [*mv]).collect(),
            depth: progress.depth,
            nodes: self.budget.nodes(),
            scale: crate::Scale::Payoffs,
            is_proven: T::PROVES && progress.worth.is_proven,
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
        (self.config.ties == Ties::Shuffled).then(|| Rng::new(self.config.seed))
    }
}

/// The lower end of a wider window: open once it is as low as payoffs go.
fn widened(alpha: f32, low: f32) -> f32 {
    if alpha <= low { f32::NEG_INFINITY } else { alpha }
}
