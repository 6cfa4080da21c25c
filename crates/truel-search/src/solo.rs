//! When nobody else can move: the shortest way to the best end.
//!
//! A match in which every other seat is out is a puzzle, and this is best-first search for it. It
//! is A* (Hart, Nilsson and Raphael, *A Formal Basis for the Heuristic Determination of Minimum
//! Cost Paths*, 1968). Without a [`Distance`] it is breadth-first. A step is one move of the seat
//! together with the passes that follow it.
//!
//! The tree of first ways lives in a node pool; the one position walks through it with play and
//! undo, over the last position that two neighbours have in common. So a game's history is always
//! the real one. A position that the match has seen too often is a draw here as well, and so is one
//! beyond the last ply. On a shortest way no position comes twice. Hence whether one is a draw
//! depends on the match before, not on the way, and one visit to each key is enough.
//!
//! Cost: a visit for each position closer than the goal; memory 16 to 32 bytes for each position
//! met. Invariant: a distance that never says too much gives a shortest way.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use truel_core::{Game, Payoffs, Phase, Seat, TurnBased};

use crate::builders::builders;
use crate::{Budget, Choice, Limits, Search};

/// What is known about how far the goal is.
pub trait Distance<G>: Send {
    /// A number of own moves that `seat` needs at least from here to its best end; never too many.
    fn least(&self, game: &G, seat: Seat) -> u32;
}

/// Nothing is known: breadth-first search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Blind;

impl<G> Distance<G> for Blind {
    #[inline]
    fn least(&self, _: &G, _: Seat) -> u32 {
        0
    }
}

impl<G, F: Fn(&G, Seat) -> u32 + Send> Distance<G> for F {
    fn least(&self, game: &G, seat: Seat) -> u32 {
        self(game, seat)
    }
}

/// Shortest-path search for the only seat that can still act.
///
/// Where others can act too, it assumes that they always make their first move, and proves nothing.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::{Limits, Search, Solo, solo::Blind};
///
/// // The other seat always takes one stone, so three, one and two stones are a shortest way.
/// let game: Nim = "6 1".parse().unwrap();
/// let choice = Solo::new(Blind).search(&game, Seat::new(0), &Limits::default());
/// assert_eq!((choice.line.len(), choice.value[Seat::new(0)]), (3, 1.0));
/// assert!(!choice.is_proven);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solo<D = Blind> {
    /// A lower bound on the way that is left.
    pub distance: D,
    /// How it works.
    pub config: Config,
}

/// How shortest-path search works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The most positions to visit, whatever the limits say. This bounds the memory.
    pub most_nodes: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config { most_nodes: 1 << 22 }
    }
}

impl Config {
    builders! {
        with_most_nodes(most_nodes: u64),
    }
}

impl Default for Solo {
    fn default() -> Self {
        Solo::new(Blind)
    }
}

impl<D> Solo<D> {
    /// The search with this distance and the default configuration: room for four million
    /// positions.
    pub fn new(distance: D) -> Self {
        Self::with_config(distance, Config::default())
    }

    /// The search with this distance and configuration.
    pub fn with_config(distance: D, config: Config) -> Self {
        Solo { distance, config }
    }

    /// The shortest way, if there is one within the limits.
    ///
    /// The way is the whole line, passes included. It ends with the largest payoff that the game
    /// has for `seat`.
    pub fn shortest<G: TurnBased>(&self, game: &G, seat: Seat, limits: &Limits) -> Shortest<G>
    where
        D: Distance<G>,
    {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(self.config.most_nodes);
        let limits = Limits {
            nodes: Some(nodes),
            ..limits.clone()
        };
        let mut budget = Budget::start(&limits);
        let mut plan = Plan::new(game, seat, &self.distance);
        let deepest = limits.depth.unwrap_or(u32::MAX);
        while let Some(node) = plan.next() {
            plan.walk.go_to(&plan.pool, node);
            if plan.walk.game.phase().is_over() {
                return Shortest {
                    way: Some(plan.way(game, node)),
                    nodes: budget.nodes(),
                };
            }
            if plan.pool[node as usize].steps < deepest && !plan.expand(node, &self.distance, &mut budget) {
                break;
            }
        }
        Shortest {
            way: None,
            nodes: budget.nodes(),
        }
    }
}

/// What [`Solo::shortest`] found.
#[derive(Clone, Debug)]
pub struct Shortest<G: Game> {
    /// The way, if there is one within the limits.
    pub way: Option<Way<G>>,
    /// How many positions were visited.
    pub nodes: u64,
}

