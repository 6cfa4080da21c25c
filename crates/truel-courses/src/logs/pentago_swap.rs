//! Logs of the pentago-swap contest's server (McGill COMP 424, 2019): `logs/gameNNNNN.log`, the
//! very lines it sends, and what it prints, the same lines behind a sign and others between them.

use super::{End, LogError, Logged, Ply, lines};
use crate::wire::{Message, Outcome};

/// What the server prints before a line of the log.
const SIGN: &str = "% ";

pub(crate) fn read(text: &str) -> Result<Vec<Logged>, LogError> {
    let is_printed = lines(text).any(|(_, line)| line.starts_with(SIGN));
    let mut matches: Vec<Logged> = Vec::new();
    for (line, text) in lines(text) {
        let content = match text.strip_prefix(SIGN) {
            Some(content) => content,
            // What the server and agents of its own print is nothing of a match.
            None if is_printed => continue,
            None => text,
        };
        if content.starts_with('#') || content.is_empty() {
            continue;
        }
        let message = Message::read(content);
        if matches!(message, Message::Play | Message::Other) {
            return Err(LogError::new(line, foreign(content)));
        }
        let begins = |last: &Logged| matches!(message, Message::Start { seat: 0, .. }) && !last.plies.is_empty();
        if matches.last().is_none_or(|last| last.end.is_some() || begins(last)) {
            matches.push(Logged {
                names: vec![String::new(); 2],
                ..Logged::default()
            });
        }
        let logged = matches.last_mut().expect("one is begun");
        match message {
            Message::Start { seat, name } => logged.names[seat] = name,
            Message::Move { mv, seat } => logged.plies.push(Ply {
                line,
                seat,
                mv,
                ms: None,
            }),
            Message::GameOver(ending) => {
                let end = match ending.outcome {
                    Outcome::Undecided => End::Undecided(ending.why),
                    Outcome::Draw => End::Draw,
                    Outcome::Win(seat) if ending.why.is_empty() => End::Win(seat),
                    Outcome::Win(seat) => End::Breach(1 - seat, breach(&ending.why)),
                };
                logged.end = Some((line, end));
            }
            Message::Play | Message::Other => {}
        }
        logged.last = line;
    }
    Ok(matches)
}

/// What a line is that belongs to no log.
fn foreign(line: &str) -> String {
    let log = line
        .split(',')
        .find(|field| field.starts_with("game") && field.ends_with(".log"));
    match log {
        Some(log) => {
            format!(
                "this is the server's list of outcomes, which has no moves; the matches are in the logs it names, \
                     such as {log}"
            )
        }
        None if line.starts_with("Server started.") => {
            "this is what the server prints when it is told to be quiet (-q), which has no moves; the matches are in \
             its logs, such as game00001.log"
                .to_owned()
        }
        None => format!("`{line}` is no line of a log"),
    }
}

/// The server's word for a breach in one of ours.
fn breach(why: &str) -> &'static str {
    match why.split_whitespace().next() {
        Some("TIMEOUT") => "time-out",
        Some("ILLEGAL") => "illegal-move",
        _ => "crash",
    }
}
