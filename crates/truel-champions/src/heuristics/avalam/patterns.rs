//! Who will win, by what stands in every square of two by two cells.
//!
//! All four cells of such a square are neighbours of each other, so it is the smallest place in
//! which towers threaten and shelter each other. A cell counts there only while its tower can still
//! move or be moved onto: as one of four heights, of the seat to move or of the other. Towers that
//! are settled count for themselves. The weights are logistic regressions of the result on matches
//! of the search with itself, one for each stage of a match, made by the example `fit_avalam`;
//! turned and mirrored squares share one weight.
//!
//! ```text
//!   v = upper * 9 + lower          two passes over the board make the number of every square;
//!   number = v * 81 + next v       the sum of their weights is one load and one addition each
//! ```

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use truel_core::{BySeat, Evaluate, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, HIGHEST, Tower};
use truel_search::{AlphaBetaOpinion, Opinion, Outlook};

use super::foresight::Foresight;
use super::{Towers, endgame};

/// Stages of a match, each with weights of its own.
pub const STAGES: usize = 6;
/// Kinds of squares: nine things may stand on each of four cells.
pub const SQUARES: usize = 9 * 9 * 9 * 9;
/// What stands for one unit of log-odds.
pub const UNIT: f32 = 1024.0;

/// A row of the board with a blank cell before and after it, and its place in the grid.
pub(crate) const WIDTH: usize = 11;
const GRID: usize = WIDTH * WIDTH;
/// The last place with a square to its lower right.
pub(super) const LAST: usize = GRID - WIDTH - 1;

/// The stage after so many plies.
#[inline]
pub fn stage(plies: u32) -> usize {
    (plies.saturating_sub(4) as usize / 5).min(STAGES - 1)
}

/// What is known about one stage, in [`UNIT`]s of log-odds for the seat to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For having the move.
    pub turn: i16,
    /// For each settled tower more than the other.
    pub lead: i16,
    /// For each settled tower of five more than the other.
    pub fives: i16,
    /// For each kind of square.
    pub squares: Box<[i16]>,
}

impl Weights {
    const NUMBERS: usize = 3 + SQUARES;

    /// The weights of all stages, from little-endian words in the order of the fields.
    ///
    /// # Panics
    ///
    /// When there are too few.
    pub fn read(bytes: &[u8]) -> Vec<Weights> {
        let words: Vec<i16> = bytes
            .chunks_exact(2)
            .map(|word| i16::from_le_bytes([word[0], word[1]]))
            .collect();
        assert_eq!(words.len(), STAGES * Self::NUMBERS, "every stage has its weights");
        let stage = |words: &[i16]| Weights {
            turn: words[0],
            lead: words[1],
            fives: words[2],
            squares: words[3..].into(),
        };
        words.chunks_exact(Self::NUMBERS).map(stage).collect()
    }
}

/// The opinion with these weights.
#[derive(Clone, Debug)]
pub struct Patterns(pub(super) Arc<[Weights]>);

impl Patterns {
    /// The opinion with these weights, one set for each stage.
    pub fn new(stages: Vec<Weights>) -> Self {
        assert_eq!(stages.len(), STAGES, "every stage has its weights");
        Patterns(stages.into())
    }

    /// The opinion with the weights that were fitted, except that settled towers count `times` as
    /// much.
    pub fn settling(times: f32) -> Self {
        let scaled = |weight: i16| (f32::from(weight) * times) as i16;
        let fitted = Patterns::default();
        let stages = fitted.0.iter().map(|weights| Weights {
            lead: scaled(weights.lead),
            fives: scaled(weights.fives),
            ..weights.clone()
        });
        Patterns::new(stages.collect())
    }

    /// The weights of each stage.
    pub(crate) fn stages(&self) -> &[Weights] {
        &self.0
    }

    /// Log-odds of a win for the seat to move, in [`UNIT`]s.
    #[inline]
    fn log_odds(&self, game: &Avalam) -> i32 {
        let view = View::of(game);
        let weights = &self.0[stage(game.plies())];
        let squares: &[i16; SQUARES] = weights.squares[..].try_into().expect("a weight for each kind");
        let sum: i32 = view.squares().map(|square| i32::from(squares[square])).iter().sum();
        sum + i32::from(weights.turn) + view.lead * i32::from(weights.lead) + view.fives * i32::from(weights.fives)
    }
}

impl Default for Patterns {
    /// With the weights that were fitted.
    fn default() -> Self {
        static FITTED: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::new(Weights::read(include_bytes!("patterns.weights"))));
        FITTED.clone()
    }
}

/// A position as the seat to move sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// What stands where: 0 for nothing that moves, 1 to 4 for own heights, 5 to 8 for the other's.
    pub(super) grid: [u16; GRID],
    /// Settled towers more than the other has.
    pub lead: i32,
    /// Settled towers of five more than the other has.
    pub fives: i32,
}

impl View {
    /// The view of the seat to move.
    #[inline]
    pub fn of(game: &Avalam) -> Self {
        View::seen_by(Seat::new((game.plies() % 2) as usize), game)
    }

    /// The view of `seat`, as if it were to move.
    #[inline]
    pub(super) fn seen_by(seat: Seat, game: &Avalam) -> Self {
        let glasses = &GLASSES[seat.index()];
        let movable = game.movable();
        let mut view = View {
            grid: [0; GRID],
            lead: 0,
            fives: 0,
        };
        for (number, cell) in Cell::all().enumerate() {
            let tower = &glasses[game.tower(cell).code()];
            let moves = movable.contains(cell);
            view.grid[PLACES[number] as usize] = if moves { tower.code } else { 0 };
            view.lead += if moves { 0 } else { tower.lead };
            view.fives += tower.fives;
        }
        view
    }

