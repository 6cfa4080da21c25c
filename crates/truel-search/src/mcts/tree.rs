//! The tree: a pool of nodes within a fixed amount of memory, shared by threads without a lock around it.
//!
//! - Nodes are rows of a few parallel lists, named by [`NodeId`]. The lists are reserved once and grown in steps, so a
//!   search that ends early touches little memory.
//! - The children of a node lie in contiguous ranges, each about twice as long as the one before, chained by the first node
//!   of each. A node with hundreds of moves thus costs what was tried of it, and selection reads memory in order.
//! - Sums of rewards are integers (fixed point), so they do not depend on the order in which threads add.
//! - A *glance* packs what UCB1 asks of a child into one word: its mean for the seat that moves there, and `1 / √n`. It is
//!   renewed when a simulation comes back, so that a walk over 200 children is 200 loads, multiplications and additions.
//!   Virtual losses live in glances alone: lent on the way down, gone with the next simulation that comes back.
//!
//! Invariant: a range is published (its link, then its count of tried children) after what it holds is written, and nodes
//! are freed only by [`recycled`](super::recycle) while no thread is in the tree.

use std::mem::size_of;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use truel_core::{Game, Payoffs, Seat};

use super::reward::View;

/// A node's row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    const NONE: NodeId = NodeId(u32::MAX);

    #[inline]
    pub(super) fn row(self) -> usize {
        self.0 as usize
    }

    /// The node so many rows on, in the same range.
    #[inline]
    pub(super) fn plus(self, offset: usize) -> Self {
        NodeId(self.0 + offset as u32)
    }
}

/// Children that lie together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The first of them.
    pub(super) first: NodeId,
    /// How many were tried; they come first.
    pub(super) tried: usize,
    /// How many there is room for.
    pub(super) len: usize,
}

impl Span {
    /// The children that were tried.
    pub(super) fn iter(self) -> impl Iterator<Item = NodeId> {
        (0..self.tried).map(move |offset| self.first.plus(offset))
    }
}

/// What a node is beside its statistics.
#[derive(Debug)]
struct Node {
    /// The first range of its children.
    link: AtomicU32,
    /// The range after the one this node opens.
    next: AtomicU32,
    /// Its legal moves; 0 until it is opened.
    moves: AtomicU16,
    /// The length of the range this node opens.
    len: AtomicU16,
    /// How many of that range were tried.
    tried: AtomicU16,
    /// How far a proof has come.
    proof: AtomicU8,
    /// Whether somebody is adding children.
    is_growing: AtomicBool,
}

impl Default for Node {
    fn default() -> Self {
        Node {
            link: AtomicU32::new(NodeId::NONE.0),
            next: AtomicU32::new(NodeId::NONE.0),
            moves: AtomicU16::new(0),
            len: AtomicU16::new(0),
            tried: AtomicU16::new(0),
            proof: AtomicU8::new(OPEN),
            is_growing: AtomicBool::new(false),
        }
    }
}

/// The stages of a proof.
const OPEN: u8 = 0;
const IN_WRITING: u8 = 1;
const PROVEN: u8 = 2;

/// Which numbers a node carries beyond visits and rewards, each with its place in the row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Columns {
    /// How good the opinion thinks the move is.
    pub(super) prior: Option<usize>,
    /// The mean square of the reward that the seat before looks at.
    pub(super) square: Option<usize>,
    /// The node's table of all moves as first, its number plus 1.
    pub(super) table: Option<usize>,
    /// Evaluations backed up by maximising, one per seat.
    pub(super) implicit: Option<usize>,
    /// Proven payoffs, one per seat.
    pub(super) proof: Option<usize>,
    /// Numbers in a row.
    width: usize,
}

impl Columns {
    /// Adds `count` numbers to the row.
    pub(super) fn add(&mut self, count: usize) -> Option<usize> {
        self.width += count;
        Some(self.width - count)
    }
}

/// Rewards are sums of this many parts of 1.
const ONE: f32 = (1u64 << 30) as f32;
/// Nodes by which the pool grows.
const STEP: usize = 1 << 15;
/// No memory limit is so tight that a tree has fewer nodes.
const FEWEST: usize = 1 << 12;

/// What selection asks of a child, in one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    /// The mean of what the seat that moves there wants.
    pub(super) mean: f32,
    /// `1 / √n`; 0 where there is nothing to explore, since the value is proven or the node was never visited.
    pub(super) spread: f32,
}

