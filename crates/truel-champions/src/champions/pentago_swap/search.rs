//! Principal-variation search that goes by threats.
//!
//! [`AlphaBeta`](truel_search::AlphaBeta) makes every move to judge it. Here most moves need not be
//! made, since the opinion does not depend on where the quadrants lie:
//!
//! - A leaf is judged by the best cell of the seat to move, with all fives within three plies seen:
//!   one table of leads is cheaper than thirty positions.
//! - One ply above, a cell whose best answer is already too good is dropped with all its swaps but
//!   those that force.
//! - Forced replies cost no depth, and inner positions are first [hunted](super::hunt) through.
//!
//! Values are those of the seat to move, from -1 to 1. A win is worth less the more pieces are then
//! on the board, so values of one position agree between searches.

use std::cmp::Reverse;

use truel_core::{BySeat, Game, Phase, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Forcing, Pair, Placement};
use truel_search::transposition::{Entry, EntryBound, Transposition};
use truel_search::{Bound, Budget, Candidate, Choice, Limits, Search};

use super::hunt::Hunt;
use crate::heuristics::pentago_swap::anywhere::Anywhere;

const CELLS: u32 = 36;
/// Empty cells from which on every move is looked at: the rest of the match is small enough to be
/// played out.
const LAST: u32 = 6;
/// Opinions stay below every win.
const SURE: f32 = 0.95;
/// What a forced win is worth as a payoff. The tree leaves out draws by two fives where there are
/// many other moves, so it proves less than the rules would.
const WON: f32 = 0.99;
/// So many moves that hold, one for each pair, are a forced reply.
const FORCED: u32 = 6;
/// The width of a window that only asks whether a move is better.
const EDGE: f32 = 0.0001;
const PLIES: usize = 40;
/// Moves in all.
const MOVES: usize = 216;

/// What a win is worth that comes with so many pieces on the board.
#[inline]
fn won_at(plies: u32) -> f32 {
    1.0 - plies as f32 / 1000.0
}

/// How much the search does beside searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// Positions of the first hunt, for a win of one's own.
    pub(super) hunt: u32,
    /// Positions of the hunt after a move that is about to be chosen, for a win of the other's.
    pub(super) check: u32,
    /// Positions of the hunt in a position of the tree, for each ply that it is to be searched.
    pub(super) inner: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hunt: 3000,
            check: 1000,
            inner: 8,
        }
    }
}

/// The search, and what it remembers.
#[derive(Debug)]
pub(super) struct Threats {
    opinion: Anywhere,
    settings: Settings,
    table: Transposition,
    hunt: Hunt,
}

impl Threats {
    pub(super) fn new(opinion: Anywhere, settings: Settings) -> Self {
        Threats {
            opinion,
            settings,
            table: Transposition::new(16),
            hunt: Hunt::new(4),
        }
    }
}

impl Search<PentagoSwap> for Threats {
    fn search_with(
        &mut self,
        game: &PentagoSwap,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<PentagoSwap>),
    ) -> Choice<PentagoSwap> {
        self.table.grow_older();
        self.hunt.grow_older();
        let mut worker = Worker {
            opinion: &self.opinion,
            settings: self.settings,
            table: &self.table,
            hunt: &mut self.hunt,
            budget: Budget::start(limits),
            forcing: Vec::with_capacity(1 << 10),
            moves: Vec::with_capacity(1 << 12),
            history: [[0; MOVES]; 2],
            killers: [[NO_MOVE; 2]; PLIES],
        };
        worker.choose(game, seat, limits, on_progress)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.hunt.forget();
    }
}

/// A move as a number: six times its cell and its pair.
type Code = u8;
const NO_MOVE: Code = u8::MAX;

#[inline]
fn code(placement: Placement) -> Code {
    (6 * placement.cell.index() + placement.pair.index()) as Code
}

