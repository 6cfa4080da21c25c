//! Monte Carlo tree search for games of turns with any number of seats.
//!
//! Simulations walk down a tree by what earlier ones found, play on from its edge, and add what
//! they got to every node on their way (Coulom 2006; UCT: Kocsis and Szepesvári 2006; several
//! seats: Sturtevant 2008). [`Config`] says how; its default is plain UCT. A game of simultaneous
//! moves is searched through [`Serial`](truel_core::Serial).
//!
//! | file | idea |
//! |---|---|
//! | `tree` | node pool within a memory limit, shared by threads; forgetting what is little visited |
//! | `worker` | one simulation |
//! | `leg` | several from one node, where threads share the tree |
//! | `select`, `expand` | which child; how children come to be |
//! | `rollout` | what a leaf is worth |
//! | `backup`, `reward` | what each seat makes of it: max^n, paranoid, offensive; implicit minimax |
//! | `solver` | results proven by the rules |
//! | `average`, `amaf` | records of moves: MAST, progressive history, RAVE and GRAVE |
//! | `answer` | the move and what to show for it |
//!
//! Threads grow one tree (Chaslot, Winands and van den Herik 2008): statistics are atomic, and
//! virtual losses spread the threads. A node that one thread is extending is passed by the others.
//! The pool grows and is recycled while no thread is in it.
//!
//! Cost: one copy of the root position a simulation, one pass over the tried children of each node
//! on the path. Assumption: as simulations go on, every seat plays what its view ([`Backup`])
//! prefers; plain means converge to that tree's value.

mod amaf;
mod answer;
mod average;
mod backup;
mod config;
mod expand;
mod leg;
mod reward;
mod rollout;
mod select;
mod solver;
mod tree;
mod worker;

use std::thread;
use std::time::{Duration, Instant};

use truel_core::{Payoffs, Seat, TurnBased};

pub use config::{
    Amaf, Answer, Backup, Bias, Config, Estimate, Expand, Explore, FirstPlay, FirstTerm, Implicit, Judge, Length,
    MoveHistory, Policy, Reuse, RewardScale, Rollout, Select, Solver, SolverTies,
};

use amaf::Tables;
use average::Averages;
use tree::{Columns, Sharing, Tree};
use worker::{Context, Worker, draw_reward};

use crate::{Choice, Indifferent, Limits, Opinion, Search};

/// Time between two calls of `on_progress`.
const PULSE: Duration = Duration::from_millis(50);
/// What a limit of depth alone is worth, in simulations a ply.
const PER_PLY: u64 = 10_000;
/// What recycling takes at most, for each node of the pool.
const RECYCLING: Duration = Duration::from_nanos(100);

/// A Monte Carlo tree search with an opinion that its configuration may or may not ask.
///
/// ```
/// use truel_core::{Game, Seat, doc::Nim};
/// use truel_search::{Indifferent, Limits, Mcts, Search, mcts::Config};
///
/// let mut search = Mcts::with_config(Indifferent, Config::default().with_seed(7));
/// // Six stones: whoever leaves four wins.
/// let game: Nim = "6 1".parse().unwrap();
/// let choice = search.search(&game, Seat::new(0), &Limits::nodes(500));
/// assert_eq!((choice.best().to_string().as_str(), choice.nodes), ("2", 500));
/// ```
#[derive(Debug)]
pub struct Mcts<G: TurnBased, O = Indifferent> {
    config: Config,
    opinion: O,
    tree: Tree<G>,
    averages: Averages,
    amaf: Tables,
    /// The position at the tree's root, if the tree is about any.
    root: Option<G>,
    searcher: Seat,
    /// What the last move was thought to be worth to the searcher, as a reward.
    last_reward: Option<f32>,
    /// Whether the tree has no more room and will get none during this search.
    is_frozen: bool,
}

