//! Checks a proof against the rules alone.
//!
//! Every answer is checked by itself: White's move is played, then each of Black's moves, and every
//! position that comes out must be one that White has won, wins with the next move, has an answer
//! for, or wins by threats. Each move adds a piece, so if all answers pass, every line from a claim
//! ends in a White five.
//!
//! Nothing of the solver is used. [`PentagoSwap::winning_moves`] and
//! [`PentagoSwap::forcing_moves`] only suggest moves here. What they lead to is found by `moves`,
//! `play` and `phase`, so a wrong suggestion can never make a wrong proof pass.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;
use truel_core::{Game, Phase, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Forcing, Placement};
use truel_search::Stop;

use super::proof::{self, Proof, key};

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);
/// Wins by threats take at most so many moves of White's. Proofs leave out the answers to those, so
/// a smaller number needs a new version of the file.
pub const LONGEST: u32 = 4;
/// A threat leaves Black at most so many moves.
pub const REPLIES: usize = 12;

/// Why a proof is not one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// A number stands for no position in which White is to move.
    #[error("the proof speaks of position number {0}, which cannot arise with White to move")]
    NoPosition(u64),
    /// An answer is no legal move.
    #[error("White's answer number {answer} in `{position}` is no legal move")]
    Illegal {
        /// The position.
        position: String,
        /// The answer.
        answer: u8,
    },
    /// An answer does not win.
    #[error("White's answer {answer} in `{position}` is not shown to win {reply}")]
    Escapes {
        /// The position.
        position: String,
        /// White's move.
        answer: String,
        /// What Black does.
        reply: String,
    },
    /// A claim has no answer.
    #[error("nothing shows how White wins `{0}`, as the proof claims")]
    Unanswered(String),
    /// Somebody stopped the check.
    #[error("the check was stopped")]
    Stopped,
}

/// One thread's checker: White's last five is often there again after Black's next move.
#[derive(Debug, Default)]
struct Checker {
    guess: Option<Placement>,
}

fn has_won(game: &PentagoSwap) -> bool {
    matches!(game.phase(), Phase::Over(payoffs) if payoffs[WHITE] == 1.0)
}

fn after(game: &PentagoSwap, mv: Placement) -> PentagoSwap {
    let mut after = *game;
    after.play([mv]);
    after
}

impl Checker {
    /// Whether White has a move that ends the match with a five.
    fn wins_at_once(&mut self, game: &PentagoSwap) -> bool {
        let occupied = game.bits(WHITE) | game.bits(BLACK);
        let is_free = |mv: &Placement| occupied >> mv.cell.index() & 1 == 0;
        if self.guess.filter(is_free).is_some_and(|mv| has_won(&after(game, mv))) {
            return true;
        }
        let mut moves = Vec::new();
        game.winning_moves(&mut moves);
        let win = moves.into_iter().filter(is_free).find(|mv| has_won(&after(game, *mv)));
        self.guess = win.or(self.guess);
        win.is_some()
    }

    /// Black's moves in this position after which White has neither won nor wins at once, with the
    /// positions that they lead to. `Err` with a move that ends the match without a win of White's.
    fn holding(&mut self, game: &PentagoSwap) -> Result<Vec<(Placement, PentagoSwap)>, Placement> {
        let (mut moves, mut holding) = (Vec::new(), Vec::new());
        game.moves(BLACK, &mut moves);
        for mv in moves {
            let next = after(game, mv);
            match next.phase() {
                Phase::Over(_) if has_won(&next) => {}
                Phase::Over(_) => return Err(mv),
                Phase::Act(_) if self.wins_at_once(&next) => {}
                Phase::Act(_) => holding.push((mv, next)),
            }
        }
        Ok(holding)
    }

    /// Whether White wins by threats: moves that leave Black hardly a reply. White has no five at
    /// once.
    fn wins_by_threats(&mut self, game: &PentagoSwap) -> bool {
        (2..=LONGEST).any(|moves| self.threatens(game, moves))
    }

