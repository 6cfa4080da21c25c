//! Logs of the avalam framework's `game.py` (Polytechnique Montréal, 2022), as it prints them: the log of `--verbose`
//! (`Step 1: received result [3, 4, 3, 3] in 0.02s`, `Winner: Player 1`), the console (`Step 1 - Player 1 has played (3, 4,
//! 3, 3) ...`, `Player 1 has won!`), or both in one.

use super::{End, Logged, Ply, Wrong, lines, numbers};

pub(super) fn read(text: &str) -> Result<Vec<Logged>, Wrong> {
    let mut all: Vec<Logged> = Vec::new();
    // An invalid action is written down before it is judged.
    let mut reason: Option<&'static str> = None;
    for (line, text) in lines(text) {
        if let Some((step, action)) = step(text) {
            let begins = step == 1
                && all
                    .last()
                    .is_none_or(|logged| logged.end.is_some() || logged.plies.len() > 1);
            if begins {
                all.push(Logged::default());
                reason = None;
            }
            let Some(logged) = all.last_mut() else {
                return Err(Wrong::new(line, format!("step {step} comes before step 1")));
            };
            logged.last = line;
            match usize::try_from(step) {
                // The same step in the other form.
                Ok(step) if step <= logged.plies.len() => continue,
                Ok(step) if step == logged.plies.len() + 1 => {}
                _ => {
                    return Err(Wrong::new(
                        line,
                        format!("step {step} follows step {}", logged.plies.len()),
                    ));
                }
            }
            let mv = notation(&action).ok_or_else(|| Wrong::new(line, format!("{action:?} is no action")))?;
            let seat = logged.plies.len() % 2;
            logged.plies.push(Ply { line, seat, mv });
        } else if text.contains("time credit") && text.contains("expired") {
            reason = Some("time-out");
        } else if text.contains("invalid action") || text.contains("Invalid action") {
            reason = Some("illegal-move");
        }
        if let (Some(end), Some(logged)) = (end(text), all.last_mut()) {
            let loser = match end {
                End::Win(winner) => 1 - winner,
                _ => 0,
            };
            logged.last = line;
            match reason {
                Some(kind) => {
                    // The offender's action, where it is one at all, was not played.
                    logged
                        .plies
                        .truncate(if kind == "illegal-move" && logged.plies.len() % 2 != loser {
                            logged.plies.len() - 1
                        } else {
                            logged.plies.len()
                        });
                    logged.end = Some((line, End::Breach(loser, kind)));
                }
                None => {
                    logged.end.get_or_insert((line, end));
                }
            }
        }
    }
    Ok(all)
}

/// The number of a step and the action played in it.
fn step(text: &str) -> Option<(i32, Vec<i32>)> {
    let rest = &text[text.find("Step ")? + 5..];
    let (head, action) = rest
        .split_once(": received result ")
        .or_else(|| rest.split_once(" has played "))?;
    let action = action.split([']', ')']).next()?;
    Some((*numbers(head).first()?, numbers(action)))
}

fn notation(action: &[i32]) -> Option<String> {
    let [i1, j1, i2, j2] = *action else { return None };
    let cell = |i: i32, j: i32| {
        let (i, j) = (u8::try_from(i).ok()?, u8::try_from(j).ok()?);
        (i < 9 && j < 9).then(|| format!("{}{}", char::from(b'a' + j), i + 1))
    };
    Some(cell(i1, j1)? + &cell(i2, j2)?)
}

fn end(text: &str) -> Option<End> {
    if text.ends_with("Winner: draw game") || text == "Draw game" {
        return Some(End::Draw);
    }
    let winner = match text.rsplit_once("Winner: Player ") {
        Some((_, winner)) => winner,
        None => text.strip_prefix("Player ")?.strip_suffix(" has won!")?,
    };
    match winner.trim() {
        "1" => Some(End::Win(0)),
        "2" => Some(End::Win(1)),
        _ => None,
    }
}
