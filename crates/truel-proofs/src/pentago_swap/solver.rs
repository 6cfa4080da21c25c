//! Searches for White's wins by proof numbers: how far is White from a forced five?
//!
//! White's positions cost what the cheapest move costs. Black's cost what the hardest reply costs,
//! something for each further cell that Black can hold with and a little for each further swap: a
//! cell that holds with one swap holds with most others. The search is depth-first within a bound
//! on the cost that grows (df-pn without disproof numbers, since White hardly ever fails for good).
//!
//! What makes it fast is order. The arrangement of the quadrants matters little, so a move that won
//! in one arrangement is tried first in all others, and against other replies.

use truel_search::Stop;

use super::board::{Board, HALF, Move, NEXT, ODD, PAIRS, SWAPPED, gains};
use super::check::{LONGEST, REPLIES};
use super::memory::{Costs, Hints, key};
use super::threats::{self, Choice};

/// The cost of what cannot be proved.
const NEVER: u32 = 1 << 28;
/// The least cost of a position that is not proved.
const UNIT: u32 = 16;
/// The first bound.
const FIRST_BOUND: u32 = 64;
/// What each further cell adds that Black can hold with.
const REPLY: u32 = 24;
/// What a quiet move costs on the cell that gains least.
const QUIET: u32 = 200;
/// What a quiet move costs that has not won against other replies.
const NEW: u32 = 16;
/// Positions in the first look for a win by threats.
const LOOK: u32 = 6;
/// Positions in a longer look.
const LONG_LOOK: u32 = 40;
/// A move that leaves Black no more replies than this is a threat.
const FEW: u8 = 6;

#[derive(Clone, Copy)]
struct Child {
    board: Board,
    key: u64,
    mv: Move,
    cost: u32,
    /// Whether the table was asked.
    is_known: bool,
}

/// The search and its memory.
#[derive(Debug)]
pub struct Solver {
    costs: Costs,
    hints: Hints,
    /// By plies, cell and arrangement as named one move earlier: how often Black could hold so.
    held: Vec<[[u32; HALF]; 36]>,
    nodes: u64,
    limit: u64,
    stop: Stop,
}

/// What became of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// White wins.
    Won,
    /// White does not win.
    NotWon,
    /// The search ended too early to tell.
    Unknown,
}

/// The name that a cell had before the swap, or has after it.
#[inline]
fn renamed(cell: u8, pair: u8) -> usize {
    let (low, high) = PAIRS[usize::from(pair)];
    let (quadrant, rest) = (usize::from(cell) / 9, usize::from(cell) % 9);
    let other = match quadrant {
        _ if quadrant == low => high,
        _ if quadrant == high => low,
        _ => quadrant,
    };
    9 * other + rest
}

/// The moves of these cells for each pair.
#[inline]
pub(super) fn moves(cells: [u64; PAIRS.len()]) -> impl Iterator<Item = Move> {
    cells.into_iter().zip(0..).flat_map(|(mut left, pair)| {
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(Move { cell, pair })
        })
    })
}

fn count(cells: &[u64; PAIRS.len()]) -> usize {
    cells.iter().map(|cells| cells.count_ones() as usize).sum()
}

/// What the cells add with which Black can hold, beyond the hardest reply.
fn further(by_cell: &[u32; 36]) -> u32 {
    let cells = by_cell.iter().filter(|swaps| **swaps > 0);
    cells.map(|swaps| REPLY + swaps - 1).sum::<u32>().saturating_sub(REPLY)
}

