//! Lines wherever the quadrants may come to lie.
//!
//! A piece never leaves its place within its quadrant, and any two quadrants can come to lie side
//! by side. So a line is not a window of the board but of a *pair* of quadrants: three cells in one
//! and two in the other (on short diagonals two, one and two in three). If a window with `k` own
//! pieces and no enemy counts `growth^k`, it is the product of its parts, and the sum over all
//! ordered pairs of different quadrants is a product of sums less a few terms: 32 numbers for each
//! quadrant, looked up by its content. Swaps change nothing in it: what they are good for is left
//! to the search.

use std::ops::ControlFlow;
use std::sync::Arc;

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::PentagoSwap;
use truel_search::{AlphaBetaOpinion, Opinion};

const CONTENTS: usize = 512;
/// Rows, columns and diagonals of a quadrant.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];
/// Each short diagonal of the board: the small diagonal in two quadrants and the corner of the
/// third.
const SHORT: [([usize; 2], usize); 4] = [([1, 5], 6), ([3, 7], 2), ([1, 3], 8), ([5, 7], 0)];

/// The parts of windows in a quadrant: eight lines whole, their first and their last two cells,
/// small diagonals, corners.
type Parts = [f32; 32];
const WHOLE: usize = 0;
const FIRST: usize = 8;
const LAST: usize = 16;
const SMALL: usize = 24;
const CORNER: usize = 28;

/// The cells of each part.
const CELLS: [u16; 32] = {
    let mut cells = [0; 32];
    let mut i = 0;
    while i < LINES.len() {
        let [a, b, c] = LINES[i];
        cells[FIRST + i] = 1 << a | 1 << b;
        cells[LAST + i] = 1 << b | 1 << c;
        cells[WHOLE + i] = cells[FIRST + i] | cells[LAST + i];
        i += 1;
    }
    i = 0;
    while i < SHORT.len() {
        let ([a, b], corner) = SHORT[i];
        cells[SMALL + i] = 1 << a | 1 << b;
        cells[CORNER + i] = 1 << corner;
        i += 1;
    }
    cells
};

/// Found by matches of the champion at 4,000 nodes a move. Against 3, growths of 2, 2.5 and 4 got
/// 0.31, 0.47 and 0.37 of the points (80, 80 and 60 matches); against 1.3, tempos of 1, 1.1 and 1.8
/// got 0.48, 0.46 and 0.43.
const GROWTH: f32 = 3.0;
const TEMPO: f32 = 1.3;

/// Windows of five over all ways in which the quadrants may come to lie, weighed by own pieces.
#[derive(Clone, Debug)]
pub struct Anywhere {
    tables: Arc<Tables>,
    /// How much more one's own lines count while one is to move.
    tempo: f32,
}

#[derive(Debug)]
struct Tables {
    /// `growth` to the power of own pieces on each part, by the content of own pieces.
    own: Vec<Parts>,
    /// 0 for each part that an enemy stands on, else 1, by the content of enemies.
    open: Vec<Parts>,
}

impl Default for Anywhere {
    fn default() -> Self {
        Anywhere::new(GROWTH, TEMPO)
    }
}

impl Anywhere {
    /// Each further piece in a window counts `growth` times as much, and being to move `tempo`
    /// times.
    pub fn new(growth: f32, tempo: f32) -> Self {
        let table = |value: &dyn Fn(u32) -> f32| {
            let parts = |content: usize| CELLS.map(|cells| value((cells & content as u16).count_ones()));
            (0..CONTENTS).map(parts).collect()
        };
        let tables = Tables {
            own: table(&|count| growth.powi(count as i32)),
            open: table(&|count| if count == 0 { 1.0 } else { 0.0 }),
        };
        Anywhere {
            tables: Arc::new(tables),
            tempo,
        }
    }

    /// What each quadrant has of each part.
    #[inline]
    fn parts(&self, own: u64, enemy: u64) -> [Parts; 4] {
        std::array::from_fn(|quadrant| self.block(content(own, quadrant), content(enemy, quadrant)))
    }

    #[inline]
    fn block(&self, own: usize, enemy: usize) -> Parts {
        let (own, open) = (&self.tables.own[own], &self.tables.open[enemy]);
        std::array::from_fn(|part| own[part] * open[part])
    }

    /// All windows that `own` pieces can still fill.
    fn potential(&self, own: u64, enemy: u64) -> f32 {
        total(&self.parts(own, enemy))
    }

    /// How far White leads, from -1 to 1.
    #[inline]
    fn lead(&self, white: u64, black: u64, turn: Seat) -> f32 {
        let mut potentials = [self.potential(white, black), self.potential(black, white)];
        potentials[turn.index()] *= self.tempo;
        let [white, black] = potentials;
        (white - black) / (white + black)
    }

    /// What the position is worth to White, from 0 to 1.
    #[inline]
    pub fn share(&self, game: &PentagoSwap) -> f32 {
        let turn = Seat::new(game.plies() as usize % 2);
        0.5 + 0.45 * self.lead(game.bits(Seat::new(0)), game.bits(Seat::new(1)), turn)
    }

