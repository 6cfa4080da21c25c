//! What the report's evaluations count.

use truel_core::Seat;
use truel_games::Chexers;
use truel_games::chexers::Cell;

use super::geometry::Geometry;

/// Which of the report's three costs to the destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cost {
    /// Half the way of every man, and one move for its exit. Makes captures look bad.
    Sum,
    /// The mean way of all men.
    Average,
    /// The mean way of the four men nearest to the exit, of all if there are fewer: the report's
    /// final version.
    Nearest,
}

/// A feature that keeps the team together, which the report tried and dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Team {
    /// None.
    Free,
    /// The own neighbours of every man, counted.
    Neighbours,
    /// The distances between every man and its partners, each pair once.
    Partners,
}

/// Pieces of `seat` on the board and off it.
pub(crate) fn total_pieces(game: &Chexers, seat: Seat) -> f32 {
    on_board(game, seat) + exited(game, seat)
}

/// Pieces of `seat` on the board.
pub(crate) fn on_board(game: &Chexers, seat: Seat) -> f32 {
    game.piece_count(seat) as f32
}

/// Pieces that `seat` has brought off the board.
pub(crate) fn exited(game: &Chexers, seat: Seat) -> f32 {
    f32::from(game.exits(seat))
}

/// What it costs `seat` to bring its men to its exit edge. Without men it costs nothing.
pub(crate) fn cost_to_destination(game: &Chexers, seat: Seat, cost: Cost) -> f32 {
    let steps = |cell: Cell| f32::from(cell.steps_to_exit(seat));
    let men = on_board(game, seat);
    match cost {
        Cost::Sum => game.pieces_of(seat).map(|cell| 0.5 * steps(cell) + 1.0).sum(),
        Cost::Average => game.pieces_of(seat).map(steps).sum::<f32>() / men.max(1.0),
        Cost::Nearest => nearest_four(game, seat) / men.clamp(1.0, 4.0),
    }
}

/// The steps of the four men nearest to the exit, added up.
fn nearest_four(game: &Chexers, seat: Seat) -> f32 {
    let (mut left, mut sum) = (4, 0);
    for (steps, men) in (0..).zip(game.pieces_by_steps(seat)) {
        let taken = men.min(left);
        left -= taken;
        sum += steps * taken;
    }
    f32::from(sum)
}

/// How far the men of `seat` stand from the rim, added up.
pub(crate) fn distance_to_walls(game: &Chexers, seat: Seat) -> f32 {
    sum_over_men(game, seat, Cell::steps_to_rim)
}

/// How far the men of `seat` stand from the middle, added up.
pub(crate) fn distance_to_centre(game: &Chexers, seat: Seat) -> f32 {
    sum_over_men(game, seat, |cell| 3 - cell.steps_to_rim())
}

/// The way of every man to the nearest of `points`, added up.
pub(crate) fn distance_to_nearest(game: &Chexers, seat: Seat, points: &[Cell]) -> f32 {
    sum_over_men(game, seat, |cell| nearest(cell, points))
}

/// The way of every man to the nearest cell of the exit edge, added up.
pub(crate) fn distance_to_exit(game: &Chexers, seat: Seat) -> f32 {
    sum_over_men(game, seat, |cell| cell.steps_to_exit(seat))
}

fn sum_over_men(game: &Chexers, seat: Seat, count: impl Fn(Cell) -> u8) -> f32 {
    f32::from(game.pieces_of(seat).map(count).sum::<u8>())
}

fn nearest(cell: Cell, points: &[Cell]) -> u8 {
    points.iter().map(|&point| cell.distance(point)).min().unwrap_or(0)
}

/// Men of `seat` inside its traps.
pub(crate) fn men_inside_traps(game: &Chexers, seat: Seat) -> f32 {
    let geometry = Geometry::of(seat);
    game.pieces_of(seat).filter(|&cell| geometry.is_inside(cell)).count() as f32
}

/// The strategy points that `seat` needs: both ends of the exit edges of all opponents who still
/// have men.
pub(crate) fn posts(game: &Chexers, seat: Seat) -> impl Iterator<Item = Post> + '_ {
    let traps = Geometry::of(seat).traps().into_iter().zip([UPSTREAM_FIRST, 1.0]);
    let live = traps.filter(|(trap, _)| game.piece_count(trap.victim) > 0);
    live.flat_map(|(trap, weight)| [trap.held, trap.wanted].map(|cell| Post { cell, weight }))
}

