//! One simulation: down the tree, on by a rollout, and back.
//!
//! A worker copies the root position once a simulation (`clone_from`, no allocation) and plays
//! forward on the copy: the rollout needs a copy anyway, and nothing is ever taken back.

use truel_core::{Payoffs, Phase, Rng, Seat, TurnBased};

use super::amaf::Tables;
use super::average::{Averages, Played};
use super::config::{Amaf, Config, Estimate, Explore, Solver};
use super::leg::{self, Leg};
use super::reward::{self, View};
use super::select::{self, Here, Pick};
use super::tree::{NodeId, Room, Sharing, Tree};
use crate::{Budget, Limits, Opinion};

/// What all workers of a search see.
#[derive(Debug)]
pub(super) struct Context<'a, G: TurnBased, O> {
    pub(super) config: &'a Config,
    pub(super) opinion: &'a O,
    pub(super) tree: &'a Tree<G>,
    pub(super) averages: &'a Averages,
    pub(super) amaf: &'a Tables,
    /// The root position.
    pub(super) root: &'a G,
    /// Who searches.
    pub(super) searcher: Seat,
    /// What the searcher's last move was thought to be worth, as a reward.
    pub(super) last_reward: f32,
    pub(super) sharing: Sharing,
    /// Visits from which on a node may be the base of a [`Leg`].
    pub(super) busy: u32,
    /// [`Config::knows_moves`], [`Config::is_plain`] and [`Config::notes_moves`], asked once.
    pub(super) is_eager: bool,
    pub(super) is_plain: bool,
    pub(super) notes_moves: bool,
    /// Whether the tree has no more room and will get none.
    pub(super) is_frozen: bool,
}

impl<G: TurnBased, O> Context<'_, G, O> {
    /// How `mover` looks at rewards.
    #[inline]
    pub(super) fn view(&self, mover: Seat) -> View {
        View::new(self.config.backup, mover, self.searcher)
    }

    /// What the seat with this view wants of payoffs, as a reward.
    pub(super) fn wanted(&self, view: View, payoffs: G::Payoffs) -> f32 {
        view.wanted(reward::of_end::<G>(self.config.scale, payoffs)[view.seat])
    }

    pub(super) fn is_solving(&self) -> bool {
        self.config.solver != Solver::Off
    }

    /// The exploration constant at this moment.
    fn exploration(&self) -> f32 {
        let root = self.tree.root;
        match self.config.explore {
            Explore::Constant(c) => c,
            Explore::Adaptive {
                estimate: Estimate::Root,
                ..
            } if self.tree.visits(root) > 0 => self.config.explore.constant(self.tree.mean(root, self.searcher)),
            adaptive => adaptive.constant(self.last_reward),
        }
    }
}

/// A node on the way down, and who moved there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: NodeId,
    /// Who made the move that leads here; the searcher at the root.
    pub(super) mover: Seat,
}

/// How a simulation left the tree.
enum Exit<P> {
    /// At the end of a match, or at a node with a proof.
    Known(P),
    /// At a leaf.
    Leaf,
}

/// One thread's part of a search.
///
/// Workers lie side by side in a list, and every ply of a rollout writes to them: on cache lines of
/// their own they do not slow each other down.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct Worker<G: TurnBased> {
    pub(super) rng: Rng,
    pub(super) budget: Budget,
    /// The longest way down.
    pub(super) depth: u32,
    pub(super) position: G,
    pub(super) leg: Leg<G>,
    /// For children it makes.
    pub(super) room: Room,
    /// Moves; empty between uses.
    pub(super) scratch: Vec<G::Move>,
    pub(super) weights: Vec<f32>,
    pub(super) path: Vec<Step>,
    /// Where the path leaves a child that is proven, and the rewards of that child.
    pub(super) detours: Vec<(usize, G::Payoffs)>,
    /// The moves of this simulation, where they are needed.
    pub(super) trail: Vec<Played>,
    /// When a slot of a table was last updated, to count a move once.
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
}

