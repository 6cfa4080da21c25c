//! Which moves look good: what they win, what they leave to be taken, whom they attack, and what
//! was best elsewhere.

use std::cmp::Reverse;

use truel_core::{Game, Seat};
use truel_games::ThreeChess;
use truel_games::threechess::{Cell, Cover, Kind, Move};

use super::tree::DEEPEST;
use crate::heuristics::threechess::chances::Chances;
use crate::heuristics::threechess::threats::Attacks;

/// A move and how good it looks, in hundredths of a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) rank: i32,
    pub(super) mv: Move,
}

/// Added to moves that cannot be passed over: captures that lose nothing, and attacks on kings by
/// pieces that cannot be taken.
const FORCES: i32 = 10_000;
/// Where the rank of a move begins that may be left out or searched less deep.
const QUIET: i32 = FORCES / 2;
/// The move that was best when the position was searched before.
const KNOWN: i32 = 1_000_000;
/// Added where the own king is attacked, to moves after which it no longer is.
const SAVES: i32 = 2 * FORCES;
/// The same for moves after which the last seat still attacks it, with a move between.
const LEAVES: i32 = -2 * FORCES;
/// The same for moves after which the next seat takes it.
const LOSES: i32 = -10 * FORCES;
/// An attack on a king by a piece that can be taken.
const BOLD_ATTACK: i32 = 150;
const KILLER: i32 = 120;

impl Ranked {
    #[inline]
    pub(super) fn is_quiet(self) -> bool {
        self.rank < QUIET
    }

    /// Whether the own king, which is attacked, still is after it.
    #[inline]
    pub(super) fn leaves_king(self) -> bool {
        self.rank < LEAVES / 2
    }

    /// Whether the next seat takes the own king after it.
    #[inline]
    pub(super) fn loses_king(self) -> bool {
        self.rank < LOSES / 2
    }
}

/// Sorts moves, the best first. Equals are sorted by their cells, so that searches repeat.
#[inline]
pub(super) fn sort(moves: &mut [Ranked]) {
    moves.sort_unstable_by_key(|ranked| (Reverse(ranked.rank), ranked.mv.from.index(), ranked.mv.to.index()));
}

/// What a piece is worth, in hundredths of a pawn.
#[inline]
pub(super) fn value(kind: Kind) -> i32 {
    100 * i32::from(kind.value())
}

/// Which quiet moves were best before.
#[derive(Debug)]
pub(super) struct Experience {
    /// By seat, kind of piece and target.
    history: Box<[[[i32; 96]; 6]; 3]>,
    /// By ply.
    killers: Box<[[Option<Move>; 2]; DEEPEST]>,
}

impl Default for Experience {
    fn default() -> Self {
        Experience {
            history: Box::new([[[0; 96]; 6]; 3]),
            killers: Box::new([[None; 2]; DEEPEST]),
        }
    }
}

impl Experience {
    /// Before another search: what was good is so no longer for certain.
    pub(super) fn fade(&mut self) {
        for count in self.history.iter_mut().flatten().flatten() {
            *count /= 4;
        }
        self.killers.fill([None; 2]);
    }

    /// Remembers a quiet move that was best.
    #[inline]
    pub(super) fn reward(&mut self, mover: Seat, kind: Kind, mv: Move, ply: usize, depth: u32) {
        let count = &mut self.history[mover.index()][kind as usize - 1][mv.to.index()];
        *count += 16 * (depth * depth) as i32 - *count / 32;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    #[inline]
    fn rank(&self, mover: Seat, kind: Kind, mv: Move, ply: usize) -> i32 {
        let killer = if self.killers[ply].contains(&Some(mv)) {
            KILLER
        } else {
            0
        };
        killer + self.history[mover.index()][kind as usize - 1][mv.to.index()] / 16
    }
}

/// The cells that others attack, by the least of their pieces that does.
struct Danger {
    pawns: u128,
    minors: u128,
    rooks: u128,
    all: u128,
}

impl Danger {
    fn new(a: Cover, b: Cover) -> Self {
        let pawns = a.by_pawns | b.by_pawns;
        let minors = pawns | a.by_minors | b.by_minors;
        Danger {
            pawns,
            minors,
            rooks: minors | a.by_rooks | b.by_rooks,
            all: a.once | b.once,
        }
    }

