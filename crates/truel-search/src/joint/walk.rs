//! Walking a game as a tree of matrices.
//!
//! At a node the searching seat chooses a row and its opponent a column; a side that need not move
//! has one choice, which means nothing. So a game of turns is a tree of matrices with one row or
//! one column, and the same code walks both.

use truel_core::{Bounds, Game, Joint, Phase, Seat, Seats};

use crate::{AlphaBetaOpinion, Budget, Limits, Opinion};

use super::exact::is_foldable;
use super::memo::{Interval, Worth};
use super::prune::Prune;

/// One side of a matrix. Columns are rows with the sign changed, so the code is written once, for a
/// side that maximises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The searching seat.
    Row,
    /// Its opponent, who gets what the other loses.
    Col,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::Row => Side::Col,
            Side::Col => Side::Row,
        }
    }

    /// How many choices the side has.
    #[inline]
    pub(super) fn choices(self, frame: Frame) -> usize {
        match self {
            Side::Row => frame.rows,
            Side::Col => frame.cols,
        }
    }

    /// The cell of a choice of this side and one of the other.
    #[inline]
    pub(super) fn cell(self, own: usize, other: usize) -> Cell {
        match self {
            Side::Row => Cell { row: own, col: other },
            Side::Col => Cell { row: other, col: own },
        }
    }

    /// What the side gets of a value, and the value of what it gets. Nothing is never turned into
    /// minus nothing.
    #[inline]
    pub(super) fn gain(self, value: f64) -> f64 {
        match self {
            Side::Row => value,
            Side::Col => 0.0 - value,
        }
    }

    /// The same for both ends.
    #[inline]
    pub(super) fn gains(self, Interval { low, high }: Interval) -> Interval {
        match self {
            Side::Row => Interval { low, high },
            Side::Col => Interval {
                low: self.gain(high),
                high: self.gain(low),
            },
        }
    }
}

/// A choice of each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cell {
    pub row: usize,
    pub col: usize,
}

/// A position being walked by play and undo, folded to the payoff of one seat.
pub(super) struct Walk<'a, G: Game, O, P> {
    pub game: G,
    /// The seat that chooses rows and whose payoff counts.
    pub seat: Seat,
    pub opinion: &'a O,
    pub prune: &'a P,
    pub budget: Budget,
    /// The moves of all open nodes.
    moves: Vec<G::Move>,
}

/// An open node: where its moves lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    acting: Seats,
    base: usize,
    middle: usize,
    pub rows: usize,
    pub cols: usize,
}

impl Frame {
    /// All cells, those of the first rows and columns first. So there is soon a whole row or column
    /// to prune with.
    pub(super) fn by_corners(self) -> impl Iterator<Item = Cell> {
        (0..self.rows.max(self.cols)).flat_map(move |k| {
            let row = (k..self.cols)
                .filter(move |_| k < self.rows)
                .map(move |col| Cell { row: k, col });
            let col = (k + 1..self.rows)
                .filter(move |_| k < self.cols)
                .map(move |row| Cell { row, col: k });
            row.chain(col)
        })
    }
}

impl<G: Game, O: AlphaBetaOpinion<G>, P> Walk<'_, G, O, P> {
    /// Between what the position's value lies, as far as the opinion can tell without a search.
    pub(super) fn stated_bounds(&self) -> Interval {
        match self.game.phase() {
            Phase::Over(payoffs) => Interval::exact(payoffs[self.seat].into()),
            Phase::Act(_) => {
                let Bounds { low, high } = self.opinion.bounds(&self.game, self.seat);
                Interval {
                    low: low.into(),
                    high: high.into(),
                }
            }
        }
    }
}

impl<'a, G: Game, O: Opinion<G>, P: Prune<G>> Walk<'a, G, O, P> {
    pub(super) fn new(game: &G, seat: Seat, opinion: &'a O, prune: &'a P, limits: &Limits) -> Self {
        assert!(
            is_foldable::<G>(),
            "this search is for two seats that move at once or for turns, and {} is neither",
            G::INFO.id
        );
        Walk {
            game: game.clone(),
            seat,
            opinion,
            prune,
            budget: Budget::start(limits),
            moves: Vec::new(),
        }
    }

    /// Counts a node; `None` ends the walk.
    #[inline]
    pub(super) fn spend(&mut self) -> Option<()> {
        self.budget.spend().then_some(())
    }

    /// What the position is worth if it is not walked on: it is over, or the depth is.
    #[inline]
    pub(super) fn leaf(&self, depth: u32) -> Option<Worth> {
        match self.game.phase() {
            Phase::Over(payoffs) => Some(Worth {
                value: payoffs[self.seat].into(),
                is_proven: true,
            }),
            Phase::Act(_) if depth == 0 => Some(Worth {
                value: self.opinion_here(),
                is_proven: false,
            }),
            Phase::Act(_) => None,
        }
    }