impl Glance {
    #[inline]
    pub(super) fn read(word: &AtomicU64) -> Self {
        let word = word.load(Relaxed);
        Glance {
            mean: f32::from_bits((word >> 32) as u32),
            spread: f32::from_bits(word as u32),
        }
    }

    #[inline]
    fn write(self, word: &AtomicU64) {
        let bits = u64::from(self.mean.to_bits()) << 32 | u64::from(self.spread.to_bits());
        word.store(bits, Relaxed);
    }

    /// Visits, virtual ones included.
    #[inline]
    pub(super) fn visits(self) -> f32 {
        if self.spread == 0.0 {
            0.0
        } else {
            1.0 / (self.spread * self.spread)
        }
    }
}

/// Whether threads may meet in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sharing {
    /// One thread: plain loads and stores.
    Alone,
    /// Several: atomic additions.
    Shared,
}

/// The pool, and which of its nodes is the root.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) root: NodeId,
    pub(super) columns: Columns,
    sharing: Sharing,
    /// The most nodes there may be.
    capacity: usize,
    used: AtomicU32,
    is_full: AtomicBool,
    nodes: Vec<Node>,
    moves: Vec<OnceLock<G::Move>>,
    /// Per node: visits, then a sum per seat.
    stats: Vec<AtomicU64>,
    glances: Vec<AtomicU64>,
    extras: Vec<AtomicU32>,
}

impl<G: Game> Tree<G> {
    const SEATS: usize = G::Payoffs::SEATS;
    const STRIDE: usize = 1 + Self::SEATS;

    /// A tree of one root within so many bytes.
    pub(super) fn new(columns: Columns, sharing: Sharing, bytes: usize) -> Self {
        let capacity = (bytes / Self::bytes_per_node(columns)).clamp(FEWEST, u32::MAX as usize - 1);
        let mut tree = Tree {
            root: NodeId(0),
            columns,
            sharing,
            capacity,
            used: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
            nodes: Vec::with_capacity(capacity),
            moves: Vec::with_capacity(capacity),
            stats: Vec::with_capacity(capacity * Self::STRIDE),
            glances: Vec::with_capacity(capacity),
            extras: Vec::with_capacity(capacity * columns.width),
        };
        tree.grow();
        tree.allocate(1).expect("a new tree has room for its root");
        tree
    }

    /// A tree of the same kind with at least so much room from the start.
    pub(super) fn alike(&self, nodes: usize) -> Self {
        let mut tree = Tree::new(
            self.columns,
            self.sharing,
            self.capacity * Self::bytes_per_node(self.columns),
        );
        while tree.nodes.len() < nodes.min(tree.capacity) {
            tree.grow();
        }
        tree
    }

    fn bytes_per_node(columns: Columns) -> usize {
        let words = (Self::STRIDE + 1) * size_of::<u64>() + columns.width * size_of::<u32>();
        size_of::<Node>() + size_of::<OnceLock<G::Move>>() + words
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * Self::bytes_per_node(self.columns)
    }

    /// Forgets everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.moves.clear();
        self.stats.clear();
        self.glances.clear();
        self.extras.clear();
        (self.root, self.used, self.is_full) = (NodeId(0), AtomicU32::new(0), AtomicBool::new(false));
        self.grow();
        self.allocate(1).expect("an empty tree has room for its root");
    }

    /// Makes a step more of the reserved memory usable. Returns whether there was any left.
    pub(super) fn grow(&mut self) -> bool {
        let nodes = (self.nodes.len() + STEP).min(self.capacity);
        let has_grown = nodes > self.nodes.len();
        self.nodes.resize_with(nodes, Node::default);
        self.moves.resize_with(nodes, OnceLock::new);
        self.stats.resize_with(nodes * Self::STRIDE, AtomicU64::default);
        self.glances.resize_with(nodes, AtomicU64::default);
        self.extras.resize_with(nodes * self.columns.width, AtomicU32::default);
        self.is_full.store(!has_grown, Relaxed);
        has_grown
    }

    /// Whether a thread found no room.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// The most nodes there may be.
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Nodes handed out.
    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// Every node handed out, whether the root reaches it or not.
    pub(super) fn all(&self) -> impl Iterator<Item = NodeId> {
        (0..self.used() as u32).map(NodeId)
    }

    /// So many rows in a line, or `None` when they do not fit.
    pub(super) fn allocate(&self, len: usize) -> Option<NodeId> {
        let fits = |used: u32| (used as usize + len <= self.nodes.len()).then(|| used + len as u32);
        match self.used.fetch_update(Relaxed, Relaxed, fits) {
            Ok(first) => Some(NodeId(first)),
            Err(_) => {
                self.is_full.store(true, Relaxed);
                None
            }
        }
    }
}

