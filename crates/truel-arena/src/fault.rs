//! Faults of contenders. They are data: a fault ends one match, never a tournament.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};
use truel_core::clean;
use truel_core::record::Breach;

/// The most characters of a fault's message.
const LONGEST: usize = 600;

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The clock ran out before the move was there.
    TimeOut,
    /// A move that the rules forbid, or that is no move.
    IllegalMove,
    /// The program ended, or the agent panicked.
    Crash,
    /// Output that is not the protocol: a flood, a line too long, bytes that are no text.
    Garbage,
    /// No answer at all where the protocol asks for one and no clock runs.
    Silence,
    /// More memory than allowed.
    Memory,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::TimeOut,
        FaultKind::IllegalMove,
        FaultKind::Crash,
        FaultKind::Garbage,
        FaultKind::Silence,
        FaultKind::Memory,
    ];

    /// Its name in tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::TimeOut => Breach::TIME_OUT,
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Crash => "crash",
            FaultKind::Garbage => "garbage",
            FaultKind::Silence => "silence",
            FaultKind::Memory => "memory",
        }
    }
}

impl Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What went wrong, whose fault it was, and how we know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The seat to blame, counted from 0.
    pub seat: usize,
    /// What went wrong.
    pub kind: FaultKind,
    /// One sentence.
    #[serde(rename = "told", deserialize_with = "clean::read_shown")]
    pub message: String,
    /// The last lines in and out, each with `<` (from the program), `>` (to it) or `!` (its
    /// standard error) before it.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "clean::read_all_shown"
    )]
    pub evidence: Vec<String>,
}

impl Fault {
    /// The part of it that goes into a record.
    pub fn breach(&self) -> Breach {
        let mut breach = Breach::new(self.seat, self.kind.name());
        breach.told.clone_from(&self.message);
        breach.evidence.clone_from(&self.evidence);
        breach
    }
}

/// What a contender reports about itself; the referee adds the seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What went wrong.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// The last lines in and out.
    pub evidence: Vec<String>,
}

impl Trouble {
    /// Trouble without lines to show.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Trouble {
            kind,
            message: message.into(),
            evidence: Vec::new(),
        }
    }

    /// The same as a fault of this seat.
    pub fn of(self, seat: usize) -> Fault {
        let Trouble {
            kind,
            message,
            evidence,
        } = self.cleaned();
        Fault {
            seat,
            kind,
            message,
            evidence,
        }
    }

    /// The same, safe to print: much of it is output of a program.
    pub fn cleaned(self) -> Self {
        Trouble {
            kind: self.kind,
            message: clean::sentence(&self.message, LONGEST),
            evidence: self
                .evidence
                .iter()
                .map(|line| clean::shown(line).into_owned())
                .collect(),
        }
    }
}
