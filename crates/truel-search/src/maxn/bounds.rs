//! What seats want, and when that rules a branch out.

use truel_core::{Bounds, Game, Payoffs, Rng, Seat};

use super::config::{Promise, Pruning};

/// What the seat to move looks for in a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// As much as possible for this seat.
    Raise(Seat),
    /// As little as possible for this seat.
    Lower(Seat),
}

impl Goal {
    /// The seat whose payoff matters.
    #[inline]
    pub(crate) fn seat(self) -> Seat {
        match self {
            Goal::Raise(seat) | Goal::Lower(seat) => seat,
        }
    }

    /// How well a payoff of [`seat`](Goal::seat) serves the goal.
    #[inline]
    pub(crate) fn score_of(self, payoff: f32) -> f32 {
        match self {
            Goal::Raise(_) => payoff,
            Goal::Lower(_) => -payoff,
        }
    }

    /// How well a value serves the goal; larger is better.
    #[inline]
    pub(crate) fn score(self, value: &impl Payoffs) -> f32 {
        self.score_of(value[self.seat()])
    }
}

/// What a node already has, and what a child must do to be chosen there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guard {
    pub(crate) goal: Goal,
    /// The best score so far, minus infinity before the first.
    pub(crate) score: f32,
    /// Whether an equal score is as good as a better one.
    pub(crate) welcomes_ties: bool,
}

impl Guard {
    /// Whether the node has nothing yet.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.score == f32::NEG_INFINITY
    }

    /// Whether the node would choose something of this score.
    #[inline]
    pub(crate) fn takes_score(&self, score: f32) -> bool {
        score > self.score || (self.welcomes_ties && score == self.score)
    }

    /// Whether the node would choose this value.
    #[inline]
    pub(crate) fn takes(&self, value: &impl Payoffs) -> bool {
        self.takes_score(self.goal.score(value))
    }
}

/// The best child of a node so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<P> {
    pub(crate) value: Option<P>,
    score: f32,
    place: usize,
    /// How many children have this score.
    ties: u32,
}

impl<P: Payoffs> Best<P> {
    pub(crate) fn new() -> Self {
        Best {
            value: None,
            score: f32::NEG_INFINITY,
            place: 0,
            ties: 0,
        }
    }

    #[inline]
    pub(crate) fn score(&self) -> f32 {
        self.score
    }

    /// What the child at `place` meets.
    #[inline]
    pub(crate) fn guard(&self, goal: Goal, place: usize, is_random: bool) -> Guard {
        Guard {
            goal,
            score: self.score,
            welcomes_ties: is_random || place < self.place,
        }
    }

    /// Takes the value of the child at `place` if it is better, or equal and before the other, or
    /// equal and lucky. Returns whether it did.
    #[inline]
    pub(crate) fn improves(&mut self, value: P, goal: Goal, place: usize, luck: Option<&mut Rng>) -> bool {
        let score = goal.score(&value);
        if score < self.score {
            return false;
        }
        let is_better = score > self.score || self.value.is_none();
        self.ties = if is_better { 1 } else { self.ties + 1 };
        let wins_tie = || luck.map_or(place < self.place, |rng| rng.below(self.ties) == 0);
        let is_taken = is_better || wins_tie();
        if is_taken {
            (self.value, self.score, self.place) = (Some(value), score, place);
        }
        is_taken
    }
}

/// The pruning rules with the numbers they need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pruning: Pruning,
    bounds: Bounds,
    /// What all seats together can have above the least payoff; infinite where no sum is known.
    spoils: f64,
}

impl Rules {
    /// The rules that hold for searches that begin at `game`: `pruning`, or as much of it as the
    /// promise carries.
    pub(crate) fn of<G: Game>(pruning: Pruning, promise: Promise, game: &G) -> Self {
        let seats = G::Payoffs::SEATS;
        let live = Seat::all(seats).filter(|&seat| !game.is_out(seat)).count();
        let above = |most: f32, seats: usize, low: f32| f64::from(most) - seats as f64 * f64::from(low);
        let (bounds, spoils) = match promise {
            Promise::Within { bounds, most } => (bounds, above(most, live, bounds.low)),
            Promise::Game => {
                let Bounds { low, .. } = G::INFO.bounds;
                let spoils = G::INFO.sum.map_or(f64::INFINITY, |sum| above(sum, seats, low));
                (G::INFO.bounds, spoils)
            }
        };
        Rules {
            pruning,
            bounds,
            spoils,
        }
    }

    /// Immediate pruning: whether no value can score more.
    #[inline]
    pub(crate) fn is_ideal(&self, goal: Goal, score: f32) -> bool {
        let most = match goal {
            Goal::Raise(_) => self.bounds.high,
            Goal::Lower(_) => -self.bounds.low,
        };
        self.pruning >= Pruning::Immediate && score >= most
    }

