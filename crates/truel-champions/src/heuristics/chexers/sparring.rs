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

#[cfg(test)]
mod tests {
    use super::*;
    use truel_games::chexers::{GREEN, RED};

    fn position(text: &str) -> Chexers {
        text.parse().expect("a position")
    }

    #[test]
    fn a_seat_counts_what_it_has_itself() {
        let value = |text| Selfish::default().judge_for(&position(text), RED);
        let start = value("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 -");
        assert!(value("GGGG/5/6/1R4B/R4B/R3B/R2B R 0,0,0 9 -") > start, "a step");
        assert!(value("GGGG/5/6/R5B/R4B/R3R/R2B R 0,0,0 9 -") > start, "a man");
        assert_eq!(
            value("1GGG/5/1G4/R5B/R4B/R3B/R2B R 0,0,0 9 -"),
            start,
            "not another's step"
        );
        assert!(value("GGGG/5/6/R1RB2B/R4B/R3B/4 R 0,0,0 9 -") < value("GGGG/5/6/R1R1B1B/R4B/R3B/4 R 0,0,0 9 -"));
    }

    #[test]
    fn who_holds_corners_does_not_walk_before_it_has_enough() {
        let start = Chexers::default();
        assert_eq!(Selfish::in_phases(&start, RED).plan, Plan::Hold(RED));
        let six = position("GGRG/5/6/R5B/R4B/R3R/R2B R 0,0,0 9 -");
        assert_eq!(Selfish::in_phases(&six, RED).plan, Plan::Race);
        assert_eq!(Selfish::in_phases(&six, GREEN).plan, Plan::Hold(GREEN));
        // A step from the corner towards the exit is one back for who holds corners.
        let step = position("GGGG/5/6/1R4B/R4B/R3B/R2B G 0,0,0 9 -");
        let hold = Selfish::in_phases(&start, RED);
        assert!(hold.judge_for(&step, RED) < hold.judge_for(&start, RED));
    }
}
