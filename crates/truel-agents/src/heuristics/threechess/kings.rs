//! Kings before material: who takes the first king wins, so what matters most is whose king can be taken next.

use truel_core::{BySeat, Evaluate, Game, Phase, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::Move;
use truel_search::Opinion;

use super::Score;

/// How much each feature counts; payoffs run from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Points of lead that are worth half a win.
    pub half: f32,
    /// The share of captured points in the score; points on the board count in full.
    pub captured: f32,
    /// A king that the seat to move can take.
    pub taken: f32,
    /// A king of another that the seat after it can take.
    pub hanging: f32,
    /// A king of the seat to move that somebody attacks.
    pub check: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            half: 40.0,
            captured: 1.0,
            taken: 0.95,
            hanging: 0.4,
            check: 0.1,
        }
    }
}

/// The lead in points, and which kings are in danger.
#[derive(Clone, Copy, Default, Debug)]
pub struct Kings {
    /// What counts how much.
    pub weights: Weights,
}

impl Kings {
    /// What one seat loses to another.
    fn shift(values: &mut BySeat<f32, 3>, loser: Seat, winner: Seat, share: f32) {
        values[winner] += share * (1.0 - values[winner]);
        values[loser] -= share * (1.0 + values[loser]);
    }

    fn material(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        let points = |seat: Seat| {
            let standing = f32::from(game.standing(seat));
            standing + self.weights.captured * (f32::from(game.score(seat)) - standing)
        };
        let points: BySeat<f32, 3> = BySeat::from_fn(points);
        let mean = points.0.iter().sum::<f32>() / 3.0;
        let leads = BySeat::<f32, 3>::from_fn(|seat| points[seat] - mean);
        let largest = leads.0.iter().fold(0.0f32, |most, lead| most.max(lead.abs()));
        BySeat::from_fn(|seat| leads[seat] / (largest + self.weights.half))
    }
}

impl Evaluate<ThreeChess> for Kings {
    fn evaluate(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        let Phase::Act(seats) = game.phase() else {
            return self.material(game);
        };
        let mover = seats.first();
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        for prey in [next, last] {
            if game.attacks(mover, game.king_of(prey)) {
                let mut values = BySeat([0.0; 3]);
                (values[mover], values[prey]) = (self.weights.taken, -self.weights.taken);
                return values;
            }
        }
        let mut values = self.material(game);
        if game.attacks(next, game.king_of(last)) {
            Self::shift(&mut values, last, next, self.weights.hanging);
        }
        for attacker in [next, last] {
            if game.attacks(attacker, game.king_of(mover)) {
                Self::shift(&mut values, mover, attacker, self.weights.check);
            }
        }
        balance(values)
    }
}

/// The same with a sum of nought, still between -1 and 1.
fn balance(values: BySeat<f32, 3>) -> BySeat<f32, 3> {
    let mean = values.0.iter().sum::<f32>() / 3.0;
    let centred = BySeat::<f32, 3>::from_fn(|seat| values[seat] - mean);
    let largest = centred.0.iter().fold(1.0f32, |most, value| most.max(value.abs()));
    BySeat::from_fn(|seat| centred[seat] / largest)
}

impl Opinion<ThreeChess> for Kings {
    #[inline]
    fn rank(&self, game: &ThreeChess, seat: Seat, mv: Move) -> f32 {
        Score.rank(game, seat, mv)
    }

    #[inline]
    fn is_noisy(&self, game: &ThreeChess, seat: Seat, mv: Move) -> bool {
        Score.is_noisy(game, seat, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ThreeChess {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Green's queen on the king's file: whoever is to move decides whose problem that is.
    #[test]
    fn a_king_in_reach_is_as_good_as_taken() {
        let board = "4bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/3gQ4";
        let value = |turn: &str| Kings::default().evaluate(&read(&format!("{board} {turn} 0,0,0"))).0;
        let [blue, green, _] = value("g");
        assert_eq!((blue, green), (-0.95, 0.95), "the queen takes the king");
        assert!(value("b")[0] > -0.5, "Blue to move can get away");
        assert!(
            value("r")[0] < value("b")[0],
            "Red's move comes between, and Blue's does not"
        );
    }
}
