//! Moves worth a look: of a few hundred the two dozen that capture, attack, flee or develop.

use truel_core::Seat;
use truel_games::RoPaSci;
use truel_games::ropasci::{Hex, HexSet, Move, Symbol};
use truel_search::joint::Prune;

/// Keeps the best slides and swings and the best throws by a quick look. Moves onto a token that
/// defeats the moving one, and onto own tokens that it defeats, are kept only where nothing else is
/// left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// Slides and swings to keep, at least 1.
    pub goes: usize,
    /// Throws to keep, at least 1.
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

    /// How good it is for a token to land on this hex; `None` where it or an own one would be lost
    /// at once.
    fn landing(&self, to: Hex) -> Option<f32> {
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

/// What a quick look at a position needs.
struct Looks {
    looks: [Look; 3],
    own: [HexSet; 3],
    their_zone: HexSet,
    seat: Seat,
}

impl Looks {
    fn of(game: &RoPaSci, seat: Seat) -> Self {
        let (own, other) = (game.held_by_symbol(seat), game.held_by_symbol(seat.next(2)));
        Looks {
            looks: Symbol::ALL.map(|symbol| Look::of(&own, &other, symbol)),
            own,
            their_zone: game.zone(seat.next(2)),
            seat,
        }
    }

    /// To flee and to come nearer to prey is good beside what the landing brings.
    fn go(&self, symbol: Symbol, from: Hex, to: Hex) -> Option<f32> {
        let look = &self.looks[symbol.index()];
        let nearest = |hex| look.prey.iter().map(|prey| prey.distance(hex)).min();
        let flees = if look.near_danger.contains(from) { 2.5 } else { 0.0 };
        let nears = if nearest(to) < nearest(from) { 1.0 } else { 0.0 };
        look.landing(to).map(|score| score + flees + nears)
    }

    /// Out of reach of the other's throws, far forward, in the middle, and with a symbol that is
    /// missing: all better.
    fn throw(&self, symbol: Symbol, to: Hex) -> Option<f32> {
        let (r, q) = to.coordinates();
        let forward = if self.seat == Seat::new(0) { -r } else { r };
        let exposed = if self.their_zone.contains(to) { 0.5 } else { 0.0 };
        let missing = if self.own[symbol.index()].is_empty() { 0.3 } else { 0.0 };
        let place = 0.05 * forward as f32 - 0.01 * (2 * q + r).abs() as f32;
        let landing = self.looks[symbol.index()].landing(to);
        landing.map(|score| score + place + missing - exposed)
    }
}

/// Moves with their scores, in memory that needs no allocation: a seat has at most 183 throws and
/// 162 slides and swings.
pub(super) struct Scored {
    list: [(f32, Option<Move>); 184],
    length: usize,
}

impl Scored {
    pub(super) fn new() -> Self {
        Scored {
            list: [(0.0, None); 184],
            length: 0,
        }
    }

    pub(super) fn note(&mut self, score: Option<f32>, mv: Move) {
        if let Some(score) = score {
            self.list[self.length] = (score, Some(mv));
            self.length += 1;
        }
    }

    /// Appends the best.
    pub(super) fn keep(&mut self, most: usize, out: &mut Vec<Move>) {
        let list = &mut self.list[..self.length];
        if most < list.len() {
            list.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0));
        }
        out.extend(list.iter().take(most).filter_map(|(_, mv)| *mv));
    }
}

impl Prune<RoPaSci> for Candidates {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        let looks = Looks::of(game, seat);
        let (mut goes, mut throws) = (Scored::new(), Scored::new());
        for &mv in &moves[start..] {
            match mv {
                Move::Go { from, to } => {
                    let symbol = game.stack(from).symbol.expect("a token stands where it sets off");
                    goes.note(looks.go(symbol, from, to), mv);
                }
                Move::Throw { symbol, to } => throws.note(looks.throw(symbol, to), mv),
            }
        }
        if goes.length + throws.length > 0 {
            moves.truncate(start);
            goes.keep(self.goes, moves);
            throws.keep(self.throws, moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use truel_core::Game;

    use super::*;

    fn kept(candidates: Candidates, text: &str) -> Vec<String> {
        let game: RoPaSci = text.parse().expect("a position");
        let mut moves = Vec::new();
        game.moves(Seat::new(0), &mut moves);
        candidates.prune(&game, Seat::new(0), &mut moves, 0);
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn captures_come_first_and_nothing_is_given_away() {
        // Upper's rock on 2,0 next to scissors on 1,0 and a paper on 2,1; scissors on 4,0 within a
        // throw.
        let text = "4s/6/4Rp1/4s3/9/8/7/6/5 2,4 9 -";
        assert_eq!(kept(Candidates { goes: 1, throws: 1 }, text)[0], "2,0>1,0");
        let all = kept(Candidates { goes: 99, throws: 99 }, text);
        assert!(all.contains(&"r@4,0".to_owned()) && all.contains(&"s@2,1".to_owned()));
        // Onto the paper, or paper onto the own rock.
        for loss in ["2,0>2,1", "r@2,1", "p@2,0"] {
            assert!(!all.contains(&loss.to_owned()), "{loss}");
        }
    }

    #[test]
    fn a_move_stays_where_all_are_bad() {
        // Two rocks in the corner, papers on all three hexes around it, no throws left.
        let list = kept(Candidates { goes: 9, throws: 9 }, "[RR]p3/pp4/7/8/9/8/7/6/5 9,8 40 -");
        assert_eq!(list.len(), 3);
    }
}
