//! How a match ends: five conditions, asked in order after every turn.

use truel_core::{BySeat, Payoffs, Seat};

use super::tokens::Material;
use super::{LONGEST, LOWER, OCCURRENCES, RoPaSci, UPPER};

/// The word for a draw because a position came again.
pub(super) const REPETITION: &str = "repetition";

/// Which of the five conditions holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    NoTokens,
    BothInvincible,
    InvincibleVersusOne,
    Repetition,
    MaxTurns,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    condition: Condition,
    winner: Option<Seat>,
}

impl End {
    #[inline]
    const fn draw(condition: Condition) -> Self {
        End {
            condition,
            winner: None,
        }
    }

    #[inline]
    const fn win(condition: Condition, seat: Seat) -> Self {
        End {
            condition,
            winner: Some(seat),
        }
    }

    /// Conditions 1 to 3, which depend on nothing but tokens and throws.
    #[inline]
    pub(super) fn by_material(material: &Material) -> Option<Self> {
        let may_throw = [UPPER, LOWER].map(|seat| material.has_throws(seat));
        if may_throw == [true, true] {
            return None;
        }
        let is_out = |seat| !material.has_throws(seat) && material.token_count(seat) == 0;
        match [UPPER, LOWER].map(is_out) {
            [true, true] => return Some(End::draw(Condition::NoTokens)),
            [true, false] => return Some(End::win(Condition::NoTokens, LOWER)),
            [false, true] => return Some(End::win(Condition::NoTokens, UPPER)),
            [false, false] => {}
        }
        let is_down_to_one = |seat| !material.has_throws(seat) && material.token_count(seat) == 1;
        match [UPPER, LOWER].map(|seat| material.is_invincible(seat)) {
            [true, true] => Some(End::draw(Condition::BothInvincible)),
            [true, false] if is_down_to_one(LOWER) => Some(End::win(Condition::InvincibleVersusOne, UPPER)),
            [false, true] if is_down_to_one(UPPER) => Some(End::win(Condition::InvincibleVersusOne, LOWER)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn payoffs(self) -> BySeat<f32, 2> {
        match self.winner {
            Some(seat) => Payoffs::one_against(seat, 1.0, 0.0),
            None => Payoffs::all(0.5),
        }
    }

    pub(super) fn reason(self) -> &'static str {
        match self.condition {
            Condition::NoTokens => "no-tokens",
            Condition::BothInvincible => "both-invincible",
            Condition::InvincibleVersusOne => "invincible-vs-one",
            Condition::Repetition => REPETITION,
            Condition::MaxTurns => "max-turns",
        }
    }

    /// The result as the original referee announced it.
    pub(super) fn announcement(self) -> &'static str {
        match (self.winner, self.condition) {
            (Some(UPPER), _) => "winner: upper",
            (Some(_), _) => "winner: lower",
            (None, Condition::NoTokens) => "draw: no remaining tokens or throws",
            (None, Condition::BothInvincible) => "draw: both players have an invincible token",
            (None, Condition::Repetition) => "draw: same game state occurred for 3rd time",
            (None, _) => "draw: maximum number of turns reached",
        }
    }

    /// The end with the seats exchanged.
    pub(super) fn mirrored(self) -> Self {
        End {
            winner: self.winner.map(|seat| seat.next(2)),
            ..self
        }
    }
}

impl RoPaSci {
    /// Conditions 4 and 5: the third time of one position, the last turn.
    #[inline]
    pub(super) fn end_by_length(&self) -> Option<End> {
        if self.history.has_occurred(OCCURRENCES) {
            Some(End::draw(Condition::Repetition))
        } else if self.turn == LONGEST {
            Some(End::draw(Condition::MaxTurns))
        } else {
            None
        }
    }
}
