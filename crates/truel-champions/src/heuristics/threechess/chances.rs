//! Who takes the first king and who loses his: chances, by weights that were fitted to results.
//!
//! Two softmaxes over the seats, one for who wins and one for who loses. What counts for a seat in
//! each of them is a sum over its men, where they stand, who stands beside its king, and which
//! kings are attacked in which order of turns. Men and places are kept up from move to move
//! ([`Standing`]); the rest is seen at a glance.
//!
//! That is what the searching seat thinks of its own prospects. The others are taken for seats that
//! look to their own points, which is what most do and what they can be held to.

use truel_core::{BySeat, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::{Cell, Kind, Move};

use super::threats::Attacks;

/// How much each feature of a seat counts in a softmax.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each pawn, knight, bishop, rook and queen.
    men: [f32; 5],
    /// Each step that a pawn has come nearer to its promotion.
    step: f32,
    /// Each row that a knight, bishop, rook or queen stands off the back rank.
    row: f32,
    /// A king on its own back rank.
    home: f32,
    /// Each own piece next to the own king.
    beside: f32,
    /// The king of the last seat is attacked by the next: what it counts for both.
    hanging: Attack,
    /// The king of the seat to move is attacked by the next seat.
    check: Attack,
    /// The king of the seat to move is attacked by the last seat.
    far_check: Attack,
    /// To be the seat to move.
    mover: f32,
    /// To be the seat after it.
    next: f32,
}

/// What an attack on a king counts.
#[derive(Clone, Copy, Debug)]
struct Attack {
    /// For whose king it is.
    king: f32,
    /// For who attacks it.
    attacker: f32,
}

/// Fitted to 116,000 positions of 960 matches between early versions of the champion and the pool,
/// at 1,500 to 3,000 nodes a move.
const WIN: Weights = Weights {
    men: [0.0734, 0.1588, 0.2429, 0.4864, 1.2504],
    step: 0.0430,
    row: 0.0402,
    home: 0.2730,
    beside: 0.0510,
    hanging: Attack {
        king: 0.0027,
        attacker: 1.4801,
    },
    check: Attack {
        king: -0.6700,
        attacker: -0.3008,
    },
    far_check: Attack {
        king: 0.2506,
        attacker: 0.2741,
    },
    mover: 0.0653,
    next: 0.0462,
};

const LOSE: Weights = Weights {
    men: [-0.0891, -0.2094, -0.2625, -0.4450, -0.7395],
    step: -0.0286,
    row: -0.0138,
    home: -0.0299,
    beside: 0.0055,
    hanging: Attack {
        king: 1.3789,
        attacker: 0.3535,
    },
    check: Attack {
        king: 0.3569,
        attacker: 0.0114,
    },
    far_check: Attack {
        king: 0.3825,
        attacker: 0.1154,
    },
    mover: -0.0706,
    next: -0.0008,
};

/// What the places of all pieces are worth to seats that count points.
const POINTS: Weights = Weights {
    men: [0.0; 5],
    step: 0.1,
    row: 0.1,
    home: 1.0,
    ..WIN
};
/// The points of a seat at the start, king included.
const START: f32 = 79.0;
/// Points of lead that are worth half a win to a seat that counts points.
const HALF: f32 = 40.0;

/// What a piece counts: in points, towards winning and towards losing.
type Counts = [f32; 3];

/// What everybody's men and places count.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Standing(BySeat<Counts, 3>);

impl Standing {
    #[inline]
    fn change(&mut self, seat: Seat, counts: Counts, sign: f32) {
        for (sum, count) in self.0[seat].iter_mut().zip(counts) {
            *sum += sign * count;
        }
    }
}

/// Chances of winning and losing for one seat, points for the others.
#[derive(Clone, Debug)]
pub struct Chances {
    /// What a piece counts, by kind and by how its seat sees the row: the rows of its own section
    /// first, and then those of the others.
    table: [[Counts; 8]; 6],
}

impl Default for Chances {
    fn default() -> Self {
        let counts = |kind: usize, row: usize| [POINTS, WIN, LOSE].map(|weights| weights.piece(kind, row));
        Chances {
            table: std::array::from_fn(|kind| std::array::from_fn(|row| counts(kind, row))),
        }
    }
}

impl Weights {
    /// What a piece counts by its place in [`Kind::ALL`], on a row as in [`Chances`].
    fn piece(&self, kind: usize, row: usize) -> f32 {
        // A whole file has eight rows, the last of which promotes.
        const STEPS: [f32; 8] = [-1.0, 0.0, 1.0, 2.0, 6.0, 5.0, 4.0, 3.0];
        match Kind::ALL[kind] {
            Kind::Pawn => self.men[kind] + self.step * STEPS[row],
            Kind::King if row == 0 => self.home,
            Kind::King => 0.0,
            _ => self.men[kind] + self.row * (row % 4) as f32,
        }
    }

    /// Adds what is not in the standing, and makes shares of it.
    #[inline]
    fn shares(
        &self,
        mut sums: BySeat<f32, 3>,
        beside: BySeat<f32, 3>,
        mover: Seat,
        attacks: Attacks,
    ) -> BySeat<f32, 3> {
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        for seat in Seat::all(3) {
            sums[seat] += self.beside * beside[seat];
        }
        let mut attack = |is_made: bool, attack: Attack, king: Seat, attacker: Seat| {
            if is_made {
                sums[king] += attack.king;
                sums[attacker] += attack.attacker;
            }
        };
        attack(attacks.next_on_last, self.hanging, last, next);
        attack(attacks.next_on_mover, self.check, mover, next);
        attack(attacks.last_on_mover, self.far_check, mover, last);
        sums[mover] += self.mover;
        sums[next] += self.next;
        softmax(sums)
    }
}