/// Children.
impl<G: Game> Tree<G> {
    /// The legal moves of a node; 0 until it is opened.
    #[inline]
    pub(super) fn move_count(&self, node: NodeId) -> usize {
        usize::from(self.nodes[node.row()].moves.load(Acquire))
    }

    /// Opens a node with so many legal moves.
    pub(super) fn open(&self, node: NodeId, moves: usize) {
        let moves = u16::try_from(moves).expect("no position has 65,536 moves");
        self.nodes[node.row()].moves.store(moves, Release);
    }

    /// The ranges of a node's children, in order.
    #[inline]
    pub(super) fn spans(&self, node: NodeId) -> impl Iterator<Item = Span> {
        let mut link = &self.nodes[node.row()].link;
        std::iter::from_fn(move || {
            let first = NodeId(link.load(Acquire));
            let head = (first != NodeId::NONE).then(|| &self.nodes[first.row()])?;
            link = &head.next;
            Some(Span {
                first,
                tried: usize::from(head.tried.load(Acquire)),
                len: usize::from(head.len.load(Relaxed)),
            })
        })
    }

    /// The children of a node that were tried, in order.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.spans(node).flat_map(Span::iter)
    }

    /// How many children were tried.
    #[inline]
    pub(super) fn tried(&self, node: NodeId) -> usize {
        self.spans(node).map(|span| span.tried).sum()
    }

    /// Adds an empty range of children behind `last`, the last there is.
    pub(super) fn append(&self, node: NodeId, last: Option<Span>, len: usize) -> Option<Span> {
        let first = self.allocate(len)?;
        self.nodes[first.row()].len.store(len as u16, Relaxed);
        let link = match last {
            None => &self.nodes[node.row()].link,
            Some(last) => &self.nodes[last.first.row()].next,
        };
        link.store(first.0, Release);
        Some(Span { first, tried: 0, len })
    }

    /// Shows the first `tried` children of a range to everybody.
    pub(super) fn publish(&self, span: Span, tried: usize) {
        self.nodes[span.first.row()].tried.store(tried as u16, Release);
    }

    /// The move that leads to a node, once it has one.
    #[inline]
    pub(super) fn listed(&self, node: NodeId) -> Option<G::Move> {
        self.moves[node.row()].get().copied()
    }

    /// The move that leads to a child that was tried.
    #[inline]
    pub(super) fn mv(&self, node: NodeId) -> G::Move {
        self.listed(node).expect("a child is published after its move")
    }

    /// Says which move leads to a node.
    pub(super) fn set_move(&self, node: NodeId, mv: G::Move) {
        self.moves[node.row()]
            .set(mv)
            .expect("only the thread that adds children sets their moves");
    }

    /// The child that `mv` leads to, if it was tried.
    pub(super) fn child_by(&self, node: NodeId, mv: G::Move) -> Option<NodeId> {
        self.children(node).find(|child| self.listed(*child) == Some(mv))
    }

    /// The right to add children, unless another thread has it. Nobody waits for it.
    #[inline]
    pub(super) fn begin_growing(&self, node: NodeId) -> bool {
        let flag = &self.nodes[node.row()].is_growing;
        match self.sharing {
            Sharing::Alone => true,
            Sharing::Shared => !flag.swap(true, Acquire),
        }
    }

    /// Gives that right back.
    #[inline]
    pub(super) fn end_growing(&self, node: NodeId) {
        self.nodes[node.row()].is_growing.store(false, Release);
    }
}

/// Statistics.
impl<G: Game> Tree<G> {
    /// Simulations that have come back through a node.
    #[inline]
    pub(super) fn visits(&self, node: NodeId) -> u32 {
        self.stats[node.row() * Self::STRIDE].load(Relaxed) as u32
    }

    #[inline]
    fn sum(&self, node: NodeId, seat: Seat) -> f32 {
        let sum = self.stats[node.row() * Self::STRIDE + 1 + seat.index()].load(Relaxed);
        sum as i64 as f32 / ONE
    }

    /// The mean reward of a seat over all visits, of which there must be some.
    #[inline]
    pub(super) fn mean(&self, node: NodeId, seat: Seat) -> f32 {
        self.sum(node, seat) / self.visits(node) as f32
    }

