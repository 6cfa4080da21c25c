//! Visits, sums of rewards, and what selection sees of them at a glance.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use truel_core::{Game, Payoffs, Seat};

use super::{NodeId, Sharing, Span, Tree};
use crate::mcts::reward::View;

/// Rewards are sums of this many parts of 1.
const ONE: f32 = (1u64 << 30) as f32;
/// What selection asks of a child, in one word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    /// The mean of what the seat that moves there wants.
    pub(crate) mean: f32,
    /// `1 / √n`; 0 where there is nothing to explore, since the value is proven or the node was
    /// never visited.
    pub(crate) spread: f32,
}

impl Glance {
    #[inline]
    pub(crate) fn read(word: &AtomicU64) -> Self {
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
    pub(crate) fn visits(self) -> f32 {
        if self.spread == 0.0 {
            0.0
        } else {
            1.0 / (self.spread * self.spread)
        }
    }
}

impl<G: Game> Tree<G> {
    /// Simulations that have come back through a node.
    #[inline]
    pub(crate) fn visits(&self, node: NodeId) -> u32 {
        self.stats[node.row() * Self::STRIDE].load(Relaxed) as u32
    }

    #[inline]
    fn sum(&self, node: NodeId, seat: Seat) -> f32 {
        let sum = self.stats[node.row() * Self::STRIDE + 1 + seat.index()].load(Relaxed);
        sum as i64 as f32 / ONE
    }

    /// The mean reward of a seat over all visits, of which there must be some.
    #[inline]
    pub(crate) fn mean(&self, node: NodeId, seat: Seat) -> f32 {
        self.sum(node, seat) / self.visits(node) as f32
    }

    /// Counts visits and the sum of their rewards.
    #[inline]
    pub(crate) fn add(&self, node: NodeId, visits: u32, rewards: G::Payoffs) {
        let row = node.row() * Self::STRIDE;
        let row = &self.stats[row..row + Self::STRIDE];
        self.add_to(&row[0], u64::from(visits));
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
    pub(crate) fn glances(&self, span: Span) -> &[AtomicU64] {
        &self.glances[span.first.row()..span.first.row() + span.tried]
    }

    /// What selection sees of a node at a glance.
    #[inline]
    pub(crate) fn glance(&self, node: NodeId) -> Glance {
        Glance::read(&self.glances[node.row()])
    }

    /// Renews it from the statistics of a node that was visited.
    #[inline]
    pub(crate) fn renew_glance(&self, node: NodeId, view: View) {
        let visits = self.visits(node) as f32;
        let glance = Glance {
            mean: view.wanted(self.sum(node, view.seat) / visits),
            spread: 1.0 / visits.sqrt(),
        };
        glance.write(&self.glances[node.row()]);
    }

    /// Makes a proven node show its exact value, and nothing to explore.
    pub(crate) fn settle_glance(&self, node: NodeId, wanted: f32) {
        let glance = Glance {
            mean: wanted,
            spread: 0.0,
        };
        glance.write(&self.glances[node.row()]);
    }

    /// Counts virtual losses at a glance, until the next simulation comes back. A proven node shows
    /// none.
    #[inline]
    pub(crate) fn lend(&self, node: NodeId, losses: u32) {
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
    pub(crate) fn copy_node(&self, to: NodeId, other: &Tree<G>, from: NodeId) {
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

#[cfg(test)]
mod tests {
    use super::super::Columns;
    use super::*;
    use crate::mcts::reward::Aim;
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
    fn a_glance_shows_the_mean_as_it_is_wanted() {
        let tree = tree();
        tree.add(tree.root, 1, BySeat([1.0, 0.0]));
        tree.add(tree.root, 1, BySeat([0.5, 0.5]));
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
        tree.add(tree.root, 1, BySeat([1.0, 0.0]));
        tree.renew_glance(tree.root, OURS);
        tree.lend(tree.root, 1);
        assert_eq!(tree.glance(tree.root).mean, 0.5);
        tree.renew_glance(tree.root, OURS);
        assert_eq!(tree.glance(tree.root).mean, 1.0);
    }
}
