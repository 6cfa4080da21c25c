//! Chances in words and columns.

use truel_agents::{Bound, SeatChances, Seen};
use truel_core::{Info, Seat};

/// Who wins, as chances that add up: `Red wins 45 %, Green 30 %, Blue 20 %, nobody 5 %`.
pub(super) fn sentence(info: &Info, chances: &[SeatChances]) -> String {
    let wins = info.seats.iter().zip(chances).enumerate();
    let mut parts: Vec<String> = wins
        .map(|(at, (seat, chances))| {
            let verb = if at == 0 { " wins" } else { "" };
            format!("{}{verb} {}", seat.name, percent(chances.win))
        })
        .collect();
    let nobody = 1.0 - chances.iter().map(|chances| chances.win).sum::<f32>();
    let draw = if info.seats.len() == 2 { "draw" } else { "nobody" };
    parts.push(format!("{draw} {}", percent(nobody.max(0.0))));
    parts.join(", ")
}

/// What one seat may expect, as a clause: `a win with 61 %, a draw with 8 %`.
pub(in crate::commands) fn clause(chances: &SeatChances) -> String {
    let parts = [
        ("a win", chances.win),
        ("a draw", chances.draw),
        ("a loss", chances.lose),
    ];
    let mut told: Vec<String> = Vec::new();
    for (name, chance) in parts {
        if chance >= 0.005 {
            told.push(format!("{name} with {}", percent(chance)));
        }
    }
    told.join(", ")
}

/// What a move gives the seat that makes it, in a word: `61 % of the points`, with `≤` before an
/// upper bound.
pub(in crate::commands) fn told(mover: Seat, seen: &Seen) -> String {
    match seen.chances.get(mover.index()) {
        Some(own) => format!("{}{} of the points", mark(seen), percent(own.points)),
        None => "unknown".to_owned(),
    }
}

/// `≤` before what is only an upper bound.
fn mark(seen: &Seen) -> &'static str {
    match seen.bound {
        Bound::AtMost => "≤ ",
        Bound::Exact => "",
    }
}

/// The titles of a move's columns: what the mover may expect of two seats, the points of every seat
/// of three and more.
pub(super) fn titles(info: &Info) -> Vec<String> {
    match info.seats.len() {
        2 => ["win", "draw", "lose"].map(str::to_owned).to_vec(),
        _ => info.seats.iter().map(|seat| seat.name.to_owned()).collect(),
    }
}

/// The texts of a move's columns, in the order of [`titles`].
pub(super) fn cells(info: &Info, mover: Seat, seen: &Seen) -> Vec<String> {
    let Some(own) = seen.chances.get(mover.index()) else {
        return vec!["-".to_owned(); titles(info).len()];
    };
    let bounded = |chance: f32| format!("{}{}", mark(seen), percent(chance));
    // What is only bounded for the mover is unknown for everything else.
    let other = |chance: f32| match seen.bound {
        Bound::AtMost => "-".to_owned(),
        Bound::Exact => percent(chance),
    };
    if info.seats.len() == 2 {
        return vec![bounded(own.win), other(own.draw), other(own.lose)];
    }
    let cell = |(seat, chances): (usize, &SeatChances)| match seat == mover.index() {
        true => bounded(chances.points),
        false => other(chances.points),
    };
    seen.chances.iter().enumerate().map(cell).collect()
}

/// A chance as a percentage; one below a tenth or above nine tenths with one place.
pub(super) fn percent(chance: f32) -> String {
    let percent = chance * 100.0;
    let text = match percent {
        _ if !(0.05..99.95).contains(&percent) => format!("{percent:.0}"),
        _ if (10.0..90.0).contains(&percent) => format!("{percent:.0}"),
        _ => format!("{percent:.1}"),
    };
    format!("{} %", text.trim_start_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    #[test]
    fn chances_are_told_so_that_they_add_up() {
        let table = roster().table("chexers").expect("a game");
        let seat = |win: f32| SeatChances {
            win,
            draw: 0.05,
            lose: 0.95 - win,
            points: win,
        };
        assert_eq!(
            sentence(table.info(), &[seat(0.45), seat(0.3), seat(0.2)]),
            "Red wins 45 %, Green 30 %, Blue 20 %, nobody 5.0 %"
        );
        assert_eq!(clause(&seat(0.95)), "a win with 95.0 %, a draw with 5.0 %");
    }

    #[test]
    fn small_chances_keep_a_place() {
        let told = [0.0, 0.0004, 0.012, 0.5, 0.987, 0.9999, 1.0].map(percent);
        assert_eq!(told, ["0 %", "0 %", "1.2 %", "50 %", "98.7 %", "100 %", "100 %"]);
    }
}
