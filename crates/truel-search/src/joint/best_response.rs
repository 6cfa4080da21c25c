//! How much a policy gives away: best responses and exploitability, exact over the whole tree.
//!
//! A policy is a function that writes the shares of a seat's moves at a position. A seat that knows
//! its opponent's policy plays a game against chance: at each node it takes the move with the best
//! mean. What that earns above the value of the game is what the policy gives away. Cost: every
//! joint sequence to the end; for small games.

use truel_core::{Game, Payoffs, Phase, Seat};

use crate::{Indifferent, Limits};

use super::prune::Everything;
use super::walk::{Cell, Walk};

/// What best responses earn against a policy that plays both seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploit {
    /// What each seat gets by its best response to the policy of the other.
    pub best: [f64; 2],
    /// What both together gain above the constant sum (NashConv): 0 for an equilibrium.
    pub gain: f64,
}

impl Exploit {
    /// Exploitability: the mean gain of a seat.
    pub fn exploitability(&self) -> f64 {
        self.gain / 2.0
    }
}

/// What `seat` gets by a best response to what `policy` lets the other seat play.
///
/// `policy(position, seat, moves, shares)` writes the shares of that seat's moves, which add up
/// to 1.
pub fn best_response<G: Game>(game: &G, seat: Seat, policy: &mut impl FnMut(&G, Seat, &[G::Move], &mut [f64])) -> f64 {
    let mut walk = Walk::new(game, seat, &Indifferent, &Everything, &Limits::default());
    respond(&mut walk, policy, &mut Vec::new())
}

/// `shares` holds those of all open nodes.
fn respond<G: Game>(
    walk: &mut Walk<'_, G, Indifferent, Everything>,
    policy: &mut impl FnMut(&G, Seat, &[G::Move], &mut [f64]),
    shares: &mut Vec<f64>,
) -> f64 {
    let acting = match walk.game.phase() {
        Phase::Over(payoffs) => return payoffs[walk.seat].into(),
        Phase::Act(acting) => acting,
    };
    let frame = walk.open();
    let base = shares.len();
    shares.resize(base + frame.cols, 1.0);
    if let Some(other) = acting.iter().find(|other| *other != walk.seat) {
        policy(&walk.game, other, walk.lists(frame).1, &mut shares[base..]);
    }
    let mut best = f64::NEG_INFINITY;
    for row in 0..frame.rows {
        let mut mean = 0.0;
        for col in 0..frame.cols {
            let share = shares[base + col];
            if share > 0.0 {
                let value = walk.below(frame, Cell { row, col }, |walk| Some(respond(walk, policy, shares)));
                mean += share * value.expect("a response looks at everything");
            }
        }
        best = best.max(mean);
    }
    shares.truncate(base);
    walk.close(frame);
    best
}

/// What a policy that plays both seats gives away. `None` where the game has no constant sum or not
/// two seats: then no single number says it.
pub fn exploit<G: Game>(game: &G, policy: &mut impl FnMut(&G, Seat, &[G::Move], &mut [f64])) -> Option<Exploit> {
    let sum = G::INFO.sum.filter(|_| G::Payoffs::SEATS == 2)?;
    let best = [0, 1].map(|seat| best_response(game, Seat::new(seat), policy));
    Some(Exploit {
        best,
        gain: best[0] + best[1] - f64::from(sum),
    })
}
