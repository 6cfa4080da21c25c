//! What every move leads to, told without making it.
//!
//! As in [`heuristics`](crate::heuristics::avalam), but nothing is found before it is needed: most
//! positions one ply above leaves are refuted by one of the first moves.

use truel_games::avalam::{Carry, Cell, Cells, HIGHEST, Tower};

use super::board::{AROUND, CELLS, COUNTS, Position, View, Views, digit, owner};
use crate::heuristics::avalam::patterns::{PLACES, WIDTH};

/// What the carried tower's digit counts in each of the four squares of the cell it is carried to,
/// by the way between their places; 0 where it is not in the square.
static SHARED: [[u16; 4]; 2 * WIDTH + 3] = {
    const CORNERS: [usize; 4] = [WIDTH + 1, WIDTH, 1, 0];
    let (mut shared, mut way) = ([[0; 4]; 2 * WIDTH + 3], 0);
    while way < shared.len() {
        let mut corner = 0;
        while corner < 16 {
            if CORNERS[corner % 4] + WIDTH + 1 == CORNERS[corner / 4] + way {
                shared[way][corner / 4] = COUNTS[corner % 4];
            }
            corner += 1;
        }
        way += 1;
    }
    shared
};

/// A position before a move, as the seat that moves after it, the seer, will see it.
pub(super) struct Foresight<'a> {
    position: &'a Position,
    view: &'a View,
    seer: usize,
    /// The log-odds as the position is now.
    now: i32,
    partners: [Cells; CELLS],
    /// Towers with one partner to merge with, and with two.
    with_one: Cells,
    with_two: Cells,
    counts: [i32; 2],
}

/// What a move leads to, as the seer sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foreseen {
    pub(super) log_odds: i32,
    /// By how many towers the seer leads in the end, at least and at most.
    pub(super) least: i32,
    pub(super) most: i32,
}

impl<'a> Foresight<'a> {
    #[inline]
    pub(super) fn new(position: &'a Position, views: &'a Views) -> Self {
        let (seer, view) = (1 - position.mover(), views.at(position.plies + 1));
        let mut foresight = Foresight {
            position,
            view,
            seer,
            now: position.log_odds(view, seer),
            partners: [Cells::NONE; CELLS],
            with_one: Cells::NONE,
            with_two: Cells::NONE,
            counts: position.counts(),
        };
        for cell in position.movable.iter() {
            let partners = position.partners(cell);
            foresight.partners[cell.index()] = partners;
            match partners.len() {
                1 => foresight.with_one = foresight.with_one.or(Cells::of(cell)),
                2 => foresight.with_two = foresight.with_two.or(Cells::of(cell)),
                _ => {}
            }
        }
        foresight
    }

    /// Calls `take` with every move onto one of `targets` and what it leads to, until it says that
    /// it has seen enough.
    #[inline]
    pub(super) fn each_onto(&self, targets: Cells, mut take: impl FnMut(Carry, Foreseen) -> bool) {
        for from in self.position.movable.iter() {
            let onto = self.partners[from.index()].and(targets);
            if onto.is_empty() {
                continue;
            }
            let without = self.without(from);
            for to in onto.iter() {
                let carry = Carry { from, to };
                if !take(carry, self.after(carry, without)) {
                    return;
                }
            }
        }
    }

    #[inline]
    fn weigh(&self, square: u16) -> i32 {
        i32::from(self.view.squares[usize::from(square)])
    }

    /// What it does to the sum to take the tower on `cell` away.
    #[inline]
    fn without(&self, cell: Cell) -> i32 {
        let digit = digit(self.position.tower(cell));
        let mut sum = 0;
        for (square, counts) in AROUND[cell.index()].iter().zip(COUNTS) {
            let square = self.position.squares[usize::from(*square)];
            sum += self.weigh(square.wrapping_sub(digit * counts)) - self.weigh(square);
        }
        sum
    }

