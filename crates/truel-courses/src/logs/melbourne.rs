//! Logs of the University of Melbourne's referees: chexers (2019) and RoPaSci 360 (2021).
//!
//! Both write a file of their own (`[red  ] - MOVE from (-3, 0) to (-2, 0).`; `turn 1: upper: THROW
//! symbol s to (4, -2)`). Both also print what they do behind a star (`*   red player returned
//! action: ('MOVE', ((-3, 0), (-2, 0)))`), between the lines of the agents. Either is read. Custom
//! types of agents (`Hex(r=2, q=-2)`) stand in both.

use thiserror::Error;

use super::{End, LogError, Logged, Ply, lines, numbers};

/// Why an action of a log cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum BadAction {
    #[error("`{0}` is no action")]
    Unknown(String),
    #[error("the {0} of the action cannot be read")]
    Cells(&'static str),
    #[error("the symbol of the throw cannot be read")]
    Symbol,
    #[error("a distance of {steps} is no {label}")]
    Distance { steps: u32, label: String },
}

pub(crate) fn chexers(text: &str) -> Result<Vec<Logged>, LogError> {
    read(text, &["red", "green", "blue"], |action| {
        let label = label(action, &["MOVE", "JUMP", "EXIT", "PASS"])?;
        match (label, numbers(action).as_slice()) {
            ("PASS", _) => Ok("pass".to_owned()),
            ("EXIT", [q, r]) => Ok(format!("{q},{r}>off")),
            ("MOVE" | "JUMP", [q, r, to_q, to_r]) => {
                let steps = distance(to_q - q, to_r - r);
                labelled(label, steps, ["MOVE", "JUMP"])?;
                Ok(format!("{q},{r}>{to_q},{to_r}"))
            }
            _ => Err(BadAction::Cells("cells")),
        }
    })
}

pub(crate) fn ropasci(text: &str) -> Result<Vec<Logged>, LogError> {
    read(text, &["upper", "lower"], |action| {
        let label = label(action, &["THROW", "SLIDE", "SWING"])?;
        match (label, numbers(action).as_slice()) {
            ("THROW", [r, q]) => {
                let symbol = action
                    .split(|letter: char| !letter.is_alphanumeric())
                    .find(|word| ["r", "p", "s"].contains(word))
                    .ok_or(BadAction::Symbol)?;
                Ok(format!("{symbol}@{r},{q}"))
            }
            ("SLIDE" | "SWING", [r, q, to_r, to_q]) => {
                labelled(label, distance(to_r - r, to_q - q), ["SLIDE", "SWING"])?;
                Ok(format!("{r},{q}>{to_r},{to_q}"))
            }
            _ => Err(BadAction::Cells("hexes")),
        }
    })
}

/// The label that the action begins with.
fn label<'a>(action: &str, labels: &[&'a str]) -> Result<&'a str, BadAction> {
    let word = action.trim_start_matches(|letter: char| !letter.is_ascii_uppercase());
    let found = labels.iter().find(|label| word.starts_with(**label));
    found
        .copied()
        .ok_or_else(|| BadAction::Unknown(action.trim().to_owned()))
}

const fn distance(first: i32, second: i32) -> u32 {
    let third = first + second;
    let (a, b, c) = (first.unsigned_abs(), second.unsigned_abs(), third.unsigned_abs());
    let most = if a > b { a } else { b };
    if most > c { most } else { c }
}

/// Labels counted there: a step of two that is called one of one was illegal.
fn labelled(label: &str, steps: u32, names: [&str; 2]) -> Result<(), BadAction> {
    match steps {
        1 | 2 if names[steps as usize - 1] == label => Ok(()),
        _ => Err(BadAction::Distance {
            steps,
            label: label.to_owned(),
        }),
    }
}