    /// The opinion, kept within the bounds on which pruning relies.
    pub(super) fn opinion_here(&self) -> f64 {
        let Bounds { low, high } = G::INFO.bounds;
        self.opinion.value_for(&self.game, self.seat).clamp(low, high).into()
    }

    /// Lists the moves of a position that is not over.
    pub(super) fn open(&mut self) -> Frame {
        let acting = self.game.phase().acting();
        let base = self.moves.len();
        if acting.contains(self.seat) {
            self.list(self.seat);
        }
        let middle = self.moves.len();
        let mine = self.seat;
        for seat in acting.iter().filter(|seat| *seat != mine) {
            self.list(seat);
        }
        Frame {
            acting,
            base,
            middle,
            rows: (middle - base).max(1),
            cols: (self.moves.len() - middle).max(1),
        }
    }

    fn list(&mut self, seat: Seat) {
        let start = self.moves.len();
        self.game.moves(seat, &mut self.moves);
        self.prune.prune(&self.game, seat, &mut self.moves, start);
        assert!(self.moves.len() > start, "an acting seat keeps a move");
    }

    pub(super) fn close(&mut self, frame: Frame) {
        self.moves.truncate(frame.base);
    }

    /// The joint move of a cell.
    #[inline]
    pub(super) fn joint(&self, frame: Frame, row: usize, col: usize) -> G::Joint {
        let mut acting = frame.acting.iter();
        G::Joint::from_fn(frame.acting.len(), |_| {
            let seat = acting.next().expect("a joint is as wide as the set of acting seats");
            self.moves[if seat == self.seat {
                frame.base + row
            } else {
                frame.middle + col
            }]
        })
    }

    /// Plays a cell, looks at the position there, and takes it back. Where the look ends early the
    /// whole walk does.
    #[inline]
    pub(super) fn below<T>(
        &mut self,
        frame: Frame,
        Cell { row, col }: Cell,
        look: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let joint = self.joint(frame, row, col);
        let undo = self.game.play(joint);
        let seen = look(self)?;
        self.game.undo(undo);
        Some(seen)
    }

    /// The moves of the searching seat, and of the other where it moves at the same time, of the
    /// node opened last.
    pub(super) fn lists(&self, frame: Frame) -> (&[G::Move], &[G::Move]) {
        self.moves[frame.base..].split_at(frame.middle - frame.base)
    }

    /// How good the moves of a side look, of the node opened last.
    fn looks(&self, frame: Frame, side: Side) -> impl Iterator<Item = f32> {
        let (rows, cols) = self.lists(frame);
        let moves = if side == Side::Row { rows } else { cols };
        let seat = frame
            .acting
            .iter()
            .find(|seat| (*seat == self.seat) == (side == Side::Row));
        let looks = seat.map(|seat| moves.iter().map(move |&mv| self.opinion.rank(&self.game, seat, mv)));
        looks.into_iter().flatten()
    }

    /// The choice of a side that looks best, the first of equals.
    pub(super) fn best_ranked(&self, frame: Frame, side: Side) -> usize {
        let better = |best: (usize, f32), (choice, looks): (usize, f32)| match best {
            best if choice > 0 && looks <= best.1 => best,
            _ => (choice, looks),
        };
        self.looks(frame, side).enumerate().fold((0, 0.0), better).0
    }

    /// Shares over the choices of a side: even among those that look best.
    pub(super) fn even_among_best(&self, frame: Frame, side: Side) -> Vec<f64> {
        if self.looks(frame, side).next().is_none() {
            return vec![1.0];
        }
        let best = self.looks(frame, side).fold(f32::NEG_INFINITY, f32::max);
        let count = self.looks(frame, side).filter(|looks| *looks == best).count();
        let share = |looks: f32| if looks == best { 1.0 / count as f64 } else { 0.0 };
        self.looks(frame, side).map(share).collect()
    }

    /// The smallest and the largest value.
    pub(super) fn bounds(&self) -> Interval {
        let Bounds { low, high } = G::INFO.bounds;
        Interval {
            low: low.into(),
            high: high.into(),
        }
    }

    /// How far these are apart.
    pub(super) fn range(&self) -> f64 {
        let Interval { low, high } = self.bounds();
        high - low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_come_first_and_every_cell_once() {
        for (rows, cols) in [(1, 1), (1, 4), (3, 1), (2, 3), (4, 2), (5, 5)] {
            let frame = Frame {
                acting: Seats::all(2),
                base: 0,
                middle: rows,
                rows,
                cols,
            };
            let mut cells: Vec<Cell> = frame.by_corners().collect();
            assert_eq!(cells[0], Cell { row: 0, col: 0 });
            cells.sort_unstable();
            let all = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell { row, col }));
            assert!(cells.into_iter().eq(all), "{rows} x {cols}");
        }
    }
}
