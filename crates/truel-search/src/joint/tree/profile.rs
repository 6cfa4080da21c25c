//! The strategies of a whole tree, by position.

use std::collections::HashMap;

use truel_core::{Game, Joint, Phase, Seat};

use super::pool::{Pool, ROOT};

/// A mixed strategy for each seat at each position that a tree search has opened. Elsewhere it
/// plays uniformly.
///
/// Positions are identified by key. Statistics of several lines about one position are added up.
#[derive(Clone, Debug)]
pub struct Profile<G: Game> {
    weights: HashMap<(u64, Seat), HashMap<G::Move, f64>>,
}

impl<G: Game> Profile<G> {
    pub(super) fn of<A: Copy + Default>(pool: &Pool<G, A>, root: &G, share: impl Fn(&A) -> f64) -> Self {
        let mut profile = Profile {
            weights: HashMap::new(),
        };
        profile.add(pool, ROOT, &mut root.clone(), &share);
        profile
    }

    fn add<A: Copy + Default>(&mut self, pool: &Pool<G, A>, node: u32, game: &mut G, share: &impl Fn(&A) -> f64) {
        let Phase::Act(acting) = game.phase() else { return };
        if !pool.is_open(node) {
            return;
        }
        for (place, seat) in acting.iter().enumerate() {
            let known = self.weights.entry((game.key(), seat)).or_default();
            for (&mv, arm) in pool.moves(node, place).iter().zip(pool.arms(node, place)) {
                *known.entry(mv).or_default() += share(arm);
            }
        }
        let mut next = Some(G::Joint::places(0));
        while let Some(arms) = next {
            if let Some(child) = pool.known_child(node, arms) {
                let joint = G::Joint::from_fn(acting.len(), |place| pool.move_at(node, place, arms.as_ref()[place]));
                let undo = game.play(joint);
                self.add(pool, child, game, share);
                game.undo(undo);
            }
            next = pool.next_joint(node, arms);
        }
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether it knows no position.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Writes the share of each of these moves of `seat`; they add up to 1.
    pub fn shares(&self, game: &G, seat: Seat, moves: &[G::Move], shares: &mut [f64]) {
        let known = self.weights.get(&(game.key(), seat));
        for (share, mv) in shares.iter_mut().zip(moves) {
            *share = known.and_then(|known| known.get(mv)).copied().unwrap_or(0.0);
        }
        let whole: f64 = shares.iter().sum();
        for share in shares.iter_mut() {
            *share = if whole > 0.0 {
                *share / whole
            } else {
                1.0 / moves.len() as f64
            };
        }
    }
}