    /// What a piece on this cell loses there; `guarded` are the cells that its own seat covers.
    #[inline]
    fn loss(&self, kind: Kind, cell: Cell, guarded: u128) -> i32 {
        let bit = 1 << cell.index();
        if self.all & bit == 0 {
            return 0;
        }
        let (lesser, attacker) = match kind {
            Kind::Pawn => (0, Kind::Pawn),
            Kind::Knight | Kind::Bishop => (self.pawns, Kind::Pawn),
            Kind::Rook => (self.minors, Kind::Knight),
            Kind::Queen => (self.rooks, Kind::Rook),
            // More than anything else, less than a king that is taken.
            Kind::King => return 3000,
        };
        if guarded & bit == 0 {
            value(kind)
        } else if lesser & bit != 0 {
            value(kind) - value(attacker)
        } else {
            0
        }
    }
}

/// A position whose moves are ranked.
pub(super) struct Ranking<'a> {
    pub(super) game: &'a ThreeChess,
    pub(super) mover: Seat,
    pub(super) attacks: Attacks,
    pub(super) ply: usize,
    /// The move that was best before.
    pub(super) known: Option<Move>,
}

impl Ranking<'_> {
    /// Ranks `moves` on top of `out`, the best first.
    pub(super) fn rank(&self, moves: &[Move], chances: &Chances, experience: &Experience, out: &mut Vec<Ranked>) {
        let (game, mover) = (self.game, self.mover);
        let (next, last) = (mover.next(3), mover.next(3).next(3));
        let danger = Danger::new(game.cover(next), game.cover(last));
        let own = game.cover(mover);
        let is_attacked = self.attacks.next_on_mover || self.attacks.last_on_mover;
        let base = out.len();
        for &mv in moves {
            let kind = game.kind_on(mv.from).unwrap_or(Kind::Pawn);
            let mut rank = if Some(mv) == self.known {
                KNOWN
            } else {
                let loss = Loss::of(&danger, own, game, kind, mv);
                let gain = self.gain(kind, mv);
                if gain > 0 && gain >= loss.there {
                    FORCES + 2 * (gain - loss.there) + loss.here / 2 - value(kind) / 100
                } else {
                    let place = (100.0 * chances.gain(mover, kind, mv)) as i32;
                    let attack = self.attack(kind, mv, loss.there);
                    gain - loss.there + loss.here * 3 / 4 + place + attack + experience.rank(mover, kind, mv, self.ply)
                }
            };
            if is_attacked {
                rank += self.saves(mv);
            }
            out.push(Ranked { rank, mv });
        }
        sort(&mut out[base..]);
    }

    /// What a move captures, or makes of a pawn.
    #[inline]
    fn gain(&self, kind: Kind, mv: Move) -> i32 {
        let is_promoted = kind == Kind::Pawn && mv.to.row() == 0;
        let promotion = if is_promoted {
            value(Kind::Queen) - value(Kind::Pawn)
        } else {
            0
        };
        promotion + self.game.kind_on(mv.to).map_or(0, value)
    }

    #[inline]
    fn attack(&self, kind: Kind, mv: Move, loss: i32) -> i32 {
        let kings = [self.mover.next(3), self.mover.next(3).next(3)].map(|seat| self.game.king_of(seat));
        if kind == Kind::King || !kings.iter().any(|king| self.game.threatens(mv, *king)) {
            0
        } else if loss == 0 {
            FORCES
        } else {
            BOLD_ATTACK
        }
    }

    /// Whether a move takes the own king out of an attack.
    fn saves(&self, mv: Move) -> i32 {
        let mut game = *self.game;
        game.play([mv]);
        let (king, next) = (game.king_of(self.mover), self.mover.next(3));
        if game.attacks(next, king) {
            LOSES
        } else if game.attacks(next.next(3), king) {
            LEAVES
        } else {
            SAVES
        }
    }
}

/// What a piece loses where it stands, and where it goes.
struct Loss {
    here: i32,
    there: i32,
}

impl Loss {
    #[inline]
    fn of(danger: &Danger, own: Cover, game: &ThreeChess, kind: Kind, mv: Move) -> Self {
        // A piece covers where it goes, so another one must too; a pawn that is pushed does not.
        let is_push = kind == Kind::Pawn && game.kind_on(mv.to).is_none();
        let guarded = if is_push { own.once } else { own.twice };
        Loss {
            here: danger.loss(kind, mv.from, own.once),
            there: danger.loss(kind, mv.to, guarded),
        }
    }
}
