//! Turns logs of the original referees into records.
//!
//! A reader for each game turns a log into what it claims: plies and endings, each with its line.
//! [`read`] then plays it by our rules, and whatever does not agree is [`LogError`], with the line.

pub(crate) mod avalam;
pub(crate) mod melbourne;
pub(crate) mod pentago_swap;
pub(crate) mod threechess;

use thiserror::Error;
use truel_core::record::{Breach, MatchResult, Record, SeatTimes};
use truel_core::{AnyGame, Phase, Seat};

use crate::{Contest, CourseError};

/// An error in a log, with its line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}: {why}")]
pub struct LogError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl LogError {
    fn new(line: usize, why: impl Into<String>) -> Self {
        LogError { line, why: why.into() }
    }
}

/// A match as a log tells it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Logged {
    /// Who sat where, as far as it is said.
    names: Vec<String>,
    plies: Vec<Ply>,
    end: Option<(usize, End)>,
    /// The last line that belongs to it.
    last: usize,
}

/// One seat's move.
#[derive(Clone, Debug)]
struct Ply {
    line: usize,
    seat: usize,
    mv: String,
    /// How long it took, where the log says it.
    ms: Option<f32>,
}

/// How a log says a match ended.
#[derive(Clone, PartialEq, Debug)]
enum End {
    /// By the rules, won by this seat.
    Win(usize),
    /// By the rules, as a draw.
    Draw,
    /// By the rules, or by a clock that ran out with the last move, with these payoffs.
    Payoff(Vec<f32>),
    /// This seat broke it off, in a word of records.
    Breach(usize, &'static str),
    /// Nobody knows.
    Undecided(String),
}

/// Reads the matches of a log, as far as they can be read.
pub(crate) type LogReader = fn(&str) -> Result<Vec<Logged>, LogError>;

/// The matches of a log, each as a record or with what is wrong about it. `table` is the game at
/// its start, and `file` names the records.
pub fn read(table: &dyn AnyGame, file: &str, text: &str) -> Result<Vec<Result<Record, LogError>>, CourseError> {
    let contest = Contest::of(table.info().id)?;
    let logged = match (contest.read_log)(text) {
        Ok(logged) if logged.is_empty() => {
            let why = format!("no match of {} is written down here", contest.game);
            vec![Err(LogError::new(1, why))]
        }
        Ok(logged) => logged.into_iter().map(Ok).collect(),
        Err(wrong) => vec![Err(wrong)],
    };
    let numbered = logged.into_iter().enumerate();
    Ok(numbered
        .map(|(number, logged)| record(table, &format!("{file}#{}", number + 1), &logged?))
        .collect())
}

/// Replays a match of a log, and compares how it ends.
fn record(start: &dyn AnyGame, id: &str, logged: &Logged) -> Result<Record, LogError> {
    let mut table = start.boxed();
    let (moves, breaches) = play(&mut *table, logged)?;
    let (payoff, reason) = match (Breach::settle(&*table, &breaches), table.phase()) {
        (Some(settled), _) => settled,
        (None, Phase::Over(payoff)) => (payoff, table.reason().unwrap_or("over").to_owned()),
        (None, Phase::Act(_)) => {
            return Err(match &logged.end {
                Some((line, End::Undecided(why))) => broken_off(*line, why),
                _ => LogError::new(logged.last, "the log ends before the match does"),
            });
        }
    };
    if let Some((line, end)) = &logged.end {
        compare(&*table, *line, end, &payoff, &reason)?;
    } else {
        return Err(LogError::new(
            logged.last,
            format!("the log does not say how the match ended; it is over ({reason})"),
        ));
    }
    let seats = table.info().seats.iter().enumerate();
    let mut record = Record::new(id, table.info().id, moves, MatchResult::at(&*table, payoff, &reason));
    record.seats = seats
        .map(|(at, seat)| logged.names.get(at).cloned().unwrap_or_else(|| seat.name.to_owned()))
        .collect();
    if logged.names.len() == record.seats.len() {
        record.entrants.clone_from(&logged.names);
    }
    record.faults = breaches;
    record.times = times(logged, record.seats.len());
    Ok(record)
}

/// How long each seat took for its moves; nothing where the log does not say it for all of them.
fn times(logged: &Logged, seats: usize) -> Vec<SeatTimes> {
    let mut times = vec![SeatTimes::default(); seats];
    for ply in &logged.plies {
        match (ply.ms, times.get_mut(ply.seat)) {
            (Some(ms), Some(seat)) => seat.ms.push(ms),
            _ => return Vec::new(),
        }
    }
    times
}

fn broken_off(line: usize, why: &str) -> LogError {
    let why = if why.is_empty() { "nobody says why" } else { why };
    LogError::new(line, format!("the match was broken off: {why}"))
}

/// Plays the plies, as many at once as the game has it; says who broke off.
fn play(table: &mut dyn AnyGame, logged: &Logged) -> Result<(Vec<String>, Vec<Breach>), LogError> {
    let mut moves = Vec::new();
    let mut at = 0;
    while at < logged.plies.len() {
        let first = &logged.plies[at];
        let Phase::Act(acting) = table.phase() else {
            return Err(LogError::new(first.line, "the match is over here, and the log goes on"));
        };
        let joint = &logged.plies[at..logged.plies.len().min(at + acting.len())];
        if joint.len() < acting.len() {
            return Err(LogError::new(logged.last, "the log ends in the middle of a turn"));
        }
        for (seat, ply) in acting.iter().zip(joint) {
            if ply.seat != seat.index() {
                let name = |at: usize| table.info().seats.get(at).map_or("nobody", |seat| seat.name);
                let why = format!(
                    "{} has moved, and it is the turn of {}",
                    name(ply.seat),
                    name(seat.index())
                );
                return Err(LogError::new(ply.line, why));
            }
            table
                .check(seat, &ply.mv)
                .map_err(|error| LogError::new(ply.line, error.to_string()))?;
        }
        // The original of threechess writes down a move that came too late, and does not play it.
        if at + joint.len() == logged.plies.len()
            && let Some(late) = too_late(table, logged, first)
        {
            return Ok((moves, vec![late]));
        }
        let text = joint.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join("|");
        table
            .play(&text)
            .map_err(|error| LogError::new(first.line, error.to_string()))?;
        moves.push(text);
        at += joint.len();
    }
    let breach = match &logged.end {
        Some((_, End::Breach(seat, kind))) => Some(Breach::new(*seat, *kind)),
        _ => None,
    };
    Ok((moves, breach.into_iter().collect()))
}

/// The breach of a last move that the rules do not end the match by, where the log has payoffs of a
/// clock that ran out.
fn too_late(table: &dyn AnyGame, logged: &Logged, last: &Ply) -> Option<Breach> {
    let Some((_, End::Payoff(payoff))) = &logged.end else {
        return None;
    };
    let mut after = table.boxed();
    after.play(&last.mv).ok()?;
    if matches!(after.phase(), Phase::Over(_)) || table.time_out(Seat::new(last.seat)) != *payoff {
        return None;
    }
    Some(Breach::new(last.seat, Breach::TIME_OUT))
}

/// Whether the log's ending is the one that the rules give.
fn compare(table: &dyn AnyGame, line: usize, end: &End, payoff: &[f32], reason: &str) -> Result<(), LogError> {
    let info = table.info();
    let best = payoff.iter().copied().fold(f32::MIN, f32::max);
    let is_draw = payoff.iter().all(|share| (share - info.draw).abs() < 1e-6);
    let agrees = match end {
        End::Win(seat) => !is_draw && payoff.get(*seat).is_some_and(|share| (share - best).abs() < 1e-6),
        End::Draw => is_draw,
        End::Payoff(message) => message == payoff,
        End::Breach(..) => true,
        End::Undecided(why) => return Err(broken_off(line, why)),
    };
    if agrees {
        return Ok(());
    }
    let message = match end {
        End::Win(seat) => format!(
            "that {} has won",
            info.seats.get(*seat).map_or("nobody", |seat| seat.name)
        ),
        End::Payoff(message) => format!("that the payoffs are {message:?}"),
        // These two never disagree with the rules.
        End::Draw | End::Breach(..) | End::Undecided(_) => "a draw".to_owned(),
    };
    let why = format!("the log says {message}; by the rules the payoffs are {payoff:?} ({reason})");
    Err(LogError::new(line, why))
}

/// The lines of a text, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(at, line)| (at + 1, line.trim_end()))
}

