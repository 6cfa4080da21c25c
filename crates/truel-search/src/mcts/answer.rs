//! The answer: which move, with what to show for it.

use truel_core::{Bounds, Payoffs, Phase, Seat, TurnBased};

use super::config::Answer;
use super::reward::{self, View};
use super::tree::NodeId;
use super::worker::Context;
use crate::sorting::sort_cold;
use crate::{Candidate, Choice};

/// How good a child is as an answer: proofs first, then by the rule, ties by value.
type Merit = (Standing, f32, f32);

/// What a proof says about a child.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Standing {
    /// It is the worst the rules allow.
    Lost,
    /// Nothing that decides.
    Open,
    /// Nothing can be better.
    Best,
}

impl<G: TurnBased, O> Context<'_, G, O> {
    /// What the search thinks so far.
    /// The `wanted` best candidates get their own lines.
    pub(super) fn answer(&self, nodes: u64, depth: u32, wanted: usize) -> Choice<G> {
        let (tree, seat) = (self.tree, self.searcher);
        let mut children = self.ranked(tree.root, seat);
        children.truncate(tree.move_count(tree.root));
        let mut candidates: Vec<_> = children.iter().map(|child| self.candidate(*child, seat)).collect();
        self.weigh(&mut candidates);
        for (candidate, child) in candidates.iter_mut().zip(&children).take(wanted) {
            candidate.line = self.line(*child);
        }
        let line = candidates.first().map_or_else(Vec::new, |best| best.line.clone());
        let proof = tree.proof(tree.root);
        Choice {
            seat,
            candidates,
            replies: Vec::new(),
            value: proof.unwrap_or_else(|| self.estimate(tree.root)),
            line,
            depth,
            nodes,
            scale: crate::Scale::Payoffs,
            is_proven: proof.is_some(),
        }
    }

    /// The visited children of a node, the best answer first.
    fn ranked(&self, node: NodeId, mover: Seat) -> Vec<NodeId> {
        let (tree, view) = (self.tree, self.view(mover));
        let mut children: Vec<(Merit, NodeId)> = tree
            .children(node)
            .filter(|child| tree.visits(*child) > 0)
            .map(|child| (self.merit(node, child, view), child))
            .collect();
        sort_cold(&mut children, |(a, _), (b, _)| {
            b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal)
        });
        children.into_iter().map(|(_, child)| child).collect()
    }

    fn merit(&self, node: NodeId, child: NodeId, view: View) -> Merit {
        let tree = self.tree;
        let visits = tree.visits(child) as f32;
        let proof = tree.proof(child);
        let value = match proof {
            Some(payoffs) => self.wanted(view, payoffs),
            None => view.wanted(tree.mean(child, view.seat)),
        };
        let standing = proof.map_or(Standing::Open, |payoffs| {
            let Bounds { low: least, high: most } = view.bounds::<G>();
            let utility = view.utility(payoffs);
            let is_node_value = tree.proof(node).is_some_and(|node| view.utility(node) == utility);
            if is_node_value || utility >= most {
                Standing::Best
            } else if utility <= least {
                Standing::Lost
            } else {
                Standing::Open
            }
        });
        let score = match self.config.answer {
            Answer::MostVisits | Answer::Proportional { .. } => visits,
            Answer::MaxValue => value,
            Answer::Secure { a } => value - a / visits.sqrt(),
        };
        (standing, score, value)
    }

    fn candidate(&self, child: NodeId, seat: Seat) -> Candidate<G> {
        let proof = self.tree.proof(child);
        let payoffs = proof.unwrap_or_else(|| self.estimate(child));
        Candidate {
            is_proven: proof.is_some(),
            visits: u64::from(self.tree.visits(child)),
            ..Candidate::new(seat, self.tree.mv(child), payoffs)
        }
    }

    /// The policy over candidates that are in order: all on the first, unless visits are to be
    /// copied. A proof is never mixed with anything.
    fn weigh(&self, candidates: &mut [Candidate<G>]) {
        let is_proven = self.tree.proof(self.tree.root).is_some();
        match self.config.answer {
            Answer::Proportional { temperature } if !is_proven => {
                let most = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(1) as f32;
                let power = 1.0 / temperature.max(f32::MIN_POSITIVE);
                let raw = |candidate: &Candidate<G>| (candidate.visits as f32 / most).powf(power);
                let total: f32 = candidates.iter().map(raw).sum();
                for candidate in candidates {
                    candidate.weight = raw(candidate) / total;
                }
            }
            _ => {
                if let Some(first) = candidates.first_mut() {
                    first.weight = 1.0;
                }
            }
        }
    }

    /// The mean payoffs of a node that was visited.
    fn estimate(&self, node: NodeId) -> G::Payoffs {
        G::Payoffs::from_fn(|seat| reward::payoff::<G>(self.tree.mean(node, seat)))
    }

    /// The move to this child of the root and the best answers after it, as far as the tree goes.
    fn line(&self, child: NodeId) -> Vec<G::Joint> {
        let first = [self.tree.mv(child)];
        let (mut line, mut position, mut node) = (vec![first], self.root.clone(), child);
        position.play(first);
        while let Phase::Act(seats) = position.phase() {
            let Some(child) = self.ranked(node, seats.first()).first().copied() else {
                break;
            };
            let joint = [self.tree.mv(child)];
            position.play(joint);
            line.push(joint);
            node = child;
        }
        line
    }
}