    /// Counts a visit and its rewards.
    #[inline]
    pub(super) fn add(&self, node: NodeId, rewards: G::Payoffs) {
        let row = node.row() * Self::STRIDE;
        let row = &self.stats[row..row + Self::STRIDE];
        self.add_to(&row[0], 1);
        for (sum, reward) in row[1..].iter().zip(rewards.as_slice()) {
            self.add_to(sum, (reward * ONE) as u64);
        }
    }

    #[inline]
    fn add_to(&self, word: &AtomicU64, amount: u64) {
        match self.sharing {
            Sharing::Alone => word.store(word.load(Relaxed).wrapping_add(amount), Relaxed),
            Sharing::Shared => drop(word.fetch_add(amount, Relaxed)),
        }
    }

    /// The glances of the children of a range that were tried.
    #[inline]
    pub(super) fn glances(&self, span: Span) -> &[AtomicU64] {
        &self.glances[span.first.row()..span.first.row() + span.tried]
    }

    /// What selection sees of a node at a glance.
    #[inline]
    pub(super) fn glance(&self, node: NodeId) -> Glance {
        Glance::read(&self.glances[node.row()])
    }

    /// Renews it from the statistics of a node that was visited.
    #[inline]
    pub(super) fn renew_glance(&self, node: NodeId, view: View) {
        let visits = self.visits(node) as f32;
        let glance = Glance {
            mean: view.wanted(self.sum(node, view.seat) / visits),
            spread: 1.0 / visits.sqrt(),
        };
        glance.write(&self.glances[node.row()]);
    }

    /// Makes a proven node show its exact value, and nothing to explore.
    pub(super) fn settle_glance(&self, node: NodeId, wanted: f32) {
        let glance = Glance {
            mean: wanted,
            spread: 0.0,
        };
        glance.write(&self.glances[node.row()]);
    }

    /// Counts virtual losses at a glance, until the next simulation comes back. A proven node shows none.
    #[inline]
    pub(super) fn lend(&self, node: NodeId, losses: u32) {
        let glance = self.glance(node);
        if glance.spread == 0.0 && self.visits(node) > 0 {
            return;
        }
        let visits = glance.visits();
        let more = visits + losses as f32;
        let lent = Glance {
            mean: glance.mean * visits / more.max(1.0),
            spread: 1.0 / more.max(1.0).sqrt(),
        };
        lent.write(&self.glances[node.row()]);
    }

    /// Copies a node's statistics and proof, but no children, from another tree.
    pub(super) fn copy_node(&self, to: NodeId, other: &Tree<G>, from: NodeId) {
        let copy = |to: &[AtomicU64], from: &[AtomicU64]| {
            to.iter()
                .zip(from)
                .for_each(|(to, from)| to.store(from.load(Relaxed), Relaxed));
        };
        let row = |node: NodeId, width: usize| node.row() * width..(node.row() + 1) * width;
        copy(
            &self.stats[row(to, Self::STRIDE)],
            &other.stats[row(from, Self::STRIDE)],
        );
        copy(&self.glances[row(to, 1)], &other.glances[row(from, 1)]);
        let width = self.columns.width;
        for (to, from) in self.extras[row(to, width)].iter().zip(&other.extras[row(from, width)]) {
            to.store(from.load(Relaxed), Relaxed);
        }
        let proof = other.nodes[from.row()].proof.load(Relaxed);
        self.nodes[to.row()].proof.store(proof, Relaxed);
    }
}

/// Columns that only some configurations have, and proofs.
impl<G: Game> Tree<G> {
    #[inline]
    fn extra(&self, node: NodeId, column: usize) -> &AtomicU32 {
        &self.extras[node.row() * self.columns.width + column]
    }

    /// A whole number in a column.
    #[inline]
    pub(super) fn number(&self, node: NodeId, column: usize) -> u32 {
        self.extra(node, column).load(Relaxed)
    }

    /// Writes a whole number that nobody has written yet. Returns whether it was the first.
    pub(super) fn claim_number(&self, node: NodeId, column: usize, number: u32) -> bool {
        let word = self.extra(node, column);
        word.compare_exchange(0, number, Relaxed, Relaxed).is_ok()
    }

    /// A value in a column.
    #[inline]
    pub(super) fn value(&self, node: NodeId, column: usize) -> f32 {
        f32::from_bits(self.number(node, column))
    }