/// How much more the way to the upstream point counts than that to the downstream one: a little (a
/// reading).
const UPSTREAM_FIRST: f32 = 1.1;

/// A strategy point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Post {
    pub cell: Cell,
    /// What a step on the way to it counts.
    pub weight: f32,
}

/// Whether `seat` needs a man on `cell`.
pub(crate) fn is_post(game: &Chexers, seat: Seat, cell: Cell) -> bool {
    posts(game, seat).any(|post| post.cell == cell)
}

/// Whether all strategy points that `seat` needs are its own.
pub(crate) fn is_formed(game: &Chexers, seat: Seat) -> bool {
    posts(game, seat).all(|post| game.owner(post.cell) == Some(seat))
}

/// The men of `seat` without a post.
pub(crate) fn available(game: &Chexers, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
    game.pieces_of(seat).filter(move |&cell| !is_post(game, seat, cell))
}

/// The way of the available men to the points that are not held yet.
///
/// With men enough every point calls the nearest, so that the nearest goes and not the hindmost;
/// with fewer every man goes to the nearest point, so that it does not swing between two for ever.
pub(crate) fn cost_to_goal(game: &Chexers, seat: Seat) -> f32 {
    let free = || posts(game, seat).filter(|post| game.owner(post.cell) != Some(seat));
    let men = available(game, seat).count();
    if men == 0 {
        return 0.0;
    }
    if men >= free().count() {
        let way = |post: Post| available(game, seat).map(|man| man.distance(post.cell)).min();
        free().map(|post| post.weight * f32::from(way(post).unwrap_or(0))).sum()
    } else {
        let way = |man: Cell| free().map(|post| man.distance(post.cell)).min().unwrap_or(0);
        available(game, seat).map(|man| f32::from(way(man))).sum()
    }
}

/// What the dropped team features come to; larger is closer together.
pub(crate) fn togetherness(game: &Chexers, seat: Seat, team: Team) -> f32 {
    let pairs = || {
        let men = game.pieces_of(seat).enumerate();
        men.flat_map(|(place, man)| {
            game.pieces_of(seat)
                .skip(place + 1)
                .map(move |other| man.distance(other))
        })
    };
    match team {
        Team::Free => 0.0,
        Team::Neighbours => 2.0 * pairs().filter(|&distance| distance == 1).count() as f32,
        Team::Partners => -pairs().map(f32::from).sum::<f32>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_games::chexers::{BLUE, GREEN, RED};

    fn position(text: &str) -> Chexers {
        text.parse().expect("a position")
    }

    #[test]
    fn the_three_costs_of_the_start_and_of_a_capture() {
        let start = Chexers::default();
        assert_eq!(cost_to_destination(&start, RED, Cost::Sum), 4.0 * (0.5 * 6.0 + 1.0));
        assert_eq!(cost_to_destination(&start, GREEN, Cost::Average), 6.0);
        assert_eq!(cost_to_destination(&start, BLUE, Cost::Nearest), 6.0);
        // Red has a fifth man on its way, at (0,0).
        let more = position("GGGG/5/6/R2R2B/R4B/R4/R3 R 0,0,1 12 -");
        assert_eq!(cost_to_destination(&more, RED, Cost::Sum), 16.0 + 2.5);
        assert_eq!(cost_to_destination(&more, RED, Cost::Average), 27.0 / 5.0);
        assert_eq!(cost_to_destination(&more, RED, Cost::Nearest), 21.0 / 4.0);
    }

    #[test]
    fn a_seat_with_fewer_than_four_men_averages_over_all() {
        let few = position("4/5/6/3R1RB/5B/4B/3B R 2,3,1 40 -");
        assert_eq!(cost_to_destination(&few, RED, Cost::Nearest), 2.0);
        assert_eq!(cost_to_destination(&few, GREEN, Cost::Nearest), 0.0);
        assert_eq!(total_pieces(&few, RED), 4.0);
    }
}
