//! Monte-Carlo tree search for seats that move at once.
//!
//! Every seat that acts at a node has a [`Learner`] of its own, which sees only its own choices and
//! rewards. Their joint choice leads to the next node. See Lanctot, Lisý and Winands 2013, *Monte
//! Carlo tree search in simultaneous move games with applications to Goofspiel*. Any number of
//! seats may act, each for its own payoff, and the number may differ from node to node. Where one
//! seat acts alone the same tree is UCT, so games of turns are searched as well. Nothing here needs
//! a constant sum.
//!
//! Cost: a simulation walks down a kept copy of the position, adds one leaf, and values it by a
//! [`Rollout`]. Nodes live in a pool with a memory cap; when it is full the tree stops growing and
//! goes on learning.
//!
//! Invariant: strategies are averages over all simulations, which is what converges; the last
//! strategy of a learner does not.

mod learner;
mod pool;
mod profile;

use truel_core::{Bounds, Game, Joint, Payoffs, Phase, Rng, Seat, Seats};

use super::exact::for_seat;
use crate::builders::builders;
use crate::sorting::sort_cold;
use crate::{Budget, Candidate, Choice, Limits, Search};

use super::prune::{Everything, Prune};
use super::rollout::{Rollout, Uniform};

pub(super) use learner::unit;
pub use learner::{Learner, Pick, Tally};
use pool::{Arms, Places, Pool, ROOT};
pub use profile::Profile;

/// What a node passes up to the one above.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Backup {
    /// The result of the simulation, with moves that were chosen only to explore weighed out again
    /// (as in outcome sampling, Lanctot, Waugh, Zinkevich and Bowling 2009, with means as
    /// baselines). So nodes above learn what the strategies below are worth, and exploration can be
    /// as wide as deep nodes need. The same as [`Sample`](Backup::Sample) for learners that do not
    /// explore by chance.
    #[default]
    Corrected,
    /// The result of the simulation as it is.
    Sample,
    /// The mean of all results at the node, for which convergence is proven (Lisý, Kovařík, Lanctot
    /// and Bošanský 2013).
    Mean,
}

/// What is made of the statistics at the root.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Final {
    /// The averaged mixed strategy; a seat that acts alone plays its most visited move.
    #[default]
    Mixed,
    /// The averaged mixed strategy without its small shares: moves with less than this part of the
    /// largest share, which are mostly there because they were explored (thresholding: Ganzfried,
    /// Sandholm and Waugh 2012).
    Thresholded(f32),
    /// The most visited move.
    Pure,
    /// The move with the largest mean.
    Mean,
}

/// How a tree search of simultaneous moves works.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config<L> {
    /// How seats learn.
    pub learner: L,
    /// What a node passes up.
    pub backup: Backup,
    /// How the statistics at the root become a policy.
    pub answer: Final,
    /// The payoffs that become the rewards 0 and 1. `None` is the game's own bounds.
    pub range: Option<Bounds>,
    /// The most bytes that the tree may use.
    pub memory: usize,
    /// Random seed.
    pub seed: u64,
}

impl<L> Config<L> {
    /// The default configuration with this learner.
    pub fn new(learner: L) -> Self {
        Config {
            learner,
            backup: Backup::default(),
            answer: Final::default(),
            range: None,
            memory: 256 << 20,
            seed: 1,
        }
    }

    builders! {
        with_learner(learner: L),
        with_backup(backup: Backup),
        with_answer(answer: Final),
        with_range(range: Option<Bounds>),
        with_memory(memory: usize),
        with_seed(seed: u64),
    }
}

impl<L: Default> Default for Config<L> {
    fn default() -> Self {
        Config::new(L::default())
    }
}

/// The search. Its tree is kept after a search, for [`profile`](JointTree::profile), until the next
/// one.
#[derive(Clone, Debug)]
pub struct JointTree<G: Game, L: Learner, R = Uniform, P = Everything> {
    /// How it works.
    pub config: Config<L>,
    rollout: R,
    prune: P,
    pool: Pool<G, L::Arm>,
    copy: G,
    path: Vec<Step<G>>,
    scratch: Vec<G::Move>,
    deepest: u32,
}

