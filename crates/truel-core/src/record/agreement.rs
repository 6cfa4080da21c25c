//! Results that everybody agreed on.

use crate::{Info, Seat};

/// A result that everybody at the table agreed on before the rules ended the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Nobody wins.
    Draw,
    /// This seat wins.
    Win(Seat),
}

impl Agreement {
    /// The reason of the result.
    pub const fn reason(self) -> &'static str {
        match self {
            Agreement::Draw => "agreed-draw",
            Agreement::Win(_) => "agreed-win",
        }
    }

    /// What everybody gets: the best payoff for a winner, and for the others an equal share of what
    /// is left.
    pub fn payoff(self, game: &Info) -> Vec<f32> {
        let seats = game.seats.len();
        let Agreement::Win(winner) = self else {
            return vec![game.draw; seats];
        };
        let rest = game
            .sum
            .map_or(game.bounds.low, |sum| (sum - game.bounds.high) / (seats as f32 - 1.0));
        let mut payoff = vec![rest; seats];
        payoff[winner.index()] = game.bounds.high;
        payoff
    }

    /// The agreement that a record's reason names. The seat that got most is the winner.
    pub(crate) fn from_result(reason: &str, payoff: &[f32]) -> Option<Self> {
        let most = (0..payoff.len()).max_by(|a, b| payoff[*a].total_cmp(&payoff[*b]));
        [Some(Agreement::Draw), most.map(|seat| Agreement::Win(Seat::new(seat)))]
            .into_iter()
            .flatten()
            .find(|agreement| agreement.reason() == reason)
    }
}