/// All whole numbers in a text, in order: `Hex(r=2, q=-2)` has two, and so has
/// `(np.int64(2), -2.0)`.
fn numbers(text: &str) -> Vec<i32> {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || "_.-".contains(letter)));
    // `int64` is a word, and a number in it is none.
    words
        .filter(|word| word.starts_with(|first: char| first == '-' || first.is_ascii_digit()))
        .filter_map(|word| word.parse::<f64>().ok())
        .filter(|number| number.fract() == 0.0)
        .map(|number| number as i32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(game: &str, text: &str) -> Result<Record, LogError> {
        let table = truel_champions::roster().table(game).expect("a game");
        let mut all = read(&*table, "log", text).expect("a game of a course");
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    #[test]
    fn numbers_are_found_in_any_wrapping() {
        assert_eq!(numbers("SLIDE from Hex(r=2, q=-2) to (-1,0)."), [2, -2, -1, 0]);
        assert_eq!(numbers("[3, 4, 3, 3] - x"), [3, 4, 3, 3]);
        assert_eq!(numbers("MOVE from (np.int64(-3), 0.0) to Hex2(-2, 0)."), [-3, 0, -2, 0]);
    }

    #[test]
    fn what_the_melbourne_referees_print_is_read_like_their_files() {
        let cycle = [
            ("red", "('MOVE', ((-3, 0), (-2, 0)))"),
            ("green", "('MOVE', ((1, -3), (1, -2)))"),
            ("blue", "('MOVE', ((2, 1), (2, 0)))"),
            ("red", "('MOVE', ((-2, 0), (-3, 0)))"),
            ("green", "('MOVE', ((1, -2), (1, -3)))"),
            ("blue", "('MOVE', ((2, 0), (2, 1)))"),
        ];
        let mut printed = String::from("* importing red player's player class\nhello from an agent\n");
        for (colour, action) in cycle.iter().cycle().take(18) {
            printed += &format!(
                "* asking {colour} player for next action...\n*   {colour} player returned action: {action}\n"
            );
        }
        printed += "* ** game over! **\n* draw detected: game state occurred 4 times.\n";
        let record = one("chexers", &printed).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (18, "repetition"));
        let won = printed.replace("draw detected: game state occurred 4 times.", "winner: Green");
        let wrong = one("chexers", &won).expect_err("nobody has won");
        assert_eq!(wrong.line, 40);
        assert!(wrong.why.starts_with("the log says that Green has won"), "{wrong}");
    }

    #[test]
    fn what_the_melbourne_referees_print_about_a_breach_is_a_record_too() {
        let asked = "thinking... *   red player returned action: ('MOVE', ((-3, 0), (-2, 0)))\n* updating red player \
                     with red's action\n";
        let wrong = "*   green player returned action: None\n*   time: 0\n* error: invalid action!\n\
                     * green player's action, None, is not well-formed or not available. See\n";
        let record = one("chexers", &format!("{asked}{wrong}")).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (1, "illegal-move"));
        let late = format!("{asked}* error: resource limit exceeded!\n* green player exceeded available time\n");
        let record = one("chexers", &late).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (1, "time-out"));
        let both = "*   player 1 (upper) returned action: ('THROW', 's', (4, -2))\n\
                    *   player 2 (lower) returned action: ('THROW', 'r', (4, 1))\n* lower player's action, (), is not \
                    well-\n";
        let record = one("ropasci", both).expect("it is right");
        assert_eq!((record.moves.len(), record.result.payoff), (0, vec![1.0, 0.0]));
        let unjudged = one("chexers", "*   red player returned action: None\n").expect_err("nobody has judged it");
        assert_eq!(unjudged.to_string(), "1: `None` is no action");
    }

    #[test]
    fn custom_types_in_a_log_of_the_tournament_are_read() {
        let there = "SLIDE from Hex(r=4, q=-2) to Hex(r=4, q=-1)\nturn 0: lower: SLIDE from (-4, 1) to (-3, 0)\n";
        let back = "SLIDE from Hex(r=4, q=-1) to (4, -2)\nturn 0: lower: SLIDE from (-3, 0) to (-4, 1)\n";
        let begin = "turn 1: upper: THROW symbol s to (4, -2)\nturn 1: lower: THROW symbol r to (-4, 1)\n";
        let turns: String = [there, back, there, back]
            .map(|turn| format!("turn 0: upper: {turn}"))
            .concat();
        let log = format!("{begin}{turns}draw: same game state occurred for 3rd time\n");
        let record = one("ropasci", &log).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (5, "repetition"));
    }

    #[test]
    fn of_both_forms_of_the_avalam_log_in_one_file_the_log_counts() {
        // As a console that is not flushed at once leaves them.
        let both = "Step 1 - Player 1 is playing\nDEBUG: Asking player 1 to play step 1\n\
                    INFO: Step 1: received result [3, 4, 3, 3] in 0.1s\nINFO: Step 2: received result [0, 2, 0, 3] in \
                    0.1s\n\
                    Step 1 - Player 1 has played [3, 4, 3, 3] Score 0\nStep 2 - Player 2 has played [0, 2, 0, 3] Score \
                    0\n";
        let wrong = one(
            "avalam",
            &format!("{both}INFO: Step 3: received result [9, 9, 9, 9] in 0.1s\n"),
        )
        .expect_err("step 3 is nowhere");
        assert_eq!(wrong.line, 7);
        let late = format!(
            "{both}DEBUG: Time left for agent 0: -0.4\nDEBUG: Time credit expired\nINFO: Winner: Player 2\nPlayer 2 \
             has won!\n"
        );
        let record = one("avalam", &late).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (2, "time-out"));
        assert_eq!(record.result.payoff, [0.0, 1.0]);
    }

    #[test]
    fn a_breach_in_an_avalam_match_is_told_after_its_end_on_the_console() {
        let begin = "Step 1 - Player 1 is playing\n";
        let won = |winner: usize, why: &str| format!("Player {winner} has won!\nReason: Opponent{why}.\n");
        let first = format!("{begin}{}", won(2, " has played an invalid action"));
        let record = one("avalam", &first).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (0, "illegal-move"));
        assert_eq!(record.result.payoff, [0.0, 1.0]);
        let played = "Step 1 - Player 1 has played (3, 4, 3, 3)\nStep 2 - Player 2 is playing\n";
        let late = format!("{begin}{played}{}", won(1, "'s time credit has expired"));
        let record = one("avalam", &late).expect("it is right");
        assert_eq!((record.moves.len(), record.result.reason.as_str()), (1, "time-out"));
        assert_eq!(record.result.payoff, [1.0, 0.0]);
    }
}