    /// Writes a value.
    #[inline]
    pub(super) fn set_value(&self, node: NodeId, column: usize, value: f32) {
        self.extra(node, column).store(value.to_bits(), Relaxed);
    }

    /// A value per seat.
    #[inline]
    pub(super) fn values(&self, node: NodeId, column: usize) -> G::Payoffs {
        G::Payoffs::from_fn(|seat| self.value(node, column + seat.index()))
    }

    /// Writes a value per seat.
    #[inline]
    pub(super) fn set_values(&self, node: NodeId, column: usize, values: G::Payoffs) {
        for seat in Seat::all(Self::SEATS) {
            self.set_value(node, column + seat.index(), values[seat]);
        }
    }

    /// What a node is proven to be worth.
    #[inline]
    pub(super) fn proof(&self, node: NodeId) -> Option<G::Payoffs> {
        let column = self.columns.proof?;
        let is_proven = self.nodes[node.row()].proof.load(Acquire) == PROVEN;
        is_proven.then(|| self.values(node, column))
    }

    /// Writes a proof down, unless another thread was first.
    pub(super) fn prove(&self, node: NodeId, payoffs: G::Payoffs) {
        let Some(column) = self.columns.proof else { return };
        let stage = &self.nodes[node.row()].proof;
        if stage.compare_exchange(OPEN, IN_WRITING, AcqRel, Relaxed).is_ok() {
            self.set_values(node, column, payoffs);
            stage.store(PROVEN, Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::reward::Aim;
    use super::*;
    use truel_core::BySeat;
    use truel_testkit::tree::Tree as Drawn;

    const OURS: View = View {
        seat: Seat::new(0),
        aim: Aim::Large,
    };
    const THEIRS: View = View {
        seat: Seat::new(0),
        aim: Aim::Small,
    };

    fn tree() -> Tree<Drawn<2>> {
        Tree::new(Columns::default(), Sharing::Shared, 0)
    }

    #[test]
    fn ranges_follow_one_another() {
        let tree = tree();
        let first = tree.append(tree.root, None, 2).expect("there is room");
        tree.publish(first, 2);
        let second = tree.append(tree.root, Some(first), 3).expect("there is room");
        tree.publish(second, 1);
        assert_eq!(tree.tried(tree.root), 3);
        let rows: Vec<_> = tree.children(tree.root).map(NodeId::row).collect();
        assert_eq!(rows, [1, 2, 3]);
    }

    #[test]
    fn the_pool_ends_where_it_should() {
        let mut tree = tree();
        assert_eq!(tree.capacity(), FEWEST);
        assert!(tree.allocate(FEWEST - 1).is_some(), "all but the root");
        assert!(tree.allocate(1).is_none() && tree.is_full());
        assert!(!tree.grow(), "there is no more");
        tree.clear();
        assert!(!tree.is_full() && tree.used() == 1);
    }

    #[test]
    fn a_glance_shows_the_mean_as_it_is_wanted() {
        let tree = tree();
        tree.add(tree.root, BySeat([1.0, 0.0]));
        tree.add(tree.root, BySeat([0.5, 0.5]));
        assert_eq!((tree.visits(tree.root), tree.mean(tree.root, Seat::new(0))), (2, 0.75));
        tree.renew_glance(tree.root, OURS);
        assert_eq!(tree.glance(tree.root).mean, 0.75);
        tree.renew_glance(tree.root, THEIRS);
        assert_eq!(tree.glance(tree.root).mean, 0.25);
        assert!((tree.glance(tree.root).visits() - 2.0).abs() < 1e-5);
    }

    #[test]
    fn a_virtual_loss_is_a_lost_visit_until_the_next_real_one() {
        let tree = tree();
        tree.lend(tree.root, 1);
        assert_eq!(
            (tree.glance(tree.root).mean, tree.glance(tree.root).visits()),
            (0.0, 1.0)
        );
        tree.add(tree.root, BySeat([1.0, 0.0]));
        tree.renew_glance(tree.root, OURS);
        tree.lend(tree.root, 1);
        assert_eq!(tree.glance(tree.root).mean, 0.5);
        tree.renew_glance(tree.root, OURS);
        assert_eq!(tree.glance(tree.root).mean, 1.0);
    }

    #[test]
    fn only_one_thread_grows_a_node() {
        let tree = tree();
        assert!(tree.begin_growing(tree.root));
        assert!(!tree.begin_growing(tree.root));
        tree.end_growing(tree.root);
        assert!(tree.begin_growing(tree.root));
    }
}
