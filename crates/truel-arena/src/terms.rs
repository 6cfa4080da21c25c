//! The terms of a match: clocks, limits, penalties and adjudication.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;
use truel_core::Info;

use crate::{Late, Measure, MemoryMeasure, Setup, TimeControl};

/// The terms of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// How much time a seat has.
    pub time: TimeControl,
    /// Which time counts.
    pub measure: Measure,
    /// How late a move may be before it is a fault.
    #[serde(serialize_with = "millis")]
    pub margin: Duration,
    /// Penalty for a move that is late, but by no more than that.
    #[serde(skip_serializing_if = "Late::is_usual")]
    pub late: Late,
    /// Whether the limits and penalties of the game's original contest replace those given here.
    #[serde(skip_serializing_if = "is_off")]
    pub contest: bool,
    /// Plies after which a match is a draw; where the game sets no limit of its own there is always
    /// one.
    pub cap: Option<u32>,
    /// Results agreed on before the end.
    pub adjudication: Adjudication,
    /// Megabytes that a program may use.
    pub memory: Option<u64>,
    /// How they are measured.
    #[serde(skip_serializing_if = "MemoryMeasure::is_usual")]
    pub memory_measure: MemoryMeasure,
    /// Whether programs run in a sandbox.
    pub sandbox: bool,
    /// Files and folders that programs may read there, beside what they need to run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sandbox_allow: Vec<PathBuf>,
    /// Settings for agents of contests, by name. Only [`Contests`](crate::Contests) knows what they
    /// mean.
    #[serde(flatten)]
    pub settings: BTreeMap<String, String>,
}

/// Why terms make no sense for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TermsError {
    /// The limits of a contest are wanted for a game that was in none.
    #[error("{game} was played in no contest whose limits could be kept")]
    NoContest {
        /// The game's id.
        game: String,
    },
    /// A limit is given beside those of the contest.
    #[error("`contest` sets the limits, so `{key}` is not set beside it")]
    BesideContest {
        /// The limit.
        key: &'static str,
    },
}

fn is_off(flag: &bool) -> bool {
    !flag
}

impl Terms {
    /// The cap of games whose rules set none, by default.
    pub const USUAL_CAP: u32 = 1000;

    /// The names of all terms in a file, without the [settings](Terms::settings) for agents of
    /// contests.
    pub const KEYS: [&str; 11] = [
        "time",
        "measure",
        "margin",
        "late",
        "contest",
        "cap",
        "adjudication",
        "memory",
        "memory-measure",
        "sandbox",
        "sandbox-allow",
    ];

    /// The terms in this game: with `contest`, the limits of its original contest.
    #[must_use]
    pub fn in_game(&self, game: &str, setup: &Setup) -> Self {
        let mut terms = self.clone();
        if let Some(limits) = setup.contests().limits(game).filter(|_| terms.contest) {
            limits.apply(&mut terms);
        }
        terms
    }

    /// The time limit for people, such as `100ms/move of CPU time`.
    pub fn time_in_words(&self) -> String {
        match (self.time, self.measure) {
            (TimeControl::Unlimited, _) => "each agent with its own limits".to_owned(),
            (time, Measure::Wall) => format!("{time} by the wall clock"),
            (time, Measure::Cpu) => format!("{time} of CPU time"),
        }
    }

    /// Checks that they make sense for this game.
    pub fn check(&self, game: &str, setup: &Setup) -> Result<(), TermsError> {
        if !self.contest {
            return Ok(());
        }
        if setup.contests().limits(game).is_none() {
            return Err(TermsError::NoContest { game: game.to_owned() });
        }
        let usual = Terms::default();
        let given = [
            ("time", self.time != usual.time),
            ("measure", self.measure != usual.measure),
            ("margin", self.margin != usual.margin),
            ("late", self.late != usual.late),
            ("memory", self.memory != usual.memory),
            ("memory-measure", self.memory_measure != usual.memory_measure),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((key, _)) => Err(TermsError::BesideContest { key }),
            None => Ok(()),
        }
    }

    /// The same terms with relative paths resolved against `folder`.
    #[must_use]
    pub fn seen_from(&self, folder: &Path, setup: &Setup) -> Self {
        let mut terms = self.clone();
        for path in &mut terms.sandbox_allow {
            *path = folder.join(&*path);
        }
        for (setting, value) in &mut terms.settings {
            *value = setup.contests().resolved(setting, value, folder);
        }
        terms
    }

