//! The phases of `mozi`: which plan a position calls for, and the moves that need no search.

use truel_core::{Game, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Cell, Kind, Move};

use super::features::{available, is_formed, is_post, posts, total_pieces};
use super::geometry::Geometry;

/// What `mozi` is about.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Plan {
    /// Taking the strategy points, by equation 3.
    Formation,
    /// Capturing a man inside a trap by one of these jumps, before everything else.
    Hunting(Vec<Move>),
    /// Extra men go to the destination points by equation 4, the others stay on theirs.
    Wandering,
    /// There are no extra men: any of these moves lets things go on.
    Loosening(Vec<Move>),
    /// Off the board, by equation 5.
    Exiting,
}

/// Pieces with which it is time to leave.
const ENOUGH_PIECES: f32 = 8.0;
/// The same of pieces beyond those that the guards of the remaining exits take.
const ENOUGH_FREE: f32 = 4.0;

/// What a position calls for when `seat` is to move.
pub(crate) fn plan(game: &Chexers, seat: Seat) -> Plan {
    let pieces = total_pieces(game, seat);
    if pieces >= ENOUGH_PIECES || pieces - posts(game, seat).count() as f32 >= ENOUGH_FREE {
        return Plan::Exiting;
    }
    if !is_formed(game, seat) {
        return Plan::Formation;
    }
    let captures = trap_captures(game, seat);
    if !captures.is_empty() {
        Plan::Hunting(captures)
    } else if available(game, seat).next().is_some() {
        Plan::Wandering
    } else {
        Plan::Loosening(loosening(game, seat))
    }
}

fn moves_of(game: &Chexers, seat: Seat) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    moves
}

/// The jumps over men of others inside a trap.
fn trap_captures(game: &Chexers, seat: Seat) -> Vec<Move> {
    let geometry = Geometry::of(seat);
    let is_capture = |over: Cell| geometry.is_inside(over) && game.owner(over) != Some(seat);
    let mut moves = moves_of(game, seat);
    moves.retain(|mv| matches!(mv.kind(), Kind::Jump { over, .. } if is_capture(over)));
    moves
}

/// Jumps of the men on strategy points, or else their steps; those whose man cannot be jumped over
/// at once, if there are any.
fn loosening(game: &Chexers, seat: Seat) -> Vec<Move> {
    let mut moves = moves_of(game, seat);
    moves.retain(|mv| match mv.kind() {
        Kind::Step { from, .. } | Kind::Jump { from, .. } => is_post(game, seat, from),
        Kind::Exit { .. } | Kind::Pass => false,
    });
    let is_jump = |mv: &Move| matches!(mv.kind(), Kind::Jump { .. });
    keep_if_any(&mut moves, 0, |mv| is_safe(game, seat, *mv));
    keep_if_any(&mut moves, 0, is_jump);
    if moves.is_empty() { moves_of(game, seat) } else { moves }
}

/// Whether no opponent can jump over the man that has made this move.
fn is_safe(game: &Chexers, seat: Seat, mv: Move) -> bool {
    let (Kind::Step { to, .. } | Kind::Jump { to, .. }) = mv.kind() else {
        return true;
    };
    let mut after = game.clone();
    after.play([mv]);
    Seat::all(3).all(|other| other == seat || !after.is_exposed(to, other))
}

/// Keeps of the items from `start` on those that are good, in their order; all where none is.
pub(crate) fn keep_if_any<T>(items: &mut Vec<T>, start: usize, is_good: impl Fn(&T) -> bool) {
    let mut end = start;
    for place in start..items.len() {
        if is_good(&items[place]) {
            items.swap(end, place);
            end += 1;
        }
    }
    if end > start {
        items.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_games::chexers::RED;

    fn plan_of(text: &str) -> Plan {
        plan(&text.parse().expect("a position"), RED)
    }

    fn texts(moves: &[Move]) -> String {
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort();
        texts.join(" ")
    }

    #[test]
    fn a_match_begins_with_formation() {
        assert_eq!(plan(&Chexers::default(), RED), Plan::Formation);
    }

    /// Red holds all four points; Blue has stepped on (-2,-1), next to Red's corner.
    #[test]
    fn a_man_in_the_trap_is_captured_before_anything_else() {
        let Plan::Hunting(moves) = plan_of("RGGG/5/B5/R4GB/5B/4B/R2R R 0,0,0 30 -") else {
            panic!("not hunting");
        };
        assert_eq!(texts(&moves), "-3,0>-1,-2");
    }

    #[test]
    fn extra_men_wander_and_without_any_a_guard_lets_loose() {
        assert_eq!(plan_of("RGG1/5/6/R2R1GB/5B/4B/R2R R 0,1,0 30 -"), Plan::Wandering);
        let Plan::Loosening(moves) = plan_of("RGGG/5/6/R4GB/3B1B/4B/R2R R 0,0,0 30 -") else {
            panic!("not loosening");
        };
        // Nobody can be jumped over. On (0,2) Blue's man at (0,1) could jump over the guard, so it
        // does not go there.
        assert_eq!(
            texts(&moves),
            "-3,0>-2,-1 -3,0>-2,0 -3,0>-3,1 -3,3>-2,2 -3,3>-2,3 -3,3>-3,2 0,-3>-1,-2 0,3>-1,3"
        );
    }

    #[test]
    fn eight_pieces_are_enough_to_leave_and_so_are_four_without_a_post() {
        assert_eq!(plan_of("R1G1/R4/6/R2R1GB/R4B/R4/R2R R 0,0,0 30 -"), Plan::Exiting);
        // Green is out: its exit needs no guards, so two captured men and two freed ones may go.
        assert_eq!(plan_of("R3/5/6/R2R2B/R3BB/4B/R2R R 0,0,2 30 -"), Plan::Exiting);
        assert_eq!(plan_of("R3/5/6/R2R2B/R2GBB/4B/R2R R 0,0,1 30 -"), Plan::Wandering);
    }
}