fn placement(code: Code) -> Option<Placement> {
    let (cell, pair) = (usize::from(code) / 6, usize::from(code) % 6);
    Some(Placement {
        cell: *CELL.get(cell)?,
        pair: Pair::all().nth(pair)?,
    })
}

/// Every cell by its index.
const CELL: [Cell; CELLS as usize] = {
    let mut cells = [Cell::at(0, 0); CELLS as usize];
    let mut i = 0;
    while i < CELLS as u8 {
        let cell = Cell::at(i / 6, i % 6);
        cells[cell.index()] = cell;
        i += 1;
    }
    cells
};

/// A move of a list, and its place in the order.
#[derive(Clone, Copy)]
struct Listed {
    order: i32,
    mv: Placement,
    is_forcing: bool,
}

/// A move of the position that is searched.
struct Branch {
    mv: Placement,
    value: f32,
    bound: Bound,
    depth: u32,
    nodes: u64,
    is_forcing: bool,
}

impl Branch {
    /// A move that wins with the given number of further plies, itself included.
    fn won(game: &PentagoSwap, mv: Placement, plies: u32) -> Self {
        Branch {
            mv,
            value: won_at(game.plies() + plies),
            bound: Bound::Exact,
            depth: plies,
            nodes: 0,
            is_forcing: true,
        }
    }
}

struct Worker<'a> {
    opinion: &'a Anywhere,
    settings: Settings,
    table: &'a Transposition,
    hunt: &'a mut Hunt,
    budget: Budget,
    forcing: Vec<Forcing>,
    /// The lists of all positions on the path, one on top of the other.
    moves: Vec<Listed>,
    history: [[i32; MOVES]; 2],
    killers: [[Code; 2]; PLIES],
}

/// What the threats say about a position.
enum Standing {
    /// Its value.
    Known(f32),
    /// The cells that do not lose at once with each pair; none where every move is looked at.
    Open([u64; 6]),
}

