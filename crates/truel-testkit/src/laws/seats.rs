//! Laws on who acts in the course of a match.

use truel_core::{Game, Joint, Seat, Seats, Timing};

/// What was seen of the seats in a match so far.
#[derive(Default)]
pub(super) struct SeatsSeen {
    /// Those that were out.
    out: Seats,
    most_at_once: usize,
}

impl SeatsSeen {
    /// Looks at the next position of the match.
    pub(super) fn check<G: Game>(&mut self, game: &G) {
        let acting = game.phase().acting();
        assert_eq!(
            acting.len(),
            if acting.is_empty() {
                0
            } else {
                G::Joint::width(|| acting)
            },
            "{game}: a joint move has a choice for each acting seat"
        );
        for seat in Seat::all(G::INFO.seats.len()) {
            let name = G::INFO.seat_name(seat);
            if !game.is_out(seat) {
                assert!(!self.out.contains(seat), "{game}: {name} was out and came back");
                continue;
            }
            self.out = self.out.with(seat);
            let choices = game.move_count(seat, &mut Vec::new());
            assert!(
                choices <= 1,
                "{game}: {name} is out but has {choices} moves to choose from"
            );
        }
        self.most_at_once = self.most_at_once.max(acting.len());
    }

    /// The most seats that acted at one instant.
    pub(super) fn most_at_once(&self) -> usize {
        self.most_at_once
    }
}

/// Seats move at once in some match exactly where the timing says so.
pub(super) fn fit_the_timing<G: Game>(most_at_once: usize) {
    let id = G::INFO.id;
    match G::INFO.timing {
        Timing::Turns => assert_eq!(most_at_once, 1, "{id}: the timing says turns, but seats moved at once"),
        Timing::Simultaneous => assert!(
            most_at_once > 1,
            "{id}: the timing says simultaneous, but no two seats ever moved at once"
        ),
    }
    assert!(
        most_at_once <= G::Joint::WIDTH,
        "{id}: more seats moved at once than a joint move has room for"
    );
}
