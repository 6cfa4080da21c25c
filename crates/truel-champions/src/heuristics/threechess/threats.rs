//! Whose king can be taken by whom, and what everybody has: for searches in which every seat looks
//! to its own.

use truel_core::{BySeat, Evaluate, Game, Phase, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::{Cell, Kind, Move};
use truel_search::{AlphaBetaOpinion, Opinion, SharpOpinion};

/// How much each feature counts; values run from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Points of lead that are worth half a win.
    pub half: f32,
    /// What the points of the others count against one's own: 0 is a seat that looks at itself
    /// alone.
    pub others: f32,
    /// What the points of the stronger of the others count against one's own, besides.
    pub leader: f32,
    /// The share of captured points in the score; points on the board count in full.
    pub captured: f32,
    /// What a king loses of a match that is attacked by the seat after the one to move, which has
    /// the move in between.
    pub hanging: f32,
    /// The same for the king of the seat to move, by the next seat.
    pub check: f32,
    /// The same by the last seat, which two moves come before.
    pub far_check: f32,
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
            others: 0.5,
            leader: 0.0,
            captured: 0.0,
            hanging: 0.4,
            check: 0.2,
            far_check: 0.1,
            pawn: 0.1,
            active: 0.1,
            home: 1.0,
        }
    }
}

/// What every seat has, and which kings are in danger.
#[derive(Clone, Debug)]
pub struct Threats {
    weights: Weights,
    /// What a piece is worth beside its value, by how its seat sees the row: rows of its own
    /// section first, and then those of the others.
    places: [[f32; 8]; 6],
}

impl Default for Threats {
    fn default() -> Self {
        Threats::new(Weights::default())
    }
}

/// Who attacks whose king, seen from the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attacks {
    /// The seat to move takes the king of the next seat.
    pub(crate) takes_next: bool,
    /// It takes the king of the seat after that one.
    pub(crate) takes_last: bool,
    /// The next seat attacks the king of the seat to move.
    pub(crate) next_on_mover: bool,
    /// The next seat attacks the king of the last seat.
    pub(crate) next_on_last: bool,
    /// The last seat attacks the king of the seat to move.
    pub(crate) last_on_mover: bool,
}

impl Threats {
    /// The opinion with these weights.
    pub fn new(weights: Weights) -> Self {
        let Weights { pawn, active, home, .. } = weights;
        // A whole file has eight rows, the last of which promotes.
        let pawns = [-1.0, 0.0, 1.0, 2.0, 6.0, 5.0, 4.0, 3.0].map(|step| pawn * step);
        let pieces = [0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 2.0, 3.0].map(|row| active * row);
        let king = [home, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        Threats {
            weights,
            places: [pawns, pieces, pieces, pieces, pieces, king],
        }
    }

    fn points(&self, game: &ThreeChess, seat: Seat) -> f32 {
        let standing = f32::from(game.standing(seat));
        let captured = f32::from(game.score(seat)) - standing;
        let places: f32 = game
            .pieces_of(seat)
            .map(|(cell, kind)| self.place(seat, cell, kind))
            .sum();
        standing + self.weights.captured * captured + places
    }

    #[inline]
    fn place(&self, seat: Seat, cell: Cell, kind: Kind) -> f32 {
        let abroad = usize::from(cell.section() != seat.index());
        self.places[kind as usize - 1][4 * abroad + cell.row()]
    }

    /// What everybody has, without a look at the kings.
    fn standing(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        let points: BySeat<f32, 3> = BySeat::from_fn(|seat| self.points(game, seat));
        let Weights {
            others, leader, half, ..
        } = self.weights;
        let balance = START * (1.0 - 2.0 * others - leader);
        BySeat::from_fn(|seat| {
            let (a, b) = (points[seat.next(3)], points[seat.next(3).next(3)]);
            let lead = points[seat] - others * (a + b) - leader * a.max(b) - balance;
            lead / (lead.abs() + half)
        })
    }

    /// What one seat loses to another.
    #[inline]
    fn shift(values: &mut BySeat<f32, 3>, loser: Seat, winner: Seat, share: f32) {
        values[winner] += share * (1.0 - values[winner]);
        values[loser] -= share * (1.0 + values[loser]);
    }
}

/// The points of a seat at the start, king included.
const START: f32 = 79.0;

impl Evaluate<ThreeChess> for Threats {
    fn evaluate(&self, game: &ThreeChess) -> BySeat<f32, 3> {
        let Phase::Act(seats) = game.phase() else {
            return self.standing(game);
        };
        let mover = seats.first();
        let notes = self.notes(game, mover);
        self.foregone(notes, mover, mover)
            .unwrap_or_else(|| self.estimate(game, mover, notes))
    }
}

impl Opinion<ThreeChess> for Threats {
    /// Captures first, the most valuable victim by the least valuable piece; then attacks on kings,
    /// then what gains by its place.
    #[inline]
    fn rank(&self, game: &ThreeChess, seat: Seat, mv: Move) -> f32 {
        let Some(kind) = game.kind_on(mv.from) else {
            return 0.0;
        };
        if let Some(victim) = game.kind_on(mv.to) {
            return 10.0 * f32::from(victim.value()) - 0.1 * f32::from(kind.value());
        }
        let (next, last) = (seat.next(3), seat.next(3).next(3));
        let gain = self.place(seat, mv.to, kind) - self.place(seat, mv.from, kind);
        let attacks = |other: Seat| game.threatens(mv, game.king_of(other));
        if attacks(next) || attacks(last) {
            ATTACK + 0.1 * gain
        } else {
            0.1 * gain
        }
    }
}

/// The rank of a quiet move that attacks a king.
const ATTACK: f32 = 5.0;

impl AlphaBetaOpinion<ThreeChess> for Threats {
    type LineState = ();

