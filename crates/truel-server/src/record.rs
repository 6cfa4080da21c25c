//! Matches as records that `truel conform` replays (docs/records.md).

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use truel_core::record::{Breach, MatchResult, Record};
use truel_core::{AnyGame, Phase};

use crate::error::ApiError;
use crate::room::{EarlyEnd, EndReason, Room, SeatConfig};
use crate::view::LineOfPlay;
use truel_agents::Roster;

/// The record of a room's match.
pub fn of_room(room: &Room) -> Record {
    let name = |seat: &SeatConfig| match seat {
        SeatConfig::Agent { agent } => agent.clone(),
        SeatConfig::Person { name } if name.is_empty() => "person".into(),
        SeatConfig::Person { name } => name.clone(),
    };
    let seats = room.seats.iter().map(name).collect();
    let id = format!("{}-{}", room.line.game, room.id);
    let mut record = record(id, &room.line, &**room.table(), seats, room.ended.as_ref());
    record.entrants.clone_from(&record.seats);
    record
}

/// The record of a line of analysis.
pub fn of_line(line: &LineOfPlay, roster: &Roster) -> Result<Record, ApiError> {
    let table = line.end(roster)?;
    let seats = table.info().seats.iter().map(|_| "analysis".to_owned()).collect();
    Ok(record(format!("{}-analysis", line.game), line, &*table, seats, None))
}

/// A record as the answer to a request, with its checksum.
pub fn answer(record: &Record) -> Result<Response, ApiError> {
    let line = record.to_line().map_err(ApiError::unwritable)?;
    Ok(([(CONTENT_TYPE, "application/json")], line).into_response())
}

/// The record of a line that ends at `table`. A match that is not over is written as one that was
/// capped here, so that it can be replayed.
fn record(id: String, line: &LineOfPlay, table: &dyn AnyGame, seats: Vec<String>, ended: Option<&EarlyEnd>) -> Record {
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
    let mut record = Record::new(
        id,
        &line.game,
        line.moves.clone(),
        MatchResult::at(table, payoff, &reason),
    );
    record.seats = seats;
    record.start.clone_from(&line.start);
    record.cap = is_capped.then(|| u32::try_from(line.moves.len()).unwrap_or(u32::MAX));
    record.faults = breach.into_iter().collect();
    record
}