/// A node on the way down and what was chosen there.
#[derive(Clone, Copy, Debug)]
struct Step<G: Game> {
    node: u32,
    acting: Seats,
    picks: Places<G, Pick>,
}

/// The arms of these picks.
#[inline]
fn arms<G: Game>(picks: &Places<G, Pick>) -> Arms<G> {
    let mut arms = G::Joint::places(0);
    for (arm, pick) in arms.as_mut().iter_mut().zip(picks.as_ref()) {
        *arm = pick.arm as u16;
    }
    arms
}

/// What makes up for the exploration of all seats but the one in this place.
#[inline]
fn weight_of_others(picks: &[Pick], place: usize) -> f32 {
    let others = picks.iter().enumerate().filter(|(other, _)| *other != place);
    others.map(|(_, pick)| pick.weight()).product()
}

/// These values with another one for `seat`; where the sum is constant, the others share the
/// difference.
fn with_value<G: Game>(values: G::Payoffs, seat: Seat, value: f32) -> G::Payoffs {
    let others = match G::INFO.sum {
        Some(sum) => (sum - values.sum() + values[seat] - value) / (G::Payoffs::SEATS - 1) as f32,
        None => 0.0,
    };
    G::Payoffs::from_fn(|each| if each == seat { value } else { values[each] + others })
}

impl<G: Game, L: Learner, R> JointTree<G, L, R> {
    /// The search that values leaves by `rollout`, with the default configuration.
    pub fn new(rollout: R) -> Self
    where
        L: Default,
    {
        Self::with_config(rollout, Config::default())
    }

    /// The search that values leaves by `rollout`, with this configuration.
    pub fn with_config(rollout: R, config: Config<L>) -> Self {
        JointTree {
            config,
            rollout,
            prune: Everything,
            pool: Pool::new(),
            copy: G::default(),
            path: Vec::new(),
            scratch: Vec::new(),
            deepest: 0,
        }
    }
}

impl<G: Game, L: Learner + Default> Default for JointTree<G, L> {
    fn default() -> Self {
        JointTree::new(Uniform)
    }
}

impl<G: Game, L: Learner, R, P> JointTree<G, L, R, P> {
    /// The same search with these moves left out.
    pub fn with_prune<Q: Prune<G>>(self, prune: Q) -> JointTree<G, L, R, Q> {
        JointTree {
            config: self.config,
            rollout: self.rollout,
            prune,
            pool: self.pool,
            copy: self.copy,
            path: self.path,
            scratch: self.scratch,
            deepest: self.deepest,
        }
    }

    /// Bytes that the tree uses.
    pub fn bytes(&self) -> usize {
        self.pool.bytes()
    }

    /// The strategies of the whole tree, for measuring; `root` is the position that was searched
    /// last.
    pub fn profile(&self, root: &G) -> Profile<G> {
        Profile::of(&self.pool, root, |arm| L::tally(arm).share)
    }

    fn range(&self) -> Bounds {
        self.config.range.unwrap_or(G::INFO.bounds)
    }
}

impl<G: Game, L: Learner, R: Rollout<G>, P: Prune<G>> JointTree<G, L, R, P> {
    /// One walk down, one leaf, one walk back.
    fn simulate(&mut self, root: &G, rng: &mut Rng) {
        self.copy.clone_from(root);
        self.path.clear();
        let mut leaf = Some(ROOT);
        let payoffs = loop {
            let acting = match self.copy.phase() {
                Phase::Over(payoffs) => break payoffs,
                Phase::Act(acting) => acting,
            };
            let Some(node) = leaf.filter(|&node| self.is_inner(node, acting)) else {
                break self.rollout.rollout(&mut self.copy, rng, &mut self.scratch);
            };
            let width = G::Joint::width(|| acting);
            let picks = self.pool.pick(node, width, &self.config.learner, rng);
            let arms = arms::<G>(&picks);
            let joint = G::Joint::from_fn(width, |place| self.pool.move_at(node, place, arms.as_ref()[place]));
            self.path.push(Step { node, acting, picks });
            self.copy.play(joint);
            leaf = self.pool.child(node, arms);
        };
        self.deepest = self.deepest.max(self.path.len() as u32);
        self.back_up(leaf, payoffs);
    }