/// The meaning of a line.
enum LogLine<'a> {
    /// An action that was asked for, and is still to be judged where the referee prints it.
    Asked(usize, &'a str),
    /// An action that was played.
    Action(usize, &'a str),
    /// Everything so far was played.
    Applied,
    End(End),
    Nothing,
}

fn read(
    text: &str,
    seats: &[&str],
    notation: impl Fn(&str) -> Result<String, BadAction>,
) -> Result<Vec<Logged>, LogError> {
    let mut logged = Logged::default();
    // How many plies have been played for certain, and what is wrong with one that was only asked
    // for.
    let mut played = 0;
    let mut unread = None;
    for (line, text) in lines(text) {
        let meaning = meaning(text, seats);
        let is_judged = !matches!(meaning, LogLine::Asked(..));
        match meaning {
            LogLine::Asked(seat, action) | LogLine::Action(seat, action) => {
                match notation(action) {
                    Ok(mv) => logged.plies.push(Ply {
                        line,
                        seat,
                        mv,
                        ms: None,
                    }),
                    Err(why) => unread = unread.or(Some(LogError::new(line, why.to_string()))),
                }
                logged.last = line;
                if is_judged {
                    played = logged.plies.len();
                }
            }
            LogLine::Applied => played = logged.plies.len(),
            // The referee's own words come once; an agent may print the same afterwards.
            LogLine::End(end) if logged.end.is_none() => {
                if matches!(end, End::Breach(..)) {
                    logged.plies.truncate(played);
                    unread = None;
                }
                logged.end = Some((line, end));
                logged.last = line;
            }
            LogLine::End(_) | LogLine::Nothing => continue,
        }
        if let Some(wrong) = unread.take_if(|_| is_judged) {
            return Err(wrong);
        }
    }
    if let Some(wrong) = unread {
        return Err(wrong);
    }
    let is_empty = logged.plies.is_empty() && logged.end.is_none();
    Ok(if is_empty { Vec::new() } else { vec![logged] })
}

/// What the referee prints behind a star; what an agent has printed without ending the line may be
/// before it.
fn printed(line: &str) -> Option<&str> {
    line.strip_prefix('*').or_else(|| {
        let (before, _) = line.split_once("returned action:")?;
        Some(&line[before.rfind('*')? + 1..])
    })
}

fn meaning<'a>(line: &'a str, seats: &[&str]) -> LogLine<'a> {
    let seat_in = |text: &str| seats.iter().position(|seat| text.contains(seat));
    if let Some(rest) = printed(line) {
        if let Some((who, action)) = rest.split_once("returned action:") {
            return seat_in(who).map_or(LogLine::Nothing, |seat| LogLine::Asked(seat, action));
        }
        let rest = rest.trim();
        if rest.starts_with("updating ") {
            return LogLine::Applied;
        }
        let by = |end: &str| rest.split_once(end).and_then(|(who, _)| seat_in(who));
        if let Some(seat) = by(" player's action, ") {
            return illegal(seat);
        }
        if let Some(seat) = by(" exceeded available time") {
            return LogLine::End(End::Breach(seat, "time-out"));
        }
        return end(rest, seats);
    }
    // The file of chexers.
    if let Some((head, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] - ")) {
        return match head.trim() {
            "over" => end(rest, seats),
            "error" => seat_in(rest).map_or(LogLine::Nothing, illegal),
            who => match seats.iter().position(|seat| *seat == who) {
                Some(seat) => LogLine::Action(seat, rest),
                None => LogLine::Nothing,
            },
        };
    }
    // The file of RoPaSci 360.
    if line.starts_with("turn ")
        && let Some((_, rest)) = line.split_once(": ")
        && let Some((who, action)) = rest.split_once(": ")
        && let Some(seat) = seats.iter().position(|seat| *seat == who)
    {
        return LogLine::Action(seat, action);
    }
    if let Some(rest) = line.strip_prefix("error: ") {
        return seat_in(rest.split(':').next().unwrap_or("")).map_or(LogLine::Nothing, illegal);
    }
    end(line, seats)
}

const fn illegal(seat: usize) -> LogLine<'static> {
    LogLine::End(End::Breach(seat, "illegal-move"))
}

fn end<'a>(text: &str, seats: &[&str]) -> LogLine<'a> {
    if let Some(winner) = text.strip_prefix("winner: ") {
        let winner = winner.trim().to_lowercase();
        if let Some(seat) = seats.iter().position(|seat| *seat == winner) {
            return LogLine::End(End::Win(seat));
        }
    }
    if text.starts_with("draw: ") || text.starts_with("draw detected: ") {
        return LogLine::End(End::Draw);
    }
    LogLine::Nothing
}
