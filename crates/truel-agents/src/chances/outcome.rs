//! How a match can end.

use serde::{Deserialize, Serialize};
use truel_core::{AnyGame, Info};

/// Numbers closer than this are the same payoff.
const SAME: f32 = 1e-3;

/// One way in which a match can end: what each seat gets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The payoff of each seat.
    pub payoffs: Vec<f32>,
    /// What the game counts that for in tables, 0 to 1 for each seat.
    pub points: Vec<f32>,
}

impl Outcome {
    /// The outcome with these payoffs.
    pub fn new(table: &dyn AnyGame, payoffs: Vec<f32>) -> Self {
        Outcome {
            points: table.points(&payoffs),
            payoffs,
        }
    }

    /// Whether `seat` gets everything.
    pub fn is_win(&self, seat: usize) -> bool {
        self.points[seat] >= 1.0 - SAME
    }

    /// Whether `seat` gets nothing.
    pub fn is_loss(&self, seat: usize) -> bool {
        self.points[seat] <= SAME
    }

    /// Whether the seats get just these payoffs.
    pub fn pays(&self, payoffs: &[f32]) -> bool {
        is_same(&self.payoffs, payoffs)
    }

    /// Whether these points are those of the outcome. Payoffs that are worth the same points are
    /// one outcome.
    pub fn scores(&self, points: &[f32]) -> bool {
        is_same(&self.points, points)
    }
}

fn is_same(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME)
}

/// The outcomes that a game's bounds suggest: somebody wins, somebody loses, or it is a draw.
///
/// With two seats one wins and the other loses. With more, either one loses to the winner and the
/// others are left out of it, where such payoffs have the game's sum, or everybody loses to the
/// winner.
pub fn usual_outcomes(table: &dyn AnyGame) -> Vec<Outcome> {
    let Info {
        seats,
        bounds,
        sum,
        draw,
        ..
    } = table.info();
    let seats = seats.len();
    let duel = bounds.high + bounds.low + *draw * (seats as f32 - 2.0);
    let is_duel = seats == 2 || sum.is_some_and(|sum| (sum - duel).abs() <= SAME);
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut add = |payoffs: Vec<f32>| {
        let outcome = Outcome::new(table, payoffs);
        if outcomes.iter().all(|known| !known.scores(&outcome.points)) {
            outcomes.push(outcome);
        }
    };
    for winner in 0..seats {
        for loser in (0..seats).filter(|loser| *loser != winner) {
            let payoff = |seat: usize| match seat {
                _ if seat == winner => bounds.high,
                _ if !is_duel || seat == loser => bounds.low,
                _ => *draw,
            };
            add((0..seats).map(payoff).collect());
        }
    }
    add(vec![*draw; seats]);
    outcomes
}
