//! Why an input is no file of traces.

use std::io;

use thiserror::Error;

use crate::lines::{LONGEST, size};
use crate::{IllegalMove, ParseError};

/// An input that cannot be checked.
#[derive(Debug, Error)]
pub enum BadInput {
    /// One of its lines is no trace.
    #[error(transparent)]
    Line(#[from] BadLine),
    /// It holds no trace at all.
    #[error("the file holds no traces")]
    Empty,
}

/// A line that is no trace.
#[derive(Debug, Error)]
#[error("line {line}: {why}")]
pub struct BadLine {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: TraceError,
}

/// What makes a text no trace.
#[derive(Debug, Error)]
pub enum TraceError {
    /// It is no text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// It is too long to be read.
    #[error("the line is longer than {}", size(LONGEST))]
    TooLong,
    /// The system cannot read it.
    #[error(transparent)]
    Unreadable(io::Error),
    /// It is no JSON object at all.
    #[error("it is no JSON object")]
    NoObject,
    /// It is not JSON, or not of the right shape.
    #[error("not a trace: {why} (column {column})")]
    NotJson {
        /// What is wrong with it.
        why: String,
        /// Where.
        column: usize,
    },
    /// It is a match of another game.
    #[error("this is a match of {found}, not of {wanted}")]
    OtherGame {
        /// The game that it names.
        found: String,
        /// The game that it was read for.
        wanted: &'static str,
    },
    /// Its first position makes no sense.
    #[error(transparent)]
    Start(#[from] ParseError),
    /// A list has not one entry per ply.
    #[error("game {id}: `{name}` has {entries} entries for {plies} moves")]
    Length {
        /// The trace.
        id: String,
        /// The list.
        name: &'static str,
        /// How many entries it has.
        entries: usize,
        /// How many moves there are.
        plies: usize,
    },
    /// A ply has lists for another number of seats than act there.
    #[error("game {id}: ply {ply}: lists for {lists} seats, not {acting}")]
    Width {
        /// The trace.
        id: String,
        /// The ply, counted from 1.
        ply: usize,
        /// How many lists there are.
        lists: usize,
        /// How many seats act.
        acting: usize,
    },
    /// A fault names a seat that the game does not have.
    #[error("game {id}: `faults` blames seat {seat}, and the last seat is {last}")]
    NoSeat {
        /// The trace.
        id: String,
        /// The seat that is blamed.
        seat: usize,
        /// The last seat of the game.
        last: usize,
    },
    /// A text is no move of the game.
    #[error("game {id}: ply {ply}: {why}")]
    NoMove {
        /// The trace.
        id: String,
        /// The ply, counted from 1.
        ply: usize,
        /// What is wrong with it.
        why: Box<IllegalMove>,
    },
}

impl TraceError {
    /// What serde says, without its own line number, which would be read as the file's.
    pub fn not_json(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let why = text.split(" at line ").next().unwrap_or(&text);
        TraceError::NotJson {
            why: why.to_owned(),
            column: error.column(),
        }
    }
}