    /// The kind of every square, blank ones included.
    #[inline]
    pub fn squares(&self) -> [usize; LAST] {
        let pair: [u16; LAST + 1] = std::array::from_fn(|at| self.grid[at] * 9 + self.grid[at + WIDTH]);
        std::array::from_fn(|at| usize::from(pair[at] * 81 + pair[at + 1]))
    }
}

/// The square that stands for a kind and its turned and mirrored images: the one with the smallest
/// number.
pub fn canonical(square: usize) -> usize {
    images(square).into_iter().min().expect("eight images")
}

/// A kind of square turned and mirrored in all eight ways. The digits are upper left, lower left,
/// upper right, lower right.
pub fn images(square: usize) -> [usize; 8] {
    const IMAGES: [[usize; 4]; 8] = [
        [0, 1, 2, 3],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [3, 2, 1, 0],
        [0, 2, 1, 3],
        [2, 0, 3, 1],
        [1, 3, 0, 2],
        [3, 1, 2, 0],
    ];
    let digits = [square / 729, square / 81 % 9, square / 9 % 9, square % 9];
    IMAGES.map(|order| order.iter().fold(0, |number, from| number * 9 + digits[*from]))
}

/// What a tower is to the seat to move.
#[derive(Clone, Copy)]
struct Seen {
    code: u16,
    lead: i32,
    fives: i32,
}

/// Towers as each seat sees them, by their code.
static GLASSES: LazyLock<[[Seen; 16]; 2]> = LazyLock::new(|| {
    [0, 1].map(|mover| {
        let mut seen = [Seen {
            code: 0,
            lead: 0,
            fives: 0,
        }; 16];
        for (seat, sign, other) in [(mover, 1, 0), (1 - mover, -1, 4)] {
            for height in 1..=HIGHEST {
                seen[Tower::new(Seat::new(seat), height).code()] = Seen {
                    code: u16::from(height) + other,
                    lead: sign,
                    fives: if height == HIGHEST { sign } else { 0 },
                };
            }
        }
        seen
    })
});

/// Where each cell lies in the grid.
pub(crate) static PLACES: [u8; 48] = {
    /// The columns of each row that are cells: from, to, and the one between that is none.
    const ROWS: [(usize, usize, usize); 9] = [
        (2, 3, 9),
        (1, 4, 9),
        (1, 6, 9),
        (1, 8, 9),
        (0, 8, 4),
        (0, 7, 9),
        (2, 7, 9),
        (4, 7, 9),
        (5, 6, 9),
    ];
    let (mut places, mut number, mut row) = ([0; 48], 0, 0);
    while row < 9 {
        let (mut column, last, hole) = ROWS[row];
        while column <= last {
            if column != hole {
                places[number] = ((row + 1) * WIDTH + column + 1) as u8;
                number += 1;
            }
            column += 1;
        }
        row += 1;
    }
    places
};

impl Evaluate<Avalam> for Patterns {
    #[inline]
    fn evaluate(&self, game: &Avalam) -> BySeat<f32, 2> {
        let log_odds = self.log_odds(game) as f32;
        let first = if game.plies().is_multiple_of(2) {
            log_odds
        } else {
            -log_odds
        };
        super::super::two_seats(first, UNIT)
    }
}

impl Opinion<Avalam> for Patterns {
    #[inline]
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        Towers.rank(game, seat, carry)
    }
}

impl AlphaBetaOpinion<Avalam> for Patterns {
    type LineState = ();

    #[inline]
    fn decided(&self, game: &Avalam) -> Option<BySeat<f32, 2>> {
        endgame::decided(game)
    }

    #[inline]
    fn key(&self, game: &Avalam) -> u64 {
        endgame::key(game)
    }

    /// A move touches at most fifteen pairs, so with more pairs, each of them two moves, it cannot
    /// be the last.
    #[inline]
    fn outlook(&self, _: &Avalam, moves: &[Carry]) -> Outlook {
        if moves.len() > 30 {
            Outlook::Worths
        } else {
            Outlook::Order
        }
    }

    #[inline]
    fn foresee(
        &self,
        (): &mut (),
        game: &Avalam,
        seat: Seat,
        moves: &[Carry],
        mut tell: impl FnMut(BySeat<f32, 2>) -> ControlFlow<()>,
    ) {
        let foresight = Foresight::new(game, seat.next(2), &self.0[stage(game.plies() + 1)]);
        for carry in moves {
            let log_odds = foresight.log_odds_after(*carry) as f32;
            let first = if seat.index() == 0 { -log_odds } else { log_odds };
            if tell(super::super::two_seats(first, UNIT)).is_break() {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_cells() {
        for cell in Cell::all() {
            let place = (cell.row() + 1) * WIDTH + cell.column() + 1;
            assert_eq!(usize::from(PLACES[cell.index()]), place, "{cell}");
        }
    }

    #[test]
    fn turned_and_mirrored_squares_share_a_weight() {
        for weights in Patterns::default().0.iter() {
            for square in 0..SQUARES {
                let same = images(square)
                    .iter()
                    .all(|image| weights.squares[*image] == weights.squares[square]);
                assert!(same && images(square).contains(&canonical(square)), "{square}");
            }
            assert_eq!(weights.squares[0], 0, "an empty square is worth nothing");
        }
    }
}