/// A line of play to the end of the match.
#[derive(Clone, Debug)]
pub struct Way<G: Game> {
    /// All moves, passes of the others included.
    pub line: Vec<G::Joint>,
    /// How many of them are the seat's own.
    pub steps: u32,
    /// What everybody gets at its end.
    pub payoffs: G::Payoffs,
}

impl<G: TurnBased, D: Distance<G>> Search<G> for Solo<D> {
    /// The first move of a shortest way; without one the first move there is. [`Limits::depth`]
    /// counts own moves.
    fn search_with(&mut self, game: &G, seat: Seat, limits: &Limits, _: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let Shortest { way, nodes } = self.shortest(game, seat, limits);
        let is_alone = Seat::all(G::Payoffs::SEATS).all(|other| other == seat || game.is_out(other));
        let mut choice = match way {
            Some(way) => Choice {
                depth: way.line.len() as u32,
                is_proven: is_alone,
                line: way.line.clone(),
                ..Choice::of(seat, way.line[0][0], way.payoffs)
            },
            None => Choice::of(
                seat,
                first_move(game, seat, &mut Vec::new()),
                Payoffs::all(G::INFO.draw),
            ),
        };
        choice.nodes = nodes;
        choice.candidates[0].is_proven = choice.is_proven;
        choice.candidates[0].line.clone_from(&choice.line);
        choice
    }
}

/// The first move of `seat`, in the order of the game's list.
fn first_move<G: Game>(game: &G, seat: Seat, scratch: &mut Vec<G::Move>) -> G::Move {
    scratch.clear();
    game.moves(seat, scratch);
    scratch[0]
}

/// A position by the move that led to it. The first node is the start and its own parent.
#[derive(Clone, Copy, Debug)]
struct Node<M> {
    parent: u32,
    steps: u32,
    mv: Option<M>,
}

/// The search: all positions met, and which to look at next.
struct Plan<G: TurnBased> {
    pool: Vec<Node<G::Move>>,
    /// Nodes not yet looked at, by the least length of a way through them; of equals the last comes
    /// first.
    open: Vec<Vec<u32>>,
    /// No list in `open` before this one holds a node.
    shortest: usize,
    /// The fewest steps to each position, by key.
    seen: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    walk: Walker<G>,
    moves: Vec<G::Move>,
}

impl<G: TurnBased> Plan<G> {
    fn new(game: &G, seat: Seat, distance: &impl Distance<G>) -> Self {
        let start = Node {
            parent: 0,
            steps: 0,
            mv: None,
        };
        let mut plan = Plan {
            pool: vec![start],
            open: Vec::new(),
            shortest: 0,
            seen: HashMap::default(),
            walk: Walker::new(game, seat),
            moves: Vec::new(),
        };
        plan.seen.insert(game.key(), 0);
        plan.put(0, distance.least(game, seat) as usize);
        plan
    }

    fn put(&mut self, node: u32, length: usize) {
        if self.open.len() <= length {
            self.open.resize_with(length + 1, Vec::new);
        }
        self.open[length].push(node);
        self.shortest = self.shortest.min(length);
    }

    fn next(&mut self) -> Option<u32> {
        while self.shortest < self.open.len() {
            if let Some(node) = self.open[self.shortest].pop() {
                return Some(node);
            }
            self.shortest += 1;
        }
        None
    }

    /// Meets the positions one step from `node`, where the walk stands. Returns whether the budget
    /// lasts.
    fn expand(&mut self, node: u32, distance: &impl Distance<G>, budget: &mut Budget) -> bool {
        let (seat, steps) = (self.walk.seat, self.pool[node as usize].steps + 1);
        if self
            .seen
            .get(&self.walk.game.key())
            .is_some_and(|&fewest| fewest < steps - 1)
        {
            return true; // A shorter way to it was found meanwhile.
        }
        self.moves.clear();
        self.walk.game.moves(seat, &mut self.moves);
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let before = self.walk.undos.len();
            self.walk.step(mv);
            if let Some(least) = self.judge(steps, distance) {
                let child = self.pool.len() as u32;
                self.pool.push(Node {
                    parent: node,
                    steps,
                    mv: Some(mv),
                });
                self.put(child, (steps + least) as usize);
            }
            self.walk.back_to(before);
            if !budget.spend() {
                return false;
            }
        }
        true
    }

    /// How far it is at least from where the walk stands after `steps`; nothing if the place is a
    /// dead end or known already.
    fn judge(&mut self, steps: u32, distance: &impl Distance<G>) -> Option<u32> {
        let (game, seat) = (&self.walk.game, self.walk.seat);
        if let Phase::Over(payoffs) = game.phase() {
            return (payoffs[seat] >= G::INFO.bounds.high).then_some(0);
        }
        let fewest = self.seen.entry(game.key()).or_insert(u32::MAX);
        (steps < *fewest).then(|| {
            *fewest = steps;
            distance.least(game, seat)
        })
    }

    /// The line to `node`, where the walk stands at the end of the match.
    fn way(&self, start: &G, node: u32) -> Way<G> {
        let mut own = Vec::new();
        let mut at = node;
        while let Some(mv) = self.pool[at as usize].mv {
            own.push(mv);
            at = self.pool[at as usize].parent;
        }
        let mut replay = Walker::new(start, self.walk.seat);
        own.iter().rev().for_each(|&mv| replay.step(mv));
        let Phase::Over(payoffs) = replay.game.phase() else {
            unreachable!("the way ends with the match");
        };
        Way {
            line: replay.line,
            steps: own.len() as u32,
            payoffs,
        }
    }
}

