//! What a position promises in a match that has to be won: a [`Network`]'s opinion, with haste and
//! no way back.
//!
//! Two things are added. Once nobody has left the board for long, the searching seat's exits and
//! steps count beside its chances, the more the longer it takes, so that a lead is not kept for its
//! own sake. And the search does not look at own moves that bring an earlier position back once too
//! often: a repetition takes both others' replies, but it also takes one's own move.

use truel_core::{Bounds, BySeat, Game, Seat};
use truel_games::Chexers;
use truel_games::chexers::Move;
use truel_search::lens::Lens;

use super::network::{Network, race};
use super::{is_capture, rank};

/// Plies without an exit that nobody has to hurry for.
const UNHURRIED: u32 = 120;
/// The most that haste counts.
const MOST_HASTE: f32 = 3.0;
/// What a step counts where an exit counts one.
const STEP: f32 = 0.1;

/// What counts, and which moves are left out at the root.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    network: &'static Network,
    /// What a draw is worth; a win is 1 and a loss 0.
    draw: f32,
    /// The plies too many without an exit after which an exit speaks for the searching seat by one.
    patience: f32,
    /// How often a position may come again before a move that brings it back is left out.
    tolerance: usize,
    haste: Option<Haste>,
    root: Root,
}

/// Who has to make progress, and how much that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Haste {
    seat: Seat,
    weight: f32,
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
            network: Network::learned(),
            draw: 0.1,
            patience: 60.0,
            tolerance: 1,
            haste: None,
            root: Root::default(),
        }
    }
}

impl Prospects {
    /// The same by another network.
    #[must_use]
    pub fn with_network(mut self, network: &'static Network) -> Self {
        self.network = network;
        self
    }

    /// The same where a draw is worth so much.
    #[must_use]
    pub fn with_draw(mut self, draw: f32) -> Self {
        self.draw = draw;
        self
    }

    /// The same where an exit speaks for the searching seat by one after so many plies too many
    /// without an exit.
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
        self.haste = (idle > 0).then(|| Haste {
            seat,
            weight: (idle as f32 / self.patience).min(MOST_HASTE),
        });
        self.root = Root {
            ply: game.ply(),
            shunned: repetitions(game, seat, self.tolerance),
        };
        self
    }

    /// What haste adds to the outputs of the network.
    #[inline]
    fn added(&self, game: &Chexers) -> BySeat<f32, 3> {
        let mut added = BySeat([0.0; 3]);
        if let Some(Haste { seat, weight }) = self.haste {
            added[seat] = weight * (f32::from(game.exits(seat)) - STEP * race(game, seat) as f32);
        }
        added
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

    #[inline]
    fn judge(&self, game: &Chexers) -> BySeat<f32, 3> {
        self.network.shares(game, self.added(game))
    }

    fn end(&self, _: &Chexers, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        BySeat(payoffs.0.map(|payoff| if payoff == 0.5 { self.draw } else { payoff }))
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
    use truel_core::{Phase, Rng, random_joint};
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
    fn progress_counts_once_nobody_has_left_for_long() {
        let (mut game, mut rng) = (Chexers::default(), Rng::new(5));
        let mut longest = 0;
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let (idle, seat) = (game.plies_since_exit(), game.turn());
            longest = longest.max(idle);
            let lens = Prospects::default().at(&game, seat);
            let weight = (idle.saturating_sub(120) as f32 / 60.0).min(3.0);
            let progress = f32::from(game.exits(seat)) - 0.1 * race(&game, seat) as f32;
            let expected = BySeat::from_fn(|other| if other == seat { weight * progress } else { 0.0 });
            assert_eq!(
                lens.added(&game).0.map(|x| x + 0.0),
                expected.0.map(|x: f32| x + 0.0),
                "{game}"
            );
            game.play(joint);
        }
        assert!(longest > 120, "{longest} plies are no reason to hurry");
    }

    #[test]
    fn a_draw_is_worth_little_and_to_everybody_the_same() {
        let mut game = Chexers::default();
        for mv in [ROUND].repeat(3).join(" ").split_whitespace() {
            game.play([mv.parse().expect("a move")]);
        }
        assert_eq!(
            Through::new(game, Prospects::default()).phase(),
            Phase::Over(BySeat([0.1; 3]))
        );
    }
}