    #[inline]
    fn is_noisy(&self, game: &ThreeChess, seat: Seat, mv: Move) -> bool {
        is_good_capture(game, seat, mv)
    }
}

impl SharpOpinion<ThreeChess> for Threats {
    type Notes = Attacks;
    const QUIET: f32 = 0.5 * ATTACK;

    #[inline]
    fn notes(&self, game: &ThreeChess, mover: Seat) -> Attacks {
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        let takes_next = game.attacks(mover, game.king_of(next));
        let takes_last = game.attacks(mover, game.king_of(last));
        if takes_next || takes_last {
            return Attacks {
                takes_next,
                takes_last,
                ..Attacks::default()
            };
        }
        Attacks {
            next_on_mover: game.attacks(next, game.king_of(mover)),
            next_on_last: game.attacks(next, game.king_of(last)),
            last_on_mover: game.attacks(last, game.king_of(mover)),
            ..Attacks::default()
        }
    }

    #[inline]
    fn foregone(&self, notes: Attacks, mover: Seat, searcher: Seat) -> Option<BySeat<f32, 3>> {
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        let loser = match (notes.takes_next, notes.takes_last) {
            (true, true) if searcher == last => last,
            (true, _) => next,
            (false, true) => last,
            (false, false) => return None,
        };
        let mut values = BySeat([0.0; 3]);
        (values[mover], values[loser]) = (1.0, -1.0);
        Some(values)
    }

    /// The next seat attacks the king of the seat to move. Who searches must also answer an attack
    /// by the last seat, and one that would make it third.
    #[inline]
    fn is_urgent(&self, notes: Attacks, mover: Seat, searcher: Seat) -> bool {
        notes.next_on_mover || mover == searcher && (notes.next_on_last || notes.last_on_mover)
    }

    #[inline]
    fn estimate(&self, game: &ThreeChess, mover: Seat, notes: Attacks) -> BySeat<f32, 3> {
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        let mut values = self.standing(game);
        if notes.next_on_last {
            Self::shift(&mut values, last, next, self.weights.hanging);
        }
        if notes.next_on_mover {
            Self::shift(&mut values, mover, next, self.weights.check);
        }
        if notes.last_on_mover {
            Self::shift(&mut values, mover, last, self.weights.far_check);
        }
        values
    }

    #[inline]
    fn noisy_moves(&self, game: &ThreeChess, mover: Seat, out: &mut Vec<Move>) {
        let base = out.len();
        game.captures(out);
        let mut kept = base;
        for at in base..out.len() {
            if is_good_capture(game, mover, out[at]) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// A capture that does not give the more valuable piece for the less valuable one, as far as one
/// look tells.
#[inline]
fn is_good_capture(game: &ThreeChess, mover: Seat, mv: Move) -> bool {
    let (Some(victim), Some(piece)) = (game.kind_on(mv.to), game.kind_on(mv.from)) else {
        return false;
    };
    let (next, last) = (mover.next(3), mover.next(3).next(3));
    victim.value() >= piece.value() || !game.attacks(next, mv.to) && !game.attacks(last, mv.to)
}