impl Solver {
    /// With a table of `2^bits` buckets of 64 bytes; ends early when `stop` is raised.
    pub fn new(bits: u32, stop: Stop) -> Self {
        Solver {
            costs: Costs::new(bits),
            hints: Hints::new(),
            held: vec![[[0; HALF]; 36]; 37],
            nodes: 0,
            limit: 0,
            stop,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets everything, so that what follows does not depend on what was.
    pub fn forget(&mut self) {
        self.costs.forget();
        self.hints.forget();
        self.held.fill([[0; HALF]; 36]);
    }

    /// Whether White, who is to move, wins; within so many further positions.
    pub fn solve(&mut self, board: Board, nodes: u64) -> Outcome {
        self.limit = self.nodes.saturating_add(nodes);
        if threats::win(board).is_some() {
            return Outcome::Won;
        }
        let mut bound = FIRST_BOUND;
        loop {
            match self.white(board, &[0; 36], bound) {
                0 => return Outcome::Won,
                cost if cost >= NEVER => return Outcome::NotWon,
                _ if self.is_over() => return Outcome::Unknown,
                cost => bound = bound.max(cost) + bound / 4,
            }
        }
    }

    /// White's winning move in a position that was solved, or is now within so many positions.
    pub fn answer(&mut self, board: Board, nodes: u64) -> Option<Move> {
        let known = |solver: &Self| {
            let mut found = threats::win(board);
            threats::options(board, |Choice { mv, .. }| {
                let is_won = || solver.costs.find(key(board.after_white(mv))) == Some(0);
                found = found.or_else(|| is_won().then_some(mv));
            });
            found
        };
        known(self).or_else(|| {
            let is_won = self.solve(board, nodes) == Outcome::Won;
            is_won.then(|| known(self)).flatten()
        })
    }

    /// Whether White wins by threats within as many moves as the checker looks for, found in so few
    /// positions that the checker surely finds it.
    pub fn wins_by_threats(&mut self, board: Board) -> bool {
        let mut left = LONG_LOOK;
        threats::win(board).is_some() || (2..=LONGEST).any(|moves| self.threatens(board, moves, &mut left))
    }

    fn is_over(&self) -> bool {
        self.nodes >= self.limit || self.stop.is_raised()
    }

    /// Whether White wins by threats within so many moves.
    fn threatens(&mut self, board: Board, longest: u32, left: &mut u32) -> bool {
        if *left == 0 {
            return false;
        }
        (*left, self.nodes) = (*left - 1, self.nodes + 1);
        let (mut list, mut length) = ([(0, Move { cell: 0, pair: 0 }); 216], 0);
        let won = threats::options(board, |Choice { mv, replies }| {
            if replies <= FEW && (longest > 2 || replies == 0) {
                list[length] = (replies, mv);
                length += 1;
            }
        });
        if won.is_some() {
            return true;
        }
        list[..length].sort_unstable();
        list[..length].iter().any(|(_, mv)| {
            let after = board.after_white(*mv);
            let holding = threats::replies(after).filter(|cells| count(cells) <= REPLIES);
            let mut holds = |reply| longest <= 2 || !self.threatens(after.after_black(reply), longest - 1, left);
            holding.is_some_and(|cells| !moves(cells).any(&mut holds))
        })
    }

    /// The first cost of a position with White to move.
    fn judge(&mut self, board: Board, key: u64) -> u32 {
        let before = self.nodes;
        let cost = match self.threatens(board, u32::MAX, &mut LOOK.clone()) {
            true => 0,
            false => UNIT,
        };
        let work = self.nodes - before;
        if work > 3 {
            self.costs.keep(key, cost, work);
        }
        cost
    }

    /// What White's moves cost at first. `killers` counts by cell the wins against other replies.
    fn choices(&self, board: Board, killers: &[u32; 36]) -> Vec<Child> {
        let most = killers.iter().max().copied().unwrap_or(0) + 1;
        let gains = gains(board);
        let top = gains.iter().max().copied().unwrap_or(0).max(1);
        let hint = self.hints.find(board);
        let mut children = Vec::with_capacity(216);
        threats::options(board, |Choice { mv, replies }| {
            let cell = usize::from(mv.cell);
            let cost = match replies {
                0 => 1,
                1..=FEW => UNIT + (u32::from(replies) - 1) * REPLY,
                _ => UNIT + QUIET * (top - gains[cell]) / top + NEW - NEW * killers[cell] / most,
            };
            children.push(Child {
                board: board.after_white(mv),
                key: 0,
                mv,
                cost: if hint == Some(mv.cell) { 2 + cost / 8 } else { cost },
                is_known: false,
            });
        });
        children
    }

    /// What the position costs, White to move, exactly if that is below the bound.
    fn white(&mut self, board: Board, killers: &[u32; 36], bound: u32) -> u32 {
        let start = self.nodes;
        self.nodes += 1;
        let mut children = self.choices(board, killers);
        let cost = loop {
            let (mut best, mut least, mut second) = (None, NEVER, NEVER);
            for (i, child) in children.iter().enumerate() {
                if child.cost < least {
                    (best, least, second) = (Some(i), child.cost, least);
                } else if child.cost < second {
                    second = child.cost;
                }
            }
            let Some(best) = best else { break NEVER };
            let child = &mut children[best];
            if !child.is_known {
                child.is_known = true;
                child.key = key(child.board);
                child.cost = self.costs.find(child.key).unwrap_or(child.cost);
                continue;
            }
            if least == 0 {
                self.hints.keep(board, child.mv.cell);
                break 0;
            }
            if least >= bound || self.is_over() {
                break least;
            }
            let Child { board, key, mv, .. } = *child;
            let cost = self.black(board, key, mv.pair, bound.min(second + second / 4 + 1));
            children[best].cost = cost;
            // Other swaps with the same cell fare alike.
            let alike = |other: &&mut Child| other.mv.cell == mv.cell && !other.is_known && cost < NEVER;
            for other in children.iter_mut().filter(alike) {
                other.cost = other.cost.max(cost / 2);
            }
        };
        self.costs.keep(key(board), cost, self.nodes - start);
        cost
    }

    /// What the position costs, Black to move after White swapped `last`, exactly if that is below
    /// the bound.
    fn black(&mut self, board: Board, key: u64, last: u8, bound: u32) -> u32 {
        let start = self.nodes;
        self.nodes += 1;
        let cost = match threats::replies(board) {
            None => NEVER,
            Some(cells) => self.replies(board, cells, last, bound),
        };
        self.costs.keep(key, cost, self.nodes - start);
        cost
    }

    fn replies(&mut self, board: Board, cells: [u64; PAIRS.len()], last: u8, bound: u32) -> u32 {
        let plies = board.plies() as usize;
        let place = |mv: Move| {
            let even = SWAPPED[ODD][NEXT[usize::from(last)]][usize::from(mv.pair)];
            (renamed(mv.cell, last), even)
        };
        let held = |solver: &Self, mv| {
            let (cell, even) = place(mv);
            solver.held[plies][cell][even]
        };
        let mut list: Vec<_> = moves(cells).map(|mv| (held(self, mv), mv)).collect();
        list.sort_unstable_by(|a, b| b.cmp(a));
        let has_twins = board.has_twins();
        let mut children: Vec<Child> = Vec::new();
        let (mut most, mut by_cell) = (0, [0; 36]);
        for (_, mv) in list {
            let after = board.after_black(mv);
            let key = key(after);
            if has_twins && children.iter().any(|child| child.key == key) {
                continue;
            }
            let known = self.costs.find(key);
            let cost = known.unwrap_or_else(|| self.judge(after, key));
            if cost == 0 {
                continue;
            }
            children.push(Child {
                board: after,
                key,
                mv,
                cost,
                is_known: true,
            });
            let (cell, even) = place(mv);
            self.held[plies][cell][even] += 1;
            by_cell[usize::from(mv.cell)] += 1;
            most = most.max(cost);
            let cost = most + further(&by_cell);
            if cost >= bound || self.is_over() {
                return cost.min(NEVER);
            }
        }
        let mut killers = [0; 36];
        loop {
            let Some(hardest) = (0..children.len()).max_by_key(|i| children[*i].cost) else {
                return 0;
            };
            let (child, further) = (children[hardest], further(&by_cell));
            let cost = (child.cost + further).min(NEVER);
            if cost >= bound || self.is_over() {
                return cost;
            }
            let pair = child.mv.pair;
            let here: [u32; 36] = std::array::from_fn(|cell| killers[renamed(cell as u8, pair)]);
            let found = self.white(child.board, &here, (bound - further).max(child.cost + 1));
            children[hardest].cost = found;
            if found == 0 {
                if let Some(cell) = self.hints.find(child.board) {
                    killers[renamed(cell, pair)] += 1;
                }
                by_cell[usize::from(child.mv.cell)] -= 1;
                children.swap_remove(hardest);
            }
        }
    }
}
