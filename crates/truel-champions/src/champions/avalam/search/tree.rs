//! The search below the root.

use std::cmp::Reverse;

use truel_games::avalam::{Carry, Cells};
use truel_search::Budget;
use truel_search::transposition::{Entry, EntryBound, Transposition};

use super::board::{Position, Views, code};
use super::foresight::{Foreseen, Foresight};

/// What a proven win is worth. Opinions stay below it.
pub(super) const WON: i32 = 20_000;
/// More than anything is worth.
pub(super) const INFINITE: i32 = 30_000;
/// What a position is worth at least in which only moves that were left out may not lose.
const DOUBTFUL: i32 = -8_000;

/// From this ply on every move is looked at.
const LATE: u32 = 24;
/// Plies to go after a move up to which it is left out when it falls short by so much for each.
const FUTILE: u32 = 4;
const MARGIN: i32 = 330;
/// Plies to go after a move up to which only the first moves are looked at, and how many for each
/// square of them.
const FEW: u32 = 3;
const PER_SQUARE: usize = 5;
/// Moves drawn one by one before the rest is sorted: most cut-offs come from the first.
const DRAWN: usize = 4;
const PLIES: usize = 64;
const CODES: usize = 1 << 12;
/// What a move's history is divided by before it is added to what is foreseen of it.
const HISTORY: i32 = 16;

/// A move in the list of a position.
#[derive(Clone, Copy)]
struct Listed {
    order: i32,
    foreseen: i32,
    carry: Carry,
}

/// What moves have done elsewhere in the tree.
pub(super) struct Experience {
    history: [Box<[i32; CODES]>; 2],
    killers: [[u16; 2]; PLIES],
}

impl Experience {
    pub(super) fn new() -> Self {
        Experience {
            history: [0, 1].map(|_| Box::new([0; CODES])),
            killers: [[Entry::NO_MOVE; 2]; PLIES],
        }
    }

    /// What to add to a move's foreseen worth.
    #[inline]
    fn bonus(&self, mover: usize, ply: usize, code: u16) -> i32 {
        let [first, second] = self.killers[ply];
        let killer = match code {
            code if code == first => 300,
            code if code == second => 200,
            _ => 0,
        };
        killer + self.history[mover][usize::from(code) % CODES] / HISTORY
    }

    fn reward(&mut self, mover: usize, ply: usize, code: u16, by: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.change(mover, code, by);
    }

    #[inline]
    fn change(&mut self, mover: usize, code: u16, by: i32) {
        let entry = &mut self.history[mover][usize::from(code) % CODES];
        *entry += by - *entry * by.abs() / 16_384;
    }
}

pub(super) struct Worker<'a> {
    pub(super) views: &'a Views,
    pub(super) table: &'a Transposition,
    pub(super) budget: Budget,
    pub(super) experience: Experience,
    /// The lists of all positions on the path, one on top of the other.
    moves: Vec<Listed>,
    pub(super) reductions: &'a Reductions,
}

/// What is asked about a position.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Plies to go.
    pub(super) depth: u32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Plies from the root.
    pub(super) ply: usize,
}

