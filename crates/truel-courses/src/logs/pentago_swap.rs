//! Logs of the pentago-swap contest's server (McGill COMP 424, 2019): `logs/gameNNNNN.log`, the very lines it sends.

use super::{End, Logged, Ply, Wrong, lines};
use crate::wire::{Message, Outcome};

pub(super) fn read(text: &str) -> Result<Vec<Logged>, Wrong> {
    let mut logged = Logged {
        names: vec![String::new(); 2],
        ..Logged::default()
    };
    let mut is_one = false;
    for (line, text) in lines(text) {
        // The server prints the same lines behind a sign.
        let text = text.strip_prefix("% ").unwrap_or(text);
        if text.starts_with('#') || text.is_empty() {
            continue;
        }
        match Message::read(text) {
            Message::Start { seat, name } => {
                is_one = true;
                logged.names[seat] = name;
            }
            Message::Move { mv, seat } => logged.plies.push(Ply { line, seat, mv }),
            Message::GameOver(ending) => {
                let end = match ending.outcome {
                    Outcome::Undecided => End::Undecided(ending.why),
                    Outcome::Draw => End::Draw,
                    Outcome::Win(seat) if ending.why.is_empty() => End::Win(seat),
                    Outcome::Win(seat) => End::Breach(1 - seat, breach(&ending.why)),
                };
                logged.end = Some((line, end));
            }
            Message::Play | Message::Other => {
                return Err(Wrong::new(line, format!("`{text}` is no line of a log")));
            }
        }
        logged.last = line;
    }
    let is_empty = !is_one && logged.plies.is_empty();
    Ok(if is_empty { Vec::new() } else { vec![logged] })
}

/// The server's word for a breach in one of ours.
fn breach(why: &str) -> &'static str {
    match why.split_whitespace().next() {
        Some("TIMEOUT") => "time-out",
        Some("ILLEGAL") => "illegal-move",
        _ => "crash",
    }
}
