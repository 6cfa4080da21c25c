//! A trace as its file has it.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::record::Record;

/// One value in a game of turns, one per seat when several move at once.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum PerSeat<T> {
    Each(Vec<T>),
    One(T),
}

impl<T> PerSeat<T> {
    pub(super) fn as_slice(&self) -> &[T] {
        match self {
            PerSeat::Each(values) => values,
            PerSeat::One(value) => std::slice::from_ref(value),
        }
    }
}

/// The legal lists of a ply: of the one seat that moves, or of each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Lists {
    One(Vec<String>),
    Each(Vec<Vec<String>>),
}

impl Lists {
    pub(super) fn as_slice(&self) -> &[Vec<String>] {
        match self {
            Lists::One(list) => std::slice::from_ref(list),
            Lists::Each(lists) => lists,
        }
    }
}

/// A record with what another referee wrote down besides.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Trace {
    #[serde(flatten)]
    pub(super) record: Record,
    #[serde(default)]
    pub(super) legal: Option<Vec<Lists>>,
    #[serde(default)]
    pub(super) legal_count: Option<Vec<PerSeat<usize>>>,
    #[serde(default)]
    pub(super) legal_hash: Option<Vec<PerSeat<String>>>,
    #[serde(default)]
    pub(super) clock_ms: Option<i64>,
    #[serde(default)]
    pub(super) ms: Option<Vec<i64>>,
    #[serde(default)]
    pub(super) plies_on_board: Option<usize>,
    #[serde(default)]
    pub(super) time_left: Option<Vec<i64>>,
    /// Everything else at the top level.
    #[serde(flatten)]
    pub(super) extra: Map<String, Value>,
}

/// A record of ours has no more to say.
impl From<Record> for Trace {
    fn from(record: Record) -> Self {
        Trace {
            record,
            legal: None,
            legal_count: None,
            legal_hash: None,
            clock_ms: None,
            ms: None,
            plies_on_board: None,
            time_left: None,
            extra: Map::new(),
        }
    }
}