    /// The cap in this game: the one given, or the usual one where the rules have no limit.
    pub fn cap_in(&self, game: &Info) -> Option<u32> {
        self.cap.or(if game.longest.is_none() {
            Some(Self::USUAL_CAP)
        } else {
            None
        })
    }
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            time: TimeControl::Unlimited,
            measure: Measure::Wall,
            margin: Duration::from_millis(50),
            late: Late::Forgiven,
            contest: false,
            cap: None,
            adjudication: Adjudication::default(),
            memory: None,
            memory_measure: MemoryMeasure::Whole,
            sandbox: false,
            sandbox_allow: Vec::new(),
            settings: BTreeMap::new(),
        }
    }
}

/// A name in the terms of a file.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "kebab-case")]
enum Key {
    Time,
    Measure,
    Margin,
    Late,
    Contest,
    Cap,
    Adjudication,
    Memory,
    MemoryMeasure,
    Sandbox,
    SandboxAllow,
    Setting(String),
}

/// Written by hand because derived code cannot both keep unknown names, which may be settings, and
/// tell where in the file a value is wrong. Whoever reads a file checks the settings
/// ([`Plan::resolve`](crate::tournament::Plan::resolve)).
impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Terms;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of terms")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Terms, A::Error> {
                let mut terms = Terms::default();
                while let Some(key) = map.next_key()? {
                    match key {
                        Key::Time => terms.time = map.next_value()?,
                        Key::Measure => terms.measure = map.next_value()?,
                        Key::Margin => terms.margin = Duration::from_millis(map.next_value()?),
                        Key::Late => terms.late = map.next_value()?,
                        Key::Contest => terms.contest = map.next_value()?,
                        Key::Cap => terms.cap = map.next_value()?,
                        Key::Adjudication => terms.adjudication = map.next_value()?,
                        Key::Memory => terms.memory = map.next_value()?,
                        Key::MemoryMeasure => terms.memory_measure = map.next_value()?,
                        Key::Sandbox => terms.sandbox = map.next_value()?,
                        Key::SandboxAllow => terms.sandbox_allow = map.next_value()?,
                        Key::Setting(name) => {
                            let value = match map.next_value()? {
                                Value::String(text) => text,
                                other => other.to_string(),
                            };
                            terms.settings.insert(name, value);
                        }
                    }
                }
                Ok(terms)
            }
        }
        from.deserialize_map(Fields)
    }
}

/// A duration as whole milliseconds.
fn millis<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// When a match ends because everybody thinks it is decided. What contenders claim is used for
/// nothing else.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// After so many plies in a row at which everybody sees an even match, it is a draw; 0 is
    /// never.
    pub draw_plies: u32,
    /// How far from a draw, as a share of the range of payoffs, still counts as one.
    pub draw_within: f32,
    /// After so many plies in a row at which everybody sees the same seat win, it has won; 0 is
    /// never.
    pub win_plies: u32,
    /// How close to the best payoff, as a share of the range, counts as won.
    pub win_within: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_are_written_and_settings_are_kept() {
        let text = r#"{"time":"1s/move","margin":7,"late":"last-move","cap":9,"memory":3,"python":"pypy3"}"#;
        let terms: Terms = serde_json::from_str(text).expect("terms");
        assert_eq!((terms.margin, terms.cap), (Duration::from_millis(7), Some(9)));
        assert_eq!(terms.settings["python"], "pypy3");
        let written = serde_json::to_string(&terms).expect("JSON");
        assert!(
            written.contains(r#""python":"pypy3""#) && written.contains(r#""margin":7"#),
            "{written}"
        );
        assert_eq!(serde_json::from_str::<Terms>(&written).expect("terms"), terms);
    }

    #[test]
    fn every_key_is_a_field_and_no_setting() {
        let mut terms = Terms {
            late: Late::LastMove,
            contest: true,
            memory_measure: MemoryMeasure::Growth,
            sandbox_allow: vec!["a".into()],
            ..Terms::default()
        };
        let written = serde_json::to_value(&terms).expect("JSON");
        let mut keys: Vec<&str> = written
            .as_object()
            .expect("a table")
            .keys()
            .map(String::as_str)
            .collect();
        let mut all = Terms::KEYS.to_vec();
        keys.sort_unstable();
        all.sort_unstable();
        assert_eq!(keys, all);
        terms = serde_json::from_value(written).expect("terms");
        assert!(terms.settings.is_empty());
    }
}
