//! The limits of the contests that the games come from, with the consequences that their referees gave to a breach.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Measure, Terms, TimeControl};

/// What happens to a seat that is late, but by no more than the margin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// Nothing: the margin is what pipes and scheduling may cost.
    #[default]
    Forgiven,
    /// The move counts, but it must be the seat's last: the time is used up when it is asked again. Avalam's contest.
    LastMove,
    /// The move is thrown away, and chance plays instead. Pentago-swap's contest.
    RandomMove,
}

/// Which memory of a program counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryMeasure {
    /// All that it and its children use.
    #[default]
    Whole,
    /// What it has reserved above its level when it was ready, imports done: its greatest size in address space, as the
    /// Melbourne referees counted, and what processes use that it has started since.
    Growth,
}

impl Late {
    pub(crate) fn is_usual(&self) -> bool {
        *self == Late::default()
    }
}

impl MemoryMeasure {
    pub(crate) fn is_usual(&self) -> bool {
        *self == MemoryMeasure::default()
    }
}

/// Makes the terms those of the contest that this game comes from; says whether there was one.
pub(crate) fn apply(game: &str, terms: &mut Terms) -> bool {
    let whole = |seconds| TimeControl::PerMatch {
        time: Duration::from_secs(seconds),
        increment: Duration::ZERO,
    };
    let (time, measure, late, margin) = match game {
        "chexers" | "ropasci" => (whole(60), Measure::Cpu, Late::Forgiven, 0),
        "avalam" => (whole(900), Measure::Wall, Late::LastMove, 500),
        "threechess" => (whole(300), Measure::Wall, Late::Forgiven, 0),
        "pentago-swap" => {
            let time = TimeControl::FirstMove {
                first: Duration::from_secs(30),
                then: Duration::from_secs(2),
            };
            (time, Measure::Wall, Late::RandomMove, 1000)
        }
        _ => return false,
    };
    (terms.time, terms.measure, terms.late) = (time, measure, late);
    terms.margin = Duration::from_millis(margin);
    if measure == Measure::Cpu {
        (terms.memory, terms.memory_measure) = (Some(100), MemoryMeasure::Growth);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_a_course_has_its_contest_and_no_other_has() {
        for info in truel_games::INFOS {
            let mut terms = Terms::default();
            let is_course = !["tic-tac-toe", "connect-four", "goofspiel"].contains(&info.id);
            assert_eq!(apply(info.id, &mut terms), is_course, "{}", info.id);
            assert_eq!(terms.time != TimeControl::Unlimited, is_course, "{}", info.id);
        }
    }
}
