//! Positions for the search: bit sets of the towers that move, and the squares that they stand in.
//!
//! A square is known by its number as Yellow sees it ([`patterns`](crate::heuristics::avalam)). A
//! move changes the numbers of about ten squares, so they are kept up to date instead of found
//! again. Red sees the same squares with the colours exchanged, through weights of its own.

use truel_core::{Seat, zobrist};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells, HIGHEST, Tower};

use crate::heuristics::avalam::Patterns;
use crate::heuristics::avalam::patterns::{PLACES, SQUARES, STAGES, WIDTH, stage};

pub(super) const CELLS: usize = 48;
/// Squares with a cell in them.
const COUNT: usize = 68;
/// From a cell to the four squares it is in, by their places in the grid, and what a digit counts
/// there in the square's number.
const CORNERS: [usize; 4] = [WIDTH + 1, WIDTH, 1, 0];
pub(super) const COUNTS: [u16; 4] = [1, 81, 9, 729];

/// The four squares of each cell.
pub(super) static AROUND: [[u8; 4]; CELLS] = {
    let (mut has_cell, mut i) = ([false; WIDTH * WIDTH], 0);
    while i < 4 * CELLS {
        has_cell[PLACES[i / 4] as usize - CORNERS[i % 4]] = true;
        i += 1;
    }
    let (mut numbers, mut next, mut place) = ([0; WIDTH * WIDTH], 0, 0);
    while place < WIDTH * WIDTH {
        numbers[place] = next;
        next += has_cell[place] as u8;
        place += 1;
    }
    assert!(next as usize == COUNT, "so many squares have a cell");
    let mut around = [[0; 4]; CELLS];
    i = 0;
    while i < 4 * CELLS {
        around[i / 4][i % 4] = numbers[PLACES[i / 4] as usize - CORNERS[i % 4]];
        i += 1;
    }
    around
};

static TOWERS: [[u64; 16]; CELLS] = zobrist::rows(0x6176_6c31);
/// Differences of settled towers, and of settled towers of five, from -48 to 48.
static LEADS: [[u64; 97]; 2] = zobrist::rows(0x6176_6c32);
static TURN: [u64; 1] = zobrist::words(0x6176_6c33);

/// The weights of one stage for one seat.
#[derive(Debug)]
pub(super) struct View {
    turn: i32,
    pub(super) lead: i32,
    pub(super) fives: i32,
    pub(super) squares: Box<[i16; SQUARES]>,
}

/// The weights of every stage, as Yellow and as Red sees the squares.
#[derive(Debug)]
pub(super) struct Views(Vec<[View; 2]>);

impl Views {
    pub(super) fn new(patterns: &Patterns) -> Self {
        let views = patterns.stages().iter().map(|weights| {
            [0, 1].map(|seat| {
                let mut squares = Box::new([0; SQUARES]);
                for (square, weight) in squares.iter_mut().enumerate() {
                    *weight = weights.squares[if seat == 0 { square } else { exchanged(square) }];
                }
                View {
                    turn: weights.turn.into(),
                    lead: weights.lead.into(),
                    fives: weights.fives.into(),
                    squares,
                }
            })
        });
        let views = Views(views.collect());
        assert_eq!(views.0.len(), STAGES, "every stage has its weights");
        views
    }

    /// The weights after so many plies, to the seat that moves then.
    #[inline]
    pub(super) fn at(&self, plies: u32) -> &View {
        &self.0[stage(plies)][(plies % 2) as usize]
    }
}

/// A square with the colours exchanged.
fn exchanged(square: usize) -> usize {
    let digits = [square / 729, square / 81 % 9, square / 9 % 9, square % 9];
    digits.into_iter().fold(0, |number, digit| {
        number * 9
            + match digit {
                0 => 0,
                1..=4 => digit + 4,
                _ => digit - 4,
            }
    })
}

/// What a movable tower counts in a square: 1 to 4 for Yellow's heights, 5 to 8 for Red's.
#[inline]
pub(super) fn digit(tower: Tower) -> u16 {
    u16::from(tower.height()) + 4 * owner(tower) as u16
}

/// 0 for Yellow, 1 for Red.
#[inline]
pub(super) fn owner(tower: Tower) -> usize {
    tower.code() >> 3
}

/// A move as a number of twelve bits.
#[inline]
pub(super) fn code(Carry { from, to }: Carry) -> u16 {
    (from.index() | to.index() << 6) as u16
}

/// A position. Of towers that are settled it keeps only by how many Yellow leads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Position {
    pub(super) squares: [u16; COUNT],
    towers: [Tower; CELLS],
    /// Movable towers of at most so many counters.
    up_to: [Cells; HIGHEST as usize],
    pub(super) movable: Cells,
    red: Cells,
    key: u64,
    pub(super) lead: i32,
    pub(super) fives: i32,
    pub(super) plies: u32,
}

impl Position {
    pub(super) fn of(game: &Avalam) -> Position {
        let mut position = Position {
            squares: [0; COUNT],
            towers: [Tower::NONE; CELLS],
            up_to: [Cells::NONE; HIGHEST as usize],
            movable: Cells::NONE,
            red: Cells::NONE,
            key: 0,
            lead: 0,
            fives: 0,
            plies: game.plies(),
        };
        let movable = game.movable();
        for cell in game.standing().iter() {
            position.towers[cell.index()] = game.tower(cell);
            if movable.contains(cell) {
                position.enter(cell);
            } else {
                position.settle(cell);
            }
        }
        position
    }