    /// Shallow pruning: whether the node above will not choose a node whose seat has `score`
    /// already.
    ///
    /// With `a` what the seat above has and `b` what the seat here has, any value from here gives
    /// the seat above at most the sum less `b`. If it does not take that, it stays with `a`. Two
    /// seats with opposite goals need no sum.
    #[inline]
    pub(crate) fn shuts(&self, above: Guard, goal: Goal, score: f32) -> bool {
        if self.pruning < Pruning::Shallow || above.is_open() {
            return false;
        }
        match (above.goal, goal) {
            (Goal::Raise(a), Goal::Raise(b)) if a != b => {
                self.is_shared_out(self.excess(above.score) + self.excess(score), above)
            }
            (Goal::Raise(a), Goal::Lower(b)) | (Goal::Lower(a), Goal::Raise(b)) if a == b => !above.takes_score(-score),
            _ => false,
        }
    }

    /// Last-branch and speculative pruning: whether what three different seats in a row have leaves
    /// nothing that all of them prefer. The top one needs something to stay with.
    #[inline]
    pub(crate) fn shuts_three(&self, top: Guard, above: Guard, goal: Goal, score: f32) -> bool {
        let (Goal::Raise(a), Goal::Raise(b), Goal::Raise(c)) = (top.goal, above.goal, goal) else {
            return false;
        };
        let middle = if above.is_open() { 0.0 } else { self.excess(above.score) };
        let held = self.excess(top.score) + middle + self.excess(score);
        a != b && b != c && a != c && self.is_shared_out(held, top)
    }

    /// Whether nothing is left for `top` to take when all hold so much together.
    #[inline]
    fn is_shared_out(&self, held: f64, top: Guard) -> bool {
        held > self.spoils || (held == self.spoils && !top.welcomes_ties)
    }

    /// Which branches of a middle seat may be left for the sake of the seat above it.
    #[inline]
    pub(crate) fn may_doubt(&self, is_last: bool) -> bool {
        match self.pruning {
            Pruning::Speculative => true,
            Pruning::LastBranch => is_last,
            _ => false,
        }
    }

    #[inline]
    fn excess(&self, score: f32) -> f64 {
        f64::from(score) - f64::from(self.bounds.low)
    }

    /// Whether a leaf keeps the promise, as far as a single leaf shows it.
    pub(crate) fn is_kept_by(&self, value: &impl Payoffs, live: impl Fn(Seat) -> bool) -> bool {
        let room = 1e-4 * (self.bounds.high - self.bounds.low);
        let is_in = |payoff: &f32| (self.bounds.low - room..=self.bounds.high + room).contains(payoff);
        let seats = Seat::all(value.as_slice().len());
        let total: f64 = seats
            .filter(|&seat| live(seat))
            .map(|seat| self.excess(value[seat]))
            .sum();
        self.pruning == Pruning::None || (value.as_slice().iter().all(is_in) && total <= self.spoils + f64::from(room))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::doc::Nim;

    fn raise(seat: usize, score: f32) -> Guard {
        Guard {
            goal: Goal::Raise(Seat::new(seat)),
            score,
            welcomes_ties: false,
        }
    }

    /// Three seats share ten.
    const TEN: Rules = Rules {
        pruning: Pruning::Speculative,
        bounds: Bounds { low: 0.0, high: 10.0 },
        spoils: 10.0,
    };

    #[test]
    fn a_seat_that_leaves_too_little_for_the_one_above_is_shut_out() {
        let goal = Goal::Raise(Seat::new(1));
        assert!(TEN.shuts(raise(0, 6.0), goal, 4.0));
        assert!(!TEN.shuts(raise(0, 6.0), goal, 3.0));
        assert!(!TEN.shuts(raise(1, 6.0), goal, 9.0), "one seat moving twice");
        let tied = Guard {
            welcomes_ties: true,
            ..raise(0, 6.0)
        };
        assert!(!TEN.shuts(tied, goal, 4.0) && TEN.shuts(tied, goal, 4.5));
        assert!(!TEN.shuts(raise(0, f32::NEG_INFINITY), goal, 10.0));
    }

    #[test]
    fn opposite_goals_need_no_sum() {
        let rules = Rules {
            spoils: f64::INFINITY,
            ..TEN
        };
        let above = Guard {
            goal: Goal::Lower(Seat::new(1)),
            score: -4.0,
            welcomes_ties: false,
        };
        assert!(rules.shuts(above, Goal::Raise(Seat::new(1)), 5.0));
        assert!(!rules.shuts(above, Goal::Raise(Seat::new(1)), 3.0));
        assert!(!rules.shuts(above, Goal::Raise(Seat::new(2)), 10.0));
    }

    #[test]
    fn three_seats_are_shut_out_by_what_they_have_together() {
        let goal = Goal::Raise(Seat::new(2));
        assert!(TEN.shuts_three(raise(0, 5.0), raise(1, 3.0), goal, 2.0));
        assert!(!TEN.shuts_three(raise(0, 5.0), raise(1, 3.0), goal, 1.0));
        assert!(!TEN.shuts_three(raise(0, 5.0), raise(0, 3.0), goal, 2.0));
    }

    #[test]
    fn a_game_without_a_sum_is_pruned_at_once_or_not_at_all() {
        let mut rules = Rules::of(Pruning::Speculative, Promise::Game, &Nim::default());
        assert!(rules.is_ideal(Goal::Raise(Seat::new(0)), Nim::INFO.bounds.high));
        rules.spoils = f64::INFINITY;
        assert!(!rules.shuts(raise(0, 10.0), Goal::Raise(Seat::new(1)), 10.0));
    }
}