impl<G: TurnBased, O: Opinion<G>> Mcts<G, O> {
    /// The search with this opinion and the default configuration, which never asks the opinion.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        let bytes = config.memory << 20;
        let (for_tables, for_tree) = match config.amaf {
            Amaf::None => (0, bytes),
            _ => (bytes / 2, bytes - bytes / 2),
        };
        let moves = {
            let start = G::default();
            let seats = start.phase().acting();
            if seats.is_empty() {
                1
            } else {
                start.move_count(seats.first(), &mut Vec::new())
            }
        };
        Mcts {
            // Recycling holds half a pool beside the whole one.
            tree: Tree::new(columns::<G>(&config), sharing(&config), for_tree / 3 * 2),
            averages: if config.uses_averages() {
                Averages::new()
            } else {
                Averages::default()
            },
            amaf: Tables::new::<G>(moves, for_tables),
            config,
            opinion,
            root: None,
            searcher: Seat::new(0),
            last_reward: None,
            is_frozen: false,
        }
    }

    /// How it searches.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Simulations that are kept for the position the search expects to see next.
    pub fn kept(&self) -> u64 {
        self.root
            .as_ref()
            .map_or(0, |_| u64::from(self.tree.visits(self.tree.root)))
    }

    /// Bytes of memory that tree and tables have taken so far, never more than [`Config::memory`]
    /// but for very small trees.
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.amaf.bytes()
    }

    /// Keeps the tree if it is about this position, seen by this seat.
    fn adopt(&mut self, game: &G, seat: Seat) {
        let is_same_view = seat == self.searcher
            || self.config.backup == Backup::MaxN && self.config.solver != Solver::On(SolverTies::Paranoid);
        let is_kept = self.config.reuse == Reuse::Keep && is_same_view && self.is_about(game);
        if !is_kept {
            self.clear_tree();
        }
        self.root = Some(game.clone());
        self.searcher = seat;
        self.is_frozen = false;
    }

    /// Whether the root is this position. Its text leaves nothing out, its key may.
    fn is_about(&self, game: &G) -> bool {
        let is_same = |root: &G| root.key() == game.key() && root.to_string() == game.to_string();
        self.root.as_ref().is_some_and(is_same)
    }

    fn clear_tree(&mut self) {
        if self.tree.used() > 1 || self.tree.visits(self.tree.root) > 0 {
            self.tree.clear();
            self.amaf.sweep(&self.tree);
        }
        self.root = None;
    }

    fn workers(&self, limits: &Limits) -> Vec<Worker<G>> {
        let by_depth = match (limits.nodes, limits.time) {
            (None, None) => limits.depth.map(|depth| PER_PLY * u64::from(depth.max(1))),
            _ => None,
        };
        let nodes = limits.nodes.or(by_depth);
        let threads = (self.config.threads.max(1) as u64).min(nodes.unwrap_or(u64::MAX).max(1));
        let share = |number: u64| nodes.map(|nodes| nodes / threads + u64::from(number < nodes % threads));
        let worker = |number| {
            let limits = Limits {
                nodes: share(number),
                ..limits.clone()
            };
            Worker::new(self.config.seed, number, &limits)
        };
        (0..threads).map(worker).collect()
    }

    fn context<'a>(&'a self, root: &'a G) -> Context<'a, G, O> {
        Context {
            config: &self.config,
            opinion: &self.opinion,
            tree: &self.tree,
            averages: &self.averages,
            amaf: &self.amaf,
            root,
            searcher: self.searcher,
            last_reward: self.last_reward.unwrap_or_else(|| draw_reward::<G>(self.searcher)),
            sharing: sharing(&self.config),
            busy: leg::busy(sharing(&self.config), self.tree.columns),
            is_eager: self.config.knows_moves(),
            is_plain: self.config.is_plain(),
            notes_moves: self.config.notes_moves(),
            is_frozen: self.is_frozen,
        }
    }

    /// Lets the workers run until their budgets are spent, the root is proven or the pool is full.
    fn run(&self, root: &G, workers: &mut [Worker<G>], mut pulse: impl FnMut(&Context<'_, G, O>, &Worker<G>)) {
        let context = self.context(root);
        let (first, others) = workers.split_first_mut().expect("there is a worker");
        thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| worker.run(&context, |_| ()));
            }
            first.run(&context, |worker| pulse(&context, worker));
        });
    }

    /// Grows the pool, or recycles it if there is time for that, or lets the tree be as it is.
    fn make_room(&mut self, left: Option<Duration>) {
        if self.tree.grow() {
            return;
        }
        let needed = RECYCLING * u32::try_from(self.tree.used()).unwrap_or(u32::MAX);
        if left.is_none_or(|left| left > 2 * needed) {
            self.tree = self.tree.recycled();
            self.amaf.sweep(&self.tree);
            self.is_frozen = self.tree.used() > self.tree.capacity() / 4 * 3;
        } else {
            self.is_frozen = true;
        }
    }
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for Mcts<G, O> {
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let start = Instant::now();
        let mut workers = self.workers(limits);
        self.adopt(game, seat);
        let before = self.tree.visits(self.tree.root);
        let mut shown = start;
        loop {
            self.run(game, &mut workers, |context, worker| {
                if shown.elapsed() >= PULSE {
                    shown = Instant::now();
                    let nodes = context.tree.visits(context.tree.root) - before;
                    on_progress(&context.answer(u64::from(nodes), worker.depth, limits.candidates.get()));
                }
            });
            let is_over = workers.iter().all(|worker| worker.budget.is_over());
            if is_over || self.tree.proof(self.tree.root).is_some() {
                break;
            }
            self.make_room(limits.time.map(|time| time.saturating_sub(start.elapsed())));
        }
        let nodes = workers.iter().map(|worker| worker.budget.nodes()).sum();
        let depth = workers.iter().map(|worker| worker.depth).max().unwrap_or(0);
        let choice = self.context(game).answer(nodes, depth, limits.candidates.get());
        self.last_reward = Some(reward::of_estimate::<G>(G::Payoffs::all(choice.candidates[0].value))[seat]);
        choice
    }

    fn played(&mut self, before: &G, joint: G::Joint) {
        if self.config.reuse == Reuse::Forget || !self.is_about(before) {
            return self.clear_tree();
        }
        let child = self.tree.child_by(self.tree.root, joint[0]);
        // A proof without the children it rests on could not name a move.
        let is_of_use = |child: &tree::NodeId| self.tree.tried(*child) > 0;
        match child.filter(is_of_use) {
            Some(child) => {
                self.tree.root = child;
                self.root.as_mut().expect("the tree is about a position").play(joint);
            }
            None => self.clear_tree(),
        }
    }

    fn forget(&mut self) {
        self.clear_tree();
        if self.config.uses_averages() {
            self.averages = Averages::new();
        }
        self.last_reward = None;
    }
}

/// What the nodes of a tree must carry.
fn columns<G: TurnBased>(config: &Config) -> Columns {
    let mut columns = Columns::default();
    if config.has_priors() {
        columns.prior = columns.add(1);
    }
    if config.amaf != Amaf::None || config.history != MoveHistory::None {
        columns.hash = columns.add(1);
    }
    if config.select == Select::Ucb1Tuned {
        columns.square = columns.add(1);
    }
    if config.amaf != Amaf::None {
        columns.table = columns.add(1);
    }
    if config.implicit != Implicit::None {
        columns.implicit = columns.add(G::Payoffs::SEATS);
    }
    if config.solver != Solver::Off {
        columns.proof = columns.add(G::Payoffs::SEATS);
    }
    columns
}

fn sharing(config: &Config) -> Sharing {
    if config.threads > 1 {
        Sharing::Shared
    } else {
        Sharing::Alone
    }
}
