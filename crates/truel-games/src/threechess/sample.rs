//! The move that the original referee's sample agent draws: any legal one, but not uniformly.

use truel_core::Rng;

use super::ThreeChess;
use super::board::{Cell, Direction, Facing, Kind, cells};
use super::moves::Move;
use super::ways::{DIAGONAL, KNIGHT, ORTHOGONAL, PAWN_CAPTURE, REACH, WAYS};
use Direction::Forward as F;

const PAWN_PUSH: [&[Direction]; 2] = [&[F], &[F, F]];
/// The most repetitions of a slide that are drawn.
const REPETITIONS: u32 = 8;

impl ThreeChess {
    /// A move as the referee's sample agent draws it. It draws a piece, one of its words (both
    /// orders of a diagonal count) and, for a slide, up to eight repetitions; it tries again until
    /// the move is legal. A word that leaves the board ends where it was last on it, and castling
    /// is no word. The match must not be over.
    pub fn sample_move(&self, rng: &mut Rng) -> Move {
        debug_assert!(self.end.is_none(), "somebody has a legal move");
        let pieces = self.held[self.turn];
        loop {
            let rank = rng.below(pieces.count_ones()) as usize;
            let from = cells(pieces).nth(rank).expect("a seat that moves has pieces");
            let to = self.draw_target(from, rng);
            if self.is_legal(from, to) {
                return Move { from, to };
            }
        }
    }

    /// Where a random word of the piece on a cell leads, legal or not.
    fn draw_target(&self, from: Cell, rng: &mut Rng) -> Cell {
        let kind = self.kind_on(from).expect("a piece stands there");
        let word = draw_word(kind, rng);
        let repetitions = match kind {
            Kind::Rook | Kind::Bishop | Kind::Queen => 1 + rng.below(REPETITIONS),
            Kind::Pawn | Kind::Knight | Kind::King => 1,
        };
        let mut here = from;
        for _ in 0..repetitions {
            let abroad = here.section() != from.section();
            let is_guest = kind == Kind::Pawn && from.section() != self.turn.index();
            let facing = if abroad || is_guest {
                Facing::Flipped
            } else {
                Facing::Straight
            };
            match here.walk(word, facing) {
                Some(next) => here = next,
                None => break,
            }
        }
        here
    }

    fn is_legal(&self, from: Cell, to: Cell) -> bool {
        let judge = self.judge();
        let reach = REACH[self.contents[from.index()].code()][from.index()];
        let mut ways = WAYS[reach.range()].iter();
        ways.any(|way| way.target() == to && judge.allows(*way))
    }
}

/// One of a kind's words, each as likely as the other.
fn draw_word(kind: Kind, rng: &mut Rng) -> &'static [Direction] {
    let (some, others): (&[&[Direction]], &[&[Direction]]) = match kind {
        Kind::Pawn => (&PAWN_PUSH, &PAWN_CAPTURE),
        Kind::Knight => (&KNIGHT, &[]),
        Kind::Bishop => (&DIAGONAL, &[]),
        Kind::Rook => (&ORTHOGONAL, &[]),
        Kind::Queen | Kind::King => (&ORTHOGONAL, &DIAGONAL),
    };
    let number = rng.below((some.len() + others.len()) as u32) as usize;
    some.get(number).unwrap_or_else(|| &others[number - some.len()])
}
