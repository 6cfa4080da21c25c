//! Which moves are legal, and what they do.

use truel_core::Rng;

use super::board::{Cell, Content, Kind, Mask};
use super::piece_list::MOST;
use super::ways::{NEAR, Need, Reach, WAYS, Way};
use super::{End, SEATS, ThreeChess};

/// A move: the piece on one cell goes to another. Castling is the king's move, promotion needs no
/// word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

/// What the test of a way needs to know about the position, gathered once for all ways of the seat
/// to move.
pub(super) struct Judge<'a> {
    contents: &'a [Content],
    occupied: Mask,
    /// The contents that satisfy each [`Need`].
    sets: [u32; 4],
}

impl Judge<'_> {
    #[inline]
    pub(super) fn allows(&self, way: Way) -> bool {
        let content = self.contents[way.look().index()];
        let is_met = self.sets[way.need()] >> content.code() & 1 != 0;
        way.is_clear(self.occupied) & is_met
    }
}

impl ThreeChess {
    #[inline]
    pub(super) fn judge(&self) -> Judge<'_> {
        Judge {
            contents: &self.contents,
            occupied: self.occupied(),
            sets: Need::sets(self.turn),
        }
    }

    /// The pieces of the seat to move, each with where its ways are.
    #[inline]
    fn reaches(&self) -> impl Iterator<Item = (Cell, Reach)> {
        let entries = self.piece_lists[self.turn].entries().iter();
        entries
            .take_while(|entry| !entry.is_none())
            .map(|entry| (entry.cell(), entry.reach()))
    }

    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        let judge = self.judge();
        for (from, reach) in self.reaches() {
            for way in &WAYS[reach.range()] {
                if judge.allows(*way) {
                    out.push(Move { from, to: way.target() });
                }
            }
        }
    }

    pub(super) fn count_moves(&self) -> usize {
        let judge = self.judge();
        let count = |reach: Reach| {
            WAYS[reach.range()]
                .iter()
                .map(|way| usize::from(judge.allows(*way)))
                .sum::<usize>()
        };
        self.reaches().map(|(_, reach)| count(reach)).sum()
    }

    /// One of the legal moves, each as likely as the other: draws among all ways of all own pieces
    /// until one is legal.
    ///
    /// About one draw in three is legal. No branch predictor can guess which, so a handful is
    /// judged without branching and the first legal one is taken.
    #[inline]
    pub(super) fn draw_move(&self, rng: &mut Rng) -> Move {
        const HANDFUL: usize = 3;
        debug_assert!(self.end.is_none(), "somebody has a legal move");
        let judge = self.judge();
        let list = &self.piece_lists[self.turn];
        let ends = list.ends();
        let total = u32::from(ends[MOST - 1]);
        loop {
            let mut drawn = [None; HANDFUL];
            for place in &mut drawn {
                let (from, way) = list.pick(&ends, rng.below(total) as u16);
                let mv = Move { from, to: way.target() };
                *place = if judge.allows(way) { Some(mv) } else { None };
            }
            let first = drawn.into_iter().rev().fold(None, |later, mv| mv.or(later));
            if let Some(mv) = first {
                return mv;
            }
        }
    }

    /// Whether the seat to move can.
    #[inline]
    fn can_move(&self) -> bool {
        // In nine positions of ten the king can, which is quicker to see than to look at every way.
        NEAR[self.kings[self.turn].index()] & !self.held[self.turn] != 0 || self.has_way()
    }

    fn has_way(&self) -> bool {
        let judge = self.judge();
        self.reaches()
            .any(|(_, reach)| WAYS[reach.range()].iter().any(|way| judge.allows(*way)))
    }

    #[inline]
    pub(super) fn make(&mut self, Move { from, to }: Move) {
        let mut piece = self.lift(from);
        if !self.contents[to.index()].is_empty() {
            self.capture(to);
        }
        if piece.is(Kind::Pawn) && to.row() == 0 {
            piece = Content::piece(self.turn, Kind::Queen);
            self.standing[self.turn] += Kind::Queen.value() - Kind::Pawn.value();
        }
        self.put(to, piece);
        if piece.is(Kind::King) && from.row() == 0 && from.column() == 4 {
            self.bring_rook(from, to);
        }
        self.pass_turn();
    }

    /// The piece goes off the board and counts for its taker; a king ends the match.
    #[inline]
    fn capture(&mut self, at: Cell) {
        let taken = self.lift(at);
        let value = taken.kind().map_or(0, Kind::value);
        self.standing[taken.seat()] -= value;
        self.captured[self.turn] += value;
        if taken.is(Kind::King) {
            self.end = Some(End::KingTaken { loser: taken.seat() });
        }
    }

    /// After castling the rook stands on the inner side of the king.
    #[inline]
    fn bring_rook(&mut self, from: Cell, to: Cell) {
        let (corner, beside) = match (to.section() == from.section(), to.row(), to.column()) {
            (true, 0, 6) => (7, 5),
            (true, 0, 2) => (0, 3),
            _ => return,
        };
        let rook = self.lift(Cell::new(from.section(), corner, 0));
        self.put(Cell::new(from.section(), beside, 0), rook);
    }

    /// The next seat is to move.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        let next = self.turn.next(SEATS);
        self.key ^= super::TURNS[self.turn.index()] ^ super::TURNS[next.index()];
        self.turn = next;
        self.settle();
    }

    /// Ends a match that goes on if the seat to move cannot.
    #[inline]
    pub(super) fn settle(&mut self) {
        if self.end.is_none() && !self.can_move() {
            self.end = Some(End::NoMoves);
        }
    }
}
