//! Matches as records that `truel conform` replays (docs/records.md).

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use truel_core::Phase;
use truel_core::record::{Breach, MatchResult, Record};

use crate::error::ApiError;
use crate::room::{EarlyEnd, EndReason, Room, SeatConfig};
use crate::view::LineOfPlay;

/// The record of a room's match as it stands.
pub fn of_room(room: &Room) -> Result<Record, ApiError> {
    let name = |seat: &SeatConfig| match seat {
        SeatConfig::Agent { agent } => agent.clone(),
        SeatConfig::Person { name } if name.is_empty() => "person".into(),
        SeatConfig::Person { name } => name.clone(),
    };
    let seats = room.seats.iter().map(name).collect();
    let id = format!("{}-{}", room.line.game, room.id);
    let mut record = record(id, &room.line, seats, room.ended.as_ref())?;
    record.entrants.clone_from(&record.seats);
    Ok(record)
}

/// The record of a line that nobody in particular played.
pub fn of_line(line: &LineOfPlay) -> Result<Record, ApiError> {
    let table = line.begin()?;
    let seats = table.info().seats.iter().map(|_| "analysis".to_owned()).collect();
    record(format!("{}-analysis", line.game), line, seats, None)
}

/// A record as the answer to a request, with its checksum.
pub fn answer(record: &Record) -> Result<Response, ApiError> {
    let line = record.to_line().map_err(|error| ApiError::Store(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], line).into_response())
}

/// A match that still goes on is written as one that was capped here, so that it can be replayed.
fn record(id: String, line: &LineOfPlay, seats: Vec<String>, ended: Option<&EarlyEnd>) -> Result<Record, ApiError> {
    let table = line.end()?;
    let info = table.info();
    let breach = ended.map(|ended| {
        let kind = match ended.why {
            EndReason::Resigned => Breach::RESIGNED,
            EndReason::Time => Breach::TIME_OUT,
        };
        Breach::new(ended.seat, kind)
    });
    let (payoff, reason) = match (ended, table.phase()) {
        (_, Phase::Over(payoff)) => (payoff, table.reason().unwrap_or("over").to_owned()),
        (Some(ended), _) => (
            ended.payoffs.clone(),
            breach.iter().map(|breach| breach.kind.clone()).collect(),
        ),
        (None, Phase::Act(_)) => (vec![info.draw; info.seats.len()], "cap".into()),
    };
    let is_capped = reason == "cap";
    let mut record = Record::new(id, &line.game, line.moves.clone(), MatchResult::at(&*table, payoff, &reason));
    record.seats = seats;
    record.start.clone_from(&line.start);
    record.cap = is_capped.then(|| u32::try_from(line.moves.len()).unwrap_or(u32::MAX));
    record.faults = breach.into_iter().collect();
    Ok(record)
}
