//! The room on disk.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::setup::{Clock, EarlyEnd, SeatConfig};
use crate::view::LineOfPlay;

/// A room as the store keeps it. It has the hidden moves, so it must never be sent to a page: that
/// is what [`PublicRoom`](super::PublicRoom) is for.
///
/// The field names are those of files that exist; a change of them needs a migration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredRoom<'a> {
    pub(crate) id: Cow<'a, str>,
    #[serde(flatten)]
    pub(crate) line: Cow<'a, LineOfPlay>,
    /// Moves taken back, the next one last.
    pub(crate) undone: Cow<'a, [String]>,
    pub(crate) seats: Cow<'a, [SeatConfig]>,
    /// The seats in `hidden`. Only versions before 0.2 read it.
    #[serde(default)]
    pub(crate) chosen: Vec<usize>,
    /// Moves that wait for those of other seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) hidden: Vec<(usize, String)>,
    pub(crate) ended: Option<EarlyEnd>,
    #[serde(default)]
    pub(crate) time: Option<String>,
    #[serde(default)]
    pub(crate) clock: Option<Clock>,
    pub(crate) touched: i64,
    pub(crate) version: u64,
}
