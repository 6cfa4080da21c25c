//! The memory of a tree of simultaneous moves.
//!
//! Three lists: nodes, and for each open node the moves of its acting seats and their statistics,
//! seat by seat. A node is opened on its second visit: with hundreds of moves a seat nearly all
//! leaves are visited once, and such a leaf costs 32 bytes. Children hang in one hash table by node
//! and joint choice, so nothing is allocated for the thousands of joints that are never tried.

use truel_core::zobrist::splitmix;
use truel_core::{Game, Joint, Payoffs, Rng, Seats};

use super::super::prune::Prune;
use super::learner::{Learner, Pick};

/// One value for each seat that may act at a node.
pub(super) type Places<G, T> = <<G as Game>::Joint as Joint<<G as Game>::Move>>::Places<T>;

/// What the seats choose at a node: each one's place in its list of moves.
pub(super) type Arms<G> = Places<G, u16>;

/// A position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<G: Game> {
    /// What everybody got here on average, as rewards.
    pub mean: G::Payoffs,
    pub visits: u32,
    /// Choices made here: visits since it was opened.
    picks: u32,
    /// Where its moves begin, or [`CLOSED`].
    start: u32,
    /// How many moves each acting seat has; 0 in places that no seat takes.
    counts: Places<G, u16>,
}

const CLOSED: u32 = u32::MAX;

pub(super) const ROOT: u32 = 0;

/// All nodes of a tree.
#[derive(Clone, Debug)]
pub(super) struct Pool<G: Game, A> {
    pub nodes: Vec<Node<G>>,
    moves: Vec<G::Move>,
    arms: Vec<A>,
    children: Children<Arms<G>>,
    /// Bytes at most.
    memory: usize,
}

