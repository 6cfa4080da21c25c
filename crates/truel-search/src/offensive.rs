//! Offensive search: spend everything on holding one seat, the leader, down.
//!
//! Zuckerman, Felner and Kraus, *Mixing Search Strategies for Multi-Player Games*, 2009. As
//! [max^n](crate::maxn), except that the seat searched for takes, wherever it is to move, what
//! leaves the least for the leader. The others still play for themselves, the leader too.
//!
//! Cost: as max^n. Where the seat and the leader follow each other they are opponents as in
//! minimax, so shallow pruning between them needs no constant sum.

use truel_core::{Payoffs, Seat, TurnBased};

use crate::builders::builders;
use crate::maxn::{self, Goal, Walk, Wishes, deepen};
use crate::{Choice, Limits, Opinion, Search};

/// Max^n in which the seat searched for plays against a leader.
///
/// ```
/// use truel_core::Seat;
/// use truel_games::TicTacToe;
/// use truel_search::offensive::Config;
/// use truel_search::{Indifferent, Limits, Offensive, Search};
///
/// let config = Config::default().with_leader(Seat::new(1));
/// let mut search = Offensive::with_config(Indifferent, config);
/// // X must stop the row below: with two seats, holding the other down is playing for a draw.
/// let game: TicTacToe = "x../oo./x.. x".parse().unwrap();
/// let choice = search.search(&game, Seat::new(0), &Limits::depth(4));
/// assert_eq!(choice.best().to_string(), "c2");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Offensive<O> {
    /// The evaluation of leaves. It also tells who leads.
    pub opinion: O,
    /// How it works.
    pub config: Config,
}

/// How offensive search works.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Whom to hold down. `None` is the other seat with the best evaluation when the search starts,
    /// the first of equals. A search for this seat itself is max^n.
    pub leader: Option<Seat>,
    /// How max^n works.
    pub maxn: maxn::Config,
}

impl Config {
    builders! {
        with_leader(leader: Option<Seat>),
        with_maxn(maxn: maxn::Config),
    }
}

impl<O> Offensive<O> {
    /// The search with this opinion, against whoever leads.
    pub fn new(opinion: O) -> Self {
        Self::with_config(opinion, Config::default())
    }

    /// The search with this opinion and configuration.
    pub fn with_config(opinion: O, config: Config) -> Self {
        Offensive { opinion, config }
    }

    /// Whom a search for `seat` holds down.
    pub fn leader<G: TurnBased>(&self, game: &G, seat: Seat) -> Seat
    where
        O: Opinion<G>,
    {
        self.config.leader.unwrap_or_else(|| {
            let now = self.opinion.evaluate(game);
            let others = Seat::all(G::Payoffs::SEATS).rev().filter(|other| *other != seat);
            // In reverse, since `max_by` takes the last of equals.
            let leader = others.max_by(|a, b| now[*a].total_cmp(&now[*b]));
            leader.expect("there is another seat")
        })
    }
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
    fn search_with(
        &mut self,
        game: &G,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<G>),
    ) -> Choice<G> {
        let wishes = Against {
            seat,
            leader: self.leader(game, seat),
        };
        let config = &self.config.maxn;
        let mut walk = Walk::new(game, seat, &self.opinion, wishes, config, limits);
        deepen(game, seat, limits, config, &self.opinion, &mut walk, on_progress)
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
        let config = Config::default().with_maxn(maxn::Config::plain());
        let mut search = Offensive::with_config(Indifferent, config.with_leader(Seat::new(2)));
        let choice = search.search(&tree, Seat::new(0), &Limits::depth(2));
        assert_eq!(
            (choice.best().to_string().as_str(), choice.value.0),
            ("b", [0.0, 4.0, 1.0])
        );
        search.config.leader = Some(Seat::new(0));
        let choice = search.search(&tree, Seat::new(0), &Limits::depth(2));
        assert_eq!(choice.best().to_string(), "a", "against itself it is max^n");
    }
}
