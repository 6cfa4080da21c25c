//! RoPaSci 360: tokens and throws first; the other modules are for champions and their sparring
//! partners.

pub mod candidates;
pub mod driven;
pub mod pursuit;
pub mod restless;
pub mod shortlist;
pub mod signs;
pub mod trained;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::{Move, Symbol, THROWS};
use truel_search::{AlphaBetaOpinion, Opinion};

/// Tokens on the board and throws left, a throw counting a little more because it can land
/// anywhere.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tokens;

impl Tokens {
    fn material(game: &RoPaSci, seat: Seat) -> f32 {
        let tokens: u8 = Symbol::ALL.iter().map(|symbol| game.tokens(seat, *symbol)).sum();
        f32::from(tokens) + 1.2 * f32::from(THROWS - game.throws_used(seat))
    }
}

impl Evaluate<RoPaSci> for Tokens {
    fn evaluate(&self, game: &RoPaSci) -> BySeat<f32, 2> {
        crate::heuristics::two_seats(
            Self::material(game, Seat::new(0)) - Self::material(game, Seat::new(1)),
            2.0,
        )
    }
}

impl Opinion<RoPaSci> for Tokens {
    /// Landing where something stands that the token defeats, before everything else; never onto
    /// what defeats it.
    fn rank(&self, game: &RoPaSci, seat: Seat, mv: Move) -> f32 {
        let symbol = match mv {
            Move::Throw { symbol, .. } => Some(symbol),
            Move::Go { from, .. } => game.stack(from).symbol,
        };
        let target = game.stack(mv.to());
        let count = |seat: Seat| f32::from(target.tokens[seat]);
        let throw = if matches!(mv, Move::Throw { .. }) { 0.2 } else { 0.0 };
        match (symbol, target.symbol) {
            (Some(own), Some(there)) if there.defeated_by() == own => count(seat.next(2)) - count(seat) - throw,
            (Some(own), Some(there)) if own.defeated_by() == there => -1.0 - throw,
            _ => -throw,
        }
    }
}

impl AlphaBetaOpinion<RoPaSci> for Tokens {
    type LineState = ();
}
