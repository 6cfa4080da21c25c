//! Plain opinions for sparring: what a seat has itself, and a plan in phases.

use truel_core::{Bounds, BySeat, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Cell, Move};
use truel_search::lens::Lens;

use super::{is_capture, nearest, rank};

/// What a seat has and nothing about the others: men, exits, steps still to go, and men in danger.
///
/// A man that somebody can jump over is in danger; one on the rim is safe from most jumps.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Selfish {
    plan: Plan,
}

/// What a seat is about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Plan {
    /// Men and exits.
    #[default]
    Race,
    /// `seat` sends its men to the corners, where nobody can jump over them, and waits for
    /// captures.
    Hold(Seat),
}

impl Selfish {
    /// The plan in phases for `seat`. It holds corners until it has captured enough, until nobody
    /// else can win, or until that has taken too long; then it races.
    pub fn in_phases(game: &Chexers, seat: Seat) -> Self {
        let total = |seat: Seat| u32::from(game.exits(seat)) + game.piece_count(seat);
        let others_can_win = Seat::all(3).any(|other| other != seat && total(other) >= 4);
        let is_holding = total(seat) < ENOUGH && others_can_win && game.ply() < LONG && game.exits(seat) == 0;
        Selfish {
            plan: if is_holding { Plan::Hold(seat) } else { Plan::Race },
        }
    }

    fn utility(self, game: &Chexers, seat: Seat) -> f32 {
        let men = game.piece_count(seat) as f32;
        let exits = game.exits(seat).min(4);
        let danger = game.exposed_count(seat) as f32;
        let rest = if self.plan == Plan::Hold(seat) {
            let way: u8 = game.pieces_of(seat).map(to_corner).sum();
            -0.1 * f32::from(way)
        } else {
            let (steps, lacking) = nearest(game, seat, 4 - exits, |steps| steps);
            0.5 * f32::from(exits) - 0.15 * f32::from(steps + 7 * lacking)
        };
        // The worst is no man and 28 steps, the best twelve men: about -6 to 14.
        let sum = men + f32::from(exits) - 0.4 * danger + rest;
        ((sum + 7.0) / 22.0).clamp(0.01, 0.99)
    }
}

/// Pieces with which the plan in phases stops to wait, and the ply from which on it does anyway.
const ENOUGH: u32 = 6;
const LONG: u32 = 150;

/// Steps to the nearest of the six corners.
fn to_corner(cell: Cell) -> u8 {
    let corners = [(0, -3), (3, -3), (3, 0), (0, 3), (-3, 3), (-3, 0)];
    let away = corners.iter().filter_map(|&(q, r)| Cell::new(q, r));
    away.map(|corner| corner.distance(cell)).min().unwrap_or(0)
}

impl Lens<Chexers> for Selfish {
    const BOUNDS: Bounds = Bounds::UNIT;

    fn judge(&self, game: &Chexers) -> BySeat<f32, 3> {
        BySeat::from_fn(|seat| self.utility(game, seat))
    }

    fn judge_for(&self, game: &Chexers, seat: Seat) -> f32 {
        self.utility(game, seat)
    }

    fn end(&self, _: &Chexers, payoffs: BySeat<f32, 3>) -> BySeat<f32, 3> {
        BySeat(payoffs.0.map(|payoff| if payoff == 0.5 { 0.1 } else { payoff }))
    }

    fn rank(&self, game: &Chexers, seat: Seat, mv: Move) -> f32 {
        rank(game, seat, mv)
    }

    fn is_noisy(&self, game: &Chexers, seat: Seat, mv: Move) -> bool {
        is_capture(game, seat, mv)
    }
}
