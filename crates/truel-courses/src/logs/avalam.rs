//! Logs of the avalam framework's `game.py` (Polytechnique Montréal, 2022). One form is the log of
//! `--verbose` (`Step 1: received result [3, 4, 3, 3] in 0.02s`, `Winner: Player 1`). The other is
//! the console (`Step 1 - Player 1 has played (3, 4, 3, 3) ...`, `Player 1 has won!`). Where a file
//! has both, they may be out of step, and the log alone is read.

use super::{End, LogError, Logged, Ply, lines, numbers};

/// What a line tells.
enum Event {
    Begins,
    Step(i32, Vec<i32>),
    /// Somebody is about to lose for this, or just has.
    Breach(&'static str),
    Ends(End),
}

pub(crate) fn read(text: &str) -> Result<Vec<Logged>, LogError> {
    let event = match text.contains(": received result ") || text.contains("Winner: ") {
        true => logged,
        false => printed,
    };
    let mut all: Vec<Logged> = Vec::new();
    let mut breach = None;
    for (line, text) in lines(text) {
        let Some(event) = event(text) else { continue };
        let begins = match (&event, all.last()) {
            (Event::Begins | Event::Step(1, _), last) => {
                last.is_none_or(|logged| logged.end.is_some() || !logged.plies.is_empty())
            }
            _ => false,
        };
        if begins {
            all.push(Logged::default());
            breach = None;
        }
        let Some(logged) = all.last_mut() else {
            return match event {
                Event::Step(step, _) => Err(LogError::new(line, format!("step {step} comes before step 1"))),
                _ => continue,
            };
        };
        logged.last = line;
        match event {
            Event::Begins => {}
            Event::Step(step, action) => play(logged, line, step, &action)?,
            Event::Breach(kind) => breach = Some(kind),
            Event::Ends(end) => logged.end = Some((line, end)),
        }
        if let (Some(kind), Some((at, End::Win(winner)))) = (breach, &logged.end) {
            let (at, loser) = (*at, 1 - winner);
            // The offender's action may be written down before it is judged, but was not played.
            if logged.plies.last().is_some_and(|ply| ply.seat == loser) {
                logged.plies.pop();
            }
            logged.end = Some((at, End::Breach(loser, kind)));
        }
    }
    Ok(all)
}

fn play(logged: &mut Logged, line: usize, step: i32, action: &[i32]) -> Result<(), LogError> {
    let before = logged.plies.len();
    if usize::try_from(step) != Ok(before + 1) {
        return Err(LogError::new(line, format!("step {step} follows step {before}")));
    }
    let mv = notation(action).ok_or_else(|| LogError::new(line, format!("{action:?} is no action")))?;
    let seat = before % 2;
    logged.plies.push(Ply {
        line,
        seat,
        mv,
        ms: None,
    });
    Ok(())
}

/// A line of the log.
fn logged(text: &str) -> Option<Event> {
    if text.ends_with("to play step 1") {
        return Some(Event::Begins);
    }
    if let Some((_, winner)) = text.rsplit_once("Winner: ") {
        return end(winner);
    }
    step(text, ": received result ").or_else(|| breach(text))
}

/// A line of the console.
fn printed(text: &str) -> Option<Event> {
    if text.starts_with("Step 1 - ") && text.ends_with(" is playing") {
        return Some(Event::Begins);
    }
    if text == "Draw game" {
        return end("draw game");
    }
    if let Some(winner) = text.strip_suffix(" has won!") {
        return end(winner);
    }
    step(text, " has played ").or_else(|| breach(text))
}

fn breach(text: &str) -> Option<Event> {
    let text = text.to_lowercase();
    if text.contains("time credit") && text.contains("expired") {
        return Some(Event::Breach("time-out"));
    }
    text.contains("invalid action").then_some(Event::Breach("illegal-move"))
}

fn end(winner: &str) -> Option<Event> {
    match winner.trim() {
        "Player 1" => Some(Event::Ends(End::Win(0))),
        "Player 2" | "Player -1" => Some(Event::Ends(End::Win(1))),
        "draw game" => Some(Event::Ends(End::Draw)),
        _ => None,
    }
}

/// The number of a step and the action played in it.
fn step(text: &str, between: &str) -> Option<Event> {
    let (head, action) = text[text.find("Step ")? + 5..].split_once(between)?;
    let action = action.split([']', ')']).next()?;
    Some(Event::Step(*numbers(head).first()?, numbers(action)))
}

fn notation(action: &[i32]) -> Option<String> {
    let [i1, j1, i2, j2] = *action else { return None };
    let cell = |i: i32, j: i32| {
        let (i, j) = (u8::try_from(i).ok()?, u8::try_from(j).ok()?);
        (i < 9 && j < 9).then(|| format!("{}{}", char::from(b'a' + j), i + 1))
    };
    Some(cell(i1, j1)? + &cell(i2, j2)?)
}