/// A softmax with `(1 + x / 16)^16` in place of `exp`, which would cost a quarter of the search.
#[inline]
fn softmax(sums: BySeat<f32, 3>) -> BySeat<f32, 3> {
    let most = sums.0[0].max(sums.0[1]).max(sums.0[2]);
    let powers = sums.0.map(|sum| {
        let base = (1.0 + (sum - most) / 16.0).max(0.0);
        let fourth = base * base * base * base;
        fourth * fourth * fourth * fourth
    });
    let share = 1.0 / (powers[0] + powers[1] + powers[2]);
    BySeat(powers.map(|power| power * share))
}

impl Chances {
    #[inline]
    fn counts(&self, seat: Seat, cell: Cell, kind: Kind) -> Counts {
        let abroad = usize::from(cell.section() != seat.index());
        self.table[kind as usize - 1][4 * abroad + cell.row()]
    }

    /// What a piece gains in points by a move to another place.
    #[inline]
    pub fn gain(&self, seat: Seat, kind: Kind, mv: Move) -> f32 {
        self.counts(seat, mv.to, kind)[0] - self.counts(seat, mv.from, kind)[0]
    }

    /// What everybody's men and places count.
    pub fn standing(&self, game: &ThreeChess) -> Standing {
        let mut standing = Standing::default();
        for seat in Seat::all(3) {
            for (cell, kind) in game.pieces_of(seat) {
                standing.change(seat, self.counts(seat, cell, kind), 1.0);
            }
        }
        standing
    }

    /// The standing after a move that `mover` is about to make. The rook of a castling king stays
    /// on its row, which is all that counts.
    #[inline]
    pub fn after(&self, game: &ThreeChess, mut standing: Standing, mover: Seat, mv: Move) -> Standing {
        let Some(kind) = game.kind_on(mv.from) else {
            return standing;
        };
        let is_promoted = kind == Kind::Pawn && mv.to.row() == 0;
        let then = if is_promoted { Kind::Queen } else { kind };
        standing.change(mover, self.counts(mover, mv.from, kind), -1.0);
        standing.change(mover, self.counts(mover, mv.to, then), 1.0);
        if let (Some(owner), Some(prey)) = (game.owner_of(mv.to), game.kind_on(mv.to)) {
            standing.change(owner, self.counts(owner, mv.to, prey), -1.0);
        }
        standing
    }

    /// What everybody may expect: `searcher` by its chances, with third places at this price, and
    /// the others by their points.
    #[inline]
    pub fn values(
        &self,
        game: &ThreeChess,
        standing: &Standing,
        mover: Seat,
        attacks: Attacks,
        searcher: Seat,
        third: f32,
    ) -> BySeat<f32, 3> {
        let sums = |which: usize| BySeat::from_fn(|seat| standing.0[seat][which]);
        let mut values = BySeat::from_fn(|seat| {
            let lead = f32::from(game.score(seat)) + standing.0[seat][0] - START;
            lead / (lead.abs() + HALF)
        });
        let beside = BySeat::from_fn(|seat| game.beside(seat, game.king_of(seat)) as f32);
        let won = WIN.shares(sums(1), beside, mover, attacks)[searcher];
        let lost = LOSE.shares(sums(2), beside, mover, attacks)[searcher];
        values[searcher] = won - lost + third * (1.0 - won - lost).max(0.0);
        values
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Game, Phase, Rng};
    use truel_search::SharpOpinion;

    use super::*;
    use crate::heuristics::threechess::threats::Threats;

    fn read(text: &str) -> ThreeChess {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn value(game: &ThreeChess, searcher: usize) -> f32 {
        let chances = Chances::default();
        let Phase::Act(seats) = game.phase() else {
            panic!("not over");
        };
        let attacks = Threats::default().notes(game, seats.first());
        let standing = chances.standing(game);
        chances.values(game, &standing, seats.first(), attacks, Seat::new(searcher), -0.5)[Seat::new(searcher)]
    }

    #[test]
    fn a_standing_is_kept_up() {
        let (chances, mut rng) = (Chances::default(), Rng::new(5));
        for _ in 0..20 {
            let mut game = ThreeChess::default();
            let mut standing = chances.standing(&game);
            while let Phase::Act(seats) = game.phase() {
                let mv = game.random_move(seats.first(), &mut rng, &mut Vec::new());
                standing = chances.after(&game, standing, seats.first(), mv);
                game.play([mv]);
                let whole = chances.standing(&game);
                for (kept, fresh) in standing.0.0.iter().flatten().zip(whole.0.0.iter().flatten()) {
                    assert!((kept - fresh).abs() < 0.01, "{game}");
                }
            }
        }
    }

    #[test]
    fn men_raise_the_chances_and_kings_in_reach_lower_them() {
        let alone = "4bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/8 b 39,39,39";
        let queen = "bQ3bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/8 b 36,36,36";
        assert!(value(&read(queen), 0) > value(&read(alone), 0) + 0.2);
        assert!(value(&read(queen), 1) < value(&read(alone), 1));
        // Red's queen on the file of Blue's king, Green to move.
        let safe = "3bK4/8/8/8/4gK3/8/8/8/4rK3/8/8/3rQ4 g 36,36,36";
        let reached = "4bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/3rQ4 g 36,36,36";
        assert!(value(&read(reached), 0) < value(&read(safe), 0) - 0.2);
    }
}