    /// Whether the walk goes on below a node; opens it on its second visit.
    #[inline]
    fn is_inner(&mut self, node: u32, acting: Seats) -> bool {
        self.pool.is_open(node)
            || ((node == ROOT || self.pool.nodes[node as usize].visits > 0)
                && self.pool.open(node, &self.copy, acting, &self.prune))
    }

    fn back_up(&mut self, leaf: Option<u32>, payoffs: G::Payoffs) {
        let Bounds { low, high } = self.range();
        let mut rewards = G::Payoffs::from_fn(|seat| ((payoffs[seat] - low) / (high - low)).clamp(0.0, 1.0));
        let backup = self.config.backup;
        if let Some(leaf) = leaf {
            self.pool.visit(leaf, rewards);
        }
        for step in self.path.iter().rev() {
            let mut estimates = rewards;
            for (place, seat) in step.acting.iter().enumerate() {
                let weight = match backup {
                    Backup::Corrected => weight_of_others(step.picks.as_ref(), place),
                    Backup::Sample | Backup::Mean => 1.0,
                };
                let arms = self.pool.arms_mut(step.node, place);
                estimates[seat] = self
                    .config
                    .learner
                    .learn(arms, step.picks.as_ref()[place], rewards[seat], weight);
            }
            if backup == Backup::Corrected {
                rewards = estimates;
            }
            let mean = self.pool.visit(step.node, rewards);
            if backup == Backup::Mean {
                rewards = mean;
            }
        }
    }

    /// What the root says for the seat in this place among those that act.
    fn candidates(&self, seat: Seat, place: usize, width: usize) -> Vec<Candidate<G>> {
        let Bounds { low, high } = self.range();
        let tallies: Vec<Tally> = self.pool.arms(ROOT, place).iter().map(L::tally).collect();
        let threshold = match self.config.answer {
            Final::Mixed if width > 1 => Some(0.0),
            Final::Thresholded(part) if width > 1 => Some(part),
            _ => None,
        };
        let most = tallies.iter().map(|tally| tally.share).fold(0.0, f64::max);
        let least = most * f64::from(threshold.unwrap_or(0.0));
        let kept = |tally: &Tally| if tally.share >= least { tally.share } else { 0.0 };
        let whole: f64 = tallies.iter().map(kept).sum();
        let is_mixed = threshold.is_some();
        let share = |tally: &Tally| match whole {
            _ if !is_mixed => 0.0,
            0.0 => 1.0 / tallies.len() as f64,
            _ => kept(tally) / whole,
        };
        let value = |tally: &Tally| low + tally.mean * (high - low);
        // With two seats the one's value tells the other's.
        let means = if G::Payoffs::SEATS > 2 {
            self.pool.means_by_arm(place)
        } else {
            Vec::new()
        };
        let candidate = |(arm, (&mv, tally)): (usize, (&G::Move, &Tally))| Candidate {
            weight: share(tally) as f32,
            visits: tally.visits.into(),
            ..match (tally.visits, means.get(arm).copied().flatten()) {
                (0, _) => Candidate::unknown(seat, mv),
                (_, None) => Candidate::new(seat, mv, for_seat::<G>(seat, value(tally))),
                (_, Some(mean)) => {
                    let values = G::Payoffs::from_fn(|each| low + mean[each].clamp(0.0, 1.0) * (high - low));
                    Candidate::new(seat, mv, with_value::<G>(values, seat, value(tally)))
                }
            }
        };
        let mut list: Vec<_> = self
            .pool
            .moves(ROOT, place)
            .iter()
            .zip(&tallies)
            .enumerate()
            .map(candidate)
            .collect();
        sort_cold(&mut list, |a, b| {
            let weight = b.weight.total_cmp(&a.weight);
            let (visits, value) = (b.visits.cmp(&a.visits), b.value.total_cmp(&a.value));
            weight.then(match self.config.answer {
                Final::Mean => value.then(visits),
                Final::Mixed | Final::Thresholded(_) | Final::Pure => visits.then(value),
            })
        });
        if !is_mixed {
            list[0].weight = 1.0;
        }
        list
    }

