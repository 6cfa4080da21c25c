//! Logs of UWA's threeChess tournaments (CITS3001, 2020), several matches in one: `======NEW GAME======`, three names, moves
//! as `BLUE: BE2-BE4 t:12`, and `=====Game Over=====` with what everybody got.
//!
//! A move that is too late is written down but not played. An illegal move is not written down at all: the match just ends,
//! and only what follows tells that it was not the log that was cut off.

use super::{End, Logged, Ply, Wrong, lines};

const COLOURS: [&str; 3] = ["BLUE", "GREEN", "RED"];

pub(super) fn read(text: &str) -> Result<Vec<Logged>, Wrong> {
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
            logged.end = Some((line, End::Payoff(vec![0.0; 3])));
        } else if let Some((seat, rest)) = of_colour(text, ": ") {
            match (logged.names.len(), mv(rest)) {
                (0..3, _) => logged.names.push(rest.to_owned()),
                (_, Some(mv)) => logged.plies.push(Ply { line, seat, mv }),
                (_, None) => return Err(Wrong::new(line, format!("`{text}` is no move"))),
            }
        } else if let Some((seat, rest)) = of_colour(text, " score:")
            && let Some((_, End::Payoff(payoff))) = &mut logged.end
        {
            let number = rest.split_whitespace().next().and_then(|word| word.parse().ok());
            payoff[seat] = number.ok_or_else(|| Wrong::new(line, format!("`{text}` is no score")))?;
        }
        if !text.is_empty() {
            logged.last = line;
        }
    }
    Ok(all)
}

/// A match that something follows on, and that has no end, was ended by an illegal move of whoever had the turn.
fn close(all: &mut [Logged]) {
    if let Some(logged) = all.last_mut()
        && logged.end.is_none()
    {
        logged.end = Some((logged.last, End::Breach(logged.plies.len() % 3, "illegal-move")));
    }
}

fn of_colour<'a>(text: &'a str, between: &str) -> Option<(usize, &'a str)> {
    let (colour, rest) = text.split_once(between)?;
    Some((COLOURS.iter().position(|name| *name == colour)?, rest))
}

/// `BE2-BE4 t:12` in our notation.
fn mv(text: &str) -> Option<String> {
    let (from, to) = text.split_whitespace().next()?.split_once('-')?;
    (from.len() == 3 && to.len() == 3).then(|| format!("{from}{to}"))
}
