//! Making room: what the root no longer reaches is dropped, then the least visited parts of the rest.
//!
//! A copying collector. The nodes that keep their children are the most visited ones, as many as fill half of the pool; the
//! others stay as leaves with their statistics. No node has more visits than its parent, so what is kept is a tree. The copy
//! merges each node's ranges into one. Cost: about 50 ns a node, once in half a pool of simulations; peak memory is one and a
//! half pools, which the memory limit accounts for.

use std::collections::VecDeque;

use truel_core::Game;

use super::tree::{NodeId, Tree};

impl<G: Game> Tree<G> {
    /// The part of the tree worth keeping, in a new pool that is at most half full.
    pub(super) fn recycled(&self) -> Self {
        let least = self.least_visits(self.capacity() / 2);
        let mut fresh = self.alike(0);
        let mut queue = VecDeque::from([(self.root, fresh.root)]);
        fresh.copy_node(fresh.root, self, self.root);
        while let Some((from, to)) = queue.pop_front() {
            if from == self.root || self.visits(from) > least {
                self.copy_children(from, &mut fresh, to, &mut queue);
            }
        }
        fresh
    }

    fn copy_children(&self, from: NodeId, fresh: &mut Self, to: NodeId, queue: &mut VecDeque<(NodeId, NodeId)>) {
        let (tried, listed) = (self.tried(from), self.listed_children(from));
        if tried == 0 {
            return;
        }
        let span = loop {
            match fresh.append(to, None, listed) {
                Some(span) => break span,
                None if fresh.grow() => {}
                None => return,
            }
        };
        fresh.open(to, self.move_count(from));
        let rows = self
            .spans(from)
            .flat_map(|span| (0..span.len).map(move |offset| span.first.plus(offset)));
        for (offset, child) in rows.take(listed).enumerate() {
            let copy = span.first.plus(offset);
            fresh.set_move(copy, self.mv(child));
            fresh.copy_node(copy, self, child);
            queue.push_back((child, copy));
        }
        fresh.publish(span, tried);
    }

    /// Children that have a move, tried or not.
    fn listed_children(&self, node: NodeId) -> usize {
        let listed = self.spans(node).map(|span| {
            let next = span.first.plus(span.tried);
            let is_listed = span.tried < span.len && self.listed(next).is_some();
            if is_listed { span.len } else { span.tried }
        });
        listed.sum()
    }

    /// The number of visits above which nodes have at most `room` children together.
    fn least_visits(&self, room: usize) -> u32 {
        let mut parents = Vec::new();
        let mut open = vec![self.root];
        while let Some(node) = open.pop() {
            let children = self.listed_children(node);
            if children > 0 {
                parents.push((self.visits(node), children));
                open.extend(self.children(node));
            }
        }
        parents.sort_unstable_by(|a, b| b.cmp(a));
        let mut left = room;
        for (visits, children) in parents {
            match left.checked_sub(children) {
                Some(rest) => left = rest,
                None => return visits,
            }
        }
        0
    }
}
