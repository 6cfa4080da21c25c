//! The engine protocol, for both sides: an engine receives an [`EngineCommand`] and answers with a
//! [`Reply`]. `docs/protocol.md` describes it; this module is the only code that knows the
//! spelling.
//!
//! It is UGI (the Universal Game Interface of cutegames) with an extension for games that UGI does
//! not cover. Reading is as forgiving as UGI: an engine may print anything between the lines that
//! matter.

mod command;
mod reply;

pub use command::{CommandError, EngineCommand, Go, NotACommand, Query};
pub use reply::{Declared, Reply, ScoreBound, SearchInfo};

use truel_core::{AnyGame, Phase, Seat, Seats};

/// The name of a seat in the protocol: `p1` for the first.
pub fn seat_name(seat: Seat) -> String {
    format!("p{}", seat.index() + 1)
}

/// The seat with this name.
pub fn read_seat(text: &str) -> Option<Seat> {
    let number: usize = text.strip_prefix('p')?.parse().ok()?;
    (1..=Seat::MOST).contains(&number).then(|| Seat::new(number - 1))
}

/// Who must move, as the answer to `query turn`: `p1`, or `p1|p2` where two move at once.
pub fn seats_text(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(seat_name).collect();
    names.join("|")
}

/// The answer to `query result`: `none`, `draw`, or who has the most points, as in `p2win`. Several
/// who share the most are named one after the other, as in `p1p3win`.
pub fn result_text(table: &dyn AnyGame) -> String {
    let Phase::Over(payoff) = table.phase() else {
        return "none".into();
    };
    let points = table.points(&payoff);
    let most = points.iter().copied().fold(f32::MIN, f32::max);
    let best: Vec<Seat> = Seat::all(points.len())
        .filter(|seat| points[seat.index()] == most)
        .collect();
    if best.len() == points.len() {
        return "draw".into();
    }
    let names: String = best.into_iter().map(seat_name).collect();
    format!("{names}win")
}

/// What a query is answered with at this table.
pub fn answer(table: &dyn AnyGame, query: Query) -> String {
    let acting = match table.phase() {
        Phase::Act(seats) => seats,
        Phase::Over(_) => Seats::NONE,
    };
    match query {
        Query::GameOver => acting.is_empty().to_string(),
        Query::Turn(seat) => acting.contains(seat).to_string(),
        Query::Acting if acting.is_empty() => "none".into(),
        Query::Acting => seats_text(acting),
        Query::Result => result_text(table),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_answered_by_the_rules() {
        let mut table = truel_champions::roster().table("tic-tac-toe").expect("a game");
        let all = [Query::GameOver, Query::Turn(Seat::new(0)), Query::Acting, Query::Result];
        let answers = |table: &dyn AnyGame| all.map(|query| answer(table, query));
        assert_eq!(answers(&*table), ["false", "true", "p1", "none"]);
        table.play_line("a1 b1 a2 b2 a3".split(' ')).expect("legal");
        assert_eq!(answers(&*table), ["true", "false", "none", "p1win"]);
        let at_once = truel_champions::roster().table("ropasci").expect("a game");
        assert_eq!(answer(&*at_once, Query::Acting), "p1|p2");
    }

    #[test]
    fn seats_are_read_as_they_are_written() {
        for seat in Seat::all(Seat::MOST) {
            assert_eq!(read_seat(&seat_name(seat)), Some(seat));
        }
        for text in ["", "p", "p0", "p9", "1", "q1", "p-1"] {
            assert_eq!(read_seat(text), None, "{text}");
        }
    }
}
