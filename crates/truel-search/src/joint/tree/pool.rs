//! The memory of a tree of simultaneous moves.
//!
//! Three lists: nodes, and for each open node the moves of its acting seats and their statistics, the first seat's and then the
//! second's. A node is opened on its second visit: with hundreds of moves a seat nearly all leaves are visited once, and
//! such a leaf costs 32 bytes. Children hang in one hash table by node and joint index, so nothing is allocated for
//! the thousands of joints that are never tried.

use truel_core::zobrist::splitmix;
use truel_core::{Game, Payoffs, Rng, Seats};

use super::super::prune::Prune;
use super::learner::{Learner, Pick};

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<P> {
    /// What everybody got here on average, as rewards.
    pub mean: P,
    pub visits: u32,
    /// Choices made here: visits since it was opened.
    picks: u32,
    /// Where its moves begin, or [`CLOSED`].
    start: u32,
    /// How many moves each acting seat has; 0 for the second place in a game of turns.
    counts: [u16; 2],
}

const CLOSED: u32 = u32::MAX;

pub(super) const ROOT: u32 = 0;

/// All nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct Pool<G: Game, A> {
    pub nodes: Vec<Node<G::Payoffs>>,
    moves: Vec<G::Move>,
    arms: Vec<A>,
    children: Children,
    /// Bytes at most.
    memory: usize,
}

impl<G: Game, A: Copy + Default> Pool<G, A> {
    pub(super) fn new() -> Self {
        Pool {
            nodes: Vec::new(),
            moves: Vec::new(),
            arms: Vec::new(),
            children: Children::default(),
            memory: 0,
        }
    }

    /// Forgets everything but keeps the memory; leaves a root.
    pub(super) fn restart(&mut self, memory: usize) {
        self.memory = memory;
        self.nodes.clear();
        self.moves.clear();
        self.arms.clear();
        self.children.clear();
        self.add();
    }

    fn add(&mut self) -> u32 {
        self.nodes.push(Node {
            mean: G::Payoffs::all(0.0),
            visits: 0,
            picks: 0,
            start: CLOSED,
            counts: [0, 0],
        });
        self.nodes.len() as u32 - 1
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G::Payoffs>>()
            + self.arms.len() * (size_of::<A>() + size_of::<G::Move>())
            + self.children.bytes()
    }

    #[inline]
    pub(super) fn is_open(&self, node: u32) -> bool {
        self.nodes[node as usize].start != CLOSED
    }

    /// Lists a node's moves. Refused when memory is used up, except for the root.
    pub(super) fn open(&mut self, node: u32, game: &G, acting: Seats, prune: &impl Prune<G>) -> bool {
        if node != ROOT && self.bytes() >= self.memory {
            return false;
        }
        let start = self.moves.len();
        let mut counts = [0; 2];
        for (count, seat) in counts.iter_mut().zip(acting.iter()) {
            let from = self.moves.len();
            game.moves(seat, &mut self.moves);
            prune.prune(game, seat, &mut self.moves, from);
            *count = u16::try_from(self.moves.len() - from).expect("a seat has fewer than 65536 moves");
            assert!(*count > 0, "an acting seat keeps a move");
        }
        self.arms.resize(self.moves.len(), A::default());
        let node = &mut self.nodes[node as usize];
        node.start = start as u32;
        node.counts = counts;
        true
    }

    /// Where the moves of the seat in this place lie.
    #[inline]
    fn range(&self, node: u32, place: usize) -> std::ops::Range<usize> {
        let Node { start, counts, .. } = self.nodes[node as usize];
        let from = start as usize + if place == 1 { usize::from(counts[0]) } else { 0 };
        from..from + usize::from(counts[place])
    }

    /// The seats' moves at an open node.
    pub(super) fn moves(&self, node: u32, place: usize) -> &[G::Move] {
        &self.moves[self.range(node, place)]
    }

    /// The seats' statistics at an open node.
    pub(super) fn arms(&self, node: u32, place: usize) -> &[A] {
        &self.arms[self.range(node, place)]
    }

