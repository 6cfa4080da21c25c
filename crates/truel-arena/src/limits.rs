//! Limits of a match, and what happens to a seat that breaks one.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Measure, Terms, TimeControl};

/// Penalty for a seat that is late, but by no more than the margin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// None: the margin is what pipes and scheduling may cost.
    #[default]
    Forgiven,
    /// The move counts, but it must be the seat's last: its time is used up at its next turn.
    LastMove,
    /// The move is discarded, and a random move is played instead.
    RandomMove,
}

/// How the memory of a program is measured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryMeasure {
    /// All memory that it and its children use.
    #[default]
    Whole,
    /// What it has reserved since it was ready, imports done: the growth of its address space, plus
    /// what processes use that it has started since.
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

/// The limits and penalties of a contest, as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How much time a seat has.
    pub time: TimeControl,
    /// Which time counts.
    pub measure: Measure,
    /// How late a move may be before it is a fault.
    pub margin: Duration,
    /// Penalty for a move that is late by no more than the margin.
    pub late: Late,
    /// Megabytes that a program may use.
    pub memory: Option<u64>,
    /// How they are measured.
    pub memory_measure: MemoryMeasure,
}

impl Limits {
    /// Puts these limits in the place of those in `terms`.
    pub fn apply(&self, terms: &mut Terms) {
        let Limits {
            time,
            measure,
            margin,
            late,
            memory,
            memory_measure,
        } = *self;
        (terms.time, terms.measure, terms.margin, terms.late) = (time, measure, margin, late);
        (terms.memory, terms.memory_measure) = (memory, memory_measure);
    }
}