    /// What a piece of `seat` on each empty cell adds to its own windows and takes from the
    /// other's; 0 on the others.
    ///
    /// All windows together are linear in the parts of any one quadrant, so a piece more is worth
    /// the change of its quadrant's parts times what the other quadrants make of them.
    pub fn gains(&self, game: &PentagoSwap, seat: Seat) -> [f32; 36] {
        let (own, enemy) = (game.bits(seat), game.bits(seat.next(2)));
        let (mine, theirs) = (self.parts(own, enemy), self.parts(enemy, own));
        let mut gains = [0.0; 36];
        for quadrant in 0..4 {
            let (my_factors, their_factors) = (factors(&mine, quadrant), factors(&theirs, quadrant));
            let (own, enemy) = (content(own, quadrant), content(enemy, quadrant));
            for cell in (0..9).filter(|cell| (own | enemy) & (1 << cell) == 0) {
                let with = own | 1 << cell;
                let more = change(&self.block(with, enemy), &mine[quadrant], &my_factors);
                let less = change(&self.block(enemy, with), &theirs[quadrant], &their_factors);
                gains[9 * quadrant + cell] = more - less;
            }
        }
        gains
    }

    /// How far the seat to move would lead, from -1 to 1, with a piece on each empty cell and the
    /// other seat to move; -2 on the others.
    pub fn leads(&self, game: &PentagoSwap) -> [f32; 36] {
        let mut leads = [-2.0; 36];
        self.each_lead(game, u64::MAX, |cell, lead| {
            leads[cell] = lead;
            ControlFlow::Continue(())
        });
        leads
    }

