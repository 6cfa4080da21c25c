//! The report's five evaluations, each a function of position, seat and features that can take
//! another's place.
//!
//! None is of constant sum, so none allows the pruning of max^n.

use truel_core::Seat;
use truel_games::Chexers;

use super::features::{
    Cost, Team, cost_to_destination, cost_to_goal, distance_to_centre, distance_to_exit, distance_to_nearest,
    distance_to_walls, exited, men_inside_traps, on_board, togetherness, total_pieces,
};
use super::geometry::Geometry;

/// An evaluation of one seat, on the report's scale of pieces.
pub(crate) type Equation = fn(&Chexers, Seat, &Features) -> f32;

/// Which version of each feature the equations use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Features {
    /// The seat that searches, "us" in the report.
    pub us: Seat,
    /// The cost in equation 1.
    pub cost: Cost,
    /// Which men the T of equations 4 and 5 counts.
    pub trap: TrapTerm,
    /// A feature that was dropped.
    pub team: Team,
    /// Where `greedy` would rather walk.
    pub path: Path,
}

impl Features {
    /// The default readings for this root.
    pub(crate) fn new(us: Seat) -> Self {
        Features {
            us,
            cost: Cost::Nearest,
            trap: TrapTerm::Inside,
            team: Team::Free,
            path: Path::Any,
        }
    }
}

/// Which own men T counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TrapTerm {
    /// Those inside the traps: they had better leave, for the next victim. A reading.
    Inside,
    /// Those that are not, as it is printed.
    Outside,
}

/// The plans that the report rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Path {
    /// Wherever the exit is nearest.
    Any,
    /// Straight through the centre.
    Centre,
    /// Along the side.
    Side,
}

/// The weight of a step in all equations.
const STEP: f32 = 0.1;
/// The weight of a step away from the rim, slightly above.
const WALL: f32 = 0.11;
/// The weight of a rejected plan: it decides between steps that bring a man equally far.
const LEAN: f32 = 0.02;

/// Equation 1, for any seat: all its pieces, and what they still have to walk.
pub(crate) fn basic(game: &Chexers, seat: Seat, features: &Features) -> f32 {
    let lean = match features.path {
        Path::Any => 0.0,
        Path::Centre => distance_to_centre(game, seat),
        Path::Side => distance_to_walls(game, seat),
    };
    total_pieces(game, seat) - STEP * cost_to_destination(game, seat, features.cost) - LEAN * lean
}

/// Equation 2, for opponents while the traps are formed: they want nothing but our pieces.
pub(crate) fn hostile(game: &Chexers, _: Seat, features: &Features) -> f32 {
    -total_pieces(game, features.us)
}

/// Equation 3, for us while the traps are formed. It is lost; this reading has the features said to
/// be used then.
pub(crate) fn formation(game: &Chexers, seat: Seat, features: &Features) -> f32 {
    total_pieces(game, seat) - STEP * cost_to_goal(game, seat) - WALL * distance_to_walls(game, seat)
        + STEP * togetherness(game, seat, features.team)
}

/// Equation 4, for us once they are: men on the board only, which keeps them there.
pub(crate) fn wandering(game: &Chexers, seat: Seat, features: &Features) -> f32 {
    let way = distance_to_nearest(game, seat, &Geometry::of(seat).destinations);
    on_board(game, seat) - STEP * way - trapped(game, seat, features) + STEP * togetherness(game, seat, features.team)
}

/// Equation 5, for us when it is time to leave: all pieces, and those that have left once more.
pub(crate) fn exiting(game: &Chexers, seat: Seat, features: &Features) -> f32 {
    let pieces = total_pieces(game, seat) + exited(game, seat);
    pieces - STEP * distance_to_exit(game, seat) - trapped(game, seat, features)
        + STEP * togetherness(game, seat, features.team)
}

/// The term T.
fn trapped(game: &Chexers, seat: Seat, features: &Features) -> f32 {
    let inside = men_inside_traps(game, seat);
    match features.trap {
        TrapTerm::Inside => inside,
        TrapTerm::Outside => on_board(game, seat) - inside,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_games::chexers::{BLUE, GREEN, RED};

    fn position(text: &str) -> Chexers {
        text.parse().expect("a position")
    }

    fn close(left: f32, right: f32) {
        assert!((left - right).abs() < 1e-5, "{left} is not {right}");
    }

    #[test]
    fn equation_1_has_a_tenth_of_the_cost() {
        let start = Chexers::default();
        let features = Features::new(RED);
        close(basic(&start, BLUE, &features), 4.0 - 0.1 * 6.0);
        let sum = Features {
            cost: Cost::Sum,
            ..features
        };
        close(basic(&start, BLUE, &sum), 4.0 - 0.1 * 16.0);
    }

    #[test]
    fn equation_2_is_our_pieces_with_a_minus_for_every_opponent() {
        let game = position("GGGG/5/6/R2R2B/R4B/R4/R3 R 1,0,0 12 -");
        for us in [RED, BLUE] {
            let features = Features::new(us);
            close(hostile(&game, GREEN, &features), -total_pieces(&game, us));
        }
    }

    /// Red holds its own two corners; (0,-3) and (0,3) are 4 and 3 steps from the nearer of (-2,0)
    /// and (-2,2).
    #[test]
    fn equation_3_has_goals_and_walls() {
        let game = position("1GGG/5/G5/RR4B/5B/1R2B/R2B R 0,0,0 6 -");
        let walls = 2.0;
        close(cost_to_goal(&game, RED), 1.1 * 3.0 + 3.0);
        close(
            formation(&game, RED, &Features::new(RED)),
            4.0 - 0.1 * 6.3 - 0.11 * walls,
        );
    }
}