impl Worker<'_> {
    fn choose(
        &mut self,
        game: &PentagoSwap,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<PentagoSwap>),
    ) -> Choice<PentagoSwap> {
        let mut branches = self.branches(game);
        let is_open = branches.len() > 1 && limits.candidates.get() == 1;
        // However few the nodes, most are for the search.
        let most = limits
            .nodes
            .map_or(u32::MAX, |nodes| u32::try_from(nodes / 8).unwrap_or(u32::MAX));
        let positions = if is_open { self.settings.hunt.min(most) } else { 0 };
        if let Some((moves, mv)) = self.hunt.win(game, positions, &mut self.budget) {
            // Another move may lead to the same position and stand in the list for it.
            let at = branches.iter().position(|branch| branch.mv == mv);
            branches.swap(0, at.unwrap_or(0));
            branches[0] = Branch::won(game, mv, 2 * moves - 1);
            return self.choice(game, seat, &branches, 2 * moves - 1);
        }
        let mut reached = 0;
        let deepest = limits.depth.unwrap_or(CELLS).min(CELLS - game.plies()).max(1);
        for depth in 1..=deepest {
            self.iterate(game, depth, limits.candidates.get(), &mut branches);
            if self.budget.is_over() {
                break;
            }
            reached = depth;
            on_progress(&self.choice(game, seat, &branches, depth));
            let is_decided = branches[0].value.abs() > SURE || branches.len() == 1;
            if is_decided && limits.candidates.get() == 1 {
                break;
            }
        }
        self.choice(game, seat, &branches, reached)
    }

    /// The root's moves, none of which leads to the same position as another.
    fn branches(&mut self, game: &PentagoSwap) -> Vec<Branch> {
        let mut wins = Vec::new();
        game.winning_moves(&mut wins);
        if let Some(mv) = wins.first() {
            return vec![Branch::won(game, *mv, 1)];
        }
        let safe = match self.standing(game) {
            Standing::Open(safe) => safe,
            Standing::Known(_) => [0; 6],
        };
        if let Err(mv) = self.list(game, safe, NO_MOVE, 0) {
            return vec![Branch::won(game, mv, 3)];
        }
        self.moves.sort_by_key(|listed| Reverse(listed.order));
        let mut seen = Vec::new();
        let mut branches = Vec::new();
        for Listed { mv, is_forcing, .. } in self.moves.drain(..) {
            let mut after = *game;
            after.play([mv]);
            if !seen.contains(&after.key()) {
                seen.push(after.key());
                branches.push(Branch {
                    mv,
                    value: 0.0,
                    bound: Bound::AtMost,
                    depth: 0,
                    nodes: 0,
                    is_forcing,
                });
            }
        }
        branches
    }

    /// One more ply for all root moves; leaves the best first. An iteration that is cut short keeps
    /// what it found if the first move was searched.
    fn iterate(&mut self, game: &PentagoSwap, depth: u32, wanted: usize, branches: &mut [Branch]) {
        for number in 0..branches.len() {
            let (found, rest) = branches.split_at_mut(number);
            let alpha = found.get(wanted - 1).map_or(-2.0, |worst| worst.value);
            let branch = &mut rest[0];
            let mut after = *game;
            after.play([branch.mv]);
            let before = self.budget.nodes();
            let reduction = match branch.is_forcing {
                false if alpha > -2.0 => reduction(depth, number),
                _ => 0,
            };
            let value = if alpha == -2.0 {
                -self.visit(&after, depth - 1, -2.0, 2.0)
            } else {
                let shallow = -self.visit(&after, depth - 1 - reduction.min(depth - 1), -alpha - EDGE, -alpha);
                match shallow > alpha {
                    true => -self.visit(&after, depth - 1, -2.0, -alpha),
                    false => shallow,
                }
            };
            if self.budget.is_over() {
                return;
            }
            // Before it is chosen, a last look at what the other may force.
            let is_next = value > alpha && value.abs() < SURE && depth > 1;
            let lost = is_next.then(|| self.hunt.win(&after, self.settings.check, &mut self.budget));
            let value = match lost.flatten() {
                Some((moves, _)) => -won_at(after.plies() + 2 * moves - 1),
                None => value,
            };
            branch.nodes += self.budget.nodes() - before;
            branch.value = value;
            branch.depth = depth;
            branch.bound = if value > alpha { Bound::Exact } else { Bound::AtMost };
            // Insert it among those that were found to be better or worse.
            let place = found.partition_point(|other| other.value >= value && other.bound == Bound::Exact);
            if value > alpha {
                branches[place..=number].rotate_right(1);
            }
        }
    }

    fn choice(&self, game: &PentagoSwap, seat: Seat, branches: &[Branch], depth: u32) -> Choice<PentagoSwap> {
        let payoffs = |value: f32| {
            let share = match value {
                value if value > SURE => WON,
                value if value < -SURE => 1.0 - WON,
                value => 0.5 + 0.5 * value,
            };
            let mut payoffs = BySeat([1.0 - share; 2]);
            payoffs[seat] = share;
            payoffs
        };
        let candidate = |branch: &Branch| {
            if branch.depth == 0 && branch.bound == Bound::AtMost {
                return Candidate::unknown(seat, branch.mv);
            }
            Candidate {
                bound: branch.bound,
                visits: branch.nodes,
                ..Candidate::new(seat, branch.mv, payoffs(branch.value))
            }
        };
        let mut candidates: Vec<_> = branches.iter().map(candidate).collect();
        let best = &branches[0];
        let line = self.line(game, best.mv);
        candidates[0] = Candidate {
            weight: 1.0,
            line: line.clone(),
            visits: best.nodes,
            ..Candidate::new(seat, best.mv, payoffs(best.value))
        };
        Choice {
            depth,
            nodes: self.budget.nodes(),
            line,
            ..Choice {
                candidates,
                ..Choice::of(seat, best.mv, payoffs(best.value))
            }
        }
    }

    /// The expected line from the table.
    fn line(&self, game: &PentagoSwap, first: Placement) -> Vec<[Placement; 1]> {
        let (mut at, mut line) = (*game, vec![[first]]);
        at.play([first]);
        while let (Phase::Act(_), Some(entry)) = (at.phase(), self.table.find(at.key())) {
            let occupied = at.bits(Seat::new(0)) | at.bits(Seat::new(1));
            match u8::try_from(entry.place).ok().and_then(placement) {
                Some(mv) if occupied & (1 << mv.cell.index()) == 0 => {
                    at.play([mv]);
                    line.push([mv]);
                }
                _ => break,
            }
        }
        line
    }

    /// What the position is worth to the seat to move.
    fn visit(&mut self, game: &PentagoSwap, depth: u32, alpha: f32, beta: f32) -> f32 {
        if let Phase::Over(payoffs) = game.phase() {
            let share = payoffs[Seat::new(game.plies() as usize % 2)];
            return match share {
                1.0 => won_at(game.plies()),
                0.0 => -won_at(game.plies()),
                _ => 0.0,
            };
        }
        if !self.budget.spend() {
            return 0.0;
        }
        let safe = match self.standing(game) {
            Standing::Known(value) => return value,
            Standing::Open(safe) => safe,
        };
        let replies: u32 = safe.iter().map(|cells| cells.count_ones()).sum();
        // What is forced costs no depth.
        let depth = depth + u32::from((1..=FORCED).contains(&replies));
        if depth == 0 {
            return self.leaf(game, safe, beta);
        }
        self.node(game, safe, depth, alpha, beta)
    }

    /// What fives of the next plies say. Near the end of the match every move is looked at.
    fn standing(&self, game: &PentagoSwap) -> Standing {
        if game.can_win() {
            return Standing::Known(won_at(game.plies() + 1));
        }
        if game.plies() + LAST >= CELLS {
            return Standing::Open([0; 6]);
        }
        let safe = game.safe_cells();
        let replies: u32 = safe.iter().map(|cells| cells.count_ones()).sum();
        if replies > FORCED {
            return Standing::Open(safe);
        }
        // A five of one's own may still make a draw.
        match game.holding_cells() {
            [0, 0, 0, 0, 0, 0] => Standing::Known(-won_at(game.plies() + 2)),
            holding => Standing::Open(holding),
        }
    }

    /// The cells of forcing moves that lose nothing, for each pair. `Err` with one that wins.
    #[inline]
    fn forcing(&mut self, game: &PentagoSwap, safe: [u64; 6]) -> Result<[u64; 6], Placement> {
        self.forcing.clear();
        game.forcing_moves(&mut self.forcing);
        let mut cells = [0; 6];
        for Forcing { placement, replies } in &self.forcing {
            let (pair, cell) = (placement.pair.index(), 1 << placement.cell.index());
            if safe[pair] & cell != 0 {
                if *replies == 0 && is_lost_after(game, *placement) {
                    return Err(*placement);
                }
                cells[pair] |= cell;
            }
        }
        Ok(cells)
    }

    /// The best cell that can be played safely, or the first that is worth `beta`.
    fn leaf(&mut self, game: &PentagoSwap, safe: [u64; 6], beta: f32) -> f32 {
        let cells = match safe {
            [0, 0, 0, 0, 0, 0] => u64::MAX,
            safe => safe.iter().fold(0, |all, cells| all | cells),
        };
        let value = SURE * self.opinion.best_lead(game, cells, beta / SURE);
        if value < beta && self.forcing(game, safe).is_err() {
            return won_at(game.plies() + 3);
        }
        value
    }

    fn node(&mut self, game: &PentagoSwap, safe: [u64; 6], depth: u32, mut alpha: f32, beta: f32) -> f32 {
        let key = game.key();
        let known = self.table.find(key);
        if let Some(entry) = known {
            let is_enough = match entry.bound {
                EntryBound::Exact => true,
                EntryBound::Lower => entry.value >= beta,
                EntryBound::Upper => entry.value <= alpha,
            };
            let is_sure = entry.value.abs() > SURE;
            if is_enough && (u32::from(entry.depth) >= depth || is_sure) {
                return entry.value;
            }
        }
        let first = known.map_or(NO_MOVE, |entry| entry.place as u8);
        let is_last = safe == [0; 6];
        if !is_last && depth >= 2 && self.settings.inner > 0 {
            let positions = self.settings.inner * depth * depth;
            if let Some((moves, mv)) = self.hunt.win(game, positions, &mut self.budget) {
                let value = won_at(game.plies() + 2 * moves - 1);
                self.keep(key, value, code(mv), depth, EntryBound::Lower);
                return value;
            }
            if self.budget.is_over() {
                return 0.0;
            }
        }
        let start = self.moves.len();
        if let Err(mv) = self.list(game, safe, first, depth) {
            let value = won_at(game.plies() + 3);
            self.keep(key, value, code(mv), depth, EntryBound::Lower);
            return value;
        }
        let count = self.moves.len() - start;
        let (asked, seat) = (alpha, game.plies() as usize % 2);
        let (mut best, mut best_move) = (-2.0, NO_MOVE);
        // Cells that no quiet swap can make better than alpha, one ply above leaves.
        let mut hopeless = 0u64;
        for number in 0..count {
            let Listed { mv, is_forcing, .. } = self.next(start + number);
            let cell = 1 << mv.cell.index();
            if !is_forcing && hopeless & cell != 0 {
                continue;
            }
            let mut after = *game;
            after.play([mv]);
            let left = depth - 1;
            let value = if number == 0 {
                -self.visit(&after, left, -beta, -alpha)
            } else {
                let less = if is_forcing {
                    0
                } else {
                    reduction(depth, number).min(left)
                };
                let edge = alpha + EDGE;
                let mut value = -self.visit(&after, left - less, -edge, -alpha);
                if less > 0 && value > alpha {
                    value = -self.visit(&after, left, -edge, -alpha);
                }
                if value > alpha && value < beta {
                    value = -self.visit(&after, left, -beta, -alpha);
                }
                value
            };
            if self.budget.is_over() {
                self.moves.truncate(start);
                return 0.0;
            }
            if value > best {
                (best, best_move) = (value, code(mv));
            }
            if value > alpha {
                alpha = value;
                if value >= beta {
                    self.learn(game, seat, depth, start, number);
                    break;
                }
            } else if left == 0 && !is_last && !is_forcing && value > -SURE {
                hopeless |= cell;
            }
        }
        self.moves.truncate(start);
        let bound = match best {
            best if best >= beta => EntryBound::Lower,
            best if best > asked => EntryBound::Exact,
            _ => EntryBound::Upper,
        };
        self.keep(key, best, best_move, depth, bound);
        best
    }

    fn keep(&self, key: u64, value: f32, best: Code, depth: u32, bound: EntryBound) {
        let entry = Entry {
            value,
            place: if best == NO_MOVE {
                Entry::NO_MOVE
            } else {
                u16::from(best)
            },
            depth: depth as u8,
            bound,
            is_proven: false,
        };
        self.table.keep(key, entry);
    }

    /// Puts the moves on top of the stack, the order not yet settled. `Err` with a move that wins
    /// within three plies.
    fn list(&mut self, game: &PentagoSwap, safe: [u64; 6], first: Code, depth: u32) -> Result<(), Placement> {
        let seat = Seat::new(game.plies() as usize % 2);
        let forcing = self.forcing(game, safe)?;
        let empty = !(game.bits(seat) | game.bits(seat.next(2))) & ((1 << CELLS) - 1);
        let looked_at = if safe == [0; 6] { [empty; 6] } else { safe };
        let gains = self.opinion.leads(game);
        let killers = self.killers[game.plies() as usize];
        for (pair, cells) in Pair::all().zip(looked_at) {
            let mut left = cells;
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                let number = (6 * cell + pair.index()) as Code;
                let mut order = (gains[cell] * 4000.0) as i32;
                if depth > 0 {
                    order += self.history[seat.index()][usize::from(number)];
                }
                if number == first {
                    order = i32::MAX;
                } else if killers.contains(&number) {
                    order += 1 << 20;
                }
                let is_forcing = forcing[pair.index()] & (1 << cell) != 0;
                let mv = Placement { cell: CELL[cell], pair };
                self.moves.push(Listed { order, mv, is_forcing });
            }
        }
        Ok(())
    }

    /// Brings the best of the moves from `at` on to that place.
    #[inline]
    fn next(&mut self, at: usize) -> Listed {
        let rest = &mut self.moves[at..];
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].order > rest[best].order {
                best = i;
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    /// A move has cut off: it goes first next time, those before it later.
    fn learn(&mut self, game: &PentagoSwap, seat: usize, depth: u32, start: usize, number: usize) {
        let cutting = code(self.moves[start + number].mv);
        let killers = &mut self.killers[game.plies() as usize];
        if killers[0] != cutting {
            *killers = [cutting, killers[0]];
        }
        let bonus = (depth * depth) as i32 * 4;
        let change = |entry: &mut i32, by: i32| *entry += by - *entry * by.abs() / 8192;
        change(&mut self.history[seat][usize::from(cutting)], bonus);
        for earlier in &self.moves[start..start + number] {
            change(&mut self.history[seat][usize::from(code(earlier.mv))], -bonus);
        }
    }
}

