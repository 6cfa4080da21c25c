//! Makes the proof, reply by reply, so that it can be interrupted and goes on.
//!
//! White begins in the middle of a quadrant and answers each of Black's first moves on the cell
//! that gains most. Every second move of Black's that is then possible, images counted once, is a
//! [`Task`] of its own: it is solved with an empty memory, so its result does not depend on what
//! was done before. Tasks that are not solved within the nodes of one round are tried with eight
//! times as many in the next.

use std::collections::BTreeSet;

use truel_search::Stop;

use super::board::{Board, Move, gains};
use super::proof;
use super::solver::{Outcome, Solver};
use super::threats;

/// White's first move: the middle of the first quadrant, which stays where it is.
pub const FIRST: Move = Move { cell: 4, pair: 5 };
/// Nodes of the first round.
const NODES: u64 = 1 << 20;
/// The table of the first round: 2^16 buckets of 64 bytes.
const BITS: u32 = 16;
/// Tables do not grow beyond 2^22 buckets, 256 MiB.
const MOST_BITS: u32 = 22;

/// A position after two moves of each seat, White to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The position, as [`Board::canonical`] has it.
    pub board: Board,
    /// Black's first move that leads here.
    pub reply: usize,
}

/// White's second move and what can come of it.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The positions after Black's first move, images counted once, with White's answer.
    pub replies: Vec<(Board, Move)>,
    /// The positions after Black's second move.
    pub tasks: Vec<Task>,
}

/// What became of a task: White's answers in all positions that need one.
pub type Answers = Vec<(u64, u8)>;

/// The number of a canonical board in a [proof](proof::Proof).
pub fn number(board: Board) -> u64 {
    let digit = |cell: u32| (board.white >> cell & 1) + 2 * (board.black >> cell & 1);
    (0..36).rev().fold(0, |number, cell| 3 * number + digit(cell))
}

/// All moves of whoever is to move, as the boards that they lead to, images counted once.
fn successors(board: Board) -> BTreeSet<Board> {
    let moves = (0..216).map(Move::numbered);
    let free = moves.filter(|mv| board.empty() >> mv.cell & 1 == 1);
    free.map(|mv| board.after_black(mv).canonical().0).collect()
}

impl Opening {
    /// The opening of every proof.
    pub fn new() -> Self {
        let after_first = Board::default().canonical().0.after_white(FIRST);
        let replies: Vec<_> = successors(after_first)
            .into_iter()
            .map(|board| (board, second(board)))
            .collect();
        let mut tasks: Vec<Task> = Vec::new();
        for (reply, (board, mv)) in replies.iter().enumerate() {
            for board in successors(board.after_white(*mv)) {
                tasks.push(Task { board, reply });
            }
        }
        Opening { replies, tasks }
    }

    /// The proof of what these tasks show: `done` has their answers, by index.
    pub fn proof(&self, done: &[Option<Answers>]) -> proof::Proof {
        let mut answers = Vec::new();
        let mut claims = Vec::new();
        let mut closed = 0;
        for (reply, (board, mv)) in self.replies.iter().enumerate() {
            let mut tasks = self.tasks.iter().zip(done).filter(|(task, _)| task.reply == reply);
            if tasks.all(|(_, done)| done.is_some()) {
                closed += 1;
                claims.push(number(*board));
                answers.push((number(*board), mv.number()));
            }
        }
        if closed == self.replies.len() {
            claims = vec![0];
            answers.push((0, FIRST.number()));
        }
        for (task, done) in self.tasks.iter().zip(done) {
            let Some(done) = done else { continue };
            answers.extend(done);
            if !claims.contains(&0) && !claims.contains(&number(self.replies[task.reply].0)) {
                claims.push(number(task.board));
            }
        }
        proof::Proof::new(claims, answers)
    }
}

impl Default for Opening {
    fn default() -> Self {
        Self::new()
    }
}

/// White's second move: the cell that gains most, with the first pair.
fn second(board: Board) -> Move {
    let gains = gains(board);
    let free = (0..36u8).rev().filter(|cell| board.empty() >> cell & 1 == 1);
    let cell = free
        .max_by_key(|cell| gains[usize::from(*cell)])
        .expect("there are empty cells");
    Move { cell, pair: 0 }
}

/// The nodes that a task gets in this round, counted from 0.
pub fn nodes(round: u32) -> u64 {
    NODES.saturating_mul(8u64.saturating_pow(round))
}

/// Proves that White, who is to move, wins, and gives the answers that show it; `None` if it was
/// not possible within the nodes of this round.
pub fn prove(board: Board, round: u32, stop: &Stop) -> Option<Answers> {
    let mut solver = Solver::new((BITS + 3 * round).min(MOST_BITS), stop.clone());
    let nodes = nodes(round);
    let board = board.canonical().0;
    if solver.solve(board, nodes) != Outcome::Won {
        return None;
    }
    let (mut answers, mut seen, mut left) = (Vec::new(), BTreeSet::new(), Vec::new());
    if !solver.wins_by_threats(board) {
        left.push(board);
        seen.insert(board);
    }
    while let Some(board) = left.pop() {
        if stop.is_raised() {
            return None;
        }
        let answer = solver.answer(board, nodes)?;
        answers.push((number(board), answer.number()));
        let after = board.after_white(answer);
        let replies = match threats::win(board) {
            Some(_) => [0; 6],
            None => threats::replies(after)?,
        };
        for mv in super::solver::moves(replies) {
            let next = after.after_black(mv);
            if !solver.wins_by_threats(next) {
                let next = next.canonical().0;
                if seen.insert(next) {
                    left.push(next);
                }
            }
        }
    }
    Some(answers)
}
