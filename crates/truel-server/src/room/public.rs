//! The room on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::Room;
use super::setup::{Clock, EarlyEnd, SeatConfig};
use crate::view::LineOfPlay;

/// A room as everybody may see it. It has no place for hidden moves.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PublicRoom {
    /// Its name in addresses.
    pub id: String,
    /// The start position and the joint moves played since.
    #[serde(flatten)]
    pub line: LineOfPlay,
    /// Moves taken back, the next one last.
    pub undone: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// The seats whose moves are in while others still think.
    pub chosen: Vec<usize>,
    /// How the match ended, if the rules of the game did not end it.
    pub ended: Option<EarlyEnd>,
    /// The time agents take for a move if their spec has none, such as `1s`.
    pub time: Option<String>,
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// When the room was last changed, in milliseconds since 1970.
    pub touched: i64,
    /// The number of changes, so that nobody acts on an old picture.
    pub version: u64,
}

impl From<&Room> for PublicRoom {
    fn from(room: &Room) -> Self {
        PublicRoom {
            id: room.id.clone(),
            line: room.line.clone(),
            undone: room.undone.clone(),
            seats: room.seats.clone(),
            chosen: room.chosen().collect(),
            ended: room.ended.clone(),
            time: room.time.clone(),
            clock: room.clock.clone(),
            touched: room.touched,
            version: room.version,
        }
    }
}

/// A room in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RoomSummary {
    /// Its name in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When the room was last changed, in milliseconds since 1970.
    pub touched: i64,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// The number of plies played.
    pub plies: usize,
    /// Whether the match is over.
    pub is_over: bool,
}

impl From<Room> for RoomSummary {
    fn from(room: Room) -> Self {
        RoomSummary {
            plies: room.line.moves.len(),
            is_over: room.is_over(),
            id: room.id,
            game: room.line.game,
            touched: room.touched,
            seats: room.seats,
        }
    }
}