impl Question {
    /// Whether more is asked than if the position is better than `alpha`.
    #[inline]
    fn wants_value(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// What a position is worth and the move that makes it so, if one stood out.
#[derive(Clone, Copy)]
struct Answer {
    value: i32,
    best: u16,
}

impl<'a> Worker<'a> {
    pub(super) fn new(views: &'a Views, table: &'a Transposition, reductions: &'a Reductions, budget: Budget) -> Self {
        Worker {
            views,
            table,
            budget,
            experience: Experience::new(),
            moves: Vec::with_capacity(1 << 12),
            reductions,
        }
    }

    /// What the position is worth to the seat to move. Meaningless once the budget is over.
    pub(super) fn visit(&mut self, position: &Position, question: Question) -> i32 {
        if !self.budget.spend() {
            return 0;
        }
        if position.movable.is_empty() {
            return position.end() * WON;
        }
        if let Some(winner) = position.winner() {
            return if winner == position.mover() { WON } else { -WON };
        }
        let key = position.key();
        let known = self.table.find(key);
        if let Some(value) = known.and_then(|entry| known_value(entry, question)) {
            return value;
        }
        let answer = if question.depth <= 1 && !question.wants_value() {
            self.foresee_leaves(position, question.beta)
        } else {
            let bottom = self.moves.len();
            let answer = self.expand(position, question, known.map_or(Entry::NO_MOVE, |entry| entry.place));
            self.moves.truncate(bottom);
            answer
        };
        if !self.budget.is_over() {
            self.table.keep(key, entry(answer, question));
        }
        answer.value
    }

    /// What a position one ply above leaves is worth, or that it is worth `beta`.
    #[inline]
    fn foresee_leaves(&self, position: &Position, beta: i32) -> Answer {
        let foresight = Foresight::new(position, self.views);
        let targets = targets(position);
        let mut answer = best_leaf(&foresight, targets, beta);
        if answer.value <= -WON && targets != position.movable {
            answer = best_leaf(&foresight, position.movable, beta);
        }
        answer
    }

    fn expand(&mut self, position: &Position, question: Question, first: u16) -> Answer {
        let Question {
            depth,
            mut alpha,
            beta,
            ply,
        } = question;
        let (bottom, left) = (self.moves.len(), depth - 1);
        let wants_value = question.wants_value();
        let mut best = self.list(position, question, first);
        let mut answer = Entry::NO_MOVE;
        let few = match left {
            1..=FEW if !wants_value => PER_SQUARE * (left * left) as usize + DRAWN,
            _ => usize::MAX,
        };
        for number in 0..self.moves.len() - bottom {
            if number >= few && best > -WON {
                break;
            }
            let Listed { foreseen, carry, .. } = self.draw(bottom, number, depth);
            let value = if left == 0 {
                foreseen
            } else {
                let mut after = *position;
                after.play(carry);
                let next = Question {
                    depth: left,
                    alpha,
                    beta,
                    ply: ply + 1,
                };
                if number == 0 {
                    self.first_child(&after, next)
                } else {
                    self.later_child(&after, next, self.reductions.plies(depth, number))
                }
            };
            if self.budget.is_over() {
                break;
            }
            best = best.max(value);
            if value > alpha {
                (alpha, answer) = (value, code(carry));
                if value >= beta {
                    self.learn(position.mover(), question, bottom, number);
                    break;
                }
            }
        }
        // That all moves lose which were looked at proves nothing where some were not.
        let is_all = wants_value || targets(position) == position.movable;
        Answer {
            value: if is_all || best > -WON { best } else { DOUBTFUL },
            best: answer,
        }
    }

    /// Puts the moves that are worth a look on top of the list. Returns the best value foreseen of
    /// those that are left out.
    fn list(&mut self, position: &Position, question: Question, first: u16) -> i32 {
        let Question { depth, alpha, ply, .. } = question;
        let (mover, left) = (position.mover(), depth - 1);
        let is_whole = question.wants_value();
        let targets = if is_whole { position.movable } else { targets(position) };
        let hopeless = match left {
            1..=FUTILE if !is_whole => alpha - MARGIN * left as i32,
            _ => -INFINITE,
        };
        let (moves, experience) = (&mut self.moves, &self.experience);
        let bottom = moves.len();
        let mut left_out: Option<Listed> = None;
        Foresight::new(position, self.views).each_onto(targets, |carry, foreseen| {
            let (foreseen, code) = (worth(foreseen), code(carry));
            let mut listed = Listed {
                order: foreseen,
                foreseen,
                carry,
            };
            if foreseen <= hopeless && code != first {
                if left_out.is_none_or(|other| foreseen > other.foreseen) {
                    left_out = Some(listed);
                }
                return true;
            }
            listed.order += if code == first {
                INFINITE * 2
            } else {
                experience.bonus(mover, ply, code)
            };
            moves.push(listed);
            true
        });
        match left_out {
            // One move is looked at in any case.
            Some(listed) if moves.len() == bottom => {
                moves.push(listed);
                -INFINITE
            }
            Some(listed) => listed.foreseen,
            None => -INFINITE,
        }
    }

    /// Move number `number` in the order of the list. The first few are drawn; then the rest is
    /// sorted, unless it leads to positions one ply above leaves, which are cheaper than sorting.
    #[inline]
    fn draw(&mut self, bottom: usize, number: usize, depth: u32) -> Listed {
        let rest = &mut self.moves[bottom + number..];
        if number < DRAWN {
            let mut best = 0;
            for (at, other) in rest.iter().enumerate() {
                if other.order > rest[best].order {
                    best = at;
                }
            }
            rest.swap(0, best);
        } else if number == DRAWN && depth > 2 {
            rest.sort_unstable_by_key(|listed| Reverse(listed.order));
        }
        rest[0]
    }

    /// What a move is worth that leads to `after`: the window as it is. The question is that of the
    /// seat which makes the move.
    #[inline]
    pub(super) fn first_child(&mut self, after: &Position, question: Question) -> i32 {
        let Question { alpha, beta, .. } = question;
        -self.visit(
            after,
            Question {
                alpha: -beta,
                beta: -alpha,
                ..question
            },
        )
    }

    /// The same for a later move: an empty window asks whether it is better, first less deep by
    /// `reduction`; only one that is gets the whole window.
    #[inline]
    pub(super) fn later_child(&mut self, after: &Position, question: Question, reduction: u32) -> i32 {
        let Question { depth, alpha, beta, .. } = question;
        let probe = Question {
            beta: alpha + 1,
            ..question
        };
        let reduced = depth.saturating_sub(reduction).max(1);
        let mut value = alpha + 1;
        if reduced < depth {
            let shallow = Question {
                depth: reduced,
                ..probe
            };
            value = self.first_child(after, shallow);
        }
        if value > alpha && !self.budget.is_over() {
            value = self.first_child(after, probe);
        }
        if value > alpha && value < beta && question.wants_value() && !self.budget.is_over() {
            value = self.first_child(after, question);
        }
        value
    }

    /// Move number `number` has cut off; those before it have not.
    fn learn(&mut self, mover: usize, Question { depth, ply, .. }: Question, bottom: usize, number: usize) {
        let by = (16 * depth * depth).min(2000) as i32;
        let code = |listed: &Listed| code(listed.carry);
        self.experience
            .reward(mover, ply, code(&self.moves[bottom + number]), by);
        for earlier in &self.moves[bottom..][..number.min(2 * DRAWN)] {
            self.experience.change(mover, code(earlier), -by);
        }
    }
}

/// The towers onto which moves are looked at. A move that covers a tower of one's own is hardly
/// ever good before the end, when a turn is worth more than a tower: of 80,000 cut-offs such moves
/// made one in a hundred, and they are half of all moves.
#[inline]
fn targets(position: &Position) -> Cells {
    let others = position.others();
    if position.plies < LATE && !others.is_empty() {
        others
    } else {
        position.movable
    }
}

#[inline]
fn best_leaf(foresight: &Foresight<'_>, targets: Cells, beta: i32) -> Answer {
    let mut answer = Answer {
        value: -INFINITE,
        best: Entry::NO_MOVE,
    };
    foresight.each_onto(targets, |carry, foreseen| {
        let value = worth(foreseen);
        if value > answer.value {
            answer = Answer {
                value,
                best: code(carry),
            };
        }
        value < beta
    });
    answer
}

/// What a move is worth to the seat that makes it.
#[inline]
pub(super) fn worth(foreseen: Foreseen) -> i32 {
    match foreseen {
        Foreseen { least: 1.., .. } => -WON,
        Foreseen { most: ..0, .. } => WON,
        Foreseen { log_odds, .. } => (-log_odds).clamp(1 - WON, WON - 1),
    }
}

/// What an entry of the table says, if that is enough. Where a line is wanted it never is.
#[inline]
fn known_value(entry: Entry, question: Question) -> Option<i32> {
    let value = entry.value as i32;
    let is_trusted = u32::from(entry.depth) >= question.depth || entry.is_proven;
    let is_enough = match entry.bound {
        EntryBound::Exact => true,
        EntryBound::Lower => value >= question.beta,
        EntryBound::Upper => value <= question.alpha,
    };
    (is_trusted && is_enough && !question.wants_value()).then_some(value)
}

fn entry(Answer { value, best }: Answer, question: Question) -> Entry {
    let bound = match value {
        value if value >= question.beta => EntryBound::Lower,
        value if value > question.alpha => EntryBound::Exact,
        _ => EntryBound::Upper,
    };
    Entry {
        value: value as f32,
        place: best,
        depth: question.depth as u8,
        bound,
        is_proven: value.abs() >= WON,
    }
}

/// Plies that late moves are searched less deep at first, by depth and by their number.
#[derive(Debug)]
pub(super) struct Reductions(Vec<[u8; Self::NUMBERS]>);

impl Reductions {
    const NUMBERS: usize = 128;
    const FROM_DEPTH: usize = 3;
    const FROM_NUMBER: usize = 3;

    pub(super) fn new() -> Self {
        let plies = |depth: usize, number: usize| match (depth, number) {
            (Self::FROM_DEPTH.., Self::FROM_NUMBER..) => (1.0 + (depth as f32).ln() * (number as f32).ln() / 1.3) as u8,
            _ => 0,
        };
        Reductions(
            (0..PLIES)
                .map(|depth| std::array::from_fn(|number| plies(depth, number)))
                .collect(),
        )
    }

    #[inline]
    pub(super) fn plies(&self, depth: u32, number: usize) -> u32 {
        self.0[depth as usize % PLIES][number.min(Self::NUMBERS - 1)].into()
    }
}
