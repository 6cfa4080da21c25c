//! The tree: a pool of nodes within a fixed amount of memory, shared by threads without a lock
//! around it.
//!
//! - Nodes are rows of a few parallel lists, named by [`NodeId`]. The lists are reserved once and
//!   grown in steps, so a search that ends early touches little memory.
//! - The children of a node lie in contiguous ranges, each about twice as long as the one before,
//!   chained by the first node of each. A node with hundreds of moves thus costs what was tried of
//!   it, and selection reads memory in order.
//! - Sums of rewards are integers (fixed point), so they do not depend on the order in which
//!   threads add.
//! - A *glance* packs what UCB1 asks of a child into one word: its mean for the seat that moves
//!   there, and `1 / √n`. It is renewed when a simulation comes back, so that a walk over 200
//!   children is 200 loads, multiplications and additions. Virtual losses live in glances alone:
//!   lent on the way down, gone with the next simulation that comes back.
//! - Threads take rows for children out of a [`Room`] of their own, so that what one of them adds
//!   does not share cache lines with what another one does.
//!
//! Invariant: a range is published (its link, then its count of tried children) after its content
//! is written. Nodes are freed only by [`recycled`](Tree::recycled) while no thread is in the tree.

mod columns;
mod recycle;
mod room;
mod stats;

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64};

use truel_core::{Game, Payoffs};

use room::Apart;

pub(super) use columns::Columns;
pub(super) use room::Room;
pub(super) use stats::Glance;

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
    /// Whether a thread is adding children.
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
            proof: AtomicU8::new(columns::OPEN),
            is_growing: AtomicBool::new(false),
        }
    }
}

/// Nodes by which the pool grows.
const STEP: usize = 1 << 15;
/// No memory limit is so tight that a tree has fewer nodes.
const FEWEST: usize = 1 << 12;

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
    used: Apart<AtomicU32>,
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
            used: Apart::default(),
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
        (self.root, self.used, self.is_full) = (NodeId(0), Apart::default(), AtomicBool::new(false));
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
        self.used.0.load(Relaxed) as usize
    }

    /// Every node handed out, whether the root reaches it or not.
    pub(super) fn all(&self) -> impl Iterator<Item = NodeId> {
        (0..self.used() as u32).map(NodeId)
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
    pub(super) fn append(&self, room: &mut Room, node: NodeId, last: Option<Span>, len: usize) -> Option<Span> {
        let first = self.allocate_in(room, len)?;
        self.nodes[first.row()].len.store(len as u16, Relaxed);
        let link = match last {
            None => &self.nodes[node.row()].link,
            Some(last) => &self.nodes[last.first.row()].next,
        };
        link.store(first.0, Release);
        Some(Span { first, tried: 0, len })
    }

    /// Publishes the first `tried` children of a range.
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

#[cfg(test)]
mod tests {
    use super::*;
    use truel_testkit::tree::Tree as Drawn;

    fn tree() -> Tree<Drawn<2>> {
        Tree::new(Columns::default(), Sharing::Shared, 0)
    }

    #[test]
    fn ranges_follow_one_another() {
        let (tree, mut room) = (tree(), Room::default());
        let first = tree.append(&mut room, tree.root, None, 2).expect("there is room");
        tree.publish(first, 2);
        let second = tree
            .append(&mut room, tree.root, Some(first), 3)
            .expect("there is room");
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
    fn only_one_thread_grows_a_node() {
        let tree = tree();
        assert!(tree.begin_growing(tree.root));
        assert!(!tree.begin_growing(tree.root));
        tree.end_growing(tree.root);
        assert!(tree.begin_growing(tree.root));
    }
}