/// One position that walks about in the tree.
struct Walker<G: TurnBased> {
    game: G,
    seat: Seat,
    /// What was played from the start to here, passes included, and how to take it back.
    line: Vec<G::Joint>,
    undos: Vec<G::Undo>,
    /// The nodes from the start to here, each with the number of plies before it.
    path: Vec<(u32, usize)>,
    /// The nodes from a common ancestor to where the walk goes.
    ahead: Vec<u32>,
    scratch: Vec<G::Move>,
}

impl<G: TurnBased> Walker<G> {
    fn new(game: &G, seat: Seat) -> Self {
        Walker {
            game: game.clone(),
            seat,
            line: Vec::new(),
            undos: Vec::new(),
            path: vec![(0, 0)],
            ahead: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// One move of the seat, and the passes of the others until it is to move again.
    fn step(&mut self, mv: G::Move) {
        self.play(mv);
        while let Phase::Act(seats) = self.game.phase() {
            let mover = seats.first();
            if mover == self.seat {
                break;
            }
            let pass = first_move(&self.game, mover, &mut self.scratch);
            self.play(pass);
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.line.push([mv]);
        self.undos.push(self.game.play([mv]));
    }

    /// Takes back all but the first `plies`.
    fn back_to(&mut self, plies: usize) {
        while self.undos.len() > plies {
            let undo = self.undos.pop().expect("it is not empty");
            self.game.undo(undo);
        }
        self.line.truncate(plies);
    }

    /// Walks to `node`: back to the last node on both ways, then on.
    fn go_to(&mut self, pool: &[Node<G::Move>], node: u32) {
        let mut at = node;
        while self
            .path
            .get(pool[at as usize].steps as usize)
            .is_none_or(|&(here, _)| here != at)
        {
            self.ahead.push(at);
            at = pool[at as usize].parent;
        }
        let shared = pool[at as usize].steps as usize;
        if let Some(&(_, plies)) = self.path.get(shared + 1) {
            self.back_to(plies);
        }
        self.path.truncate(shared + 1);
        while let Some(next) = self.ahead.pop() {
            self.path.push((next, self.undos.len()));
            self.step(pool[next as usize].mv.expect("only the start has no move"));
        }
    }
}

/// Keys are random already.
#[derive(Clone, Copy, Default, Debug)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::doc::Nim;
    use truel_testkit::tree::Tree;

    #[test]
    fn the_shortest_way_to_the_largest_payoff_is_found() {
        let tree: Tree<2> = "1(1(1(<100 0>)) <99 0> 1(<7 0> <100 0>))".parse().expect("a tree");
        let choice = Solo::default().search(&tree, Seat::new(0), &Limits::default());
        let line: Vec<String> = choice.line.iter().map(|[mv]| mv.to_string()).collect();
        assert_eq!((line.join(" ").as_str(), choice.value.0), ("c b", [100.0, 0.0]));
        assert!(!choice.is_proven, "in a drawn tree nobody is ever out");
    }

    #[test]
    fn without_a_way_there_is_still_a_move() {
        let tree: Tree<2> = "1(<7 0> 1(<8 0>))".parse().expect("a tree");
        let choice = Solo::default().search(&tree, Seat::new(0), &Limits::default());
        assert_eq!((choice.best().to_string().as_str(), choice.is_proven), ("a", false));
        let choice = Solo::default().search(&Nim::default(), Seat::new(0), &Limits::nodes(1));
        assert_eq!(choice.nodes, 1);
    }
}
