//! Forced wins: lines in which every move leaves the other seat at most one reply for each swap.
//!
//! The hunter looks at [forcing moves](PentagoSwap::forcing_moves) only. The other seat looks at
//! all moves that do not lose at once. So the tree is narrow, and a few hundred positions reach
//! lines of twelve plies. The search deepens move by move, and each position remembers how deep it
//! failed. A win that is found is proven by the rules; that none is found proves nothing.

use truel_core::Game;
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Forcing, Pair, Placement};
use truel_search::Budget;
use truel_search::transposition::{Entry, EntryBound, Transposition};

/// Hunts are no longer than this many moves of the hunter.
const LONGEST: u32 = 9;
/// With more replies than this a move does not force.
const MANY: usize = 12;
/// Keeps what hunts found apart from what the search knows about the same position.
const SALT: u64 = 0x6875_6e74_6875_6e74;

/// A search for forced wins, and its memory.
#[derive(Debug)]
pub(super) struct Hunt {
    table: Transposition,
    forcing: Vec<Forcing>,
    replies: Vec<Placement>,
    left: u32,
}

impl Hunt {
    pub(super) fn new(megabytes: usize) -> Self {
        Hunt {
            table: Transposition::new(megabytes),
            forcing: Vec::with_capacity(1 << 10),
            replies: Vec::with_capacity(1 << 8),
            left: 0,
        }
    }

    pub(super) fn forget(&mut self) {
        self.table.clear();
    }

    pub(super) fn grow_older(&mut self) {
        self.table.grow_older();
    }

    /// How many moves the seat to move needs for a forced win and the first of them, if one is
    /// found within so many positions.
    pub(super) fn win(&mut self, game: &PentagoSwap, positions: u32, budget: &mut Budget) -> Option<(u32, Placement)> {
        self.left = positions;
        for moves in 2..=LONGEST {
            let found = self.attack(game, moves, budget);
            if let Some(mv) = found {
                return Some((moves, mv));
            }
            if self.left == 0 || budget.is_over() {
                break;
            }
        }
        None
    }

    /// The first move of a win within `moves` moves.
    fn attack(&mut self, game: &PentagoSwap, moves: u32, budget: &mut Budget) -> Option<Placement> {
        if self.left == 0 || !budget.spend() {
            return None;
        }
        self.left -= 1;
        let wins = self.replies.len();
        game.winning_moves(&mut self.replies);
        let win = self.replies.get(wins).copied();
        self.replies.truncate(wins);
        if win.is_some() || moves <= 1 {
            return win;
        }
        let key = game.key() ^ SALT;
        let failed = self.table.find(key);
        if failed.is_some_and(|entry| u32::from(entry.depth) >= moves) {
            return None;
        }
        let safe = game.safe_cells();
        let start = self.forcing.len();
        game.forcing_moves(&mut self.forcing);
        // One's own threats do not help if the other wins first.
        let mut kept = start;
        for i in start..self.forcing.len() {
            let Forcing { placement, .. } = self.forcing[i];
            if safe[placement.pair.index()] & (1 << placement.cell.index()) != 0 {
                self.forcing[kept] = self.forcing[i];
                kept += 1;
            }
        }
        self.forcing.truncate(kept);
        self.forcing[start..].sort_unstable_by_key(|forcing| forcing.replies);
        let mut found = None;
        for i in start..kept {
            let Forcing { placement, replies } = self.forcing[i];
            if replies > 0 && moves <= 2 {
                break;
            }
            let mut after = *game;
            after.play([placement]);
            if self.is_lost(&after, moves - 1, budget) {
                found = Some(placement);
                break;
            }
            if self.left == 0 || budget.is_over() {
                break;
            }
        }
        // Without a forcing move no deeper hunt finds more.
        let depth = if kept == start { LONGEST } else { moves };
        self.forcing.truncate(start);
        // A hunt that was cut short has not failed.
        if found.is_none() && self.left > 0 && !budget.is_over() {
            let entry = Entry {
                value: 0.0,
                place: Entry::NO_MOVE,
                depth: depth as u8,
                bound: EntryBound::Upper,
                is_proven: false,
            };
            self.table.keep(key, entry);
        }
        found
    }

    /// Whether the other seat wins within `moves` after every move that does not lose at once.
    fn is_lost(&mut self, game: &PentagoSwap, moves: u32, budget: &mut Budget) -> bool {
        let start = self.replies.len();
        for (pair, cells) in Pair::all().zip(game.holding_cells()) {
            let cells = Cell::all().filter(|cell| cells & (1 << cell.index()) != 0);
            self.replies.extend(cells.map(|cell| Placement { cell, pair }));
        }
        let end = self.replies.len();
        if end - start > MANY {
            self.replies.truncate(start);
            return false;
        }
        let mut is_lost = true;
        for i in start..end {
            let mut after = *game;
            after.play([self.replies[i]]);
            if self.attack(&after, moves, budget).is_none() {
                is_lost = false;
                break;
            }
        }
        self.replies.truncate(start);
        is_lost
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Phase, Rng, Seat, random_joint};
    use truel_search::Limits;

    use super::*;

    /// A win that was found is checked move by move, against every reply that the rules allow.
    #[test]
    fn no_reply_escapes_a_forced_win() {
        let (mut rng, mut hunt) = (Rng::new(11), Hunt::new(1));
        let mut budget = Budget::start(&Limits::default());
        let (mut long, mut replies) = (0, Vec::new());
        for _ in 0..60 {
            let mut game = PentagoSwap::default();
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let seat = Seat::new(game.plies() as usize % 2);
                let found = hunt.win(&game, 300, &mut budget).filter(|_| !game.can_win());
                if let Some((moves, mv)) = found {
                    let mut after = game;
                    after.play([mv]);
                    replies.clear();
                    after.moves(seat.next(2), &mut replies);
                    for reply in &replies {
                        let mut next = after;
                        next.play([*reply]);
                        let is_won = match next.phase() {
                            Phase::Over(payoffs) => payoffs[seat] == 1.0,
                            Phase::Act(_) => next.can_win() || hunt.win(&next, 3000, &mut budget).is_some(),
                        };
                        assert!(is_won, "{game}: {mv} {reply}");
                    }
                    long += u32::from(moves > 2);
                }
                game.play(joint);
            }
        }
        assert!(long > 0, "no win of more than two moves");
    }
}
