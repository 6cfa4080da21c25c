//! Laws on what results are worth.

use truel_core::{Game, Payoffs, Seat};

/// The payoffs of a match that has ended.
pub(super) fn of_the_end<G: Game>(game: &G, payoffs: G::Payoffs) {
    let info = G::INFO;
    for payoff in payoffs.as_slice() {
        assert!(
            info.bounds.contains(*payoff),
            "{game}: payoff {payoff} is out of bounds"
        );
    }
    keep_the_sum(game, payoffs, "payoffs");
    are_points(game, payoffs);
    let points = G::points(payoffs);
    for seat in Seat::all(info.seats.len()) {
        for other in Seat::all(info.seats.len()) {
            let (by_payoff, by_points) = (payoffs[seat] > payoffs[other], points[seat] > points[other]);
            assert_eq!(
                by_payoff, by_points,
                "{game}: points {points:?} rank seats as payoffs {payoffs:?} do"
            );
        }
    }
}

/// The payoffs of a match that would end here by somebody's breach of the rules.
pub(super) fn of_breaches<G: Game>(game: &G) {
    let info = G::INFO;
    let others = |seat: Seat| Seat::all(info.seats.len()).filter(move |other| *other != seat);
    for seat in Seat::all(info.seats.len()) {
        for (payoffs, what) in [
            (game.forfeit(seat), "payoffs of a forfeit"),
            (game.time_out(seat), "payoffs of a time-out"),
        ] {
            keep_the_sum(game, payoffs, what);
            are_points(game, payoffs);
            // A penalty may be larger than any loss.
            assert!(
                others(seat).all(|other| info.bounds.contains(payoffs[other])) && payoffs[seat] <= info.bounds.high,
                "{game}: {what} {payoffs:?} are out of bounds"
            );
            assert!(
                others(seat).all(|other| payoffs[other] >= payoffs[seat]),
                "{game}: {what} {payoffs:?}: nobody gets less than the offender"
            );
        }
        assert_eq!(
            G::points(game.forfeit(seat))[seat],
            0.0,
            "{game}: who forfeits gets no points"
        );
    }
}

fn keep_the_sum<G: Game>(game: &G, payoffs: G::Payoffs, what: &str) {
    if let Some(sum) = G::INFO.sum {
        assert!(
            (payoffs.sum() - sum).abs() < 1e-6,
            "{game}: {what} {payoffs:?} do not add up to {sum}"
        );
    }
}

fn are_points<G: Game>(game: &G, payoffs: G::Payoffs) {
    let points = G::points(payoffs);
    assert!(
        points.as_slice().iter().all(|point| (0.0..=1.0).contains(point)),
        "{game}: points {points:?} of payoffs {payoffs:?} do not lie in 0 to 1"
    );
}
