//! How the report's searches look at chexers: which equation for whom, and which moves they leave
//! out.

use truel_core::{Bounds, BySeat, Game, Rng, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Kind, Move, RED};
use truel_search::lens::Lens;

use super::equations::{Equation, Features, basic};
use super::features::is_post;
use super::phases::keep_if_any;

/// Equations and move lists of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub features: Features,
    /// What we value.
    pub own: Equation,
    /// What the others value.
    pub others: Equation,
    pub replies: Replies,
    pub men: Men,
    pub root: Root,
}

/// Which moves of opponents are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replies {
    /// All.
    All,
    /// One: any jump over one of ours, else any over somebody else's, else any move. The report's
    /// "direct pruning".
    Direct {
        /// Where chance starts; the position's key is mixed in.
        seed: u64,
    },
}

/// Which of our men move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Men {
    /// All.
    All,
    /// Those without a post, if they have a move; the others only stand in the way. The report's
    /// "piece reduction".
    Extra,
}

/// Which moves are looked at where the search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// All.
    Any,
    /// Those into positions that the match has not met, if there are any.
    Fresh {
        /// The ply at which the search begins.
        ply: u32,
    },
}

impl View {
    /// Equation 1 for everybody, and every move.
    pub(crate) fn plain(features: Features) -> Self {
        View {
            features,
            own: basic,
            others: basic,
            replies: Replies::All,
            men: Men::All,
            root: Root::Any,
        }
    }
}

impl Default for View {
    fn default() -> Self {
        View::plain(Features::new(RED))
    }
}

impl Lens<Chexers> for View {
    /// Far beyond all that the equations give; the ends of the scale are a win and a loss.
    const BOUNDS: Bounds = Bounds {
        low: -100.0,
        high: 100.0,
    };

    fn judge(&self, game: &Chexers) -> BySeat<f32, 3> {
        BySeat::from_fn(|seat| self.judge_for(game, seat))
    }

    #[inline]
    fn judge_for(&self, game: &Chexers, seat: Seat) -> f32 {
        let equation = if seat == self.features.us {
            self.own
        } else {
            self.others
        };
        equation(game, seat, &self.features)
    }

    /// A win is better than anything and a loss worse; a draw is what the board looks like. The
    /// report is silent.
    fn end(&self, game: &Chexers, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        BySeat::from_fn(|seat| match payoffs[seat] {
            1.0 => Self::BOUNDS.high,
            0.0 => Self::BOUNDS.low,
            _ => self.judge_for(game, seat),
        })
    }

    fn moves(&self, game: &Chexers, seat: Seat, out: &mut Vec<Move>) {
        let start = out.len();
        game.moves(seat, out);
        if seat != self.features.us {
            if let Replies::Direct { seed } = self.replies {
                keep_one(game, self.features.us, seed, out, start);
            }
            return;
        }
        if self.men == Men::Extra {
            keep_if_any(out, start, |mv| is_extra(game, seat, *mv));
        }
        if self.root == (Root::Fresh { ply: game.ply() }) {
            keep_if_any(out, start, |mv| is_fresh(game, *mv));
        }
    }
}

/// Whether it is not a man on a strategy point that moves.
fn is_extra(game: &Chexers, seat: Seat, mv: Move) -> bool {
    match mv.kind() {
        Kind::Step { from, .. } | Kind::Jump { from, .. } | Kind::Exit { from } => !is_post(game, seat, from),
        Kind::Pass => true,
    }
}

/// Whether a move leads to a position that the match has not met.
pub(crate) fn is_fresh(game: &Chexers, mv: Move) -> bool {
    let mut after = game.clone();
    after.play([mv]);
    after.occurrences() == 1
}

/// Of an opponent's moves from `start` on keeps the one that is looked at.
fn keep_one(game: &Chexers, us: Seat, seed: u64, moves: &mut Vec<Move>, start: usize) {
    let victim = |mv: &Move| match mv.kind() {
        Kind::Jump { over, .. } => game.owner(over),
        _ => None,
    };
    let turn = game.turn();
    keep_if_any(moves, start, |mv| victim(mv).is_some_and(|owner| owner != turn));
    keep_if_any(moves, start, |mv| victim(mv) == Some(us));
    let count = moves.len() - start;
    if count > 1 {
        let chosen = Rng::new(seed ^ game.key()).below(count as u32) as usize;
        moves.swap(start, start + chosen);
        moves.truncate(start + 1);
    }
}