    #[inline]
    fn after(&self, carry: Carry, without: i32) -> Foreseen {
        let Carry { from, to } = carry;
        let (carried, below) = (self.position.tower(from), self.position.tower(to));
        let merged = carried.on(below);
        let left = self.position.up_to(HIGHEST - merged.height());
        let (of_from, of_to) = (self.partners[from.index()], self.partners[to.index()]);
        let lost = of_to.without(left);
        let is_settled = of_to.and(left).without(Cells::of(from)).is_empty();
        let one = self.with_one.and(of_from.or(lost));
        let two = self.with_two.and(of_from).and(lost);
        let alone = one.or(two).without(Cells::of(from).or(Cells::of(to)));
        let grown = if is_settled { 0 } else { digit(merged) };
        let mut log_odds = self.now;
        log_odds += if alone.is_empty() {
            without + self.growth(carry, grown)
        } else {
            self.change(carry, grown, alone)
        };
        let mut lead = if self.seer == 0 {
            self.position.lead
        } else {
            -self.position.lead
        };
        let mut counts = self.counts;
        counts[owner(below)] -= 1;
        let mut settle = |tower: Tower| {
            lead += self.sign(tower);
            counts[owner(tower)] -= 1;
        };
        if is_settled {
            let five = if merged.height() == HIGHEST { self.view.fives } else { 0 };
            log_odds += self.sign(merged) * (self.view.lead + five);
            settle(merged);
        }
        alone.iter().for_each(|cell| settle(self.position.tower(cell)));
        Foreseen {
            log_odds,
            least: lead - counts[1 - self.seer],
            most: lead + counts[self.seer],
        }
    }

    /// 1 for a tower of the seer, -1 for one of the other.
    #[inline]
    fn sign(&self, tower: Tower) -> i32 {
        if owner(tower) == self.seer { 1 } else { -1 }
    }

    /// What the change of the tower on `to` does to the sum once the one on `from` is away.
    #[inline]
    fn growth(&self, Carry { from, to }: Carry, grown: u16) -> i32 {
        let [carried, below] = [from, to].map(|cell| digit(self.position.tower(cell)));
        let way = usize::from(PLACES[from.index()]) + WIDTH + 1 - usize::from(PLACES[to.index()]);
        let mut sum = 0;
        for ((square, counts), shared) in AROUND[to.index()].iter().zip(COUNTS).zip(SHARED[way]) {
            let square = self.position.squares[usize::from(*square)].wrapping_sub(carried * shared);
            let after = square.wrapping_sub(below * counts).wrapping_add(grown * counts);
            sum += self.weigh(after) - self.weigh(square);
        }
        sum
    }

    /// What the move does to the sum when the towers of `alone` are left without a partner.
    #[inline(never)]
    fn change(&self, Carry { from, to }: Carry, grown: u16, alone: Cells) -> i32 {
        let (mut squares, mut sum) = (self.position.squares, 0);
        let mut change = |cell: Cell, new: u16| {
            let old = digit(self.position.tower(cell));
            for (square, counts) in AROUND[cell.index()].iter().zip(COUNTS) {
                let square = &mut squares[usize::from(*square)];
                let before = *square;
                *square = before.wrapping_sub(old * counts).wrapping_add(new * counts);
                sum += self.weigh(*square) - self.weigh(before);
            }
        };
        change(from, 0);
        change(to, grown);
        alone.iter().for_each(|cell| change(cell, 0));
        let settled = alone.iter().map(|cell| self.sign(self.position.tower(cell)));
        sum + settled.sum::<i32>() * self.view.lead
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Evaluate, Game, Rng, random_joint};
    use truel_games::Avalam;

    use super::*;
    use crate::heuristics::avalam::Patterns;
    use crate::heuristics::avalam::patterns::UNIT;
    use crate::heuristics::two_seats;

    /// Every move of random matches: the position after it is the one that the rules lead to, and
    /// what was foreseen is what the patterns say there.
    #[test]
    fn moves_lead_where_they_were_foreseen_to_lead() {
        let (patterns, mut seen) = (Patterns::default(), 0);
        let views = Views::new(&patterns);
        for seed in 0..20 {
            let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let (position, mut legal) = (Position::of(&game), Vec::new());
                game.moves(position.seat(), &mut legal);
                let mut count = 0;
                Foresight::new(&position, &views).each_onto(position.movable, |carry, foreseen| {
                    let (mut after, mut next) = (game, position);
                    after.play([carry]);
                    next.play(carry);
                    assert_eq!(next, Position::of(&after), "{game} {carry}");
                    let seat = next.seat();
                    let payoffs = two_seats(
                        if seat.index() == 0 { 1.0 } else { -1.0 } * foreseen.log_odds as f32,
                        UNIT,
                    );
                    assert_eq!(payoffs, patterns.evaluate(&after), "{game} {carry}");
                    let lead = if seat.index() == 0 { next.lead } else { -next.lead };
                    let (own, other) = (next.counts()[seat.index()], next.counts()[1 - seat.index()]);
                    assert_eq!(
                        (foreseen.least, foreseen.most),
                        (lead - other, lead + own),
                        "{game} {carry}"
                    );
                    count += 1;
                    true
                });
                assert_eq!(count, legal.len(), "{game}");
                seen += count;
                game.play(joint);
            }
        }
        assert!(seen > 50_000, "only {seen}");
    }
}