    fn threatens(&mut self, game: &PentagoSwap, moves: u32) -> bool {
        let mut forcing = Vec::new();
        game.forcing_moves(&mut forcing);
        forcing.retain(|forcing| moves > 2 || forcing.replies == 0);
        forcing.sort_by_key(|forcing| forcing.replies);
        forcing.into_iter().any(|Forcing { placement, .. }| {
            let next = after(game, placement);
            let replies = match next.phase() {
                Phase::Act(_) => self.holding(&next),
                Phase::Over(_) => return has_won(&next),
            };
            let replies = replies.ok().filter(|replies| replies.len() <= REPLIES);
            replies.is_some_and(|replies| {
                replies
                    .iter()
                    .all(|(_, reply)| moves > 2 && self.threatens(reply, moves - 1))
            })
        })
    }

    /// A move of Black's that escapes White's `answer`: it ends the match otherwise, or leads to a
    /// position in which nothing shows how White wins. `Err` if the answer itself ends it
    /// otherwise.
    fn escape(&mut self, proof: &Proof, game: &PentagoSwap, answer: Placement) -> Result<Option<Placement>, ()> {
        let next = after(game, answer);
        match next.phase() {
            Phase::Over(_) if has_won(&next) => return Ok(None),
            Phase::Over(_) => return Err(()),
            Phase::Act(_) => {}
        }
        Ok(match self.holding(&next) {
            Err(reply) => Some(reply),
            Ok(replies) => {
                let is_open = |(_, reply): &(_, _)| !proof.has(key(reply).0) && !self.wins_by_threats(reply);
                replies.into_iter().find(is_open).map(|(reply, _)| reply)
            }
        })
    }

    fn check(&mut self, proof: &Proof, index: usize) -> Result<(), Refused> {
        let (position, answer) = proof.answer(index);
        let game = proof::position(position).filter(|game| key(game).0 == position && is_white_to_move(game));
        let game = game.ok_or(Refused::NoPosition(position))?;
        let mut moves = Vec::new();
        game.moves(WHITE, &mut moves);
        let mv = proof::placement(answer).filter(|mv| moves.contains(mv));
        let mv = mv.ok_or_else(|| Refused::Illegal {
            position: game.to_string(),
            answer,
        })?;
        let reply = match self.escape(proof, &game, mv) {
            Ok(None) => return Ok(()),
            Ok(Some(reply)) => format!("against {reply}"),
            Err(()) => "but ends the match".to_owned(),
        };
        Err(Refused::Escapes {
            position: game.to_string(),
            answer: mv.to_string(),
            reply,
        })
    }
}

fn is_white_to_move(game: &PentagoSwap) -> bool {
    matches!(game.phase(), Phase::Act(seats) if seats.contains(WHITE))
}

/// Checks all claims and answers on so many threads; `tell` hears how many answers have passed.
pub fn check(proof: &Proof, threads: usize, stop: &Stop, tell: &(dyn Fn(usize) + Sync)) -> Result<(), Refused> {
    let mut checker = Checker::default();
    for claim in &proof.claims {
        let game = proof::position(*claim).filter(is_white_to_move);
        let game = game.ok_or(Refused::NoPosition(*claim))?;
        if !proof.has(*claim) && !checker.wins_at_once(&game) && !checker.wins_by_threats(&game) {
            return Err(Refused::Unanswered(game.to_string()));
        }
    }
    let (next, passed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let fault = AtomicBool::new(false);
    let work = || -> Result<(), Refused> {
        let mut checker = Checker::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= proof.len() || fault.load(Ordering::Relaxed) {
                return Ok(());
            }
            if stop.is_raised() {
                return Err(Refused::Stopped);
            }
            checker
                .check(proof, index)
                .inspect_err(|_| fault.store(true, Ordering::Relaxed))?;
            tell(1 + passed.fetch_add(1, Ordering::Relaxed));
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let results = workers
            .into_iter()
            .map(|worker| worker.join().expect("a check does not panic"));
        results.collect::<Vec<_>>().into_iter().collect()
    })
}
