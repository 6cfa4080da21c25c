//! Moves worth a look: of a few hundred the two dozen that capture, attack, flee or develop.

use truel_core::Seat;
use truel_games::RoPaSci;
use truel_games::ropasci::{HexSet, Move, Symbol};
use truel_search::joint::Prune;

/// Keeps the best slides and swings and the best throws by a quick look. Moves onto a token that defeats the moving one, and onto
/// own tokens that it defeats, are kept only where nothing else is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// Slides and swings to keep.
    pub goes: usize,
    /// Throws to keep.
    pub throws: usize,
}

/// What a quick look needs, by symbol of the moving token.
struct Look {
    prey: HexSet,
    near_prey: HexSet,
    far_prey: HexSet,
    danger: HexSet,
    near_danger: HexSet,
    own_prey: HexSet,
}

impl Look {
    fn of(own: &[HexSet; 3], other: &[HexSet; 3], symbol: Symbol) -> Self {
        let (prey, danger) = (symbol.defeated_by().defeated_by().index(), symbol.defeated_by().index());
        let near_prey = other[prey].neighbours();
        Look {
            prey: other[prey],
            near_prey,
            far_prey: near_prey.neighbours(),
            danger: other[danger],
            near_danger: other[danger].neighbours(),
            own_prey: own[prey] | own[danger],
        }
    }

    /// How good it is for a token to land on this hex; `None` where it or an own one would be lost at once.
    fn landing(&self, to: truel_games::ropasci::Hex) -> Option<f32> {
        if self.danger.contains(to) || self.own_prey.contains(to) {
            return None;
        }
        let mut score = 0.0;
        if self.prey.contains(to) {
            score += 10.0;
        }
        if self.near_prey.contains(to) {
            // A token between two others attacks both, and only one of them can flee.
            let attacked = self.prey & HexSet::from(to).neighbours();
            score += 3.0 * attacked.len() as f32;
        } else if self.far_prey.contains(to) {
            score += 1.0;
        }
        if self.near_danger.contains(to) {
            score -= 2.5;
        }
        Some(score)
    }
}

impl Candidates {
    fn keep(scored: &mut Vec<(f32, Move)>, most: usize, out: &mut Vec<Move>) {
        if scored.len() > most {
            scored.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
            scored.truncate(most);
        }
        out.extend(scored.iter().map(|(_, mv)| *mv));
    }
}

impl Prune<RoPaSci> for Candidates {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        let (own, other) = (game.held_by_symbol(seat), game.held_by_symbol(seat.next(2)));
        let looks = Symbol::ALL.map(|symbol| Look::of(&own, &other, symbol));
        let their_zone = game.zone(seat.next(2));
        let (mut goes, mut throws) = (Vec::with_capacity(64), Vec::with_capacity(192));
        for &mv in &moves[start..] {
            match mv {
                Move::Go { from, to } => {
                    let symbol = game.stack(from).symbol.expect("a token stands where it sets off");
                    let look = &looks[symbol.index()];
                    if let Some(mut score) = look.landing(to) {
                        if look.near_danger.contains(from) {
                            score += 2.5;
                        }
                        let nearest = |hex| look.prey.iter().map(|prey| prey.distance(hex)).min();
                        if nearest(to) < nearest(from) {
                            score += 1.0;
                        }
                        goes.push((score, mv));
                    }
                }
                Move::Throw { symbol, to } => {
                    if let Some(mut score) = looks[symbol.index()].landing(to) {
                        if their_zone.contains(to) {
                            score -= 0.5;
                        }
                        let (r, q) = to.coordinates();
                        let forward = if seat == Seat::new(0) { -r } else { r };
                        score += 0.05 * forward as f32 - 0.01 * (2 * q + r).abs() as f32;
                        if own[symbol.index()].is_empty() {
                            score += 0.3;
                        }
                        throws.push((score, mv));
                    }
                }
            }
        }
        if goes.is_empty() && throws.is_empty() {
            return;
        }
        moves.truncate(start);
        Self::keep(&mut goes, self.goes, moves);
        Self::keep(&mut throws, self.throws, moves);
    }
}