    #[inline]
    pub(super) fn tower(&self, cell: Cell) -> Tower {
        self.towers[cell.index()]
    }

    /// Who moves: 0 for Yellow, 1 for Red.
    #[inline]
    pub(super) fn mover(&self) -> usize {
        (self.plies % 2) as usize
    }

    /// The movable towers of the seat that is not to move.
    #[inline]
    pub(super) fn others(&self) -> Cells {
        match self.mover() {
            0 => self.red,
            _ => self.movable.without(self.red),
        }
    }

    /// How many movable towers Yellow and Red have.
    #[inline]
    pub(super) fn counts(&self) -> [i32; 2] {
        let red = self.red.len() as i32;
        [self.movable.len() as i32 - red, red]
    }

    /// The key of all that matters.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let leads = LEADS[0][(self.lead + 48) as usize] ^ LEADS[1][(self.fives + 48) as usize];
        self.key ^ leads ^ (TURN[0] * u64::from(self.plies % 2))
    }

    /// Movable towers of at most so many counters.
    #[inline]
    pub(super) fn up_to(&self, height: u8) -> Cells {
        self.up_to[usize::from(height)]
    }

    /// The towers that the one on `cell` can be merged with.
    #[inline]
    pub(super) fn partners(&self, cell: Cell) -> Cells {
        Cells::beside(cell).and(self.up_to(HIGHEST - self.tower(cell).height()))
    }

    /// The tower on `cell` is movable from now on.
    #[inline]
    fn enter(&mut self, cell: Cell) {
        let (tower, set) = (self.tower(cell), Cells::of(cell));
        self.movable = self.movable.or(set);
        if owner(tower) == 1 {
            self.red = self.red.or(set);
        }
        for up_to in &mut self.up_to[usize::from(tower.height())..] {
            *up_to = up_to.or(set);
        }
        self.key ^= TOWERS[cell.index()][tower.code()];
        self.add_digit(cell, digit(tower));
    }

    /// The tower on `cell` was movable up to now.
    #[inline]
    fn leave(&mut self, cell: Cell) {
        let (tower, set) = (self.tower(cell), Cells::of(cell));
        self.movable = self.movable.without(set);
        self.red = self.red.without(set);
        for up_to in &mut self.up_to {
            *up_to = up_to.without(set);
        }
        self.key ^= TOWERS[cell.index()][tower.code()];
        self.add_digit(cell, digit(tower).wrapping_neg());
    }

    #[inline]
    fn add_digit(&mut self, cell: Cell, digit: u16) {
        for (square, counts) in AROUND[cell.index()].iter().zip(COUNTS) {
            let square = &mut self.squares[usize::from(*square)];
            *square = square.wrapping_add(digit.wrapping_mul(counts));
        }
    }

    /// The tower on `cell` stays as it is to the end.
    #[inline]
    fn settle(&mut self, cell: Cell) {
        let tower = self.tower(cell);
        let step = 1 - 2 * owner(tower) as i32;
        self.lead += step;
        self.fives += if tower.height() == HIGHEST { step } else { 0 };
    }

    #[inline]
    pub(super) fn play(&mut self, Carry { from, to }: Carry) {
        let merged = self.tower(from).on(self.tower(to));
        self.leave(from);
        self.leave(to);
        self.towers[from.index()] = Tower::NONE;
        self.towers[to.index()] = merged;
        self.plies += 1;
        if merged.height() == HIGHEST || self.partners(to).is_empty() {
            self.settle(to);
        } else {
            self.enter(to);
        }
        let near = Cells::beside(from).or(Cells::beside(to)).and(self.movable);
        for cell in near.iter() {
            if self.partners(cell).is_empty() {
                self.leave(cell);
                self.settle(cell);
            }
        }
    }

    /// The log-odds of a win by `view`, to the seat `seer` whose weights these are.
    #[inline]
    pub(super) fn log_odds(&self, view: &View, seer: usize) -> i32 {
        let sum: i32 = self
            .squares
            .map(|square| i32::from(view.squares[usize::from(square)]))
            .iter()
            .sum();
        let settled = self.lead * view.lead + self.fives * view.fives;
        sum + view.turn + if seer == 0 { settled } else { -settled }
    }

    /// The seat that wins whatever happens, if there is one: none ends with more towers than it
    /// has, nor with fewer than are settled.
    #[inline]
    pub(super) fn winner(&self) -> Option<usize> {
        let [yellow, red] = self.counts();
        match self.lead {
            lead if lead > red => Some(0),
            lead if -lead > yellow => Some(1),
            _ => None,
        }
    }

    /// Who is ahead at the end: 1 for the seat to move, -1 for the other, 0 for neither.
    #[inline]
    pub(super) fn end(&self) -> i32 {
        let ahead = if self.lead == 0 { self.fives } else { self.lead }.signum();
        if self.mover() == 0 { ahead } else { -ahead }
    }

    /// Whose turn it is.
    pub(super) fn seat(&self) -> Seat {
        Seat::new(self.mover())
    }
}