    /// Each acting seat chooses.
    #[inline]
    pub(super) fn pick<L: Learner<Arm = A>>(
        &mut self,
        node: u32,
        width: usize,
        learner: &L,
        rng: &mut Rng,
    ) -> [Pick; 2] {
        let picks = self.nodes[node as usize].picks;
        self.nodes[node as usize].picks += 1;
        let mut choice = [Pick::certain(0); 2];
        for (place, pick) in choice.iter_mut().enumerate().take(width) {
            let range = self.range(node, place);
            let untried = picks as usize;
            if L::TRIES_ALL && untried < range.len() {
                // A step of a shuffle: nobody has seen the moves behind this place yet.
                let other = untried + rng.below((range.len() - untried) as u32) as usize;
                self.moves.swap(range.start + untried, range.start + other);
            }
            *pick = learner.pick(&mut self.arms[range], picks, rng);
        }
        choice
    }

    /// The statistics of the seat in this place, to learn.
    #[inline]
    pub(super) fn arms_mut(&mut self, node: u32, place: usize) -> &mut [A] {
        let range = self.range(node, place);
        &mut self.arms[range]
    }

    /// Counts a visit.
    #[inline]
    pub(super) fn visit(&mut self, node: u32, rewards: G::Payoffs) -> G::Payoffs {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let share = 1.0 / node.visits as f32;
        let mean = node.mean;
        node.mean = G::Payoffs::from_fn(|seat| mean[seat] + (rewards[seat] - mean[seat]) * share);
        node.mean
    }

    /// The move of the seat in this place.
    #[inline]
    pub(super) fn move_at(&self, node: u32, place: usize, pick: Pick) -> G::Move {
        let Node { start, counts, .. } = self.nodes[node as usize];
        let from = start as usize + if place == 1 { usize::from(counts[0]) } else { 0 };
        self.moves[from + pick.arm as usize]
    }

    #[inline]
    fn joint_index(&self, node: u32, [first, second]: [u32; 2]) -> u32 {
        first * u32::from(self.nodes[node as usize].counts[1].max(1)) + second
    }

    /// The child behind a joint, made if it is not there; `None` when memory is used up.
    #[inline]
    pub(super) fn child(&mut self, node: u32, arms: [u32; 2]) -> Option<u32> {
        let joint = self.joint_index(node, arms);
        if let Some(child) = self.children.get(node, joint) {
            return Some(child);
        }
        (self.bytes() < self.memory).then(|| {
            let child = self.add();
            self.children.put(node, joint, child);
            child
        })
    }

    /// The child behind a joint, if it is there.
    pub(super) fn known_child(&self, node: u32, arms: [u32; 2]) -> Option<u32> {
        self.children.get(node, self.joint_index(node, arms))
    }
}

/// A hash table from node and joint to child: open addressing, at most half full.
#[derive(Clone, Default, Debug)]
struct Children {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    node: u32,
    joint: u32,
    /// The root is nobody's child, so it marks a free slot.
    child: u32,
}

const FREE: Slot = Slot {
    node: 0,
    joint: 0,
    child: ROOT,
};

impl Children {
    const FIRST: usize = 1 << 10;

    fn clear(&mut self) {
        self.slots.fill(FREE);
        self.used = 0;
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// The slot of this joint, or the free one where it belongs.
    #[inline]
    fn find(&self, node: u32, joint: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = splitmix(u64::from(node) << 32 | u64::from(joint)) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.child == ROOT || (slot.node == node && slot.joint == joint) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn get(&self, node: u32, joint: u32) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let child = self.slots[self.find(node, joint)].child;
        (child != ROOT).then_some(child)
    }

    fn put(&mut self, node: u32, joint: u32, child: u32) {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let at = self.find(node, joint);
        self.slots[at] = Slot { node, joint, child };
        self.used += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(Self::FIRST);
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old.into_iter().filter(|slot| slot.child != ROOT) {
            let at = self.find(slot.node, slot.joint);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_again_however_many_there_are() {
        let mut children = Children::default();
        assert_eq!(children.get(0, 0), None);
        for child in 1..5000 {
            children.put(child / 7, child % 7, child);
        }
        assert!((1..5000).all(|child| children.get(child / 7, child % 7) == Some(child)));
        assert_eq!(children.get(5000, 1), None);
        children.clear();
        assert_eq!(children.get(1, 1), None);
    }
}