    /// The most visited joint, again and again; at the root with the move `first` of the seat in
    /// that place.
    fn line(&self, first: Option<(usize, G::Move)>) -> Vec<G::Joint> {
        let mut line = Vec::new();
        let mut node = Some(ROOT);
        while let Some(at) = node.filter(|&at| self.pool.is_open(at)) {
            let most_visited = |place: usize| {
                let arms = self.pool.arms(at, place).iter().map(|arm| L::tally(arm).visits);
                arms.enumerate().fold(
                    (0, 0),
                    |best, (arm, visits)| {
                        if visits > best.1 { (arm as u16, visits) } else { best }
                    },
                )
            };
            let width = self.pool.width(at);
            let mut arms: Arms<G> = G::Joint::places(0);
            for (place, arm) in arms.as_mut().iter_mut().enumerate().take(width) {
                let (most, visits) = most_visited(place);
                if visits == 0 {
                    return line;
                }
                *arm = most;
            }
            if let Some((place, mv)) = first.filter(|_| at == ROOT) {
                let arm = self.pool.moves(ROOT, place).iter().position(|other| *other == mv);
                let known = &mut arms.as_mut()[place];
                *known = arm.map_or(*known, |arm| arm as u16);
            }
            line.push(G::Joint::from_fn(width, |place| {
                self.pool.move_at(at, place, arms.as_ref()[place])
            }));
            node = self.pool.known_child(at, arms);
        }
        line
    }

    /// What the search thinks so far; the `wanted` best moves have lines.
    fn choice(&self, seat: Seat, acting: Seats, nodes: u64, wanted: usize) -> Choice<G> {
        let width = acting.len();
        let (Bounds { low, high }, mean) = (self.range(), self.pool.nodes[ROOT as usize].mean);
        let own = acting
            .iter()
            .position(|each| each == seat)
            .expect("the seat has to move");
        let mut candidates = self.candidates(seat, own, width);
        for candidate in candidates
            .iter_mut()
            .take(wanted)
            .filter(|candidate| candidate.visits > 0)
        {
            candidate.line = self.line(Some((own, candidate.mv)));
        }
        Choice {
            seat,
            candidates,
            replies: acting
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != own)
                .flat_map(|(place, other)| self.candidates(other, place, width))
                .collect(),
            value: G::Payoffs::from_fn(|seat| low + mean[seat].clamp(0.0, 1.0) * (high - low)),
            line: self.line(None),
            depth: self.deepest,
            nodes,
            scale: crate::Scale::Payoffs,
            is_proven: false,
        }
    }
}

impl<G: Game, L: Learner, R: Rollout<G>, P: Prune<G>> Search<G> for JointTree<G, L, R, P> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let mut budget = Budget::start(limits);
        let mut rng = Rng::new(self.config.seed);
        let mut shown = budget.elapsed();
        let acting = game.phase().acting();
        self.pool.restart(self.config.memory);
        self.deepest = 0;
        loop {
            self.simulate(game, &mut rng);
            if !budget.spend_long() || self.is_deep_enough(limits, budget.nodes()) {
                break;
            }
            if budget.nodes().is_multiple_of(Budget::INTERVAL) && (budget.elapsed() - shown).as_millis() >= 50 {
                shown = budget.elapsed();
                on_progress(&self.choice(seat, acting, budget.nodes(), limits.candidates.get()));
            }
        }
        let choice = self.choice(seat, acting, budget.nodes(), limits.candidates.get());
        on_progress(&choice);
        choice
    }

    fn forget(&mut self) {
        self.pool = Pool::new();
    }
}

impl<G: Game, L: Learner, R, P> JointTree<G, L, R, P> {
    /// A tree does not go by depth, but a limit on depth alone must end the search too: when the
    /// tree is that deep, or has had time to be.
    fn is_deep_enough(&self, limits: &Limits, simulations: u64) -> bool {
        const ENOUGH: u64 = 1 << 16;
        let is_alone = limits.nodes.is_none() && limits.time.is_none();
        is_alone
            && limits
                .depth
                .is_some_and(|depth| self.deepest >= depth || simulations >= ENOUGH)
    }
}