/// Whether the other seat loses whatever it does.
fn is_lost_after(game: &PentagoSwap, mv: Placement) -> bool {
    let mut after = *game;
    after.play([mv]);
    after.holding_cells() == [0; 6]
}

/// Plies that a late move is searched less deep at first.
#[inline]
fn reduction(depth: u32, number: usize) -> u32 {
    if depth < 2 || number < 3 {
        return 0;
    }
    (0.5 + (depth as f32).ln() * (number as f32).ln() / 2.5) as u32
}

#[cfg(test)]
mod tests {
    use truel_core::{Rng, random_joint};

    use super::*;

    fn best(text: &str, limits: &Limits) -> (PentagoSwap, Choice<PentagoSwap>) {
        let game: PentagoSwap = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut search = Threats::new(Anywhere::default(), Settings::default());
        let choice = search.search(&game, Seat::new(game.plies() as usize % 2), limits);
        let mut after = game;
        after.play([choice.best()]);
        (after, choice)
    }

    #[test]
    fn a_win_is_made_and_a_threat_is_met() {
        let (after, choice) = best("wwww2/bb4/bb4/6/6/6 w", &Limits::nodes(10));
        assert_eq!(after.reason(), Some("five"));
        assert!(choice.value[Seat::new(0)] > 0.9);
        let (after, _) = best("bbb3/6/6/w2w2/1w2w1/3b2 w", &Limits::nodes(2000));
        assert!(!after.can_win());
    }

    /// Whatever the limits and however full the board, the moves are legal and none comes twice.
    #[test]
    fn every_position_gets_legal_candidates() {
        let mut rng = Rng::new(3);
        let mut search = Threats::new(Anywhere::default(), Settings::default());
        for round in 0..6 {
            let mut game = PentagoSwap::default();
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let (seat, mut legal) = (Seat::new(game.plies() as usize % 2), Vec::new());
                game.moves(seat, &mut legal);
                let choice = search.search(&game, seat, &Limits::nodes(1 + 150 * round));
                let mut moves: Vec<_> = choice.candidates.iter().map(|candidate| code(candidate.mv)).collect();
                moves.sort_unstable();
                assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "{game}");
                assert!(
                    choice.candidates.iter().all(|candidate| legal.contains(&candidate.mv)),
                    "{game}"
                );
                assert_eq!(placement(code(choice.best())), Some(choice.best()));
                game.play(joint);
            }
        }
    }
}
