//! What every move leads to, told without making it.
//!
//! A move changes two cells, and settles a neighbour now and then. What taking a tower away does to
//! the four squares around it is found once for each cell; a move then costs eight more weights,
//! those of the squares around the tower that grows. Which towers it settles is a question of bits:
//! those whose only partner, or whose two, are the two that merge.

use truel_core::Seat;
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells, HIGHEST};

use super::patterns::{LAST, PLACES, SQUARES, View, WIDTH, Weights};

/// From a cell to the four squares it is in, and what a digit counts there in the square's number.
const CORNERS: [(usize, u16); 4] = [(WIDTH + 1, 1), (WIDTH, 81), (1, 9), (0, 729)];

/// What the carried tower's digit counts in each of the four squares of the cell it is carried to,
/// by the way between their places; 0 where it is not in the square.
static SHARED: [[u16; 4]; 2 * WIDTH + 3] = {
    let (mut shared, mut way) = ([[0; 4]; 2 * WIDTH + 3], 0);
    while way < shared.len() {
        let mut corner = 0;
        while corner < 16 {
            // The same square is seen from both cells when their ways to it differ by the way
            // between them.
            let (of_to, of_from) = (CORNERS[corner / 4].0, CORNERS[corner % 4]);
            if of_from.0 + WIDTH + 1 == of_to + way {
                shared[way][corner / 4] = of_from.1;
            }
            corner += 1;
        }
        way += 1;
    }
    shared
};

/// A position before a move, as the seat that moves after it will see it.
pub(super) struct Foresight<'a> {
    weights: &'a Weights,
    squares: [u16; LAST],
    /// The log-odds as the position is now.
    now: i32,
    cells: [Around; 48],
    /// Movable towers of at most so many counters.
    up_to: [Cells; HIGHEST as usize + 1],
    /// Towers with one partner to merge with, and with two.
    with_one: Cells,
    with_two: Cells,
    /// Movable towers of the seer and of the other, and by how many settled ones the seer leads.
    movable: [i32; 2],
    lead: i32,
}

/// What a move leads to, as the seer sees it.
#[derive(Clone, Copy)]
pub(super) struct Foreseen {
    pub(super) log_odds: i32,
    /// By how many towers the seer leads in the end, at least and at most.
    pub(super) least: i32,
    pub(super) most: i32,
}

/// What is known about a movable tower.
#[derive(Clone, Copy)]
struct Around {
    code: u16,
    height: u8,
    partners: Cells,
    /// What it does to the sum to take the tower away.
    without: i32,
}

impl<'a> Foresight<'a> {
    /// `game` before the move of the seat that is not `seer`.
    #[inline]
    pub(super) fn new(game: &Avalam, seer: Seat, weights: &'a Weights) -> Self {
        let view = View::seen_by(seer, game);
        let squares = view.squares().map(|square| square as u16);
        let mut sum = 0;
        for square in squares {
            sum += weigh(weights, square);
        }
        let settled = view.lead * i32::from(weights.lead) + view.fives * i32::from(weights.fives);
        let mut foresight = Foresight {
            weights,
            squares,
            now: sum + settled + i32::from(weights.turn),
            cells: [Around {
                code: 0,
                height: 0,
                partners: Cells::NONE,
                without: 0,
            }; 48],
            up_to: [Cells::NONE; HIGHEST as usize + 1],
            with_one: Cells::NONE,
            with_two: Cells::NONE,
            movable: [0; 2],
            lead: view.lead,
        };
        let movable = game.movable();
        for cell in movable.iter() {
            let around = &mut foresight.cells[cell.index()];
            around.code = view.grid[place(cell)];
            around.height = game.tower(cell).height();
            foresight.movable[owner(around.code)] += 1;
            let limit = &mut foresight.up_to[usize::from(around.height)];
            *limit = limit.or(Cells::of(cell));
        }
        for height in 1..=usize::from(HIGHEST) {
            foresight.up_to[height] = foresight.up_to[height].or(foresight.up_to[height - 1]);
        }
        movable.iter().for_each(|cell| foresight.look_around(cell));
        foresight
    }

    #[inline]
    fn look_around(&mut self, cell: Cell) {
        let Around { code, height, .. } = self.cells[cell.index()];
        let partners = Cells::beside(cell).and(self.up_to[usize::from(HIGHEST - height)]);
        match partners.len() {
            1 => self.with_one = self.with_one.or(Cells::of(cell)),
            2 => self.with_two = self.with_two.or(Cells::of(cell)),
            _ => {}
        }
        let mut without = 0;
        for (back, counts) in CORNERS {
            let square = self.squares[place(cell) - back];
            without += weigh(self.weights, square - code * counts) - weigh(self.weights, square);
        }
        self.cells[cell.index()] = Around {
            code,
            height,
            partners,
            without,
        };
    }

    /// The seer's log-odds after `carry`.
    #[inline]
    pub(super) fn log_odds_after(&self, carry: Carry) -> i32 {
        self.after(carry).log_odds
    }

