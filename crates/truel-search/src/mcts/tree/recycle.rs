//! Making room: what the root no longer reaches is dropped, then the least visited parts of the
//! rest.
//!
//! A copying collector. The nodes that keep their children are the most visited ones, as many as
//! fill half of the pool; the others stay as leaves with their statistics. No node has more visits
//! than its parent, so what is kept is a tree. The copy merges each node's ranges into one. Cost:
//! about 50 ns a node, once in half a pool of simulations; peak memory is one and a half pools,
//! which the memory limit accounts for.

use std::collections::VecDeque;

use truel_core::Game;

use super::{NodeId, Room, Tree};

impl<G: Game> Tree<G> {
    /// The part of the tree worth keeping, in a new pool that is at most half full.
    pub(crate) fn recycled(&self) -> Self {
        let least = self.least_visits(self.capacity() / 2);
        let (mut fresh, mut room) = (self.alike(0), Room::default());
        let mut queue = VecDeque::from([(self.root, fresh.root)]);
        fresh.copy_node(fresh.root, self, self.root);
        while let Some((from, to)) = queue.pop_front() {
            if from == self.root || self.visits(from) > least {
                self.copy_children(from, &mut fresh, &mut room, to, &mut queue);
            }
        }
        fresh
    }

    fn copy_children(
        &self,
        from: NodeId,
        fresh: &mut Self,
        room: &mut Room,
        to: NodeId,
        queue: &mut VecDeque<(NodeId, NodeId)>,
    ) {
        let (tried, listed) = (self.tried(from), self.listed_children(from));
        if tried == 0 {
            return;
        }
        let span = loop {
            match fresh.append(room, to, None, listed) {
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
        parents.sort_unstable_by(most_visited);
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

/// A function and not a closure, so that it is compiled once and not for each game.
fn most_visited(a: &(u32, usize), b: &(u32, usize)) -> std::cmp::Ordering {
    b.cmp(a)
}

#[cfg(test)]
mod tests {
    use super::super::{Columns, Sharing};
    use super::*;
    use truel_core::{BySeat, Seat};
    use truel_games::ConnectFour;

    /// Gives a node seven children, the first `tried` of them tried, with these visits.
    fn add_children(tree: &Tree<ConnectFour>, node: NodeId, visits: &[u32]) -> Vec<NodeId> {
        let mut moves = Vec::new();
        ConnectFour::default().moves(Seat::new(0), &mut moves);
        let span = tree
            .append(&mut Room::default(), node, None, moves.len())
            .expect("there is room");
        let children: Vec<_> = (0..moves.len()).map(|offset| span.first.plus(offset)).collect();
        children
            .iter()
            .zip(&moves)
            .for_each(|(child, mv)| tree.set_move(*child, *mv));
        for (child, visits) in children.iter().zip(visits) {
            (0..*visits).for_each(|_| tree.add(*child, 1, BySeat([1.0, 0.0])));
        }
        tree.open(node, moves.len());
        tree.publish(span, visits.len());
        children
    }

    #[test]
    fn what_is_reached_is_kept_and_what_is_not_is_dropped() {
        let mut tree = Tree::<ConnectFour>::new(Columns::default(), Sharing::Alone, 0);
        let old_root = tree.root;
        let children = add_children(&tree, old_root, &[5, 9]);
        add_children(&tree, children[0], &[2]);
        add_children(&tree, children[1], &[4, 3, 1]);
        tree.root = children[1];
        tree.add(tree.root, 1, BySeat([0.0, 1.0]));
        let kept = tree.recycled();
        assert_eq!((tree.used(), kept.used()), (22, 8), "the new root and its seven moves");
        assert_eq!(
            (
                kept.visits(kept.root),
                kept.tried(kept.root),
                kept.move_count(kept.root)
            ),
            (10, 3, 7)
        );
        let visits: Vec<_> = kept.children(kept.root).map(|child| kept.visits(child)).collect();
        assert_eq!(visits, [4, 3, 1]);
        let moves = |tree: &Tree<ConnectFour>| tree.children(tree.root).map(|child| tree.mv(child)).collect::<Vec<_>>();
        assert_eq!(moves(&kept), moves(&tree));
    }

    #[test]
    fn the_most_visited_half_stays() {
        let tree = Tree::<ConnectFour>::new(Columns::default(), Sharing::Alone, 0);
        (0..501).for_each(|_| tree.add(tree.root, 1, BySeat([1.0, 0.0])));
        let mut open = vec![tree.root];
        let mut visits = 500;
        // A chain of nodes that are visited less and less, until the pool is full.
        while tree.used() + 7 <= tree.capacity() {
            let node = open.pop().expect("there is one");
            open.push(add_children(&tree, node, &[visits])[0]);
            visits = (visits - 1).max(1);
        }
        let kept = tree.recycled();
        assert!(
            kept.used() <= tree.capacity() / 2 + 1 && kept.used() > tree.capacity() / 4,
            "{}",
            kept.used()
        );
        assert!(kept.children(kept.root).all(|child| kept.visits(child) == 500));
    }
}
