//! What a position promises in a match that has to be won: as [`Contest`], with haste and no way
//! back.
//!
//! Two things are added. The longer nobody leaves the board, the more exits and steps count, so
//! that a lead is not kept for its own sake. And the search does not look at own moves that bring
//! an earlier position back once too often: a repetition takes both others' replies, which no
//! search for one seat foresees, but it also takes one's own move.
//!
//! A term for the moves that each seat still needs, which makes near winners more dangerous, lost
//! matches with a large weight and made no difference with a small one, so it is not here.

use truel_core::{Bounds, BySeat, Game, Seat};
use truel_games::Chexers;
use truel_games::chexers::Move;
use truel_search::lens::Lens;

use super::{Contest, is_capture, rank};

/// Plies without an exit that nobody has to hurry for: about as many as the first one takes.
const UNHURRIED: u32 = 45;

/// What counts, and which moves are left out at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospects {
    /// The weights of what counts at any time.
    contest: Contest,
    /// The plies too many without an exit after which exits and steps count double.
    patience: f32,
    /// How often a position may come again before a move that brings it back is left out.
    tolerance: usize,
    root: Root,
}

/// Own moves that are not looked at, and where.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Root {
    ply: u32,
    shunned: [Option<Move>; Root::ROOM],
}

impl Root {
    /// More repetitions than a position has in practice.
    const ROOM: usize = 8;
}

impl Default for Prospects {
    fn default() -> Self {
        Prospects {
            contest: Contest::default(),
            patience: 30.0,
            tolerance: 1,
            root: Root::default(),
        }
    }
}

impl Prospects {
    /// The same with these weights of what counts at any time.
    #[must_use]
    pub fn with_contest(mut self, contest: Contest) -> Self {
        self.contest = contest;
        self
    }

    /// The same where exits and steps count double after so many plies too many without an exit.
    #[must_use]
    pub fn with_patience(mut self, patience: f32) -> Self {
        self.patience = patience;
        self
    }

    /// The same where a position may come again so often before own moves that bring it back are
    /// left out.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: usize) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The same for a search from `game`, where `seat` is to move.
    #[must_use]
    pub fn at(mut self, game: &Chexers, seat: Seat) -> Self {
        let idle = game.plies_since_exit().saturating_sub(UNHURRIED);
        let pressure = 1.0 + idle as f32 / self.patience;
        self.contest.exit *= pressure;
        self.contest.step *= pressure;
        self.root = Root {
            ply: game.ply(),
            shunned: repetitions(game, seat, self.tolerance),
        };
        self
    }

    #[inline]
    fn standings(&self, game: &Chexers) -> BySeat<f32, 3> {
        let exposed = game.exposed_counts();
        BySeat::from_fn(|seat| self.contest.standing_with(game, seat, exposed[seat]))
    }
}

/// The moves after which a position has come more than `tolerance` times before; as many as there
/// is room for.
fn repetitions(game: &Chexers, seat: Seat, tolerance: usize) -> [Option<Move>; Root::ROOM] {
    let (mut moves, mut after) = (Vec::new(), game.clone());
    game.moves(seat, &mut moves);
    moves.retain(|mv| {
        let undo = after.play([*mv]);
        let times = after.occurrences();
        after.undo(undo);
        times > tolerance + 1
    });
    std::array::from_fn(|place| moves.get(place).copied())
}

impl Lens<Chexers> for Prospects {
    const BOUNDS: Bounds = Bounds::UNIT;

    fn judge(&self, game: &Chexers) -> BySeat<f32, 3> {
        let standings = self.standings(game);
        BySeat::from_fn(|seat| self.contest.value(standings, seat))
    }

    fn judge_for(&self, game: &Chexers, seat: Seat) -> f32 {
        self.contest.value(self.standings(game), seat)
    }

    fn end(&self, game: &Chexers, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        self.contest.end(game, payoffs)
    }

    #[inline]
    fn moves(&self, game: &Chexers, seat: Seat, out: &mut Vec<Move>) {
        let start = out.len();
        game.moves(seat, out);
        if game.ply() == self.root.ply && self.root.shunned[0].is_some() {
            self.leave_out(start, out);
        }
    }

    fn rank(&self, game: &Chexers, seat: Seat, mv: Move) -> f32 {
        rank(game, seat, mv)
    }

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}

impl Prospects {
    /// Takes the shunned moves out of a list that begins at `start`, unless it has no others.
    #[cold]
    fn leave_out(&self, start: usize, out: &mut Vec<Move>) {
        let is_shunned = |mv: &Move| self.root.shunned.contains(&Some(*mv));
        if out[start..].iter().all(is_shunned) {
            return;
        }
        let mut place = 0;
        out.retain(|mv| {
            place += 1;
            place <= start || !is_shunned(mv)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::{Rng, random_joint};
    use truel_games::chexers::RED;
    use truel_search::lens::Through;

    const ROUND: &str = "-3,0>-2,0 1,-3>1,-2 2,1>2,0 -2,0>-3,0 1,-2>1,-3 2,0>2,1";

    fn seen_after(rounds: usize, tolerance: usize) -> Vec<String> {
        let mut game = Chexers::default();
        for mv in [ROUND].repeat(rounds).join(" ").split_whitespace() {
            game.play([mv.parse().expect("a move")]);
        }
        let lens = Prospects::default().with_tolerance(tolerance).at(&game, RED);
        let mut moves = Vec::new();
        Through::new(game, lens).moves(RED, &mut moves);
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn moves_that_bring_a_position_back_too_often_are_left_out() {
        let out = "-3,0>-2,0".to_owned();
        assert!(seen_after(1, 1).contains(&out), "once again is tolerated");
        assert!(!seen_after(2, 1).contains(&out), "twice is not");
        assert!(!seen_after(1, 0).contains(&out), "nor is once without tolerance");
        assert_eq!(seen_after(2, 1).len() + 1, seen_after(0, 1).len(), "only that move");
    }

    #[test]
    fn moves_elsewhere_than_at_the_root_are_all_seen() {
        let mut game = Chexers::default();
        let lens = Prospects::default().with_tolerance(0).at(&game, RED);
        for mv in ROUND.split_whitespace() {
            game.play([mv.parse().expect("a move")]);
        }
        let (mut all, mut seen) = (Vec::new(), Vec::new());
        game.moves(RED, &mut all);
        Through::new(game, lens).moves(RED, &mut seen);
        assert_eq!(all, seen);
    }

    #[test]
    fn exits_and_steps_count_more_the_longer_nobody_leaves() {
        let (mut game, mut rng) = (Chexers::default(), Rng::new(5));
        let weights = |game: &Chexers| Prospects::default().at(game, game.turn()).contest;
        let mut longest = 0;
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let (idle, plain) = (game.plies_since_exit(), Contest::default());
            longest = longest.max(idle);
            let grown = 1.0 + idle.saturating_sub(45) as f32 / 30.0;
            let expected = Contest {
                exit: plain.exit * grown,
                step: plain.step * grown,
                ..plain
            };
            assert_eq!(weights(&game), expected, "{game}");
            game.play(joint);
        }
        assert!(longest > 45, "{longest} plies are no reason to hurry");
    }
}
