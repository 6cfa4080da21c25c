//! Time controls as people write them: `1s/move`, `30s/first,2s/move`, `60s/game`, `60s+0.5s`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use truel_agents::read_time;
use truel_core::ParseError;
use truel_search::clock::Clock;

/// How much time a seat has.
///
/// ```
/// use truel_arena::TimeControl;
/// let time: TimeControl = "60s+0.5s".parse().unwrap();
/// assert_eq!(time.to_string(), "60s+500ms");
/// assert!("60".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// As much as the agents take by themselves.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// So much for each move, and another time for the first.
    FirstMove {
        /// For the first move of a seat.
        first: Duration,
        /// For each move after it.
        then: Duration,
    },
    /// So much for the whole match, and what each move adds.
    PerMatch {
        /// At the start.
        time: Duration,
        /// After each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// The clock of a seat before its first move, where there is one for the whole match.
    pub fn clock(self) -> Option<Clock> {
        match self {
            TimeControl::PerMatch { time, increment } => Some(Clock { left: time, increment }),
            _ => None,
        }
    }

    /// The time for the whole match in words, where there is one: `60 s of CPU time`.
    pub(crate) fn whole(self, measure: Measure) -> Option<String> {
        let TimeControl::PerMatch { time, increment } = self else {
            return None;
        };
        let words = |time: Duration| {
            let (count, unit) = whole_units(time);
            format!("{count} {unit}")
        };
        let more = match increment {
            Duration::ZERO => String::new(),
            _ => format!(" and {} a move", words(increment)),
        };
        Some(format!("{}{}{more}", words(time), measure.suffix()))
    }

    /// The time for one move, where that is fixed; a seat's moves are counted from 1.
    pub fn per_move(self, step: u32) -> Option<Duration> {
        match self {
            TimeControl::PerMove(time) => Some(time),
            TimeControl::FirstMove { first, then } => Some(if step <= 1 { first } else { then }),
            _ => None,
        }
    }
}

/// A time in the largest unit that writes it as a whole number.
fn whole_units(time: Duration) -> (u128, &'static str) {
    let micros = time.as_micros();
    if micros.is_multiple_of(1_000_000) {
        (micros / 1_000_000, "s")
    } else if micros.is_multiple_of(1000) {
        (micros / 1000, "ms")
    } else {
        (micros, "us")
    }
}

/// The same as it is typed.
pub(crate) fn time_text(time: Duration) -> String {
    let (count, unit) = whole_units(time);
    format!("{count}{unit}")
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("unlimited"),
            TimeControl::PerMove(time) => write!(f, "{}/move", time_text(time)),
            TimeControl::FirstMove { first, then } => {
                write!(f, "{}/first,{}/move", time_text(first), time_text(then))
            }
            TimeControl::PerMatch {
                time,
                increment: Duration::ZERO,
            } => write!(f, "{}/game", time_text(time)),
            TimeControl::PerMatch { time, increment } => write!(f, "{}+{}", time_text(time), time_text(increment)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::new(
                "time",
                text,
                "a time is written as 1s/move, 30s/first,2s/move, 60s/game, 60s+0.5s or unlimited",
            )
        };
        if text == "unlimited" {
            return Ok(TimeControl::Unlimited);
        }
        let read = |text: &str| read_time(text.trim()).ok_or_else(wrong);
        if let Some(time) = text.strip_suffix("/move") {
            let some =
                |text: &str| read(text).and_then(|time| Some(time).filter(|time| !time.is_zero()).ok_or_else(wrong));
            return match time.split_once("/first,") {
                Some((first, then)) => Ok(TimeControl::FirstMove {
                    first: some(first)?,
                    then: some(then)?,
                }),
                None => some(time).map(TimeControl::PerMove),
            };
        }
        let (time, increment) = match (text.strip_suffix("/game"), text.split_once('+')) {
            (Some(time), _) => (read(time)?, Duration::ZERO),
            (None, Some((time, increment))) => (read(time)?, read(increment)?),
            (None, None) => return Err(wrong()),
        };
        if time.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl::PerMatch { time, increment })
    }
}

impl From<TimeControl> for String {
    fn from(time: TimeControl) -> Self {
        time.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

/// Which time counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The clock on the wall.
    #[default]
    Wall,
    /// CPU time: of the thread for our agents, of the process and all its children for a program.
    /// What the contests used.
    Cpu,
}

impl Measure {
    /// Its name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Wall => "wall",
            Measure::Cpu => "cpu",
        }
    }

    /// What follows a time in a sentence, where it is not the usual one.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Measure::Wall => "",
            Measure::Cpu => " of CPU time",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_written_as_they_are_read() {
        for text in [
            "1s/move",
            "50ms/move",
            "30s/first,2s/move",
            "60s/game",
            "60s+500ms",
            "unlimited",
        ] {
            let time: TimeControl = text.parse().expect(text);
            assert_eq!(time.to_string(), text);
        }
        assert_eq!(
            "1m/game".parse::<TimeControl>().map(|time| time.to_string()),
            Ok("60s/game".into())
        );
    }

    #[test]
    fn the_time_of_a_whole_match_has_words() {
        let words = |text: &str, measure| text.parse::<TimeControl>().expect(text).whole(measure);
        assert_eq!(words("60s/game", Measure::Cpu).as_deref(), Some("60 s of CPU time"));
        assert_eq!(
            words("90s+500ms", Measure::Wall).as_deref(),
            Some("90 s and 500 ms a move")
        );
        assert_eq!(words("1s/move", Measure::Wall), None);
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "",
            "1s",
            "60",
            "0s/move",
            "0s+1s",
            "1s/moves",
            "0s/first,1s/move",
            "1s/first",
            "1s+",
            "+1s",
            "x/move",
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains("1s/move"), "{error}");
        }
    }
}
