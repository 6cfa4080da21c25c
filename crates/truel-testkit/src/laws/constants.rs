//! Laws on what never changes about a game.

use std::collections::HashSet;

use truel_core::{Game, Joint, Payoffs, Seat, Timing};

/// The constants of a game fit each other.
pub(super) fn fit_each_other<G: Game>() {
    let info = G::INFO;
    let (id, seats) = (info.id, info.seats.len());
    assert!(
        (2..=Seat::MOST).contains(&seats),
        "{id}: {seats} seats, but a game has 2 to {}",
        Seat::MOST
    );
    assert_eq!(seats, G::Payoffs::SEATS, "{id}: a payoff for each seat");
    assert!(
        G::Joint::WIDTH <= seats,
        "{id}: a joint move has at most a move for each seat"
    );
    assert_eq!(
        info.timing == Timing::Turns,
        G::Joint::WIDTH == 1,
        "{id}: the timing says turns exactly where a joint move has one move"
    );
    assert!(
        id.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
        "{id}: lower case and dashes"
    );
    let names: HashSet<&str> = info.seats.iter().map(|seat| seat.name).collect();
    assert_eq!(names.len(), seats, "{id}: seats have names of their own");
    assert!(
        info.bounds.low < info.bounds.high && info.bounds.contains(info.draw),
        "{id}: the bounds are apart, and a draw lies between them"
    );
    if let Some(sum) = info.sum {
        assert!(
            (sum - info.draw * seats as f32).abs() < 1e-6,
            "{id}: a draw has the constant sum"
        );
        let share = |taken: f32| (sum - taken) / (seats - 1) as f32;
        assert!(
            [info.bounds.low, info.bounds.high]
                .map(share)
                .iter()
                .all(|rest| info.bounds.contains(*rest)),
            "{id}: when a seat gets the smallest or the largest payoff, the others' shares of the rest are in bounds"
        );
    }
    assert!(!G::default().phase().is_over(), "{id}: the start position is not over");
}
