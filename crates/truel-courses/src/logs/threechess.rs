//! Logs of UWA's threeChess tournaments (CITS3001, 2020), several matches in one:
//! `======NEW GAME======`, three names, moves as `BLUE: BE2-BE4 t:12`, and `=====Game Over=====`
//! with what everybody got.
//!
//! A move that is too late is written down but not played. An illegal move is not written down at
//! all: the match just ends, and only what follows tells that it was not the log that was cut off.
//! The referee with threads (`Game.java`) says `INVALID MOVE` instead, and
//! `BLUE - score: 1, time:299`. Agents print in between, even into the referee's lines.

use super::{End, LogError, Logged, Ply, lines};

const COLOURS: [&str; 3] = ["BLUE", "GREEN", "RED"];

pub(crate) fn read(text: &str) -> Result<Vec<Logged>, LogError> {
    let mut all: Vec<Logged> = Vec::new();
    for (line, text) in lines(text) {
        let text = text.trim();
        if text.contains("NEW GAME") && text.starts_with('=') {
            close(&mut all);
            all.push(Logged::default());
        }
        let Some(logged) = all.last_mut() else { continue };
        if text.starts_with("name:") || text.starts_with("Rank") {
            close(&mut all);
            continue;
        }
        if text.contains("Game Over") && text.starts_with('=') {
            logged.end.get_or_insert((line, End::Payoff(vec![0.0; 3])));
        } else if text.starts_with("INVALID MOVE") {
            forfeit(logged, line);
        } else if let Some((_, name)) = of_colour(text, ": ").filter(|_| logged.names.len() < 3) {
            logged.names.push(name.to_owned());
        } else if let Some((seat, mv, ms)) = played(text) {
            let ms = Some(ms);
            logged.plies.push(Ply { line, seat, mv, ms });
        } else if let Some((seat, rest)) = of_colour(text, " score:").or_else(|| of_colour(text, " - score:"))
            && let Some((_, End::Payoff(payoff))) = &mut logged.end
        {
            let number = rest
                .split([' ', ','])
                .find(|word| !word.is_empty())
                .and_then(|word| word.parse().ok());
            payoff[seat] = number.ok_or_else(|| LogError::new(line, format!("`{text}` is no score")))?;
        }
        if !text.is_empty() {
            logged.last = line;
        }
    }
    Ok(all)
}

/// A match that something follows on, and that has no end, was ended by an illegal move of whoever
/// had the turn.
fn close(all: &mut [Logged]) {
    if let Some(logged) = all.last_mut()
        && logged.end.is_none()
    {
        forfeit(logged, logged.last);
    }
}

fn forfeit(logged: &mut Logged, line: usize) {
    logged.end = Some((line, End::Breach(logged.plies.len() % 3, "illegal-move")));
}

fn of_colour<'a>(text: &'a str, between: &str) -> Option<(usize, &'a str)> {
    let (colour, rest) = text.split_once(between)?;
    Some((COLOURS.iter().position(|name| *name == colour)?, rest))
}

/// The move at the end of a line, `BLUE: BE2-BE4 t:12`, in our notation and with its milliseconds;
/// whatever else begins with a colour is an agent's.
fn played(text: &str) -> Option<(usize, String, f32)> {
    COLOURS.iter().enumerate().find_map(|(seat, colour)| {
        let (_, rest) = text.rsplit_once(colour)?;
        let (squares, time) = rest.strip_prefix(": ")?.split_once(" t:")?;
        let (from, to) = squares.split_once('-')?;
        let ms: i64 = time.trim().parse().ok()?;
        let is_move = from.len() == 3 && to.len() == 3;
        is_move.then(|| (seat, format!("{from}{to}"), ms as f32))
    })
}
