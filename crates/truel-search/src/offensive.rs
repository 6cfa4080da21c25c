//! Offensive search: spend everything on holding one seat, the leader, down.
//!
//! Zuckerman, Felner and Kraus, *Mixing Search Strategies for Multi-Player Games*, 2009. As [max^n](crate::maxn), except that
//! the seat searched for takes, wherever it is to move, what leaves the least for the leader. The others still play
//! for themselves, the leader too.
//!
//! Cost: as max^n. Where the seat and the leader follow each other they are opponents as in minimax, so shallow pruning between
//! them needs no constant sum.

use truel_core::{Seat, TurnBased};

use crate::maxn::{Goal, MaxNConfig, Walk, Wishes, deepen};
use crate::{Choice, Limits, Opinion, Search};

/// Max^n in which the seat searched for plays against `leader`.
///
/// Asked to search for the leader itself, it is max^n.
#[derive(Clone, Debug)]
pub struct Offensive<O> {
    /// What leaves are worth.
    pub opinion: O,
    /// Whom to hold down.
    pub leader: Seat,
    /// How it works.
    pub config: MaxNConfig,
}

/// `seat` lowers the leader's payoff; the rest raise their own.
#[derive(Clone, Copy)]
struct Against {
    seat: Seat,
    leader: Seat,
}

impl Wishes for Against {
    #[inline]
    fn goal(self, mover: Seat) -> Goal {
        if mover == self.seat && mover != self.leader {
            Goal::Lower(self.leader)
        } else {
            Goal::Raise(mover)
        }
    }
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for Offensive<O> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let wishes = Against {
            seat,
            leader: self.leader,
        };
        let mut walk = Walk::new(game, seat, &self.opinion, wishes, &self.config, limits);
        deepen(game, seat, limits, &self.config, &self.opinion, &mut walk, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Indifferent;
    use truel_testkit::tree::Tree;

    #[test]
    fn it_takes_what_leaves_the_leader_least_and_the_others_what_is_best_for_them() {
        // The second seat answers for itself: 5 and 4. The leader, the third, gets 3 and 1.
        let tree: Tree<3> = "1(2(<9 5 3> <0 4 0>) 2(<0 4 1> <9 3 0>))".parse().expect("a tree");
        let config = MaxNConfig::plain();
        let mut search = Offensive {
            opinion: Indifferent,
            leader: Seat::new(2),
            config,
        };
        let choice = search.search(&tree, Seat::new(0), &Limits::depth(2), &mut |_| ());
        assert_eq!(
            (choice.best().to_string().as_str(), choice.value.0),
            ("b", [0.0, 4.0, 1.0])
        );
        search.leader = Seat::new(0);
        let choice = search.search(&tree, Seat::new(0), &Limits::depth(2), &mut |_| ());
        assert_eq!(choice.best().to_string(), "a", "against itself it is max^n");
    }
}
