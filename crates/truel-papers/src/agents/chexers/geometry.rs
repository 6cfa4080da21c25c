//! Where `mozi` puts its men: one table for Red, which the thirds of a turn make one for every
//! seat.
//!
//! Its men stand on both ends of an opponent's exit edge. Whoever steps on one of the two inner
//! cells is jumped over from the nearer end, which lands on the other inner cell.

use truel_core::Seat;
use truel_games::chexers::Cell;

/// An opponent's exit edge as a trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trap {
    /// Whom it is for.
    pub victim: Seat,
    /// The end of the edge that is ours from the start.
    pub held: Cell,
    /// The end that must be taken.
    pub wanted: Cell,
    /// The two inner cells, the one at our held end first.
    pub inside: [Cell; 2],
}

/// A seat's strategy points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    /// Against the seat that moved just before us; it comes first.
    pub upstream: Trap,
    /// Against the seat that moves next.
    pub downstream: Trap,
    /// The ends of our own exit edge, where men without a post wait.
    pub destinations: [Cell; 2],
}

impl Geometry {
    /// The strategy points of a seat.
    pub(crate) const fn of(seat: Seat) -> Self {
        GEOMETRIES[seat.index()]
    }

    /// Both traps, the one to be formed first in front.
    pub(crate) fn traps(&self) -> [Trap; 2] {
        [self.upstream, self.downstream]
    }

    /// Whether a cell lies inside one of the traps.
    pub(crate) fn is_inside(&self, cell: Cell) -> bool {
        self.traps().iter().any(|trap| trap.inside.contains(&cell))
    }
}

const GEOMETRIES: [Geometry; 3] = [red_turned(0), red_turned(1), red_turned(2)];

/// Red's points after so many thirds of a turn, which are those of the seat with this number.
const fn red_turned(turns: usize) -> Geometry {
    Geometry {
        upstream: Trap {
            victim: Seat::new((turns + 2) % 3),
            held: turned(-3, 0, turns),
            wanted: turned(0, -3, turns),
            inside: [turned(-2, -1, turns), turned(-1, -2, turns)],
        },
        downstream: Trap {
            victim: Seat::new((turns + 1) % 3),
            held: turned(-3, 3, turns),
            wanted: turned(0, 3, turns),
            inside: [turned(-2, 3, turns), turned(-1, 3, turns)],
        },
        destinations: [turned(3, -3, turns), turned(3, 0, turns)],
    }
}

/// The cell `(q, r)` after so many thirds of a turn, each of which brings `(q, r)` to
/// `(-q - r, q)`.
const fn turned(q: i8, r: i8, turns: usize) -> Cell {
    let (q, r) = match turns {
        0 => (q, r),
        1 => (-q - r, q),
        _ => (r, -q - r),
    };
    match Cell::new(q, r) {
        Some(cell) => cell,
        None => panic!("a turn keeps cells on the board"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_games::chexers::{BLUE, GREEN, RED};

    /// The report's table: held, upstream and its point, downstream and its point, both traps,
    /// destinations.
    #[test]
    fn the_table_is_that_of_the_report() {
        let rows = [
            (RED, [BLUE, GREEN], "-3,0 0,-3 -2,-1 -1,-2 -3,3 0,3 -2,3 -1,3 3,-3 3,0"),
            (GREEN, [RED, BLUE], "3,-3 3,0 3,-2 3,-1 0,-3 -3,0 -1,-2 -2,-1 0,3 -3,3"),
            (BLUE, [GREEN, RED], "0,3 -3,3 -1,3 -2,3 3,0 3,-3 3,-1 3,-2 -3,0 0,-3"),
        ];
        for (seat, victims, cells) in rows {
            let Geometry {
                upstream,
                downstream,
                destinations,
            } = Geometry::of(seat);
            assert_eq!([upstream.victim, downstream.victim], victims);
            let of_trap = |trap: Trap| [trap.held, trap.wanted, trap.inside[0], trap.inside[1]];
            let all = [of_trap(upstream).as_slice(), &of_trap(downstream), &destinations].concat();
            let told: Vec<String> = all.iter().map(Cell::to_string).collect();
            assert_eq!(told.join(" "), cells, "{seat:?}");
        }
    }

    /// The ends of a trap are the ends of the victim's exit edge, and its inside is the rest of
    /// that edge.
    #[test]
    fn a_trap_is_the_exit_edge_of_its_victim() {
        for seat in Seat::all(3) {
            for trap in Geometry::of(seat).traps() {
                let [near, far] = trap.inside;
                let edge = [trap.held, near, far, trap.wanted];
                assert!(edge.iter().all(|cell| cell.steps_to_exit(trap.victim) == 0));
                assert!(edge.windows(2).all(|pair| pair[0].distance(pair[1]) == 1), "{trap:?}");
            }
            let own_exits = Geometry::of(seat).destinations.map(|cell| cell.steps_to_exit(seat));
            assert_eq!(own_exits, [0, 0]);
        }
    }
}