impl<G: TurnBased> Worker<G> {
    /// A worker that starts now.
    pub(super) fn new(seed: u64, number: u64, limits: &Limits) -> Self {
        Worker {
            rng: Rng::for_match(seed, number),
            budget: Budget::start(limits),
            depth: 0,
            position: G::default(),
            leg: Leg::default(),
            room: Room::default(),
            scratch: Vec::new(),
            weights: Vec::new(),
            path: Vec::new(),
            detours: Vec::new(),
            trail: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// Simulates until the budget, the proof or the room ends it. `pulse` is called now and then.
    pub(super) fn run<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, mut pulse: impl FnMut(&mut Self)) {
        let must_end = |worker: &Self| {
            worker.budget.is_over()
                || context.tree.proof(context.tree.root).is_some()
                || (context.tree.is_full() && !context.is_frozen)
        };
        // The pool may have been recycled since the last run.
        self.room = Room::default();
        while !must_end(self) {
            let plies = self.simulate(context);
            // Short simulations look at the clock once in many; the first one looks, since the time
            // may be over.
            if plies < SHORT && self.budget.nodes() > 0 {
                self.budget.spend();
            } else {
                self.budget.spend_long();
            }
            if self.budget.nodes().is_multiple_of(PULSE) {
                pulse(self);
            }
        }
        self.end_leg(context);
    }

    /// One simulation. Returns how many plies' worth of time it took.
    fn simulate<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>) -> u32 {
        self.set_out(context);
        let exit = self.descend(context);
        let depth = self.path.len() as u32 - 1;
        self.depth = self.depth.max(depth);
        let (rewards, plies) = match exit {
            Exit::Known(payoffs) => {
                let rewards = reward::of_end::<G>(context.config.scale, payoffs);
                self.set_implicit(context, rewards);
                (rewards, 0)
            }
            Exit::Leaf => self.evaluate_leaf(context),
        };
        self.back_up(context, rewards);
        if let Exit::Known(_) = exit
            && context.is_solving()
        {
            self.prove_path(context);
        }
        depth + plies
    }

    /// Goes down until the match ends, a proof is met or a leaf is reached.
    fn descend<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>) -> Exit<G::Payoffs> {
        let tree = context.tree;
        let c = context.exploration();
        let (mut node, mut reference) = (self.path[self.path.len() - 1].node, self.leg.reference);
        loop {
            let mover = match self.position.phase() {
                Phase::Act(seats) => seats.first(),
                Phase::Over(payoffs) => {
                    tree.prove(node, payoffs);
                    return Exit::Known(payoffs);
                }
            };
            if let Some(payoffs) = tree.proof(node) {
                return Exit::Known(payoffs);
            }
            let visits = tree.visits(node);
            if visits < context.config.open_after && node != tree.root {
                return Exit::Leaf;
            }
            if visits >= context.busy {
                self.base_leg_here(reference);
            }
            if context.config.amaf != Amaf::None {
                reference = context.amaf.reference(context.config.amaf, tree, node, reference);
            }
            let here = Here {
                node,
                mover,
                c,
                reference,
            };
            match self.next(context, here) {
                Some(child) => node = self.step(context, child, mover),
                None => return Exit::Leaf,
            }
        }
    }

    /// The child to go to, made if need be; `None` where the tree cannot grow just now.
    #[inline]
    fn next<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, here: Here) -> Option<NodeId> {
        if context.tree.move_count(here.node) == 0 && !self.open(context, here.node) {
            return None;
        }
        match select::pick(context, here) {
            Pick::Child(child) => Some(self.detour(context, here, child).unwrap_or(child)),
            Pick::Untried => self
                .try_new(context, here.node)
                .or_else(|| select::best_tried(context, here).child),
        }
    }

    #[inline]
    fn step<O: Opinion<G>>(&mut self, context: &Context<'_, G, O>, child: NodeId, mover: Seat) -> NodeId {
        let tree = context.tree;
        let mv = tree.mv(child);
        if context.notes_moves {
            self.trail.push(Played::new(mover, &mv));
        }
        if context.sharing == Sharing::Shared {
            let is_busy = tree.visits(child) >= context.busy;
            tree.lend(
                child,
                context.config.virtual_loss * if is_busy { leg::LENGTH } else { 1 },
            );
        }
        self.position.play([mv]);
        self.path.push(Step { node: child, mover });
        child
    }

    /// A random share from 0 to 1.
    #[inline]
    pub(super) fn share(&mut self) -> f32 {
        (self.rng.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// The seat to move in the worker's position, or what everybody got.
    #[inline]
    pub(super) fn turn(&self) -> Result<Seat, G::Payoffs> {
        match self.position.phase() {
            Phase::Act(seats) => Ok(seats.first()),
            Phase::Over(payoffs) => Err(payoffs),
        }
    }
}

/// Simulations with fewer plies than this look at the clock only once in [`Budget::INTERVAL`].
pub(super) const SHORT: u32 = 100;
/// Simulations between two calls of a worker's pulse.
const PULSE: u64 = 64;

/// The seats' reward for a draw, which is what is expected before anything is known.
pub(super) fn draw_reward<G: TurnBased>(seat: Seat) -> f32 {
    reward::of_estimate::<G>(G::Payoffs::all(G::INFO.draw))[seat]
}