    /// What `carry` leads to. No seat ends with more towers than it has, nor with fewer than are
    /// settled.
    #[inline]
    pub(super) fn after(&self, Carry { from, to }: Carry) -> Foreseen {
        let (carried, below) = (&self.cells[from.index()], &self.cells[to.index()]);
        let height = carried.height + below.height;
        let left = self.up_to[usize::from(HIGHEST - height)];
        let lost = below.partners.without(left);
        let is_settled = below.partners.and(left).without(Cells::of(from)).is_empty();
        let one = self.with_one.and(carried.partners.or(lost));
        let two = self.with_two.and(carried.partners).and(lost);
        let alone = one.or(two).without(Cells::of(from).or(Cells::of(to)));
        let grown = if is_settled {
            0
        } else {
            carried.code + u16::from(below.height)
        };
        let settled = if is_settled {
            self.settled(carried.code, height)
        } else {
            0
        };
        let changed = if alone.is_empty() {
            carried.without + self.growth(from, to, grown)
        } else {
            self.change(from, to, grown, alone)
        };
        let (mut movable, mut lead) = (self.movable, self.lead);
        movable[owner(below.code)] -= 1;
        let mut settle = |code| {
            movable[owner(code)] -= 1;
            lead += if owner(code) == 0 { 1 } else { -1 };
        };
        if is_settled {
            settle(carried.code);
        }
        alone.iter().for_each(|cell| settle(self.cells[cell.index()].code));
        Foreseen {
            log_odds: self.now + settled + changed,
            least: lead - movable[1],
            most: lead + movable[0],
        }
    }

    /// What it is worth that a tower of this code stays as it is.
    #[inline]
    fn settled(&self, code: u16, height: u8) -> i32 {
        let five = if height == HIGHEST { self.weights.fives } else { 0 };
        let worth = i32::from(self.weights.lead) + i32::from(five);
        if owner(code) == 0 { worth } else { -worth }
    }

    /// What the change of the tower on `to` does to the sum once the one on `from` is away.
    #[inline]
    fn growth(&self, from: Cell, to: Cell, grown: u16) -> i32 {
        let (carried, below) = (self.cells[from.index()].code, self.cells[to.index()].code);
        let shared = &SHARED[place(from) + WIDTH + 1 - place(to)];
        let mut sum = 0;
        for ((back, counts), shared) in CORNERS.iter().zip(shared) {
            let square = self.squares[place(to) - back] - carried * shared;
            sum += weigh(self.weights, square - below * counts + grown * counts) - weigh(self.weights, square);
        }
        sum
    }

    /// What the move does to the sum when the towers of `alone` are left without a partner.
    #[inline(never)]
    fn change(&self, from: Cell, to: Cell, grown: u16, alone: Cells) -> i32 {
        let mut squares = self.squares;
        let mut change = |cell: Cell, new: u16| {
            let old = self.cells[cell.index()].code;
            let deltas = CORNERS.map(|(back, counts)| {
                let square = &mut squares[place(cell) - back];
                let before = *square;
                *square = before - old * counts + new * counts;
                weigh(self.weights, *square) - weigh(self.weights, before)
            });
            deltas.iter().sum::<i32>()
        };
        let moved = change(from, 0) + change(to, grown);
        let settled = alone.iter().map(|cell| {
            let Around { code, height, .. } = self.cells[cell.index()];
            change(cell, 0) + self.settled(code, height)
        });
        moved + settled.sum::<i32>()
    }
}

/// 0 for a tower of the seer, 1 for one of the other.
#[inline]
fn owner(code: u16) -> usize {
    usize::from(code > 4)
}

#[inline]
fn weigh(weights: &Weights, square: u16) -> i32 {
    let squares: &[i16; SQUARES] = weights.squares[..].try_into().expect("a weight for each kind");
    i32::from(squares[usize::from(square)])
}

#[inline]
fn place(cell: Cell) -> usize {
    usize::from(PLACES[cell.index()])
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use truel_core::{Evaluate, Game, Phase, Rng, Seat, random_joint};
    use truel_games::Avalam;
    use truel_search::{AlphaBetaOpinion, Outlook};

    use super::super::Patterns;

    #[test]
    fn what_is_foreseen_is_what_follows() {
        let (patterns, mut foreseen) = (Patterns::default(), 0);
        for seed in 0..30 {
            let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let seat = Seat::new(game.plies() as usize % 2);
                let (mut moves, mut worths) = (Vec::new(), Vec::new());
                game.moves(seat, &mut moves);
                let tell = |payoffs| {
                    worths.push(payoffs);
                    ControlFlow::Continue(())
                };
                patterns.foresee(&mut (), &game, seat, &moves, tell);
                assert_eq!(worths.len(), moves.len());
                for (carry, worth) in moves.iter().zip(&worths) {
                    let mut after = game;
                    after.play([*carry]);
                    assert_eq!(*worth, patterns.evaluate(&after), "{game} {carry}");
                    let ends = matches!(after.phase(), Phase::Over(_));
                    assert!(
                        !ends || patterns.outlook(&game, &moves) == Outlook::Order,
                        "{game} {carry}"
                    );
                }
                foreseen += moves.len();
                game.play(joint);
            }
        }
        assert!(foreseen > 10_000, "only {foreseen}");
    }
}
