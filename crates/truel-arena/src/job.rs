//! One match to be played, and what came of it. Both are plain data that can be sent and stored.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use truel_core::Info;
use truel_core::record::{Claim, MatchResult, Record, SeatTimes};
use truel_courses::{Clocks, Manners, Setting, USUAL_PYTHON};

use crate::{Entry, Fault, Late, Measure, MemoryMeasure, TimeControl, contest};

/// A match to be played: self-contained and, as far as its agents are, repeatable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Unique in its tournament; a result delivered twice counts once by it.
    pub id: u64,
    /// The game's id.
    pub game: String,
    /// Who sits where, in seat order.
    pub seats: Vec<Entry>,
    /// What is played before anybody thinks.
    pub opening: Opening,
    /// What chance is drawn from.
    pub seed: u64,
    /// Clocks, limits and adjudication.
    pub terms: Terms,
}

/// Where a match begins.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// A position text, when not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Joint moves played from there before the contenders take over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Under which terms a match is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    /// How much time a seat has.
    pub time: TimeControl,
    /// Which time counts.
    pub measure: Measure,
    /// How late a move may be before it is a fault.
    #[serde(with = "millis")]
    pub margin: Duration,
    /// What becomes of a move that is late, but not by more than that.
    #[serde(skip_serializing_if = "Late::is_usual")]
    pub late: Late,
    /// Whether limits and consequences are those of the contest that the game comes from, whatever else is said here about
    /// time and memory.
    #[serde(skip_serializing_if = "is_off")]
    pub contest: bool,
    /// Plies after which a match is a draw; where the game sets no limit of its own there is always one.
    pub cap: Option<u32>,
    /// Results agreed on before the end.
    pub adjudication: Adjudication,
    /// Megabytes that a program may use.
    pub memory: Option<u64>,
    /// Which memory that is.
    #[serde(skip_serializing_if = "MemoryMeasure::is_usual")]
    pub memory_measure: MemoryMeasure,
    /// Whether programs run in a sandbox.
    pub sandbox: bool,
    /// Files and folders that programs may read there, beside what they need to run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sandbox_allow: Vec<PathBuf>,
    /// The Python interpreter of agents from courses.
    #[serde(skip_serializing_if = "is_usual_python")]
    pub python: String,
    /// The folder with the contest's own classes, for agents from courses in Java.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referee_classes: Option<PathBuf>,
}

fn is_off(flag: &bool) -> bool {
    !flag
}

fn is_usual_python(python: &str) -> bool {
    python == USUAL_PYTHON
}

impl Terms {
    /// The cap of games whose rules set none, when nobody says otherwise.
    pub const USUAL_CAP: u32 = 1000;

    /// The terms as they hold in this game: with `contest`, those of the contest that it comes from.
    pub fn in_game(&self, game: &str) -> Self {
        let mut terms = self.clone();
        if terms.contest {
            contest::apply(game, &mut terms);
        }
        terms
    }

    /// Whether they make sense for this game; in words where they do not.
    pub fn check(&self, game: &str) -> Result<(), String> {
        if !self.contest {
            return Ok(());
        }
        if !contest::apply(game, &mut Terms::default()) {
            return Err(format!("{game} was played in no contest whose limits could be kept"));
        }
        let usual = Terms::default();
        let said = [
            ("time", self.time != usual.time),
            ("measure", self.measure != usual.measure),
            ("margin", self.margin != usual.margin),
            ("late", self.late != usual.late),
            ("memory", self.memory != usual.memory),
            ("memory-measure", self.memory_measure != usual.memory_measure),
        ];
        match said.iter().find(|(_, is_said)| *is_said) {
            Some((name, _)) => Err(format!("`contest` sets the limits, so `{name}` is not set beside it")),
            None => Ok(()),
        }
    }

    /// How agents from courses are run.
    pub fn setting(&self) -> Setting<'_> {
        Setting {
            python: &self.python,
            referee_classes: self.referee_classes.as_deref(),
            clocks: match self.time {
                TimeControl::Unlimited => Clocks::None,
                _ => Clocks::Running,
            },
            manners: if self.contest { Manners::Contest } else { Manners::Ours },
        }
    }

    /// The same terms with relative paths seen from `folder`.
    pub fn seen_from(&self, folder: &Path) -> Self {
        let mut terms = self.clone();
        terms.referee_classes = terms.referee_classes.map(|classes| folder.join(classes));
        for path in &mut terms.sandbox_allow {
            *path = folder.join(&*path);
        }
        // A word without a slash is looked for on the path, as a shell does.
        if terms.python.contains('/') {
            terms.python = folder.join(&terms.python).to_string_lossy().into_owned();
        }
        terms
    }

    /// The cap in this game: what is set, or the usual one where the rules have no limit.
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
            python: USUAL_PYTHON.to_owned(),
            referee_classes: None,
        }
    }
}

/// Durations as whole milliseconds.
mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// When a match ends because everybody thinks it is decided. What contenders claim is used for nothing else.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// Plies in a row after which a match that nobody sees as more than slightly decided is a draw; 0 is never.
    pub draw_plies: u32,
    /// How far from a draw, as a share of the range of payoffs, still counts as one.
    pub draw_within: f32,
    /// Plies in a row after which a match that everybody sees as won by the same seat is won; 0 is never.
    pub win_plies: u32,
    /// How close to the best payoff, as a share of the range, counts as won.
    pub win_within: f32,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The job.
    pub job: u64,
    /// All joint moves, the opening's included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// What went wrong; with simultaneous moves more than one seat may be to blame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// What a contender claimed about rules or result against the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// How each seat used its time.
    pub seats: Vec<SeatTimes>,
}

impl Played {
    /// The record of the match, for files that `truel conform` checks.
    pub fn record(&self, job: &Job, game: &Info, id: String) -> Record {
        let mut record = Record::new(id, &job.game, self.moves.clone(), self.result.clone());
        record.seats = job.seats.iter().map(Entry::shown).collect();
        record.seed = Some(job.seed);
        record.start = job.opening.start.clone();
        record.cap = job.terms.cap_in(game);
        record.opening_plies = Some(job.opening.moves.len());
        record.faults = self.faults.iter().map(Fault::breach).collect();
        record.claims = self.claims.clone();
        record.times = self.seats.clone();
        record
    }
}
