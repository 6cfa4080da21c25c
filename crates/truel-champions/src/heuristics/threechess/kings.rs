//! Kings before material: who takes the first king wins, so what matters most is whose king can be
//! taken next.

use truel_core::{BySeat, Evaluate, Game, Phase, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::{Cell, Kind, Move};
use truel_search::{AlphaBetaOpinion, Opinion};

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
    /// Points for each step that a pawn has come nearer to its promotion.
    pub pawn: f32,
    /// Points for each row that a knight, bishop, rook or queen stands off the back rank.
    pub active: f32,
    /// Points for a king on its own back rank.
    pub home: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            half: 40.0,
            captured: 1.0,
            taken: 0.95,
            hanging: 0.7,
            check: 0.2,
            pawn: 0.1,
            active: 0.1,
            home: 1.0,
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
        let points: BySeat<f32, 3> = BySeat::from_fn(|seat| self.points(game, seat));
        let mean = points.0.iter().sum::<f32>() / 3.0;
        let leads = BySeat::<f32, 3>::from_fn(|seat| points[seat] - mean);
        let largest = leads.0.iter().fold(0.0f32, |most, lead| most.max(lead.abs()));
        BySeat::from_fn(|seat| leads[seat] / (largest + self.weights.half))
    }

    /// What a seat has on the board and has captured, and how its pieces stand.
    fn points(&self, game: &ThreeChess, seat: Seat) -> f32 {
        let standing = f32::from(game.standing(seat));
        let captured = f32::from(game.score(seat)) - standing;
        let places: f32 = game
            .pieces_of(seat)
            .map(|(cell, kind)| self.place(seat, cell, kind))
            .sum();
        standing + self.weights.captured * captured + places
    }

    fn place(&self, seat: Seat, cell: Cell, kind: Kind) -> f32 {
        let (row, at_home) = (cell.row(), cell.section() == seat.index());
        match kind {
            Kind::Pawn if at_home => self.weights.pawn * (row as f32 - 1.0),
            // A whole file has eight rows, the last of which promotes.
            Kind::Pawn => self.weights.pawn * (6.0 - row as f32),
            Kind::King if at_home && row == 0 => self.weights.home,
            Kind::King => 0.0,
            _ => self.weights.active * row as f32,
        }
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
}

impl AlphaBetaOpinion<ThreeChess> for Kings {
    type LineState = ();

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

    /// Red's queen on the file of Blue's king: the fewer moves come before Red's, the worse for
    /// Blue.
    #[test]
    fn a_king_in_reach_is_as_good_as_taken() {
        let board = "4bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/3rQ4";
        let value = |turn: &str| Kings::default().evaluate(&read(&format!("{board} {turn} 36,36,36"))).0;
        let [blue, green, red] = value("r");
        assert_eq!((blue, green, red), (-0.95, 0.0, 0.95), "the queen takes the king");
        assert!(
            value("g")[0] > blue && value("g")[0] < -0.3,
            "only Green's move comes before"
        );
        assert!(value("b")[0] > value("g")[0], "Blue to move can get away");
    }
}