    /// The largest of the [leads](Self::leads) on these cells, or the first that is `enough`; -1 if
    /// there is none.
    pub fn best_lead(&self, game: &PentagoSwap, cells: u64, enough: f32) -> f32 {
        let mut best = -1.0;
        self.each_lead(game, cells, |_, lead| {
            best = lead.max(best);
            if best >= enough {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }

    #[inline]
    fn each_lead(&self, game: &PentagoSwap, cells: u64, mut tell: impl FnMut(usize, f32) -> ControlFlow<()>) {
        let seat = Seat::new(game.plies() as usize % 2);
        let (own, enemy) = (game.bits(seat), game.bits(seat.next(2)));
        let (mine, theirs) = (self.parts(own, enemy), self.parts(enemy, own));
        let [my_total, their_total] = [&mine, &theirs].map(total);
        for quadrant in 0..4 {
            let (own, enemy) = (content(own, quadrant), content(enemy, quadrant));
            let mut left = content(cells, quadrant) & !(own | enemy);
            if left == 0 {
                continue;
            }
            let (my_factors, their_factors) = (factors(&mine, quadrant), factors(&theirs, quadrant));
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                let with = own | 1 << cell;
                let my = my_total + change(&self.block(with, enemy), &mine[quadrant], &my_factors);
                let their = their_total + change(&self.block(enemy, with), &theirs[quadrant], &their_factors);
                let their = their * self.tempo;
                if tell(9 * quadrant + cell, (my - their) / (my + their)).is_break() {
                    return;
                }
            }
        }
    }
}

/// All windows, from the parts of the four quadrants.
#[inline]
fn total(parts: &[Parts; 4]) -> f32 {
    let sum: Parts = std::array::from_fn(|part| parts[0][part] + parts[1][part] + parts[2][part] + parts[3][part]);
    long(parts, &sum) + short(parts, &sum)
}

#[inline]
fn content(bits: u64, quadrant: usize) -> usize {
    (bits >> (9 * quadrant)) as usize % CONTENTS
}

/// What all windows change by when the parts of one quadrant do.
#[inline]
fn change(after: &Parts, before: &Parts, factors: &Parts) -> f32 {
    let mut lanes = [0.0; 8];
    for part in 0..32 {
        lanes[part % 8] += (after[part] - before[part]) * factors[part];
    }
    lanes.iter().sum()
}

/// What each part of a quadrant is multiplied with: the windows that the other quadrants have begun
/// for it.
fn factors(parts: &[Parts; 4], quadrant: usize) -> Parts {
    let others: [&Parts; 3] = std::array::from_fn(|i| &parts[(quadrant + 1 + i) % 4]);
    let sum = |part: usize| others[0][part] + others[1][part] + others[2][part];
    let mut factors = [0.0; 32];
    for line in 0..LINES.len() {
        factors[WHOLE + line] = sum(FIRST + line) + sum(LAST + line);
        factors[FIRST + line] = sum(WHOLE + line);
        factors[LAST + line] = sum(WHOLE + line);
    }
    for short in 0..SHORT.len() {
        let [a, b, c] = others.map(|other| other[SMALL + short]);
        let [x, y, z] = others.map(|other| other[CORNER + short]);
        factors[CORNER + short] = 2.0 * (a * b + a * c + b * c);
        factors[SMALL + short] = 2.0 * (a * (y + z) + b * (x + z) + c * (x + y));
    }
    factors
}

/// Three cells of one quadrant and two of another, over all ordered pairs of different quadrants.
#[inline]
fn long(parts: &[Parts; 4], sum: &Parts) -> f32 {
    let mut total = 0.0;
    for line in 0..LINES.len() {
        total += sum[WHOLE + line] * (sum[FIRST + line] + sum[LAST + line]);
        for quadrant in parts {
            total -= quadrant[WHOLE + line] * (quadrant[FIRST + line] + quadrant[LAST + line]);
        }
    }
    total
}

/// A small diagonal in two quadrants and the corner of a third, over all ordered triples.
#[inline]
fn short(parts: &[Parts; 4], sum: &Parts) -> f32 {
    let mut total = 0.0;
    for short in 0..SHORT.len() {
        let small = |quadrant: &Parts| quadrant[SMALL + short];
        let squares: f32 = parts.iter().map(|quadrant| small(quadrant) * small(quadrant)).sum();
        for quadrant in parts {
            let others = sum[SMALL + short] - small(quadrant);
            let other_squares = squares - small(quadrant) * small(quadrant);
            total += quadrant[CORNER + short] * (others * others - other_squares);
        }
    }
    total
}

impl Evaluate<PentagoSwap> for Anywhere {
    #[inline]
    fn evaluate(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        let share = self.share(game);
        BySeat([share, 1.0 - share])
    }
}

impl Opinion<PentagoSwap> for Anywhere {}

impl AlphaBetaOpinion<PentagoSwap> for Anywhere {
    type LineState = ();
}

#[cfg(test)]
mod tests {
    use truel_core::Game;

    use super::*;

    fn read(text: &str) -> PentagoSwap {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    /// 8 lines in 12 ordered pairs of quadrants two ways, 4 short diagonals in 24 triples; each
    /// piece doubles its windows.
    #[test]
    fn every_window_of_every_arrangement_counts() {
        let opinion = Anywhere::new(2.0, 1.0);
        assert_eq!(opinion.potential(0, 0), (8 * 12 * 2 + 4 * 24) as f32);
        // A corner: 3 lines, of each the whole with 3 partners two ways and one of its pairs with
        // 3; one short corner.
        assert_eq!(
            opinion.potential(1, 0) - opinion.potential(0, 0),
            (3 * 3 * (2 + 1) + 6) as f32
        );
        assert_eq!(
            opinion.potential(0, 1) - opinion.potential(0, 0),
            -((3 * 3 * (2 + 1) + 6) as f32)
        );
    }

    /// Against counting all windows again with the piece in place.
    #[test]
    fn gains_are_differences_of_potentials() {
        let opinion = Anywhere::new(3.0, 1.0);
        let game = read("w4b/1w2b1/2w3/2bw2/6/6 b");
        let (own, enemy) = (game.bits(Seat::new(1)), game.bits(Seat::new(0)));
        let lead = |own, enemy| opinion.potential(own, enemy) - opinion.potential(enemy, own);
        let gains = opinion.gains(&game, Seat::new(1));
        for (cell, gain) in gains.into_iter().enumerate() {
            let expected = match (own | enemy) & (1 << cell) {
                0 => lead(own | 1 << cell, enemy) - lead(own, enemy),
                _ => 0.0,
            };
            assert!((gain - expected).abs() < 0.1, "{cell}: {gain}, not {expected}");
        }
    }

    /// Against making the move and judging the position after it.
    #[test]
    fn leads_are_those_after_the_move() {
        let opinion = Anywhere::default();
        let game = read("w4b/1w2b1/2w3/2bw2/6/6 b");
        let leads = opinion.leads(&game);
        let mut moves = Vec::new();
        game.moves(Seat::new(1), &mut moves);
        let mut best = -1.0f32;
        for mv in moves {
            let mut after = game;
            after.play([mv]);
            let (white, black) = (after.bits(Seat::new(0)), after.bits(Seat::new(1)));
            let expected = -opinion.lead(white, black, Seat::new(0));
            assert!((leads[mv.cell.index()] - expected).abs() < 1e-4, "{mv}");
            best = best.max(expected);
        }
        assert!((opinion.best_lead(&game, u64::MAX, 2.0) - best).abs() < 1e-4);
        assert!(opinion.best_lead(&game, u64::MAX, best - 0.05) >= best - 0.05);
        assert_eq!(opinion.best_lead(&game, game.bits(Seat::new(0)), 2.0), -1.0);
    }

    #[test]
    fn swaps_change_nothing() {
        let opinion = Anywhere::default();
        let game = read("w4b/1w2b1/2w3/2bw2/6/6 b");
        let mut moves = Vec::new();
        game.moves(Seat::new(1), &mut moves);
        let worth = |mv| {
            let mut after = game;
            after.play([mv]);
            opinion.share(&after)
        };
        for cell in moves.chunks(6) {
            assert!(cell.iter().all(|mv| (worth(*mv) - worth(cell[0])).abs() < 1e-6));
        }
    }
}