impl<G: Game, A: Copy + Default> Pool<G, A> {
    pub(super) fn new() -> Self {
        Pool {
            nodes: Vec::new(),
            moves: Vec::new(),
            arms: Vec::new(),
            children: Children::new(),
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
            counts: G::Joint::places(0),
        });
        self.nodes.len() as u32 - 1
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<G>>()
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
        let mut counts: Places<G, u16> = G::Joint::places(0);
        for (count, seat) in counts.as_mut().iter_mut().zip(acting.iter()) {
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

    /// Where the moves of the seat in this place begin.
    #[inline]
    fn start(&self, node: u32, place: usize) -> usize {
        let Node { start, counts, .. } = &self.nodes[node as usize];
        let before = |at: usize| {
            if at < place {
                usize::from(counts.as_ref()[at])
            } else {
                0
            }
        };
        *start as usize + (0..G::Joint::WIDTH - 1).map(before).sum::<usize>()
    }

    /// Where the moves of the seat in this place lie.
    #[inline]
    fn range(&self, node: u32, place: usize) -> std::ops::Range<usize> {
        let from = self.start(node, place);
        from..from + usize::from(self.nodes[node as usize].counts.as_ref()[place])
    }

    /// How many seats act at an open node.
    pub(super) fn width(&self, node: u32) -> usize {
        let counts = self.nodes[node as usize].counts;
        counts.as_ref().iter().take_while(|count| **count > 0).count()
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
    ) -> Places<G, Pick> {
        let picks = self.nodes[node as usize].picks;
        self.nodes[node as usize].picks += 1;
        let mut choice: Places<G, Pick> = G::Joint::places(Pick::certain(0));
        for (place, pick) in choice.as_mut().iter_mut().enumerate().take(width) {
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
    pub(super) fn move_at(&self, node: u32, place: usize, arm: u16) -> G::Move {
        self.moves[self.start(node, place) + usize::from(arm)]
    }

    /// The child behind a joint, made if it is not there; `None` when memory is used up.
    #[inline]
    pub(super) fn child(&mut self, node: u32, arms: Arms<G>) -> Option<u32> {
        if let Some(child) = self.children.get(node, arms) {
            return Some(child);
        }
        (self.bytes() < self.memory).then(|| {
            let child = self.add();
            self.children.put(node, arms, child);
            child
        })
    }

    /// The joint choice that follows at an open node, the last seat's turning fastest; `None` after
    /// the last.
    pub(super) fn next_joint(&self, node: u32, mut arms: Arms<G>) -> Option<Arms<G>> {
        for place in (0..self.width(node)).rev() {
            let arm = &mut arms.as_mut()[place];
            *arm += 1;
            if usize::from(*arm) < self.moves(node, place).len() {
                return Some(arms);
            }
            *arm = 0;
        }
        None
    }

    /// The child behind a joint, if it is there.
    pub(super) fn known_child(&self, node: u32, arms: Arms<G>) -> Option<u32> {
        self.children.get(node, arms)
    }
}

impl<G: Game, A> Pool<G, A> {
    /// What everybody got on average after each move of the seat in this place at the root, as
    /// rewards. `None` for a move behind which no position is known.
    pub(super) fn means_by_arm(&self, place: usize) -> Vec<Option<G::Payoffs>> {
        let count = usize::from(self.nodes[ROOT as usize].counts.as_ref()[place]);
        let mut means: Vec<Option<G::Payoffs>> = vec![None; count];
        let mut visits = vec![0.0; count];
        for slot in self
            .children
            .slots
            .iter()
            .filter(|slot| slot.child != ROOT && slot.node == ROOT)
        {
            let arm = usize::from(slot.arms.as_ref()[place]);
            let child = &self.nodes[slot.child as usize];
            visits[arm] += child.visits as f32;
            let share = child.visits as f32 / visits[arm].max(1.0);
            let before = means[arm].unwrap_or(child.mean);
            means[arm] = Some(G::Payoffs::from_fn(|seat| {
                before[seat] + (child.mean[seat] - before[seat]) * share
            }));
        }
        means
    }
}

/// A hash table from node and joint choice to child: open addressing, at most half full.
#[derive(Clone, Debug)]
struct Children<A> {
    slots: Vec<Slot<A>>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot<A> {
    node: u32,
    arms: A,
    /// The root is nobody's child, so it marks a free slot.
    child: u32,
}

impl<A: Copy + AsRef<[u16]>> Children<A> {
    const FIRST: usize = 1 << 10;

    fn new() -> Self {
        Children {
            slots: Vec::new(),
            used: 0,
        }
    }

    fn clear(&mut self) {
        for slot in &mut self.slots {
            slot.child = ROOT;
        }
        self.used = 0;
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot<A>>()
    }

    /// The slot of this joint choice, or the free one where it belongs.
    #[inline]
    fn find(&self, node: u32, arms: A) -> usize {
        let mask = self.slots.len() - 1;
        let key = |key: u64, arm: &u16| key.rotate_left(16) ^ u64::from(*arm);
        let mut at = splitmix(arms.as_ref().iter().fold(node.into(), key)) as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.child == ROOT || (slot.node == node && slot.arms.as_ref() == arms.as_ref()) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn get(&self, node: u32, arms: A) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let child = self.slots[self.find(node, arms)].child;
        (child != ROOT).then_some(child)
    }

    fn put(&mut self, node: u32, arms: A, child: u32) {
        let slot = Slot { node, arms, child };
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow(Slot { child: ROOT, ..slot });
        }
        let at = self.find(node, arms);
        self.slots[at] = slot;
        self.used += 1;
    }

    #[cold]
    fn grow(&mut self, free: Slot<A>) {
        let size = (self.slots.len() * 2).max(Self::FIRST);
        let old = std::mem::replace(&mut self.slots, vec![free; size]);
        for slot in old.into_iter().filter(|slot| slot.child != ROOT) {
            let at = self.find(slot.node, slot.arms);
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_again_however_many_there_are() {
        let mut children = Children::new();
        assert_eq!(children.get(0, [0, 0]), None);
        let place = |child: u32| (child / 70, [(child % 7) as u16, (child / 7 % 10) as u16]);
        for child in 1..5000 {
            let (node, arms) = place(child);
            children.put(node, arms, child);
        }
        for child in 1..5000 {
            let (node, arms) = place(child);
            assert_eq!(children.get(node, arms), Some(child));
        }
        assert_eq!(children.get(5000, [1, 0]), None);
        children.clear();
        assert_eq!(children.get(1, [1, 0]), None);
    }

    /// Eight seats with the most moves that a seat may have.
    #[test]
    fn wide_joints_are_kept_apart() {
        let mut children = Children::new();
        let arms = |child: u16| std::array::from_fn::<u16, 8, _>(|place| u16::MAX - child * (place as u16 + 1));
        for child in 1..1000 {
            children.put(7, arms(child), child.into());
        }
        assert!((1..1000).all(|child| children.get(7, arms(child)) == Some(child.into())));
    }
}
